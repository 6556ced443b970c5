//! The solving: several solvers side by side, each with a table of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use quevedo_rules::Move;
use quevedo_search::{Budget, Limits, Outcome, Params, STACK_SIZE, Searcher, Shared, Table};
use quevedo_suite::{Mark, Sight, Task, Watch};
use quevedo_value::{Bound, Score};

use super::read::Entry;
use super::{DEFAULT_TIME, SolveArgs};
use crate::failure::{EngineFailure, Usage};
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

/// A search with its own memory.
#[derive(Debug)]
pub(super) struct Solver {
    pool: Box<dyn Searcher>,
    shared: Arc<Shared>,
    limits: Limits,
    early: Option<u32>,
}

/// As many solvers as are asked for.
pub(super) fn solvers(args: &SolveArgs) -> anyhow::Result<Vec<Solver>> {
    let mut limits = args.limits.limits();
    if args.limits.is_empty() {
        limits.move_time = Some(DEFAULT_TIME);
    }
    (0..args.jobs).map(|_| Solver::new(args, limits.clone())).collect()
}

impl Solver {
    fn new(args: &SolveArgs, limits: Limits) -> anyhow::Result<Solver> {
        let table = Table::new(args.machine.hash as usize).map_err(|error| Usage(error.to_string()))?;
        let new_evaluator = args.machine.evaluation.new_evaluator()?;
        let mut pool = quevedo_search::player(Arc::new(table), Box::new(new_evaluator));
        pool.set_threads(usize::from(args.machine.threads));
        let shared = pool.shared();
        Ok(Solver { pool, shared, limits, early: args.early })
    }

    /// Searches a position as if it were the first one.
    fn solve(&mut self, task: &Task) -> Solution {
        self.pool.forget();
        self.shared.stop.store(false, Relaxed);
        let enough = if task.goal.is_proof() { Some(1) } else { self.early };
        let mut watch = Watch::new(&task.goal);
        let mut settled = None;
        let budget =
            Budget::new(&Params::DEFAULT, &self.limits, task.board.turn(), Instant::now(), Duration::ZERO);
        let shared = Arc::clone(&self.shared);
        let outcome = self.pool.search(&task.board, &[], &self.limits, &budget, 1, &mut |report| {
            let mark = Mark { depth: report.depth, nodes: report.nodes, time: report.time };
            let (mv, score, bound) = (report.line.first().copied(), report.score, report.bound);
            let sight = Sight { mv, score, bound, mark };
            let held = watch.see(&sight);
            if settled.is_none() && enough.is_some_and(|enough| held >= enough) {
                settled = Some(sight);
                shared.stop.store(true, Relaxed);
            }
        });
        let last = settled.unwrap_or_else(|| last_sight(&outcome, budget.elapsed()));
        Solution { mv: last.mv, score: last.score, end: last.mark, right_since: watch.finish(&last) }
    }
}

/// What the search thinks in the end. A move from an unfinished iteration is at least as good as its
/// score, all others are from finished ones: nothing said here is only an upper bound.
fn last_sight(outcome: &Outcome, time: Duration) -> Sight {
    let mark = Mark { depth: outcome.depth, nodes: outcome.nodes, time };
    Sight { mv: outcome.best, score: outcome.score, bound: Bound::Exact, mark }
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
    let flags: Vec<Arc<Shared>> = solvers.iter().map(|solver| Arc::clone(&solver.shared)).collect();
    let stop_all = || flags.iter().for_each(|shared| shared.stop.store(true, Relaxed));
    let (sender, solutions) = mpsc::channel();
    std::thread::scope(|scope| {
        let mut handles = Vec::with_capacity(usize::from(args.jobs));
        for mut solver in solvers {
            let (sender, next) = (sender.clone(), &next);
            let work = move || {
                while let Some((index, entry)) = take(next, tasks) {
                    let solution = solver.solve(&entry.task);
                    // What an interruption cut short is no answer.
                    if interrupt::is_wanted() || sender.send((index, solution)).is_err() {
                        break;
                    }
                }
            };
            handles.push(std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work)?);
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
                stop_all();
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
