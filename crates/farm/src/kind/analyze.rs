//! Positions to analyse: a job is some lines of EPD, its answer as many lines of JSON.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use core::time::Duration;

use quevedo_engine::{Engine, Limits, Options, Progress};
use quevedo_report::{Analysis, Certainty, Chances, PvLine, Score, WrittenMove};
use quevedo_rules::{Epd, Game};
use quevedo_value::Depth;
use serde::{Deserialize, Serialize};

use super::evaluation::{Evaluated, reader};
use super::{Tools, conditions, file};
use crate::{Manifest, Next, Plan, PlanError, Queue, Work, WorkError};

/// The name under which a run keeps its positions.
pub const POSITIONS: &str = "positions";

/// How positions are analysed: by numbers that mean the same on every machine.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct AnalyzeTerms {
    /// So many nodes of each position.
    pub nodes: Option<u64>,
    /// Or so many plies deep.
    pub depth: Option<i32>,
    /// So many lines, the best first.
    pub lines: u16,
    /// A table of so many MiB.
    pub hash: u32,
    /// What positions are evaluated with.
    pub evaluation: Evaluated,
    /// So many positions are one job.
    pub chunk: usize,
}

/// A position in the result: what an analysis says, without what depends on the machine.
#[derive(Serialize)]
struct Row<'a> {
    epd: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    found: Option<Found>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

#[derive(Serialize)]
struct Found {
    fen: String,
    best_move: Option<WrittenMove>,
    expected_answer: Option<WrittenMove>,
    origin: String,
    ending: Option<String>,
    depth: i32,
    selective_depth: usize,
    nodes: u64,
    lines: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    rank: usize,
    depth: i32,
    #[serde(flatten)]
    score: Score,
    bound: Certainty,
    wdl: Option<Chances>,
    moves: Vec<String>,
    san: String,
}

impl From<Analysis> for Found {
    fn from(analysis: Analysis) -> Found {
        let Analysis { fen, best_move, expected_answer, origin, ending, depth, selective_depth, .. } =
            analysis;
        let line = |PvLine { rank, depth, score, bound, wdl, moves, san, .. }| Line {
            rank,
            depth,
            score,
            bound,
            wdl,
            moves,
            san,
        };
        let (nodes, lines) = (analysis.nodes, analysis.lines.into_iter().map(line).collect());
        Found { fen, best_move, expected_answer, origin, ending, depth, selective_depth, nodes, lines }
    }
}

/// What stands in the result for positions that nobody could analyse.
///
/// # Errors
/// None in practice.
pub fn given_up(number: u64, reason: &str) -> Result<Vec<u8>, PlanError> {
    let row = serde_json::json!({ "job": number, "fault": format!("given up: {reason}") });
    Ok((row.to_string() + "\n").into_bytes())
}

/// A job for some lines each.
#[derive(Debug)]
pub struct AnalyzePlan {
    lines: Vec<String>,
    chunk: usize,
    next: usize,
}

impl AnalyzePlan {
    pub(super) fn of(manifest: &Manifest, queue: &dyn Queue) -> Result<AnalyzePlan, PlanError> {
        let terms: AnalyzeTerms = conditions(manifest).map_err(PlanError)?;
        let text = file(manifest, POSITIONS, queue)?.unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        Ok(AnalyzePlan { lines: lines.map(str::to_owned).collect(), chunk: terms.chunk.max(1), next: 0 })
    }
}

impl Plan for AnalyzePlan {
    fn planned(&self) -> Option<u64> {
        Some(self.lines.len().div_ceil(self.chunk) as u64)
    }

    fn next(&mut self) -> Result<Next, PlanError> {
        let end = (self.next + self.chunk).min(self.lines.len());
        if self.next >= end {
            return Ok(Next::End);
        }
        let body = self.lines[self.next..end].join("\n");
        self.next = end;
        Ok(Next::Job(body.into_bytes()))
    }

    fn restart(&mut self) -> Result<(), PlanError> {
        self.next = 0;
        Ok(())
    }
}

struct Analyst {
    engine: Engine,
    limits: Limits,
}

pub(super) fn work(
    manifest: &Manifest,
    queue: &dyn Queue,
    tools: &Tools,
) -> Result<Box<dyn Work>, WorkError> {
    let terms: AnalyzeTerms = conditions(manifest).map_err(WorkError::Failed)?;
    let mut options = Options {
        hash: terms.hash as usize,
        threads: 1,
        multi_pv: usize::from(terms.lines),
        ..Options::default()
    };
    terms.evaluation.choose(manifest, queue, tools, &mut options)?;
    let engine = Engine::with_files(options, reader(tools)?).map_err(WorkError::of)?;
    let limits = Limits { nodes: terms.nodes, depth: terms.depth.map(Depth), ..Limits::default() };
    Ok(Box::new(Analyst { engine, limits }))
}

impl Work for Analyst {
    fn work(&mut self, body: &[u8], _: &dyn Queue, stop: &AtomicBool) -> Result<Vec<u8>, WorkError> {
        let text = core::str::from_utf8(body).map_err(WorkError::of)?;
        let mut rows = Vec::new();
        for line in text.lines() {
            let epd: Result<Epd, _> = line.parse();
            let row = match &epd {
                Ok(epd) => {
                    let found = Some(self.analyse(&Game::new(epd.board), stop)?.into());
                    Row { epd: line, id: epd.id(), found, fault: None }
                }
                Err(error) => Row { epd: line, id: None, found: None, fault: Some(error.to_string()) },
            };
            serde_json::to_writer(&mut rows, &row).map_err(WorkError::of)?;
            rows.push(b'\n');
        }
        Ok(rows)
    }
}

impl Analyst {
    fn analyse(&mut self, game: &Game, stop: &AtomicBool) -> Result<Analysis, WorkError> {
        // Nothing is remembered of the position before, whichever it was.
        self.engine.new_game();
        let mut search = self.engine.search(game, self.limits.clone());
        loop {
            match search.wait(Duration::from_millis(50)) {
                Progress::Over => break,
                _ if stop.load(Relaxed) => {
                    search.stop();
                    search.finish();
                    return Err(WorkError::Stopped);
                }
                _ => {}
            }
        }
        let answer = search.finish();
        match answer.failure {
            Some(words) => Err(WorkError::Failed(words)),
            None => Ok(Analysis::new(game, &answer)),
        }
    }
}
