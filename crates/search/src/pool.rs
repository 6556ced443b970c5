//! Several threads on one table: lazy SMP. Every thread searches the same root on its own; they help
//! each other through the table and what they remember about moves, put off moves that another is searching
//! ([`crate::deferral`]), and at the end they vote.

use core::any::Any;
use core::sync::atomic::Ordering::Relaxed;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use quevedo_eval::{AnyEvaluator, Stats};
use quevedo_rules::{Board, Key, Move};
use quevedo_value::{Depth, Score};

use crate::deepening::{Report, SearchResult};
use crate::endgames::{RootPlan, TableUse};
use crate::heuristic::{Heuristic, Play, Profile, Tunable};
use crate::limits::Limits;
use crate::params::Params;
use crate::table::Table;
use crate::time::Budget;
use crate::worker::{Role, Shared, Worker};

/// Deep recursion needs room.
pub const STACK_SIZE: usize = 16 << 20;

/// What makes the evaluators of a pool, one for each worker.
pub type NewEvaluator = Box<dyn Fn() -> AnyEvaluator + Send>;

/// The playing search with one thread. Callers should prefer this to a [`Pool`] of their own, of which every crate that
/// names it would compile another copy.
pub fn player(table: Arc<Table>, new_evaluator: NewEvaluator) -> Box<dyn Searcher> {
    Box::new(Pool::new(Play, table, new_evaluator))
}

/// A search whose heuristics and numbers can be changed, likewise.
pub fn tunable_searcher(lab: Tunable, table: Arc<Table>, new_evaluator: NewEvaluator) -> Box<dyn Searcher> {
    Box::new(Pool::new(lab, table, new_evaluator))
}

/// What an engine needs of a pool, whatever its profile.
pub trait Searcher: Send + core::fmt::Debug {
    /// What ends the search when it is set.
    fn shared(&self) -> Arc<Shared>;
    /// Changes the number of threads; all forget what they have learnt.
    fn set_threads(&mut self, threads: usize);
    /// Forgets everything learnt from earlier searches.
    fn forget(&mut self);
    /// Builds all workers anew and forgets everything: after a failure that may have damaged anything.
    fn rebuild(&mut self);
    /// Replaces the table.
    fn set_table(&mut self, table: Arc<Table>);
    /// Replaces the tablebases, of which a new pool has none; all threads forget what they have learnt.
    fn set_endgames(&mut self, endgames: Option<TableUse>);
    /// Whether there is memory for so many threads and their stacks. To ask is better than to be
    /// killed: a program cannot survive that a small piece of memory is refused.
    fn has_room_for(&self, threads: usize) -> bool;
    /// Why a helper failed since this was last asked, if one did; it has been built anew.
    fn take_failure(&mut self) -> Option<String>;
    /// How well the tables of the workers' evaluators have worked.
    fn evaluator_stats(&self) -> Stats;
    /// Searches a position whose game had the positions of `history` before. Ends early if
    /// [`Shared::stop`] is set, and leaves it cleared for the next search.
    ///
    /// The last report of rank 1 begins with the move of the outcome, and the last reports count all nodes.
    /// Where tablebases know all moves, only those that keep the value are searched, and none if the way
    /// to mate is known.
    fn search(
        &mut self,
        board: &Board,
        history: &[Key],
        limits: &Limits,
        budget: &Budget,
        lines: usize,
        report: &mut dyn FnMut(&Report),
    ) -> SearchResult;
}

/// The workers of an engine. They keep what they have learnt from one search to the next.
#[doc(alias("lazy SMP", "thread pool"))]
pub struct Pool<P: Profile> {
    profile: P,
    shared: Arc<Shared>,
    endgames: Option<TableUse>,
    workers: Vec<Worker<P>>,
    /// Every worker has an evaluator of its own.
    new_evaluator: NewEvaluator,
    /// Why a helper failed, if one did.
    failure: Option<String>,
}

impl<P: Profile> core::fmt::Debug for Pool<P> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Pool").field("workers", &self.workers).finish_non_exhaustive()
    }
}

/// More than a worker needs beside its stack: nearly all of it are histories, and the accumulators of large
/// networks.
const WORKER_SIZE: usize = 8 << 20;

