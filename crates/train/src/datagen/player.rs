//! A player of games against itself.

use quevedo_engine::{Bench, Engine, EngineError, Limits, Stopper};
use quevedo_rules::{Board, Color, Game as Moves, Move, Outcome};

use super::engine_kind::EngineKind;
use super::judge::{Judge, by_the_rules};
use super::opening::{self, Dice};
use super::settings::Settings;
use crate::data::{Game, Ply};

/// So many starts are tried before a number is given up.
const TRIES: usize = 1000;

/// A search has failed: a fault of this program.
#[derive(Debug, thiserror::Error)]
#[error("a search has failed: {0}")]
pub struct SearchFailed(pub String);

/// Plays games against itself, one at a time, in one thread. Its searches go deep: give it a stack of
/// [`STACK_SIZE`](quevedo_engine::STACK_SIZE).
#[derive(Debug)]
pub struct Player<'a> {
    settings: Settings,
    openings: &'a [Board],
    engine: Engine,
}

impl<'a> Player<'a> {
    /// A player who begins with these openings (from the start position if there are none) and random
    /// moves.
    ///
    /// # Errors
    /// If such an engine cannot be had.
    pub fn new(
        settings: Settings,
        openings: &'a [Board],
        kind: &EngineKind,
    ) -> Result<Player<'a>, EngineError> {
        Ok(Player { settings, openings, engine: kind.engine(settings.hash_mib as usize)? })
    }

    /// The first position of the game with this number: not over, and not lopsided. `None` if no such
    /// start can be found. Everything before it is forgotten.
    ///
    /// # Errors
    /// If a search fails.
    pub fn start(&mut self, number: u64) -> Result<Option<Board>, SearchFailed> {
        let settings = self.settings;
        let mut dice = Dice::new(settings.seed, number);
        self.forget();
        for _ in 0..TRIES {
            let Some(board) = opening::draw(&mut dice, self.openings, settings.random_plies) else {
                continue;
            };
            let limits = Limits { soft_nodes: Some(settings.opening_nodes), ..self.limits() };
            let found = self.think(&Moves::new(board), &limits)?;
            if found.is_some_and(|(_, score)| score.unsigned_abs() <= settings.opening_score) {
                return Ok(Some(board));
            }
        }
        Ok(None)
    }

    /// Plays a game from this [start](Player::start) to its end; `None` if `is_stopped` says so before.
    ///
    /// # Errors
    /// If a search fails.
    pub fn play(
        &mut self,
        start: Board,
        is_stopped: impl Fn() -> bool,
    ) -> Result<Option<Game>, SearchFailed> {
        let settings = self.settings;
        let mut judge = Judge::new(settings.win, settings.draw);
        let mut game = Game { start, plies: Vec::new(), result: Outcome::Draw };
        let mut moves = Moves::new(start);
        while game.plies.len() < settings.most_plies as usize {
            if let Some(result) = by_the_rules(&moves) {
                game.result = result;
                break;
            }
            if is_stopped() {
                return Ok(None);
            }
            let Some((mv, score)) = self.think(&moves, &self.limits())? else { return Ok(None) };
            game.plies.push(Ply { mv, score });
            if let Some(result) = judge.note(score) {
                game.result = result;
                break;
            }
            moves.play(mv).map_err(|illegal| SearchFailed(illegal.to_string()))?;
        }
        Ok(Some(game))
    }

    /// The best move and White's score of a position; `None` only where there is no legal move.
    ///
    /// # Errors
    /// If the search fails.
    pub fn think(&mut self, game: &Moves, limits: &Limits) -> Result<Option<(Move, i16)>, SearchFailed> {
        let answer = self.engine.think(game, limits.clone(), |_| {});
        if let Some(words) = answer.failure {
            return Err(SearchFailed(words));
        }
        let score = answer.value.raw().clamp(-i32::from(i16::MAX), i32::from(i16::MAX)) as i16;
        let whites = if game.board().turn() == Color::White { score } else { -score };
        Ok(answer.best.map(|best| (best, whites)))
    }

    /// What can end a search from another thread.
    pub fn stopper(&self) -> Stopper {
        self.engine.stopper()
    }

    /// Forgets all earlier searches.
    pub fn forget(&mut self) {
        self.engine.new_game();
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
/// If such an engine cannot be had.
pub fn signature(kind: &EngineKind) -> Result<u64, EngineError> {
    Ok(Bench::run(&mut kind.engine(1)?, SIGNATURE_DEPTH, || false, |_| true).nodes)
}
