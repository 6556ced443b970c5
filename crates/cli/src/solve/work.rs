//! The solving: several solvers side by side, each with a table of its own.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use quevedo_engine::{Answer, Engine, Limits, Progress, Report, Update};
use quevedo_rules::{Game, Move};
use quevedo_suite::{Mark, Sight, Task, Watch};
use quevedo_value::{Bound, Score};

use super::read::Entry;
use super::{DEFAULT_TIME, SolveArgs};
use crate::failure::EngineFailure;
use crate::interrupt;

/// How a position was answered.
#[derive(Clone, Debug)]
pub(super) struct Solution {
    pub(super) mv: Option<Move>,
    pub(super) score: Score,
    /// Since when the answer was right; `None` if it is wrong.
    pub(super) right_since: Option<Mark>,
    /// The end of the search.
    pub(super) end: Mark,
}

/// An engine with its own memory.
#[derive(Debug)]
pub(super) struct Solver {
    engine: Engine,
    limits: Limits,
    early: Option<u32>,
}

/// As many solvers as are asked for.
pub(super) fn solvers(args: &SolveArgs) -> anyhow::Result<Vec<Solver>> {
    let mut limits = args.limits.limits();
    if args.limits.is_empty() {
        limits.move_time = Some(DEFAULT_TIME);
    }
    let solver = || Ok(Solver { engine: args.machine.engine()?, limits: limits.clone(), early: args.early });
    (0..args.jobs).map(|_| solver()).collect()
}

impl Solver {
    /// Searches a position as if it were the first one; `None` if `is_stopped` says so before the end.
    fn solve(&mut self, task: &Task, is_stopped: impl Fn() -> bool) -> Option<Solution> {
        self.engine.new_game();
        let enough = if task.goal.is_proof() { Some(1) } else { self.early };
        let mut watch = Watch::new(&task.goal);
        let mut settled = None;
        let mut search = self.engine.search(&Game::new(task.board), self.limits.clone());
        loop {
            match search.wait(GLANCE) {
                Progress::Over => break,
                Progress::Update(Update::Line { report, .. }) if settled.is_none() => {
                    let sight = sight(&report);
                    let held = watch.see(&sight);
                    if enough.is_some_and(|enough| held >= enough) {
                        settled = Some(sight);
                        search.stop();
                    }
                }
                Progress::Update(_) | Progress::Silence => {}
            }
            if is_stopped() {
                return None;
            }
        }
        let answer = search.finish();
        let last = settled.unwrap_or_else(|| last_sight(&answer));
        Some(Solution { mv: last.mv, score: last.score, end: last.mark, right_since: watch.finish(&last) })
    }
}

/// How long a solver waits before it looks whether it was stopped.
const GLANCE: Duration = Duration::from_millis(50);

fn sight(report: &Report) -> Sight {
    let mark = Mark { depth: report.depth, nodes: report.nodes, time: report.time };
    Sight { mv: report.line.first().copied(), score: report.score, bound: report.bound, mark }
}

/// What the engine thinks in the end. A move from an unfinished iteration is at least as good as its
/// score, all others are from finished ones: nothing said here is only an upper bound.
fn last_sight(answer: &Answer) -> Sight {
    let mark = Mark { depth: answer.depth, nodes: answer.nodes, time: answer.time };
    let score = answer.score.unwrap_or(Score::DRAW);
    Sight { mv: answer.best, score, bound: Bound::Exact, mark }
}

/// Solves all positions and tells of each in its order, as soon as those before it are done. After an
/// interruption it returns early.
pub(super) fn solve_all(
    solvers: Vec<Solver>,
    tasks: &[Entry],
    args: &SolveArgs,
    mut tell: impl FnMut(usize, Solution) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let next = AtomicUsize::new(0);
    let is_broken_off = AtomicBool::new(false);
    let (sender, solutions) = mpsc::channel();
    std::thread::scope(|scope| {
        let mut handles = Vec::with_capacity(usize::from(args.jobs));
        for mut solver in solvers {
            let (sender, next, is_broken_off) = (sender.clone(), &next, &is_broken_off);
            let work = move || {
                while let Some((index, entry)) = take(next, tasks) {
                    // What an interruption cut short is no answer.
                    let is_stopped = || interrupt::is_wanted() || is_broken_off.load(Relaxed);
                    let Some(solution) = solver.solve(&entry.task, is_stopped) else { break };
                    if sender.send((index, solution)).is_err() {
                        break;
                    }
                }
            };
            handles.push(scope.spawn(work));
        }
        drop(sender);
        let mut waiting: Vec<Option<Solution>> = vec![None; tasks.len()];
        let mut told = 0;
        let mut result = Ok(());
        loop {
            match solutions.recv_timeout(Duration::from_millis(50)) {
                Ok((index, solution)) => {
                    if let Some(slot) = waiting.get_mut(index) {
                        *slot = Some(solution);
                    }
                    while result.is_ok()
                        && let Some(solution) = waiting.get_mut(told).and_then(Option::take)
                    {
                        result = tell(told, solution);
                        told += 1;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if result.is_err() || interrupt::is_wanted() {
                next.store(tasks.len(), Relaxed);
                is_broken_off.store(true, Relaxed);
            }
        }
        for handle in handles {
            handle
                .join()
                .map_err(|_| EngineFailure("internal error in the search; please report it".to_owned()))?;
        }
        result
    })
}

/// The next position that nobody has taken.
fn take<'a>(next: &AtomicUsize, tasks: &'a [Entry]) -> Option<(usize, &'a Entry)> {
    let index = next.fetch_add(1, Relaxed);
    tasks.get(index).map(|entry| (index, entry))
}