/// Ends the search of all threads when the lead leaves it, be it by a panic.
struct EndOfSearch<'a>(&'a Shared);

impl Drop for EndOfSearch<'_> {
    fn drop(&mut self) {
        self.0.stop.store(true, Relaxed);
    }
}

/// The words that a panic left.
pub fn panic_words(cause: &(dyn Any + Send)) -> String {
    let words = cause.downcast_ref::<String>().map(String::as_str);
    words.or(cause.downcast_ref::<&str>().copied()).unwrap_or("no reason given").to_owned()
}

impl<P: Profile> Pool<P> {
    /// A pool with one worker on this table. Each worker evaluates with what `new_evaluator` makes.
    pub fn new(
        profile: P,
        table: Arc<Table>,
        new_evaluator: impl Fn() -> AnyEvaluator + Send + 'static,
    ) -> Pool<P> {
        let shared = Arc::new(Shared::new(table));
        let new_evaluator = Box::new(new_evaluator);
        let mut pool =
            Pool { profile, shared, endgames: None, workers: Vec::new(), new_evaluator, failure: None };
        pool.set_threads(1);
        pool
    }

    /// What tablebases know about the root.
    fn plan(&self, board: &Board, history: &[Key], limits: &Limits) -> Option<RootPlan> {
        let asks = self.profile.on(Heuristic::EndgameTables);
        asks.then(|| self.shared.endgames.plan(board, history, &limits.search_moves)).flatten()
    }

    fn search_tree(&mut self, root: &Root, report: &mut dyn FnMut(&Report)) -> SearchResult {
        let &Root { board, history, limits, budget, lines, is_drawn } = root;
        self.shared.nodes.store(0, Relaxed);
        self.shared.table.grow_older();
        if self.workers.len() > 1 {
            self.shared.busy.clear();
        }
        self.shared.finished.store(0, Relaxed);
        for worker in &mut self.workers {
            worker.set_up(board, history, limits.clone(), budget.clone());
            worker.leans = is_drawn;
            // A helper searches one line only.
            worker.ends_at = limits.depth.filter(|_| lines == 1);
        }
        let mut told = Told::default();
        let mut failure = None;
        let mut ballots =
            self.deepen_all(board, lines, &mut failure, &mut |found| told.pass_on(found, report));
        self.shared.stop.store(false, Relaxed);
        if lines > 1 {
            ballots.truncate(1);
        }
        let Some(chosen) = vote(self.profile.params(), &ballots, limits.depth) else {
            return SearchResult::nothing();
        };
        let Ballot { thread, mut outcome } = ballots.swap_remove(chosen);
        outcome.nodes = self.workers.iter().map(Worker::nodes).sum();
        let at_end = outcome.lines.iter().enumerate();
        let at_end = at_end.map(|(line, found)| self.workers[thread].report(found, line, outcome.nodes));
        told.complete(&at_end.collect::<Vec<_>>(), report);
        if failure.is_some() {
            self.set_threads(self.workers.len());
            self.failure = failure;
        }
        outcome
    }

    /// Lets all workers search, and collects what they found; the words of a helper that panicked go to `failure`.
    fn deepen_all(
        &mut self,
        board: &Board,
        lines: usize,
        failure: &mut Option<String>,
        report: &mut dyn FnMut(&Report),
    ) -> Vec<Ballot> {
        let shared = &self.shared;
        let Some((lead, helpers)) = self.workers.split_first_mut() else { return Vec::new() };
        std::thread::scope(|scope| {
            let handles: Vec<_> = helpers
                .iter_mut()
                .filter_map(|helper| {
                    let builder = std::thread::Builder::new().stack_size(STACK_SIZE);
                    builder.spawn_scoped(scope, move || helper.deepen(board, 1, &mut |_| {})).ok()
                })
                .collect();
            let end = EndOfSearch(shared);
            let mut ballots = vec![Ballot { thread: 0, outcome: lead.deepen(board, lines, report) }];
            drop(end);
            for (place, handle) in handles.into_iter().enumerate() {
                match handle.join() {
                    Ok(outcome) => ballots.push(Ballot { thread: place + 1, outcome }),
                    Err(cause) => *failure = Some(panic_words(&*cause)),
                }
            }
            ballots
        })
    }
}

