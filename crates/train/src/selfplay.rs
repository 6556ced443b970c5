//! Games of the engine against itself, as food for the tuner.
//!
//! The games are meant to be varied, not good: they start with random moves, go on with short
//! searches, and now and then anything is played. So positions come up as a search tree meets them,
//! with all kinds of advantages. What they are worth is then found by a longer search.

use core::sync::atomic::Ordering::Relaxed;
use std::sync::Arc;
use std::time::Instant;

use quevedo_eval::AnyEvaluator;
use quevedo_rules::{Board, Color, Key, Move};
use quevedo_search::{Budget, Limits, OutOfMemory, Searcher, Table};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// How to play and label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlayOptions {
    /// Nodes for a move.
    pub move_nodes: u64,
    /// Nodes for the score of a position that is kept.
    pub label_nodes: u64,
    /// One position in so many is kept.
    pub keep_one_in: u64,
    /// One move in so many is any legal move.
    pub wild_one_in: u64,
    /// Games with other seeds are other games.
    pub seed: u64,
}

impl Default for SelfPlayOptions {
    fn default() -> SelfPlayOptions {
        SelfPlayOptions { move_nodes: 120, label_nodes: 1500, keep_one_in: 4, wild_one_in: 12, seed: 1912 }
    }
}

/// A score at which a game counts as decided once it has lasted for [`DECIDED_FOR`] plies.
const DECIDED: i32 = 2000;
const DECIDED_FOR: i32 = 6;
const LONGEST: usize = 240;

/// A player of games against itself.
#[derive(Debug)]
pub struct SelfPlay {
    options: SelfPlayOptions,
    pool: Box<dyn Searcher>,
}

/// A game in play.
struct Record {
    board: Board,
    keys: Vec<Key>,
    kept: Vec<(Board, i32)>,
    /// Plies for which White (positive) or Black has been winning.
    decided: i32,
}

impl SelfPlay {
    /// A player with the engine's own evaluation.
    ///
    /// # Errors
    /// If there is no memory for a small table.
    pub fn new(options: SelfPlayOptions) -> Result<SelfPlay, OutOfMemory> {
        let pool = quevedo_search::player(Arc::new(Table::new(1)?), Box::new(AnyEvaluator::classical));
        Ok(SelfPlay { options, pool })
    }

    /// Plays the game with this number; gives back its labelled positions as lines that
    /// [`Labelled::parse`](crate::tune::Labelled::parse) reads.
    pub fn game(&mut self, number: u64) -> Vec<String> {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(self.options.seed ^ number << 20);
        self.pool.forget();
        let mut record = Record { board: opening(&mut dice), keys: Vec::new(), kept: Vec::new(), decided: 0 };
        let mut result = "0.5";
        for _ in 0..LONGEST {
            if let Some(end) = result_of(&record) {
                result = end;
                break;
            }
            let Some(mv) = self.choose(&mut record, &mut dice) else { break };
            record.keys.push(record.board.key());
            record.board = record.board.play(mv);
        }
        let line = |(board, score): &(Board, i32)| format!("{} | {score} | {result}", board.fen());
        record.kept.iter().map(line).collect()
    }

    /// The next move; keeps the position where the dice say so.
    fn choose(&mut self, record: &mut Record, dice: &mut Xoshiro256PlusPlus) -> Option<Move> {
        let (score, mut best) = self.think(record, self.options.move_nodes)?;
        record.decided = match score {
            DECIDED.. => record.decided.max(0) + 1,
            _ if score <= -DECIDED => record.decided.min(0) - 1,
            _ => 0,
        };
        let open = score.abs() < DECIDED && !record.board.in_check();
        if open && one_in(dice, self.options.keep_one_in) {
            let (score, reply) = self.think(record, self.options.label_nodes)?;
            if reply.is_quiet() && score.abs() < DECIDED {
                record.kept.push((record.board, score));
            }
        }
        if one_in(dice, self.options.wild_one_in) {
            best = any_move(&record.board, dice)?;
        }
        Some(best)
    }

    /// White's score and the best move.
    fn think(&mut self, record: &Record, nodes: u64) -> Option<(i32, Move)> {
        let budget = Budget::unlimited(Instant::now());
        let limits = Limits::nodes(nodes);
        // A pool leaves the flag up when it is done.
        self.pool.shared().stop.store(false, Relaxed);
        let outcome = self.pool.search(&record.board, &record.keys, &limits, &budget, 1, &mut |_| {});
        let sign = if record.board.turn() == Color::White { 1 } else { -1 };
        Some((sign * outcome.score.raw(), outcome.best?))
    }
}

fn one_in(dice: &mut Xoshiro256PlusPlus, times: u64) -> bool {
    dice.next_u64().is_multiple_of(times.max(1))
}

fn any_move(board: &Board, dice: &mut Xoshiro256PlusPlus) -> Option<Move> {
    let moves = board.legal_moves();
    moves.get((dice.next_u64() % moves.len().max(1) as u64) as usize).copied()
}

/// Six to ten random plies from the start.
fn opening(dice: &mut Xoshiro256PlusPlus) -> Board {
    let mut board = Board::start();
    for _ in 0..6 + dice.next_u64() % 5 {
        let Some(mv) = any_move(&board, dice) else { break };
        board = board.play(mv);
    }
    board
}

fn result_of(record: &Record) -> Option<&'static str> {
    let board = &record.board;
    if board.is_checkmate() {
        return Some(if board.turn() == Color::White { "0.0" } else { "1.0" });
    }
    let repeated = record.keys.iter().filter(|&&key| key == board.key()).count() >= 2;
    if repeated || board.halfmove_clock() >= 100 || board.ending().is_some() {
        return Some("0.5");
    }
    match record.decided {
        DECIDED_FOR.. => Some("1.0"),
        decided if decided <= -DECIDED_FOR => Some("0.0"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::Labelled;

    #[test]
    fn games_are_varied_readable_and_the_same_again() {
        let mut player = SelfPlay::new(SelfPlayOptions::default()).expect("memory for a table");
        let first: Vec<String> = (0..3).flat_map(|number| player.game(number)).collect();
        let again: Vec<String> = (0..3).flat_map(|number| player.game(number)).collect();
        assert_eq!(first, again);
        assert!(first.len() > 10, "{}", first.len());
        for line in &first {
            let labelled = Labelled::parse(line).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert!(!labelled.is_noisy && labelled.score.is_some());
        }
    }
}
