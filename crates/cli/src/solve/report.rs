//! What came out, for people and programs.

use quevedo_suite::Mark;
use quevedo_value::{Score, Verdict};
use serde::Serialize;

use super::read::{Suites, Unreadable};
use super::work::Solution;

/// Everything that came out.
#[derive(Serialize, Debug)]
pub(super) struct Report {
    pub(super) positions: usize,
    pub(super) solved: usize,
    rate: f64,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    pub(super) suites: Vec<SuiteReport>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) results: Vec<PositionReport>,
    pub(super) unreadable: Vec<Unreadable>,
}

/// What came out of one file.
#[derive(Serialize, Debug)]
pub(super) struct SuiteReport {
    pub(super) file: String,
    pub(super) positions: usize,
    pub(super) solved: usize,
    rate: f64,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
}

/// What came out of one position.
#[derive(Serialize, Debug)]
pub(super) struct PositionReport {
    file: String,
    line: u64,
    pub(super) id: String,
    fen: String,
    pub(super) solved: bool,
    pub(super) expected: String,
    #[serde(rename = "move")]
    pub(super) san: Option<String>,
    uci: Option<String>,
    pub(super) score: ScoreReport,
    pub(super) right_since: Option<MarkReport>,
    #[serde(flatten)]
    end: MarkReport,
}

/// A point in a search.
#[derive(Clone, Copy, Serialize, Debug)]
pub(super) struct MarkReport {
    pub(super) depth: i32,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
}

impl From<Mark> for MarkReport {
    fn from(mark: Mark) -> MarkReport {
        MarkReport { depth: mark.depth.plies(), nodes: mark.nodes, seconds: mark.time.as_secs_f64() }
    }
}

/// A score as text: `+0.36`, `#3`.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoreReport(Verdict);

impl std::fmt::Display for ScoreReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl From<Score> for ScoreReport {
    fn from(score: Score) -> ScoreReport {
        ScoreReport(score.verdict())
    }
}

impl Serialize for ScoreReport {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Report {
    /// A report of suites of which nothing is solved yet.
    pub(super) fn new(suites: &Suites) -> Report {
        let suite = |file: &String| SuiteReport {
            file: file.clone(),
            positions: 0,
            solved: 0,
            rate: 0.0,
            nodes: 0,
            seconds: 0.0,
        };
        Report {
            positions: 0,
            solved: 0,
            rate: 0.0,
            nodes: 0,
            seconds: 0.0,
            suites: suites.files.iter().map(suite).collect(),
            results: Vec::new(),
            unreadable: suites.unreadable.clone(),
        }
    }

    /// Takes in a solution.
    pub(super) fn add(&mut self, suites: &Suites, index: usize, solution: &Solution) -> &PositionReport {
        let result = PositionReport::of(suites, index, solution);
        self.positions += 1;
        self.solved += usize::from(result.solved);
        self.nodes += result.end.nodes;
        self.seconds += result.end.seconds;
        if let Some(suite) = self.suites.get_mut(suites.tasks[index].file) {
            suite.positions += 1;
            suite.solved += usize::from(result.solved);
            suite.nodes += result.end.nodes;
            suite.seconds += result.end.seconds;
        }
        self.results.push(result);
        &self.results[self.results.len() - 1]
    }

    /// Nothing more comes: the rates can be told.
    pub(super) fn finish(&mut self, only_failures: bool) {
        self.rate = rate(self.solved, self.positions);
        for suite in &mut self.suites {
            suite.rate = rate(suite.solved, suite.positions);
        }
        if only_failures {
            self.results.retain(|result| !result.solved);
        }
    }
}

impl PositionReport {
    fn of(suites: &Suites, index: usize, solution: &Solution) -> PositionReport {
        let entry = &suites.tasks[index];
        let board = &entry.task.board;
        PositionReport {
            file: suites.files[entry.file].clone(),
            line: entry.line,
            id: entry.id.clone(),
            fen: board.fen(),
            solved: solution.right_since.is_some(),
            expected: entry.task.goal.words(board),
            san: solution.mv.map(|mv| board.san(mv).to_string()),
            uci: solution.mv.map(|mv| board.uci(mv).to_string()),
            score: solution.score.into(),
            right_since: solution.right_since.map(MarkReport::from),
            end: solution.end.into(),
        }
    }
}

/// The part that is solved, 0 to 1.
pub(super) fn rate(solved: usize, positions: usize) -> f64 {
    if positions == 0 { 0.0 } else { solved as f64 / positions as f64 }
}