impl<P: Profile> Searcher for Pool<P> {
    fn shared(&self) -> Arc<Shared> {
        Arc::clone(&self.shared)
    }

    fn has_room_for(&self, threads: usize) -> bool {
        let needed = threads.checked_mul(WORKER_SIZE + STACK_SIZE);
        needed.is_some_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok())
    }

    fn take_failure(&mut self) -> Option<String> {
        self.failure.take()
    }

    fn set_threads(&mut self, threads: usize) {
        self.workers.clear();
        self.shared.histories.clear();
        for index in 0..threads.max(1) {
            let budget = Budget::unlimited(Instant::now());
            let mut worker =
                Worker::new(self.profile.clone(), Arc::clone(&self.shared), (self.new_evaluator)(), budget);
            worker.role = match index {
                _ if threads <= 1 => Role::Alone,
                0 => Role::Lead,
                _ => Role::Helper,
            };
            self.workers.push(worker);
        }
    }

    fn forget(&mut self) {
        for worker in &mut self.workers {
            worker.forget();
        }
        self.shared.histories.clear();
        self.shared.table.clear();
    }

    fn rebuild(&mut self) {
        self.set_threads(self.workers.len());
        self.shared.table.clear();
    }

    fn evaluator_stats(&self) -> Stats {
        let mut all = Stats::default();
        for worker in &self.workers {
            all += worker.evaluator.stats();
        }
        all
    }

    fn set_table(&mut self, table: Arc<Table>) {
        self.shared = Arc::new(Shared::with_endgames(table, self.endgames.clone()));
        self.set_threads(self.workers.len());
    }

    fn set_endgames(&mut self, endgames: Option<TableUse>) {
        self.endgames = endgames;
        self.set_table(Arc::clone(&self.shared.table));
        self.shared.table.clear();
    }

    fn search(
        &mut self,
        board: &Board,
        history: &[Key],
        limits: &Limits,
        budget: &Budget,
        lines: usize,
        report: &mut dyn FnMut(&Report),
    ) -> SearchResult {
        self.shared.endgames.clear_hits();
        let Some(plan) = self.plan(board, history, limits) else {
            let root = Root { board, history, limits, budget, lines, is_drawn: false };
            return self.search_tree(&root, report);
        };
        if let Some(outcome) = plan.answer(lines, budget, report) {
            self.shared.stop.store(false, Relaxed);
            return outcome;
        }
        let limits = Limits { search_moves: plan.kept(), ..limits.clone() };
        let root = Root { board, history, limits: &limits, budget, lines, is_drawn: plan.is_drawn() };
        let mut outcome = self.search_tree(&root, &mut |found| plan.tell(found, lines, report));
        plan.correct(&mut outcome);
        outcome
    }
}

/// What a search is about.
struct Root<'a> {
    board: &'a Board,
    history: &'a [Key],
    limits: &'a Limits,
    budget: &'a Budget,
    lines: usize,
    /// Whether tablebases know that the position is a draw.
    is_drawn: bool,
}

/// What has been told last about each line.
#[derive(Default)]
struct Told(Vec<Report>);

impl Told {
    /// Tells a report and keeps it.
    fn pass_on(&mut self, found: &Report, report: &mut dyn FnMut(&Report)) {
        self.0.truncate(found.multi_pv.saturating_sub(1));
        self.0.push(found.clone());
        report(found);
    }

    /// Tells how the search ended, unless the last reports have said all of it.
    fn complete(self, at_end: &[Report], report: &mut dyn FnMut(&Report)) {
        let facts = |it: &Report| (it.multi_pv, it.depth, it.score, it.bound, it.nodes, it.line.clone());
        let says_the_same = self.0.len() == at_end.len()
            && self.0.iter().zip(at_end).all(|(told, end)| facts(told) == facts(end));
        if !says_the_same {
            at_end.iter().for_each(report);
        }
    }
}

/// What a thread votes for.
struct Ballot {
    thread: usize,
    outcome: SearchResult,
}

