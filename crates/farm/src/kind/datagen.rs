//! Games of self-play: a job is some numbers of games, its answer their bytes.

use core::ops::{ControlFlow, Range};
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use quevedo_rules::Board;
use quevedo_train::data::{Game, Seen, Survey};
use quevedo_train::datagen::{Crew, EngineKind, Job, Settings, admit, openings_sum};
use serde::{Deserialize, Serialize};

use super::evaluation::Evaluated;
use super::{Tools, conditions, file};
use crate::{Manifest, Next, Plan, PlanError, Queue, Work, WorkError};

/// The name under which a run keeps its openings: a position a line.
pub const OPENINGS: &str = "openings";

/// Which games are wanted.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct DatagenTerms {
    /// How they are played.
    pub settings: Settings,
    /// What positions are evaluated with.
    pub evaluation: Evaluated,
    /// So many numbers of games.
    pub games: Option<u64>,
    /// Or games until so many positions are fit to learn from.
    pub positions: Option<u64>,
    /// So many games are one job.
    pub chunk: u64,
    /// What the file of games says of how it was made.
    pub made: serde_json::Value,
    /// The name of the file of openings, if there is one.
    pub openings: Option<String>,
}

/// Positions, one a line.
pub fn write_openings(openings: &[Board]) -> String {
    openings.iter().map(|board| board.fen() + "\n").collect()
}

fn read_openings(text: &[u8]) -> Result<Vec<Board>, PlanError> {
    let text = String::from_utf8_lossy(text);
    text.lines().map(|line| Board::from_fen(line).map_err(PlanError::of)).collect()
}

/// Games with their lengths before them.
fn write_games(games: &[Game]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut game_bytes = Vec::new();
    for game in games {
        game_bytes.clear();
        game.encode(&mut game_bytes);
        bytes.extend_from_slice(&(game_bytes.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&game_bytes);
    }
    bytes
}

/// The games of an answer.
///
/// # Errors
/// If they are damaged.
pub fn read_games(mut bytes: &[u8]) -> Result<Vec<Game>, PlanError> {
    let damaged = || PlanError("an answer with games ends too early".to_owned());
    let mut games = Vec::new();
    while !bytes.is_empty() {
        let (length, rest) = bytes.split_first_chunk::<4>().ok_or_else(damaged)?;
        let length = u32::from_le_bytes(*length) as usize;
        let (game, rest) = rest.split_at_checked(length).ok_or_else(damaged)?;
        games.push(Game::decode(game).map_err(PlanError::of)?);
        bytes = rest;
    }
    Ok(games)
}

/// What is in the file so far, and whether that is enough.
#[derive(Debug, Default)]
pub struct Harvest {
    known: Seen,
    /// What the games taken so far add up to.
    pub survey: Survey,
}

impl Harvest {
    /// Goes on with what a file of games holds.
    pub fn new(known: Seen, survey: Survey) -> Harvest {
        Harvest { known, survey }
    }

    /// Whether there are enough games.
    pub fn is_enough(&self, terms: &DatagenTerms) -> bool {
        terms.games.is_some_and(|games| self.survey.games >= games)
            || terms.positions.is_some_and(|positions| self.survey.fit >= positions)
    }

    /// Takes the next game, as it stands in the file.
    pub fn take(&mut self, game: Game) -> Game {
        let game = admit(&mut self.known, game);
        self.survey.add(&game);
        game
    }
}

/// A job for so many games each.
#[derive(Debug)]
pub struct DatagenPlan {
    terms: DatagenTerms,
    openings: u64,
    next: u64,
    harvest: Harvest,
}

impl DatagenPlan {
    pub(super) fn of(manifest: &Manifest, queue: &dyn Queue) -> Result<DatagenPlan, PlanError> {
        let terms: DatagenTerms = conditions(manifest).map_err(PlanError)?;
        let openings = read_openings(&file(manifest, OPENINGS, queue)?.unwrap_or_default())?;
        Ok(DatagenPlan { terms, openings: openings_sum(&openings), next: 0, harvest: Harvest::default() })
    }

    fn job(&self, games: Range<u64>) -> Job {
        let evaluation = self.terms.evaluation.name.clone();
        Job { settings: self.terms.settings, evaluation, openings: self.openings, games }
    }
}

impl Plan for DatagenPlan {
    fn planned(&self) -> Option<u64> {
        Some(self.terms.games?.div_ceil(self.terms.chunk.max(1)))
    }

    fn next(&mut self) -> Result<Next, PlanError> {
        let end = (self.next + self.terms.chunk.max(1)).min(self.terms.games.unwrap_or(u64::MAX));
        if self.next >= end {
            return Ok(Next::End);
        }
        let job = self.job(self.next..end);
        self.next = end;
        Ok(Next::Job(serde_json::to_vec(&job).map_err(PlanError::of)?))
    }

    fn looks(&self) -> bool {
        self.terms.positions.is_some()
    }

    fn look(&mut self, number: u64, answer: Option<&[u8]>) -> Result<ControlFlow<()>, PlanError> {
        let Some(answer) = answer else {
            return Err(PlanError(format!("job {number} was given up: without its games there is no file")));
        };
        for game in read_games(answer)? {
            self.harvest.take(game);
            if self.harvest.is_enough(&self.terms) {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn restart(&mut self) -> Result<(), PlanError> {
        (self.next, self.harvest) = (0, Harvest::default());
        Ok(())
    }
}

struct Playing {
    openings: Vec<Board>,
    engine: EngineKind,
}

pub(super) fn work(
    manifest: &Manifest,
    queue: &dyn Queue,
    tools: &Tools,
) -> Result<Box<dyn Work>, WorkError> {
    let terms: DatagenTerms = conditions(manifest).map_err(WorkError::Failed)?;
    let openings = file(manifest, OPENINGS, queue).map_err(WorkError::of)?.unwrap_or_default();
    let openings = read_openings(&openings).map_err(WorkError::of)?;
    let engine = terms.evaluation.engine_kind(manifest, queue, tools)?;
    Ok(Box::new(Playing { openings, engine }))
}

impl Work for Playing {
    fn work(&mut self, body: &[u8], _: &dyn Queue, stop: &AtomicBool) -> Result<Vec<u8>, WorkError> {
        let job: Job = serde_json::from_slice(body).map_err(WorkError::of)?;
        let crew = Crew { openings: &self.openings, engine: &self.engine, threads: 1 };
        let mut games = Vec::new();
        let take = |game| {
            games.push(game);
            ControlFlow::Continue(())
        };
        // Whoever puts the file together knows which starts have come up before.
        job.play(&crew, Seen::default(), stop, take).map_err(WorkError::of)?;
        if stop.load(Relaxed) || games.len() as u64 != job.games.end - job.games.start {
            return Err(WorkError::Stopped);
        }
        Ok(write_games(&games))
    }
}
