//! The root's moves, with what is known about each.

use core::cmp::Reverse;

use quevedo_rules::{Board, Move};
use quevedo_value::{Bound, Score};

use crate::node::Window;
use crate::worker::PvMoves;

/// A move of the root.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its score in the current iteration; minus infinity if it was not better than another.
    pub score: Score,
    /// Its score in the last finished iteration.
    pub previous: Score,
    /// How the score relates to the true value.
    pub bound: Bound,
    /// What the current iteration has shown it not to be better than.
    pub ceiling: Score,
    /// The best line that begins with it.
    pub line: PvMoves,
    /// Nodes spent below it.
    pub nodes: u64,
    /// Nodes spent below it in the current iteration.
    pub effort: u64,
    /// The longest line looked at.
    pub selective_depth: usize,
}

/// The root's moves, the best first.
#[derive(Clone, Debug, Default)]
pub struct RootMoves {
    moves: Vec<RootMove>,
    /// The line that is being searched, in a search for several lines.
    line: usize,
    next: usize,
    ready: bool,
}

impl RootMoves {
    /// The legal moves of the root, or those of them that are asked for.
    pub fn new(board: &Board, wanted: &[Move]) -> RootMoves {
        let moves = board
            .legal_moves()
            .into_iter()
            .filter(|mv| wanted.is_empty() || wanted.contains(mv))
            .map(|mv| RootMove {
                mv,
                score: -Score::INFINITE,
                previous: -Score::INFINITE,
                bound: Bound::Upper,
                ceiling: Score::INFINITE,
                line: PvMoves::from_iter([mv]),
                nodes: 0,
                effort: 0,
                selective_depth: 0,
            })
            .collect();
        RootMoves { moves, line: 0, next: 0, ready: false }
    }

    /// The moves, the best first.
    pub fn moves(&self) -> &[RootMove] {
        &self.moves
    }

    /// Whether the first line of a first iteration has been finished.
    pub(crate) fn is_ready(&self) -> bool {
        self.ready
    }

    /// The first line of a first iteration has been finished.
    pub(crate) fn set_ready(&mut self) {
        self.ready = true;
    }

    /// Whether another than the best line is being searched.
    pub(crate) fn is_secondary(&self) -> bool {
        self.line > 0
    }

    /// The best move of the line that is being searched.
    pub(crate) fn best(&self) -> Option<Move> {
        self.moves.get(self.line).map(|root_move| root_move.mv)
    }

    /// The number of the line that is being searched.
    pub(crate) fn current_line(&self) -> usize {
        self.line
    }

    /// The score that the line being searched had in the last iteration.
    pub(crate) fn best_previous(&self) -> Score {
        self.moves.get(self.line).map_or(Score::DRAW, |root_move| root_move.previous)
    }

    /// A new iteration begins.
    pub(crate) fn begin_iteration(&mut self) {
        for root_move in &mut self.moves {
            root_move.previous = root_move.score;
            root_move.effort = 0;
            root_move.ceiling = Score::INFINITE;
        }
    }

    /// Orders the moves behind the first `lines` by the size of their subtrees in the last iteration: what took
    /// long to refute is the likeliest to be the next best. Among equals the order stays. Marsland 1991.
    /// Switch: `Heuristic::RootOrdering`.
    pub(crate) fn order_by_effort(&mut self, lines: usize) {
        if let Some(rest) = self.moves.get_mut(lines..) {
            rest.sort_by_key(|root_move| Reverse(root_move.effort));
        }
    }

    /// A search of the line with this number begins, from 0.
    pub(crate) fn begin_line(&mut self, line: usize) {
        self.line = line;
        self.next = line;
    }

    /// A search of the same line begins again.
    pub(crate) fn begin_search(&mut self) {
        self.next = self.line;
    }

    /// The next move to search, and its place in the order, from 1.
    pub(crate) fn next(&mut self) -> Option<(Move, usize)> {
        let mv = self.moves.get(self.next)?.mv;
        self.next += 1;
        Some((mv, self.next))
    }