/// The ballot whose move most depth and score speak for; the first (the lead's), if all else is equal. Where a depth was
/// asked for, only those that have reached it count.
fn vote(q: &Params, ballots: &[Ballot], wanted: Option<Depth>) -> Option<usize> {
    let has_arrived = |ballot: &Ballot| wanted.is_none_or(|depth| ballot.outcome.depth >= depth);
    let somebody_has = ballots.iter().any(has_arrived);
    let heard = || {
        let all = ballots.iter().enumerate();
        all.filter(|(_, ballot)| !somebody_has || has_arrived(ballot)).map(|(place, it)| (place, &it.outcome))
    };
    let worst = heard().map(|(_, outcome)| outcome.score).min().unwrap_or(Score::DRAW);
    let weight = |outcome: &SearchResult| {
        i64::from(outcome.score - worst + q.vote_base) * i64::from(outcome.depth.plies().max(1))
    };
    let mut votes: HashMap<Option<Move>, i64> = HashMap::new();
    for (_, outcome) in heard() {
        *votes.entry(outcome.best).or_default() += weight(outcome);
    }
    let is_better = |outcome: &SearchResult, leader: &SearchResult| {
        if leader.score.is_decided() || outcome.score.is_decided() {
            return outcome.score > leader.score && outcome.depth.plies() > 0;
        }
        let (mine, theirs) = (votes[&outcome.best], votes[&leader.best]);
        mine > theirs || (mine == theirs && weight(outcome) > weight(leader))
    };
    let best = heard().reduce(|leader, next| if is_better(next.1, leader.1) { next } else { leader });
    best.map(|(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::{Heuristic, Play};
    use core::sync::atomic::AtomicI64;
    use std::thread::ThreadId;

    /// The playing search with a bug: after so many questions a thread panics.
    #[derive(Clone, Debug)]
    struct Faulty {
        lead: ThreadId,
        /// Whether the lead fails, or a helper.
        lead_fails: bool,
        questions_left: Arc<AtomicI64>,
    }

    impl Profile for Faulty {
        fn on(&self, heuristic: Heuristic) -> bool {
            let fails = (std::thread::current().id() == self.lead) == self.lead_fails;
            assert!(!fails || self.questions_left.fetch_sub(1, Relaxed) != 0, "a bug for a test");
            Play.on(heuristic)
        }

        fn params(&self) -> &Params {
            const { &Params::DEFAULT }
        }
    }

    fn faulty_pool(lead_fails: bool) -> Pool<Faulty> {
        let questions_left = Arc::new(AtomicI64::new(20_000));
        let profile = Faulty { lead: std::thread::current().id(), lead_fails, questions_left };
        let table = Arc::new(Table::new(1).expect("one mebibyte"));
        let mut pool = Pool::new(profile, table, AnyEvaluator::classical);
        pool.set_threads(3);
        pool
    }

    fn search(pool: &mut Pool<Faulty>, nodes: u64) -> SearchResult {
        pool.shared().stop.store(false, Relaxed);
        let budget = Budget::unlimited(Instant::now());
        pool.search(&Board::start(), &[], &Limits::nodes(nodes), &budget, 1, &mut |_| {})
    }

    #[test]
    fn a_helper_that_fails_is_replaced() {
        let mut pool = faulty_pool(false);
        // However slow the helpers are to begin: one of them asks its last question at some time.
        let failure = (0..200).find_map(|_| {
            assert!(search(&mut pool, 50_000).best.is_some());
            pool.take_failure()
        });
        assert_eq!(failure.as_deref(), Some("a bug for a test"));
        assert!(search(&mut pool, 50_000).best.is_some());
        assert_eq!((pool.take_failure(), pool.workers.len()), (None, 3));
    }

    /// Else the helpers would search for ever, and their scope would wait for them.
    #[test]
    fn a_lead_that_fails_ends_the_search_of_all() {
        let mut pool = faulty_pool(true);
        let end = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| search(&mut pool, u64::MAX)));
        assert_eq!(end.map(|outcome| outcome.best).map_err(|cause| panic_words(&*cause)), {
            Err("a bug for a test".to_owned())
        });
        pool.forget();
        assert!(search(&mut pool, 5_000).best.is_some());
    }

    /// Captures without end: the first iteration alone would take longer than anybody waits.
    #[test]
    fn a_stop_in_the_first_iteration_is_obeyed() {
        let exploding = "q2k2q1/2nqn2b/1n1P1n1b/2rnr2Q/1NQ1QN1Q/3Q3B/2RQR2B/Q2K2Q1 w - - 0 1";
        let board = Board::from_fen(exploding).expect("a legal position");
        let mut pool =
            Pool::new(Play, Arc::new(Table::new(1).expect("one mebibyte")), AnyEvaluator::classical);
        for nodes in [1, 30_000] {
            pool.shared().stop.store(false, Relaxed);
            let budget = Budget::unlimited(Instant::now());
            let outcome = pool.search(&board, &[], &Limits::nodes(nodes), &budget, 1, &mut |_| {});
            assert!(outcome.best.is_some_and(|mv| board.is_legal(mv)));
            assert!(outcome.nodes < nodes + 20_000, "{} nodes", outcome.nodes);
        }
    }

    #[test]
    fn one_thread_looks_at_exactly_the_nodes_it_is_given() {
        let mut pool =
            Pool::new(Play, Arc::new(Table::new(1).expect("one mebibyte")), AnyEvaluator::classical);
        for fen in crate::bench::BENCH_POSITIONS {
            let board = Board::from_fen(fen).expect("a legal position");
            for lines in [1, 3] {
                pool.shared().stop.store(false, Relaxed);
                let budget = Budget::unlimited(Instant::now());
                let outcome = pool.search(&board, &[], &Limits::nodes(5_000), &budget, lines, &mut |_| {});
                assert_eq!(outcome.nodes, 5_000, "{lines} lines of {fen}");
            }
        }
    }

    fn ballot(thread: usize, uci: &str, score: i32, depth: i32) -> Ballot {
        let best = Board::start().parse_uci(uci).ok();
        assert!(best.is_some());
        let outcome = SearchResult {
            best,
            ponder: None,
            score: Score::cp(score),
            depth: Depth(depth),
            ..SearchResult::nothing()
        };
        Ballot { thread, outcome }
    }

    #[test]
    fn the_move_of_most_threads_wins_and_the_lead_if_they_are_equal() {
        let (e4, d4) = (ballot(0, "e2e4", 20, 9), ballot(1, "d2d4", 20, 9));
        assert_eq!(vote(&Params::DEFAULT, &[e4, d4], None), Some(0));
        let three = [ballot(0, "e2e4", 20, 9), ballot(1, "d2d4", 20, 9), ballot(2, "d2d4", 18, 9)];
        assert_eq!(vote(&Params::DEFAULT, &three, None), Some(1));
    }

    #[test]
    fn who_has_not_reached_the_depth_has_no_vote() {
        let two = || [ballot(0, "e2e4", 90, 11), ballot(1, "d2d4", 20, 12)];
        assert_eq!(vote(&Params::DEFAULT, &two(), Some(Depth(12))), Some(1));
        assert_eq!(vote(&Params::DEFAULT, &two(), Some(Depth(13))), Some(0));
        assert_eq!(vote(&Params::DEFAULT, &two(), None), Some(0));
    }

    #[test]
    fn the_first_thread_to_reach_the_depth_ends_the_search() {
        let table = Arc::new(Table::new(16).expect("16 mebibytes"));
        let mut pool = Pool::new(Play, table, AnyEvaluator::classical);
        pool.set_threads(2);
        // A lead that is stuck in the first iterations: its helper arrives all the same.
        let limits = Limits { depth: Some(Depth(9)), ..Limits::default() };
        let budget = Budget::unlimited(Instant::now());
        for _ in 0..3 {
            let mut told = Vec::new();
            let outcome = pool.search(&Board::start(), &[], &limits, &budget, 1, &mut |report| {
                std::thread::sleep(core::time::Duration::from_millis(100));
                told.push((report.depth, report.line.first().copied()));
            });
            assert_eq!(outcome.depth, Depth(9));
            assert_eq!(told.last(), Some(&(outcome.depth, outcome.best)), "the last line is the move's");
            pool.forget();
        }
    }

    #[test]
    fn memory_is_asked_for_before_it_is_needed() {
        let pool = faulty_pool(true);
        assert!(pool.has_room_for(1));
        assert!(!pool.has_room_for(1 << 30) && !pool.has_room_for(usize::MAX));
    }
}
