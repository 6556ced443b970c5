//! Tablebases: a job is some slices of a table, as far as they do not depend on each other.
//!
//! Tables without pawns are one slice; those with pawns are made in steps, the farthest pawns first. Steps of endings
//! that do not lead to each other are done side by side.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::collections::HashMap;
use std::sync::Arc;

use quevedo_tables::{
    Ending, GenerateError, Library, Metric, Monitor, PieceError, PieceName, Puzzle, Solved, steps,
};
use serde::{Deserialize, Serialize};

use super::conditions;
use crate::{JobId, Manifest, Next, Plan, PlanError, Queue, RunId, Work, WorkError};

/// Which tables are wanted.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct TablesTerms {
    /// Endings like KQKR, each after all that it leads to.
    pub endings: Vec<String>,
    /// What distances lead to.
    pub metric: String,
    /// At most so many slices are one job.
    pub chunk: usize,
}

impl TablesTerms {
    fn metric(&self) -> Result<Metric, PlanError> {
        self.metric.parse().map_err(PlanError::of)
    }

    fn endings(&self) -> Result<Vec<Ending>, PlanError> {
        self.endings.iter().map(|name| name.parse().map_err(PlanError::of)).collect()
    }
}

/// A piece of a table and the job that makes it.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
struct Made {
    step: usize,
    from: usize,
    to: usize,
    job: JobId,
}

impl Made {
    fn name(&self) -> PieceName {
        PieceName { step: self.step, slices: self.from..self.to }
    }
}

/// A piece to make, and all that it needs.
#[derive(Serialize, Deserialize)]
struct Order {
    ending: String,
    step: usize,
    from: usize,
    to: usize,
    /// The pieces of the steps before.
    before: Vec<Made>,
    /// The pieces of the tables that the ending leads to.
    tables: Vec<(String, Vec<Made>)>,
}

/// Pieces that can be made side by side once all stages before are done.
#[derive(Debug)]
struct Stage {
    pieces: Vec<(usize, PieceName)>,
}

/// A job for each piece, stage after stage.
#[derive(Debug)]
pub struct TablesPlan {
    run: RunId,
    endings: Vec<Ending>,
    stages: Vec<Stage>,
    /// The next piece: its stage and its place there.
    next: (usize, usize),
    given: u64,
    looked: u64,
    made: Vec<Vec<Made>>,
}

impl TablesPlan {
    pub(super) fn of(manifest: &Manifest, _: &dyn Queue) -> Result<TablesPlan, PlanError> {
        let terms: TablesTerms = conditions(manifest).map_err(PlanError)?;
        terms.metric()?;
        let endings = terms.endings()?;
        let stages = stages(&endings, terms.chunk.max(1));
        let made = vec![Vec::new(); endings.len()];
        Ok(TablesPlan { run: manifest.id(), endings, stages, next: (0, 0), given: 0, looked: 0, made })
    }

    fn order(&self, place: usize, piece: &PieceName) -> Order {
        let ending = self.endings[place];
        let tables = ending.successors().into_iter().filter_map(|next| {
            let place = self.endings.iter().position(|known| *known == next)?;
            Some((next.to_string(), self.made[place].clone()))
        });
        Order {
            ending: ending.to_string(),
            step: piece.step,
            from: piece.slices.start,
            to: piece.slices.end,
            before: self.made[place].iter().filter(|made| made.step < piece.step).cloned().collect(),
            tables: tables.collect(),
        }
    }
}