    /// What the search of a move found.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn report(
        &mut self,
        mv: Move,
        score: Score,
        window: Window,
        number: i32,
        nodes: u64,
        below: &PvMoves,
        selective_depth: usize,
    ) {
        let Some(root_move) = self.moves.iter_mut().find(|root_move| root_move.mv == mv) else { return };
        root_move.nodes += nodes;
        root_move.effort += nodes;
        if score < window.beta {
            root_move.ceiling = root_move.ceiling.min(score);
        }
        if number > 1 && score <= window.alpha {
            root_move.score = -Score::INFINITE;
            return;
        }
        root_move.score = score;
        root_move.selective_depth = selective_depth;
        root_move.bound = if score >= window.beta {
            Bound::Lower
        } else if score <= window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        if score > window.alpha {
            root_move.line.clear();
            root_move.line.push(mv);
            for &next in below {
                if root_move.line.try_push(next).is_err() {
                    break;
                }
            }
        }
    }

    /// The best score of the last search.
    pub(crate) fn best_score(&self) -> Score {
        self.moves.get(self.line).map_or(Score::DRAW, |root_move| root_move.score)
    }

    /// Puts the move first, with a score that was found elsewhere; it cannot be played for that alone.
    pub(crate) fn bring_forward(&mut self, mv: Option<Move>, score: Score) {
        if let Some(place) = self.moves.iter().position(|root_move| Some(root_move.mv) == mv) {
            self.moves[..=place].rotate_right(1);
            self.moves[0].score = score;
            self.moves[0].bound = Bound::Upper;
        }
    }

    /// Sorts the moves from the current line on; among equals the order stays.
    pub(crate) fn sort(&mut self) {
        let line = self.line;
        if let Some(rest) = self.moves.get_mut(line..) {
            rest.sort_by_key(|root_move| Reverse((root_move.score, root_move.previous)));
        }
    }

    /// Sorts the lines searched so far among each other.
    pub(crate) fn sort_lines(&mut self, lines: usize) {
        let lines = lines.min(self.moves.len());
        self.moves[..lines].sort_by_key(|root_move| Reverse(root_move.score));
    }

    /// The part of the nodes that was spent on the best move.
    pub(crate) fn best_share(&self) -> f64 {
        let all: u64 = self.moves.iter().map(|root_move| root_move.nodes).sum();
        self.moves.first().map_or(0.0, |best| best.nodes as f64 / all.max(1) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_took_long_to_refute_comes_right_behind_the_best() {
        let mut root = RootMoves::new(&Board::start(), &[]);
        let in_order: Vec<Move> = root.moves().iter().map(|root_move| root_move.mv).collect();
        let window = Window { alpha: Score::cp(10), beta: Score::cp(20) };
        for (number, (&mv, nodes)) in (1..).zip(in_order.iter().zip([50, 5, 900, 5])) {
            let score = if number == 1 { Score::cp(15) } else { Score::cp(0) };
            root.report(mv, score, window, number, nodes, &PvMoves::new(), 1);
        }
        root.sort();
        root.order_by_effort(1);
        let best_four: Vec<Move> = root.moves()[..4].iter().map(|root_move| root_move.mv).collect();
        assert_eq!(best_four, [in_order[0], in_order[2], in_order[1], in_order[3]]);
    }

    #[test]
    fn a_move_brought_forward_has_to_be_searched_before_it_counts() {
        let mut root = RootMoves::new(&Board::start(), &[]);
        let last = root.moves()[19].mv;
        // It has been the best move before.
        let window = Window { alpha: Score::cp(10), beta: Score::cp(20) };
        root.report(last, Score::cp(15), window, 1, 1, &PvMoves::new(), 1);
        assert_eq!(root.moves()[19].bound, Bound::Exact);
        root.bring_forward(Some(last), Score::cp(300));
        let first = &root.moves()[0];
        assert_eq!((first.mv, first.score, first.bound), (last, Score::cp(300), Bound::Upper));
    }
}
