//! Sacrifices at the root, each looked at for itself.
//!
//! In the search of the whole root a sacrifice is compared with the best move: where it has not paid off yet, its
//! nodes are far below alpha, and futility, late-move reductions and the rest cut off just the quiet moves that would make
//! it work. Deepened alone, with a window around its own score, the same move needs a few thousand nodes. So
//! the root's moves that lose material in the exchange are deepened so, some plies behind the iteration and with a
//! small part of the nodes; one that comes out better than the best move is searched first in the next iteration,
//! and has to hold there (docs/results/suites.md).

use quevedo_rules::{Board, Move};
use quevedo_value::{Depth, Ply, Score};

use crate::heuristic::{Heuristic, Profile};
use crate::node::Window;
use crate::worker::{Role, Worker};

/// A root move that gives something up, and what it is worth by itself.
#[derive(Clone, Copy, Debug)]
struct Offer {
    mv: Move,
    /// The depth of its last search.
    depth: Depth,
    /// What that search found.
    score: Score,
}

/// The root's sacrifices.
#[doc(alias = "root move verification")]
#[derive(Clone, Default, Debug)]
pub(crate) struct Sacrifices {
    offers: Vec<Offer>,
    /// Nodes spent on them.
    nodes: u64,
}

impl Sacrifices {
    /// The sacrifices among the moves of a root.
    pub(crate) fn new(board: &Board, moves: impl Iterator<Item = Move>) -> Sacrifices {
        let offers = moves
            .filter(|&mv| is_sacrifice(board, mv))
            .map(|mv| Offer { mv, depth: Depth::ZERO, score: Score::DRAW })
            .collect();
        Sacrifices { offers, nodes: 0 }
    }

    /// The least deep search that is still to be made, down to `deepest`.
    fn next(&mut self, deepest: Depth, best: Option<Move>) -> Option<&mut Offer> {
        let waiting = self.offers.iter_mut().filter(|offer| offer.depth < deepest && Some(offer.mv) != best);
        waiting.min_by_key(|offer| offer.depth)
    }
}

/// Whether a move loses material in the exchange on its square.
fn is_sacrifice(board: &Board, mv: Move) -> bool {
    !board.see_ge(mv, 0)
}

impl<P: Profile> Worker<P> {
    /// Deepens the root's sacrifices; one that is better than the best move goes before it. A lead leaves that to
    /// its helpers, and learns of it from the table.
    /// Switch: `Heuristic::Sacrifices`.
    pub(crate) fn try_sacrifices(&mut self, board: &Board) {
        let q = *self.profile.params();
        let deepest = self.iteration - q.sacrifice_behind;
        if !self.profile.on(Heuristic::Sacrifices) || self.role == Role::Lead {
            return;
        }
        while self.sacrifices.nodes * (q.sacrifice_share as u64) <= self.nodes {
            let best = self.root.best();
            let Some(&mut Offer { mv, depth, score }) = self.sacrifices.next(deepest, best) else { return };
            let before = self.nodes;
            let score = self.search_alone(board, mv, depth + 1, score);
            self.sacrifices.nodes += self.nodes - before;
            if self.stopped {
                return;
            }
            if score > self.root.best_score() + q.sacrifice_gain {
                // It has had its chance to be seen; from now on it is a root move like others.
                self.sacrifices.offers.retain(|offer| offer.mv != mv);
                self.root.bring_forward(Some(mv), score);
                return;
            }
            if let Some(offer) = self.sacrifices.next(deepest, best) {
                (offer.depth, offer.score) = (depth + 1, score);
            }
        }
    }

    /// The score of one root move, whatever the others are worth.
    fn search_alone(&mut self, board: &Board, mv: Move, depth: Depth, guess: Score) -> Score {
        let width = self.profile.params().sacrifice_window;
        let mut window = Window { alpha: guess - width, beta: guess + width };
        let mut child = *board;
        child.make(mv);
        self.descend(board, Some(mv), &child, Ply::ROOT);
        self.frames[1].doubles = 0;
        let score = loop {
            let score = -self.search(&child, window.flipped(), depth - 1, Ply::ROOT.next(), false);
            if self.stopped {
                break score;
            }
            if score <= window.alpha && window.alpha > -Score::INFINITE {
                window.alpha = -Score::INFINITE;
            } else if score >= window.beta && window.beta < Score::INFINITE {
                window.beta = Score::INFINITE;
            } else {
                break score;
            }
        };
        self.ascend();
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::Play;
    use crate::limits::Limits;
    use crate::params::Params;
    use crate::table::Table;
    use crate::time::Budget;
    use crate::worker::Shared;
    use quevedo_eval::AnyEvaluator;
    use std::sync::Arc;
    use std::time::Instant;

    /// Win-at-Chess 241: Qxh7+ mates in six.
    const QUEEN_FOR_MATE: &str = "2rq1rk1/pp3ppp/2n2b2/4NR2/3P4/PB5Q/1P4PP/3R2K1 w - - 0 1";

    fn deepened(fen: &str, depth: i32) -> Worker<Play> {
        let board = Board::from_fen(fen).expect("a position");
        let shared = Arc::new(Shared::new(Arc::new(Table::new(4).expect("4 MiB"))));
        let budget = Budget::unlimited(Instant::now());
        let mut worker = Worker::new(Play, shared, AnyEvaluator::default(), budget.clone());
        let limits = Limits { depth: Some(Depth(depth)), ..Limits::default() };
        worker.set_up(&board, &[], limits, budget);
        worker.deepen(&board, 1, &mut |_| {});
        worker
    }

    #[test]
    fn moves_that_lose_material_are_sacrifices() {
        let board = Board::from_fen(QUEEN_FOR_MATE).expect("a position");
        let offered = |uci: &str| is_sacrifice(&board, board.parse_uci(uci).expect("a legal move"));
        assert!(offered("h3h7") && offered("f5f6"));
        assert!(!offered("b3c2") && !offered("g1h1"));
    }

    #[test]
    fn alone_a_sacrifice_shows_what_it_is_worth() {
        let mut worker = deepened(QUEEN_FOR_MATE, 1);
        let board = Board::from_fen(QUEEN_FOR_MATE).expect("a position");
        let mv = board.parse_uci("h3h7").expect("a legal move");
        let mut score = Score::DRAW;
        for depth in 1..=14 {
            score = worker.search_alone(&board, mv, Depth(depth), score);
        }
        assert!(score.is_won(), "{score:?}");
    }

    #[test]
    fn sacrifices_follow_the_iterations_with_a_part_of_the_nodes() {
        let worker = deepened(QUEEN_FOR_MATE, 12);
        let q = Params::DEFAULT;
        let depths: Vec<i32> = worker.sacrifices.offers.iter().map(|offer| offer.depth.plies()).collect();
        assert!(
            !depths.is_empty() && depths.iter().all(|&depth| depth <= 12 - q.sacrifice_behind),
            "{depths:?}"
        );
        assert!(depths.iter().any(|&depth| depth > 0), "{depths:?}");
        // The last search may go beyond the share by its own nodes.
        assert!(
            worker.sacrifices.nodes * 4 < worker.nodes(),
            "{} of {}",
            worker.sacrifices.nodes,
            worker.nodes()
        );
    }
}
