//! Games to review: a job is one game.

use core::sync::atomic::AtomicBool;
use std::io::{BufReader, Cursor};

use quevedo_engine::{Engine, Options};
use quevedo_games::{GameError, GameTree, Games};
use quevedo_tutor::review::{Effort, ReviewError, ReviewInput, Reviewer, Scale};
use quevedo_tutor::{Language, Level, Tutor};
use serde::{Deserialize, Serialize};

use super::evaluation::{Evaluated, reader};
use super::{Tools, conditions, file};
use crate::{Manifest, Next, Plan, PlanError, Queue, Work, WorkError};

/// The name under which a run keeps its games.
pub const GAMES: &str = "games";

/// How games are reviewed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct ReviewTerms {
    /// The name of the program in its reviews.
    pub program: String,
    /// How much is looked for.
    pub effort: Effort,
    /// What counts as a loss.
    pub scale: Scale,
    /// For whom the words are.
    pub level: Level,
    /// In which language.
    pub language: Language,
    /// Two tables of so many MiB.
    pub hash: u32,
    /// What positions are evaluated with.
    pub evaluation: Evaluated,
    /// Only the first games.
    pub max: Option<u64>,
    /// What the file of reviews says of how they were made.
    pub identity: serde_json::Value,
}

/// The games of a run, one after the other.
pub type RunGames = Games<BufReader<Cursor<Vec<u8>>>>;

/// The games of a text.
pub fn games(pgn: Vec<u8>) -> RunGames {
    Games::new(BufReader::new(Cursor::new(pgn)))
}

/// The games of a run.
///
/// # Errors
/// If they cannot be had.
pub fn games_of(manifest: &Manifest, queue: &dyn Queue) -> Result<RunGames, PlanError> {
    Ok(games(file(manifest, GAMES, queue)?.unwrap_or_default()))
}

/// A game that can be reviewed, as PGN and read; or what is wrong with it, in words.
pub fn readable(number: u64, read: Result<GameTree, GameError>) -> (String, Result<GameTree, String>) {
    match read {
        Ok(tree) => {
            let fault = ReviewInput::of(&tree).err();
            let pgn = tree.to_pgn();
            match fault {
                None => (pgn, Ok(tree)),
                Some(error) => {
                    let words = format!("game {number} (\"{}\"): {error}", tree.headers().title());
                    (pgn, Err(words))
                }
            }
        }
        Err(error) => (error.to_string(), Err(error.to_string())),
    }
}

/// A job for each game that can be reviewed.
#[derive(Debug)]
pub struct ReviewPlan {
    pgn: Vec<u8>,
    max: u64,
    games: RunGames,
    number: u64,
}

impl ReviewPlan {
    pub(super) fn of(manifest: &Manifest, queue: &dyn Queue) -> Result<ReviewPlan, PlanError> {
        let terms: ReviewTerms = conditions(manifest).map_err(PlanError)?;
        let pgn = file(manifest, GAMES, queue)?.unwrap_or_default();
        Ok(ReviewPlan { games: games(pgn.clone()), pgn, max: terms.max.unwrap_or(u64::MAX), number: 0 })
    }
}

impl Plan for ReviewPlan {
    fn planned(&self) -> Option<u64> {
        None
    }

    fn next(&mut self) -> Result<Next, PlanError> {
        while self.number < self.max {
            let Some(game) = self.games.next() else { break };
            if let Err(GameError::Read { .. }) = &game {
                return Err(PlanError(game.err().map_or_else(String::new, |error| error.to_string())));
            }
            self.number += 1;
            if let (pgn, Ok(_)) = readable(self.number, game) {
                return Ok(Next::Job(pgn.into_bytes()));
            }
        }
        Ok(Next::End)
    }

    fn restart(&mut self) -> Result<(), PlanError> {
        (self.games, self.number) = (games(self.pgn.clone()), 0);
        Ok(())
    }
}

struct ReviewWork(Reviewer);

pub(super) fn work(
    manifest: &Manifest,
    queue: &dyn Queue,
    tools: &Tools,
) -> Result<Box<dyn Work>, WorkError> {
    let terms: ReviewTerms = conditions(manifest).map_err(WorkError::Failed)?;
    let mut options = Options { hash: terms.hash as usize, ..Options::default() };
    terms.evaluation.choose(manifest, queue, tools, &mut options)?;
    let reader = reader(tools)?;
    let tutor = || -> Result<Tutor, WorkError> {
        let engine = Engine::with_files(options.clone(), reader).map_err(WorkError::of)?;
        Ok(Tutor::with_engine(engine))
    };
    let mut reviewer = Reviewer::new([tutor()?, tutor()?]);
    reviewer.effort = terms.effort;
    reviewer.scale = terms.scale;
    reviewer.use_evals = terms.scale == Scale::Lichess;
    reviewer.level = terms.level;
    reviewer.language = terms.language;
    // A worker has a job for each of its threads.
    reviewer.in_parallel = false;
    reviewer.program = terms.program;
    Ok(Box::new(ReviewWork(reviewer)))
}

impl Work for ReviewWork {
    fn work(&mut self, body: &[u8], _: &dyn Queue, stop: &AtomicBool) -> Result<Vec<u8>, WorkError> {
        let none = || WorkError::Failed("this is no game".to_owned());
        let tree = games(body.to_vec()).next().ok_or_else(none)?.map_err(WorkError::of)?;
        let input = ReviewInput::of(&tree).map_err(WorkError::of)?;
        match self.0.review(&input, stop, &|_| {}) {
            Ok(review) => serde_json::to_vec(&review.without_proofs()).map_err(WorkError::of),
            Err(ReviewError::Stopped) => Err(WorkError::Stopped),
            Err(error) => Err(WorkError::of(error)),
        }
    }
}