/// The steps of all endings, as early as what they need allows.
fn stages(endings: &[Ending], chunk: usize) -> Vec<Stage> {
    let mut ends: HashMap<Ending, usize> = HashMap::new();
    let mut stages: Vec<Stage> = Vec::new();
    for (place, &ending) in endings.iter().enumerate() {
        let first = ending.successors().iter().filter_map(|next| ends.get(next)).max().copied().unwrap_or(0);
        let steps = steps(ending);
        for (step, &slices) in steps.iter().enumerate() {
            let stage = first + step;
            while stages.len() <= stage {
                stages.push(Stage { pieces: Vec::new() });
            }
            let pieces = (0..slices)
                .step_by(chunk)
                .map(|from| PieceName { step, slices: from..(from + chunk).min(slices) });
            stages[stage].pieces.extend(pieces.map(|piece| (place, piece)));
        }
        ends.insert(ending, first + steps.len());
    }
    stages
}

impl Plan for TablesPlan {
    fn planned(&self) -> Option<u64> {
        Some(self.stages.iter().map(|stage| stage.pieces.len() as u64).sum())
    }

    fn next(&mut self) -> Result<Next, PlanError> {
        loop {
            let (stage, place) = self.next;
            let Some(pieces) = self.stages.get(stage).map(|stage| &stage.pieces) else {
                return Ok(Next::End);
            };
            let Some((ending, piece)) = pieces.get(place).cloned() else {
                if self.looked < self.given {
                    return Ok(Next::Later);
                }
                self.next = (stage + 1, 0);
                continue;
            };
            let body = serde_json::to_vec(&self.order(ending, &piece)).map_err(PlanError::of)?;
            let job = JobId::of(self.run, &body);
            let (step, from, to) = (piece.step, piece.slices.start, piece.slices.end);
            self.made[ending].push(Made { step, from, to, job });
            self.next.1 += 1;
            self.given += 1;
            return Ok(Next::Job(body));
        }
    }

    fn looks(&self) -> bool {
        true
    }

    fn look(&mut self, number: u64, answer: Option<&[u8]>) -> Result<ControlFlow<()>, PlanError> {
        if answer.is_none() {
            return Err(PlanError(format!("piece {number} was given up: without it there is no table")));
        }
        self.looked = number + 1;
        Ok(ControlFlow::Continue(()))
    }

    fn restart(&mut self) -> Result<(), PlanError> {
        (self.next, self.given, self.looked) = ((0, 0), 0, 0);
        self.made.iter_mut().for_each(Vec::clear);
        Ok(())
    }
}

/// Puts the tables of a run together from the answers in the order of its jobs, and hands over each when it is whole.
#[derive(Debug)]
pub struct Assembly {
    endings: Vec<Ending>,
    places: Vec<(usize, PieceName)>,
    puzzles: Vec<Option<Puzzle>>,
    left: Vec<usize>,
}

impl Assembly {
    /// For a run.
    ///
    /// # Errors
    /// If it is none of tables.
    pub fn new(manifest: &Manifest) -> Result<Assembly, PlanError> {
        let terms: TablesTerms = conditions(manifest).map_err(PlanError)?;
        let (metric, endings) = (terms.metric()?, terms.endings()?);
        let stages = stages(&endings, terms.chunk.max(1));
        let places: Vec<(usize, PieceName)> = stages.into_iter().flat_map(|stage| stage.pieces).collect();
        let mut left = vec![0; endings.len()];
        for (ending, _) in &places {
            left[*ending] += 1;
        }
        let puzzles = endings.iter().map(|&ending| Some(Puzzle::new(ending, metric))).collect();
        Ok(Assembly { endings, places, puzzles, left })
    }

    /// Takes the answer to a job; the table that is whole with it.
    ///
    /// # Errors
    /// If the answer is no piece.
    pub fn take(&mut self, number: u64, answer: &[u8]) -> Result<Option<(Ending, Arc<Solved>)>, PlanError> {
        let none = || PlanError(format!("there is no piece {number}"));
        let (ending, piece) = self.places.get(number as usize).ok_or_else(none)?;
        let ending = *ending;
        self.puzzles[ending].as_mut().ok_or_else(none)?.put(piece, answer).map_err(PlanError::of)?;
        self.left[ending] -= 1;
        if self.left[ending] > 0 {
            return Ok(None);
        }
        let puzzle = self.puzzles[ending].take().ok_or_else(none)?;
        Ok(Some((self.endings[ending], puzzle.finish().map_err(PlanError::of)?)))
    }
}

