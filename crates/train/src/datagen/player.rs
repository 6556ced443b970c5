//! A player of games against itself.

use core::sync::atomic::Ordering::Relaxed;
use std::sync::Arc;
use std::time::Instant;

use quevedo_rules::{Board, Color, Key, Move, Outcome};
use quevedo_search::{BENCH_POSITIONS, Budget, Limits, OutOfMemory, Searcher, Shared, Table};

use super::evaluator::NewEvaluator;
use super::judge::{Judge, by_the_rules};
use super::opening::{self, Dice};
use super::settings::Settings;
use crate::data::{Game, Ply};

/// So many starts are tried before a number is given up.
const TRIES: usize = 1000;

/// Plays games against itself, one at a time, in one thread. Its searches go deep: give it a stack of
/// [`STACK_SIZE`](quevedo_search::STACK_SIZE).
#[derive(Debug)]
pub struct Player<'a> {
    settings: Settings,
    openings: &'a [Board],
    pool: Box<dyn Searcher>,
}

impl<'a> Player<'a> {
    /// A player who begins with these openings (from the start position if there are none) and random
    /// moves.
    ///
    /// # Errors
    /// If there is no memory for the table.
    pub fn new(
        settings: Settings,
        openings: &'a [Board],
        evaluator: &NewEvaluator,
    ) -> Result<Player<'a>, OutOfMemory> {
        let table = Arc::new(Table::new(settings.hash_mib as usize)?);
        Ok(Player { settings, openings, pool: evaluator.pool(table) })
    }

    /// The first position of the game with this number: not over, and not lopsided. `None` if no such
    /// start can be found. Everything before it is forgotten.
    pub fn start(&mut self, number: u64) -> Option<Board> {
        let settings = self.settings;
        let mut dice = Dice::new(settings.seed, number);
        self.pool.forget();
        for _ in 0..TRIES {
            let Some(board) = opening::draw(&mut dice, self.openings, settings.random_plies) else {
                continue;
            };
            let limits = Limits { soft_nodes: Some(settings.opening_nodes), ..self.limits() };
            let fair = |(_, score): &(Move, i16)| score.unsigned_abs() <= settings.opening_score;
            if self.think(&board, &[], &limits).is_some_and(|found| fair(&found)) {
                return Some(board);
            }
        }
        None
    }

    /// Plays a game from this [start](Player::start) to its end; `None` if `is_stopped` says so before.
    pub fn play(&mut self, start: Board, is_stopped: impl Fn() -> bool) -> Option<Game> {
        let settings = self.settings;
        let mut judge = Judge::new(settings.win, settings.draw);
        let mut game = Game { start, plies: Vec::new(), result: Outcome::Draw };
        let mut before = Vec::new();
        let mut board = start;
        while game.plies.len() < settings.most_plies as usize {
            if let Some(result) = by_the_rules(&board, &before) {
                game.result = result;
                break;
            }
            if is_stopped() {
                return None;
            }
            let (mv, score) = self.think(&board, &before, &self.limits())?;
            game.plies.push(Ply { mv, score });
            if let Some(result) = judge.note(score) {
                game.result = result;
                break;
            }
            before.push(board.key());
            board = board.play(mv);
        }
        Some(game)
    }

    /// The best move and White's score of a position.
    ///
    /// Ends with `None` only where there is no legal move.
    pub fn think(&mut self, board: &Board, before: &[Key], limits: &Limits) -> Option<(Move, i16)> {
        let budget = Budget::unlimited(Instant::now());
        let outcome = self.pool.search(board, before, limits, &budget, 1, &mut |_| {});
        let score = outcome.score.raw().clamp(-i32::from(i16::MAX), i32::from(i16::MAX)) as i16;
        Some((outcome.best?, if board.turn() == Color::White { score } else { -score }))
    }

    /// Where a search can be told to stop.
    pub fn shared(&self) -> Arc<Shared> {
        self.pool.shared()
    }

    /// Forgets all earlier searches.
    pub fn forget(&mut self) {
        self.pool.forget();
    }

    /// The limits of a move's search.
    pub fn limits(&self) -> Limits {
        let Settings { nodes, hard_nodes, .. } = self.settings;
        Limits { soft_nodes: Some(nodes), nodes: Some(hard_nodes), ..Limits::default() }
    }
}

/// How deep the signature's searches are.
const SIGNATURE_DEPTH: i32 = 5;

/// The nodes of some short searches: other search or evaluation, other number. A file of games keeps
/// it to tell which engine played them.
///
/// # Errors
/// If there is no memory for a small table.
pub fn signature(evaluator: &NewEvaluator) -> Result<u64, OutOfMemory> {
    let mut pool = evaluator.pool(Arc::new(Table::new(1)?));
    let boards = BENCH_POSITIONS.iter().filter_map(|fen| Board::from_fen(fen).ok());
    Ok(boards
        .map(|board| {
            pool.forget();
            pool.shared().stop.store(false, Relaxed);
            let budget = Budget::unlimited(Instant::now());
            pool.search(&board, &[], &Limits::depth(SIGNATURE_DEPTH), &budget, 1, &mut |_| {}).nodes
        })
        .sum())
}
