//! One search, as numbers that can be kept.

use core::ops::AddAssign;

use quevedo_rules::{Board, Move};
use quevedo_suite::Task;
use serde::{Deserialize, Serialize};

use super::{Bench, CpuTime};
use crate::{
    Algorithm, ChessTree, Counts, Found, Judge, Observer, Reason, Settings, Visit, plies_to_mate,
    search_until,
};

/// A way to search: the rows and columns of most tables.
#[derive(Clone, Debug)]
pub(super) struct Method {
    /// What tables call it.
    pub(super) name: String,
    pub(super) algorithm: Algorithm,
    pub(super) settings: Settings,
}

impl Method {
    pub(super) fn new(name: impl Into<String>, algorithm: Algorithm, settings: Settings) -> Method {
        Method { name: name.into(), algorithm, settings }
    }

    /// Searches a position.
    pub(super) fn search(&self, bench: &Bench<'_>, tree: &mut ChessTree, depth: i32) -> Found<Move> {
        search_until(tree, self.algorithm, &self.settings, depth, &mut (), bench.stop())
    }

    /// Searches a task and keeps how each iteration went; without deepening there is only one.
    pub(super) fn measure(&self, bench: &Bench<'_>, task: &Task, judge: &Judge, depth: i32) -> Vec<Measured> {
        let mut tree = ChessTree::new(&task.board, judge.clone());
        let mut watch = StopWatch { clock: CpuTime::start(), inside: 0, root_depth: 0, ends: Vec::new() };
        let (algorithm, settings) = (self.algorithm, &self.settings);
        let found = search_until(&mut tree, algorithm, settings, depth, &mut watch, bench.stop());
        found
            .iterations
            .iter()
            .map(|iteration| Measured {
                depth: iteration.depth,
                solved: u64::from(is_solved(task, iteration.line.first().copied(), iteration.value)),
                value: iteration.value,
                best: iteration.line.first().map(|&mv| task.board.san(mv).to_string()).unwrap_or_default(),
                ..Measured::of(&iteration.counts, watch.end_of(iteration.depth))
            })
            .collect()
    }
}

/// Notes the processor time at the end of each iteration: the time on the wall runs also while others compute.
struct StopWatch {
    clock: CpuTime,
    /// Nodes entered and not left.
    inside: usize,
    root_depth: i32,
    ends: Vec<(i32, f64)>,
}

impl StopWatch {
    /// The seconds until the last search to this depth ended.
    fn end_of(&self, depth: i32) -> f64 {
        self.ends.iter().rev().find(|(of, _)| *of == depth).map_or(0.0, |&(_, seconds)| seconds)
    }
}

impl<M> Observer<M> for StopWatch {
    fn enter(&mut self, visit: &Visit<M>) {
        if self.inside == 0 {
            self.root_depth = visit.depth;
            if self.ends.is_empty() {
                // The time to lay out empty tables is nobody's search.
                self.clock = CpuTime::start();
            }
        }
        self.inside += 1;
    }

    fn leave(&mut self, _: i32, _: Reason) {
        self.inside = self.inside.saturating_sub(1);
        if self.inside == 0 {
            self.ends.push((self.root_depth, self.clock.seconds()));
        }
    }
}

/// Whether a search found what a suite asks for.
fn is_solved(task: &Task, best: Option<Move>, value: i32) -> bool {
    if let Some(moves) = task.goal.mate.filter(|&moves| moves > 0) {
        return value > 0 && plies_to_mate(value).is_some_and(|plies| plies.div_ceil(2) <= moves as u32);
    }
    best.is_some_and(|best| {
        let goal = &task.goal;
        (goal.best.is_empty() || goal.best.contains(&best)) && !goal.avoid.contains(&best)
    })
}

/// The tallies of one search, or of many together.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Measured {
    pub(super) depth: i32,
    pub(super) nodes: u64,
    pub(super) bottom: u64,
    /// Of the nodes on the horizon, those whose value reached beta.
    #[serde(default)]
    pub(super) cut_horizon: u64,
    pub(super) quiescence: u64,
    pub(super) researches: u64,
    pub(super) table_probes: u64,
    pub(super) table_hits: u64,
    pub(super) table_overwrites: u64,
    pub(super) null_tries: u64,
    pub(super) null_cuts: u64,
    pub(super) zugzwangs: u64,
    pub(super) solved: u64,
    pub(super) seconds: f64,
    pub(super) value: i32,
    pub(super) best: String,
}

impl Measured {
    fn of(counts: &Counts, seconds: f64) -> Measured {
        Measured {
            nodes: counts.nodes(),
            bottom: counts.bottom(),
            cut_horizon: counts.cut_frontier,
            quiescence: counts.quiescence,
            researches: counts.researches,
            table_probes: counts.table_probes,
            table_hits: counts.table_hits,
            table_overwrites: counts.table_overwrites,
            null_tries: counts.null_tries,
            null_cuts: counts.null_cuts,
            zugzwangs: counts.zugzwangs,
            seconds,
            ..Measured::default()
        }
    }
}

impl AddAssign<&Measured> for Measured {
    fn add_assign(&mut self, other: &Measured) {
        self.nodes += other.nodes;
        self.bottom += other.bottom;
        self.cut_horizon += other.cut_horizon;
        self.quiescence += other.quiescence;
        self.researches += other.researches;
        self.table_probes += other.table_probes;
        self.table_hits += other.table_hits;
        self.table_overwrites += other.table_overwrites;
        self.null_tries += other.null_tries;
        self.null_cuts += other.null_cuts;
        self.zugzwangs += other.zugzwangs;
        self.solved += other.solved;
        self.seconds += other.seconds;
    }
}

/// Adds up the searches of many positions at one depth.
pub(super) fn total<'a>(searches: impl IntoIterator<Item = &'a Vec<Measured>>, depth: i32) -> Measured {
    let mut sum = Measured { depth, ..Measured::default() };
    for search in searches {
        if let Some(found) = search.iter().find(|found| found.depth == depth) {
            sum += found;
        }
    }
    sum
}

/// The branching factor of a position.
pub(super) fn width(board: &Board) -> u64 {
    u64::from(board.count_legal_moves())
}

/// Settings from their text; a text of ours that is wrong is a fault of the program, which tests find.
pub(super) fn settings(text: &str) -> Result<Settings, super::Halt> {
    text.parse().map_err(|error: crate::SettingError| super::Halt::Broken(error.to_string()))
}