struct Solver {
    run: RunId,
    metric: Metric,
    /// Tables and beginnings of tables, by the pieces that they are made of.
    known: HashMap<Ending, (Vec<Made>, Arc<Solved>)>,
    begun: Option<(Ending, Vec<Made>, Puzzle)>,
}

pub(super) fn work(manifest: &Manifest) -> Result<Box<dyn Work>, WorkError> {
    let terms: TablesTerms = conditions(manifest).map_err(WorkError::Failed)?;
    let metric = terms.metric().map_err(WorkError::of)?;
    Ok(Box::new(Solver { run: manifest.id(), metric, known: HashMap::new(), begun: None }))
}

/// Ends a piece early.
struct Stop<'a>(&'a AtomicBool);

impl Monitor for Stop<'_> {
    fn is_interrupted(&self) -> bool {
        self.0.load(Relaxed)
    }
}

impl Solver {
    fn piece(&self, made: &Made, queue: &dyn Queue) -> Result<Vec<u8>, WorkError> {
        let answer = queue.answer(self.run, made.job, 1)?;
        let missing = || WorkError::Failed(format!("the piece of job {} is not there", made.job));
        Ok(answer.ok_or_else(missing)?.body)
    }

    /// A table that the ending leads to.
    fn table(&mut self, name: &str, pieces: Vec<Made>, queue: &dyn Queue) -> Result<Arc<Solved>, WorkError> {
        let ending: Ending = name.parse().map_err(WorkError::of)?;
        if let Some((made_of, table)) = self.known.get(&ending)
            && *made_of == pieces
        {
            return Ok(Arc::clone(table));
        }
        let mut puzzle = Puzzle::new(ending, self.metric);
        for made in &pieces {
            puzzle.put(&made.name(), &self.piece(made, queue)?).map_err(WorkError::of)?;
        }
        let table = puzzle.finish().map_err(WorkError::of)?;
        self.known.insert(ending, (pieces, Arc::clone(&table)));
        Ok(table)
    }
}

impl Work for Solver {
    fn work(&mut self, body: &[u8], queue: &dyn Queue, stop: &AtomicBool) -> Result<Vec<u8>, WorkError> {
        let order: Order = serde_json::from_slice(body).map_err(WorkError::of)?;
        let ending: Ending = order.ending.parse().map_err(WorkError::of)?;
        let wanted: Vec<String> = order.tables.iter().map(|(name, _)| name.clone()).collect();
        self.known.retain(|ending, _| wanted.contains(&ending.to_string()));
        let mut library = Library::new(self.metric);
        for (name, pieces) in order.tables {
            library.add(self.table(&name, pieces, queue)?);
        }
        // What was put together for another piece of the same table serves here, too, if nothing else is in it.
        let begun = self
            .begun
            .take()
            .filter(|(of, pieces, _)| *of == ending && pieces.iter().all(|made| order.before.contains(made)));
        let (mut have, mut puzzle) = match begun {
            Some((_, have, puzzle)) => (have, puzzle),
            None => (Vec::new(), Puzzle::new(ending, self.metric)),
        };
        for made in order.before {
            if !have.contains(&made) {
                puzzle.put(&made.name(), &self.piece(&made, queue)?).map_err(WorkError::of)?;
                have.push(made);
            }
        }
        let name = PieceName { step: order.step, slices: order.from..order.to };
        let piece = puzzle.make(&name, &library, &Stop(stop));
        self.begun = Some((ending, have, puzzle));
        match piece {
            Err(PieceError::Generate(GenerateError::Interrupted)) => Err(WorkError::Stopped),
            other => other.map_err(WorkError::of),
        }
    }
}
