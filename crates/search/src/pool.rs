//! Several threads on one table: lazy SMP. Every thread searches the same root on its own; they help
//! each other only through the table, and at the end they vote.

use core::sync::atomic::Ordering::Relaxed;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use quevedo_eval::{AnyEvaluator, Stats};
use quevedo_rules::{Board, Key, Move};
use quevedo_value::Score;

use crate::deepening::{Outcome, Report};
use crate::feature::Profile;
use crate::limits::Limits;
use crate::table::Table;
use crate::time::Budget;
use crate::worker::{Shared, Worker};

/// Deep recursion needs room.
pub const STACK_SIZE: usize = 16 << 20;

/// What an engine needs of a pool, whatever its profile.
pub trait Searcher: Send {
    /// What ends the search when it is set.
    fn shared(&self) -> Arc<Shared>;
    /// Changes the number of threads; all forget what they have learnt.
    fn set_threads(&mut self, threads: usize);
    /// Forgets everything learnt from earlier searches.
    fn forget(&mut self);
    /// Replaces the table.
    fn set_table(&mut self, table: Arc<Table>);
    /// Searches as [`Pool::search`] does.
    fn search(
        &mut self,
        board: &Board,
        history: &[Key],
        limits: &Limits,
        budget: &Budget,
        lines: usize,
        report: &mut dyn FnMut(&Report),
    ) -> Outcome;
}

impl<P: Profile> Searcher for Pool<P> {
    fn shared(&self) -> Arc<Shared> {
        Pool::shared(self)
    }

    fn set_threads(&mut self, threads: usize) {
        Pool::set_threads(self, threads);
    }

    fn forget(&mut self) {
        Pool::forget(self);
    }

    fn set_table(&mut self, table: Arc<Table>) {
        Pool::set_table(self, table);
    }

    fn search(
        &mut self,
        board: &Board,
        history: &[Key],
        limits: &Limits,
        budget: &Budget,
        lines: usize,
        report: &mut dyn FnMut(&Report),
    ) -> Outcome {
        Pool::search(self, board, history, limits, budget, lines, report)
    }
}

/// The workers of an engine. They keep what they have learnt from one search to the next.
#[derive(Debug)]
pub struct Pool<P: Profile> {
    profile: P,
    shared: Arc<Shared>,
    workers: Vec<Worker<P>>,
    new_evaluator: fn() -> AnyEvaluator,
}

impl<P: Profile> Pool<P> {
    /// A pool with one worker on this table.
    pub fn new(profile: P, table: Arc<Table>, new_evaluator: fn() -> AnyEvaluator) -> Pool<P> {
        let mut pool =
            Pool { profile, shared: Arc::new(Shared::new(table)), workers: Vec::new(), new_evaluator };
        pool.set_threads(1);
        pool
    }

    /// What ends the search when it is set.
    pub fn shared(&self) -> Arc<Shared> {
        Arc::clone(&self.shared)
    }

    /// Changes the number of threads; all forget what they have learnt.
    pub fn set_threads(&mut self, threads: usize) {
        self.workers.clear();
        for index in 0..threads.max(1) {
            let budget = Budget::unlimited(Instant::now());
            let mut worker =
                Worker::new(self.profile.clone(), Arc::clone(&self.shared), (self.new_evaluator)(), budget);
            worker.leads = index == 0;
            self.workers.push(worker);
        }
    }

    /// Forgets everything learnt from earlier searches.
    pub fn forget(&mut self) {
        self.set_threads(self.workers.len());
        self.shared.table.clear();
    }

    /// How well the tables of the workers' evaluators have worked.
    pub fn evaluator_stats(&self) -> Stats {
        let mut all = Stats::default();
        for worker in &self.workers {
            all += worker.evaluator.stats();
        }
        all
    }

    /// Replaces the table.
    pub fn set_table(&mut self, table: Arc<Table>) {
        self.shared = Arc::new(Shared::new(table));
        self.set_threads(self.workers.len());
    }

    /// Searches a position whose game had the positions of `history` before. Ends early if
    /// [`Shared::stop`] is set, and leaves it cleared for the next search.
    pub fn search(
        &mut self,
        board: &Board,
        history: &[Key],
        limits: &Limits,
        budget: &Budget,
        lines: usize,
        report: &mut dyn FnMut(&Report),
    ) -> Outcome {
        self.shared.nodes.store(0, Relaxed);
        self.shared.table.grow_older();
        for worker in &mut self.workers {
            worker.set_up(board, history, limits.clone(), budget.clone());
        }
        let shared = &self.shared;
        let Some((lead, helpers)) = self.workers.split_first_mut() else {
            return Outcome::nothing();
        };
        let mut outcomes = std::thread::scope(|scope| {
            let handles: Vec<_> = helpers
                .iter_mut()
                .filter_map(|helper| {
                    let builder = std::thread::Builder::new().stack_size(STACK_SIZE);
                    builder.spawn_scoped(scope, move || helper.deepen(board, 1, &mut |_| {})).ok()
                })
                .collect();
            let mut outcomes = vec![lead.deepen(board, lines, report)];
            shared.stop.store(true, Relaxed);
            outcomes.extend(handles.into_iter().filter_map(|handle| handle.join().ok()));
            outcomes
        });
        shared.stop.store(false, Relaxed);
        let nodes = self.workers.iter().map(Worker::nodes).sum();
        let chosen = if lines > 1 { 0 } else { vote(&outcomes) };
        let mut outcome = outcomes.swap_remove(chosen);
        outcome.nodes = nodes;
        outcome
    }
}

/// The thread whose move most depth and score speak for; the lead, if all else is equal.
fn vote(outcomes: &[Outcome]) -> usize {
    let worst = outcomes.iter().map(|outcome| outcome.score).min().unwrap_or(Score::DRAW);
    let weight =
        |outcome: &Outcome| i64::from(outcome.score - worst + 14) * i64::from(outcome.depth.plies().max(1));
    let mut votes: HashMap<Option<Move>, i64> = HashMap::new();
    for outcome in outcomes {
        *votes.entry(outcome.best).or_default() += weight(outcome);
    }
    let mut best = 0;
    for (index, outcome) in outcomes.iter().enumerate().skip(1) {
        let leader = &outcomes[best];
        let better = if leader.score.is_decided() || outcome.score.is_decided() {
            outcome.score > leader.score && outcome.depth.plies() > 0
        } else {
            let (mine, theirs) = (votes[&outcome.best], votes[&leader.best]);
            mine > theirs || (mine == theirs && weight(outcome) > weight(leader))
        };
        if better {
            best = index;
        }
    }
    best
}
