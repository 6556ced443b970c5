//! Threads that share the search of a tree.

use core::sync::atomic::{AtomicBool, AtomicI32, AtomicI64, AtomicU64, AtomicUsize, Ordering::Relaxed};
use core::time::Duration;
use std::sync::Mutex;
use std::time::Instant;

use super::Sharing;
use super::shared_table::{Bound, Entry, SharedTable};
use crate::{GameTree, INFINITE};

/// What threads found together, and what it cost them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Together {
    /// The value of the root.
    pub value: i32,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Time on the wall.
    pub elapsed: Duration,
    /// The part of the threads' time in which they had nothing to do, 0 to 1.
    pub idle: f64,
}

/// A node is divided only if at least this many plies are left below it: smaller pieces cost more than they save.
const SMALLEST_PIECE: i32 = 3;

/// Searches a tree to a depth with alpha-beta on several threads.
pub fn search_together<T: GameTree + Send + Sync>(
    tree: &T,
    sharing: Sharing,
    depth: i32,
    threads: usize,
    table: Option<&SharedTable>,
) -> Together
where
    T::Move: Send + Sync,
{
    let start = Instant::now();
    let threads = threads.max(1);
    let team = Team {
        sharing,
        free: AtomicI64::new(threads as i64 - 1),
        nodes: AtomicU64::new(0),
        worked: AtomicU64::new(0),
        table,
    };
    let never = Cut { is_set: &AtomicBool::new(false), above: None };
    let value = match sharing {
        Sharing::SharedTable => {
            let value = Mutex::new(None);
            let done = AtomicBool::new(false);
            std::thread::scope(|scope| {
                for number in 0..threads {
                    let (team, value, done) = (&team, &value, &done);
                    scope.spawn(move || {
                        let own = Cut { is_set: done, above: None };
                        let mut worker = Worker::new(team, number);
                        let mut tree = tree.clone();
                        let begin = Instant::now();
                        let found = worker.search(&mut tree, -INFINITE, INFINITE, depth, true, &own);
                        team.count_work(begin, worker.nodes);
                        if !own.is_set() {
                            done.store(true, Relaxed);
                            *value.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(found);
                        }
                    });
                }
            });
            value.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).unwrap_or(0)
        }
        Sharing::PvSplitting | Sharing::YoungBrothers => {
            let mut worker = Worker::new(&team, 0);
            let begin = Instant::now();
            let value = worker.search(&mut tree.clone(), -INFINITE, INFINITE, depth, true, &never);
            team.count_work(begin, worker.nodes);
            value
        }
    };
    let elapsed = start.elapsed();
    let worked = team.worked.load(Relaxed) as f64 / 1e9;
    let paid = elapsed.as_secs_f64() * threads as f64;
    let idle = if paid > 0.0 { (1.0 - worked / paid).clamp(0.0, 1.0) } else { 0.0 };
    Together { value, nodes: team.nodes.load(Relaxed), elapsed, idle }
}

/// What all threads share.
struct Team<'a> {
    sharing: Sharing,
    /// Threads that have nothing to do.
    free: AtomicI64,
    nodes: AtomicU64,
    /// Nanoseconds of work.
    worked: AtomicU64,
    table: Option<&'a SharedTable>,
}

impl Team<'_> {
    /// Takes a free thread, if there is one.
    fn hire(&self) -> bool {
        let taken = self.free.fetch_update(Relaxed, Relaxed, |free| (free > 0).then(|| free - 1));
        taken.is_ok()
    }

    fn dismiss(&self) {
        self.free.fetch_add(1, Relaxed);
    }

    fn count_work(&self, begin: Instant, nodes: u64) {
        self.worked.fetch_add(begin.elapsed().as_nanos() as u64, Relaxed);
        self.nodes.fetch_add(nodes, Relaxed);
    }
}

/// Whether the work on a subtree is of use to anybody still: its own flag and those of the nodes above.
struct Cut<'a> {
    is_set: &'a AtomicBool,
    above: Option<&'a Cut<'a>>,
}

impl Cut<'_> {
    fn is_set(&self) -> bool {
        self.is_set.load(Relaxed) || self.above.is_some_and(Cut::is_set)
    }
}

/// One thread.
struct Worker<'a> {
    team: &'a Team<'a>,
    number: usize,
    nodes: u64,
}

impl<'a> Worker<'a> {
    fn new(team: &'a Team<'a>, number: usize) -> Worker<'a> {
        Worker { team, number, nodes: 0 }
    }

    /// Fail-soft alpha-beta (Marsland's Fig. 1); after the first move the others may be shared.
    fn search<T: GameTree + Send + Sync>(
        &mut self,
        tree: &mut T,
        alpha: i32,
        beta: i32,
        depth: i32,
        is_leftmost: bool,
        cut: &Cut<'_>,
    ) -> i32
    where
        T::Move: Send + Sync,
    {
        self.nodes += 1;
        if tree.is_draw() {
            return 0;
        }
        if depth == 0 {
            return tree.evaluate();
        }
        if cut.is_set() {
            return 0;
        }
        let known = self.team.table.and_then(|table| table.look_up(tree.key()));
        if let Some(entry) = known.filter(|entry| entry.depth == depth)
            && (entry.bound == Bound::Exact
                || (entry.bound == Bound::Lower && entry.value >= beta)
                || (entry.bound == Bound::Upper && entry.value <= alpha))
        {
            return entry.value;
        }
        let moves = ordered(tree, known.and_then(|entry| entry.best), self.spread());
        let Some(&(first_place, first)) = moves.first() else { return tree.leaf_value() };
        tree.make(first);
        let mut best = -self.search(tree, -beta, -alpha, depth - 1, is_leftmost, cut);
        tree.unmake();
        let mut best_place = first_place;
        if best < beta && moves.len() > 1 {
            let rest = &moves[1..];
            let may_share = depth >= SMALLEST_PIECE
                && match self.team.sharing {
                    Sharing::PvSplitting => is_leftmost,
                    Sharing::YoungBrothers => true,
                    Sharing::SharedTable => false,
                };
            let node = Shared::new(rest, best, first_place, alpha, beta, depth);
            if may_share {
                self.share(tree, &node, cut);
            } else {
                self.work(tree, &node, cut);
            }
            (best, best_place) = node.result();
        }
        if !cut.is_set() {
            self.remember(tree.key(), best, (alpha, beta), depth, best_place);
        }
        best
    }

    /// Threads that only share a table should not all walk the same way.
    fn spread(&self) -> usize {
        if self.team.sharing == Sharing::SharedTable { self.number } else { 0 }
    }

    fn remember(&self, key: u64, value: i32, (alpha, beta): (i32, i32), depth: i32, best: usize) {
        let bound = match () {
            () if value >= beta => Bound::Lower,
            () if value <= alpha => Bound::Upper,
            () => Bound::Exact,
        };
        if let Some(table) = self.team.table {
            table.store(key, Entry { value, depth, bound, best: u8::try_from(best).ok() });
        }
    }

    /// Works on a node's moves together with whoever is free.
    fn share<T: GameTree + Send + Sync>(&mut self, tree: &mut T, node: &Shared<'_, T::Move>, cut: &Cut<'_>)
    where
        T::Move: Send + Sync,
    {
        let team = self.team;
        let copy = tree.clone();
        let mut waiting = Instant::now();
        std::thread::scope(|scope| {
            let mut helpers = 0;
            while helpers + 1 < node.moves.len() && team.hire() {
                helpers += 1;
                let mut tree = copy.clone();
                scope.spawn(move || {
                    let begin = Instant::now();
                    let mut worker = Worker::new(team, 0);
                    worker.work(&mut tree, node, cut);
                    team.count_work(begin, worker.nodes);
                    team.dismiss();
                });
            }
            self.work(tree, node, cut);
            waiting = Instant::now();
        });
        // The owner of the node waits for its helpers; what it counts as work later is less by that.
        team.worked.fetch_sub(waiting.elapsed().as_nanos() as u64, Relaxed);
    }

    /// Takes one move after the other until none is left or the node is decided.
    fn work<T: GameTree + Send + Sync>(&mut self, tree: &mut T, node: &Shared<'_, T::Move>, cut: &Cut<'_>)
    where
        T::Move: Send + Sync,
    {
        let own = Cut { is_set: &node.is_cut, above: Some(cut) };
        while let Some(&(place, mv)) = node.next() {
            if own.is_set() {
                break;
            }
            let alpha = node.alpha();
            tree.make(mv);
            let value = -self.search(tree, -node.beta, -alpha, node.depth - 1, false, &own);
            tree.unmake();
            if !own.is_set() {
                node.report(value, place);
            }
        }
    }
}

/// A node whose moves several threads take.
struct Shared<'m, M> {
    moves: &'m [(usize, M)],
    next: AtomicUsize,
    /// The best value with its move.
    best: Mutex<(i32, usize)>,
    best_value: AtomicI32,
    is_cut: AtomicBool,
    alpha: i32,
    beta: i32,
    depth: i32,
}

impl<'m, M> Shared<'m, M> {
    fn new(
        moves: &'m [(usize, M)],
        best: i32,
        place: usize,
        alpha: i32,
        beta: i32,
        depth: i32,
    ) -> Shared<'m, M> {
        Shared {
            moves,
            next: AtomicUsize::new(0),
            best: Mutex::new((best, place)),
            best_value: AtomicI32::new(best),
            is_cut: AtomicBool::new(false),
            alpha,
            beta,
            depth,
        }
    }

    fn next(&self) -> Option<&(usize, M)> {
        self.moves.get(self.next.fetch_add(1, Relaxed))
    }

    fn alpha(&self) -> i32 {
        self.alpha.max(self.best_value.load(Relaxed))
    }

    fn report(&self, value: i32, place: usize) {
        let mut best = self.best.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if value > best.0 {
            *best = (value, place);
            self.best_value.store(value, Relaxed);
            if value >= self.beta {
                self.is_cut.store(true, Relaxed);
            }
        }
    }

    fn result(&self) -> (i32, usize) {
        *self.best.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// The moves with their places in the natural order: the table's move first, then captures by what they take, then
/// the others, which threads of a number above 0 begin elsewhere.
fn ordered<T: GameTree>(tree: &T, best: Option<u8>, spread: usize) -> Vec<(usize, T::Move)> {
    let mut moves: Vec<(usize, T::Move)> = tree.moves().into_iter().enumerate().collect();
    let rank = |place: usize, mv: T::Move| match tree.capture_rank(mv) {
        _ if best.map(usize::from) == Some(place) => i32::MIN,
        Some(rank) => -1_000_000 - rank,
        None => 0,
    };
    if spread > 0 && !moves.is_empty() {
        let turn = spread * 7 % moves.len();
        moves.rotate_left(turn);
    }
    moves.sort_by_cached_key(|&(place, mv)| rank(place, mv));
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Algorithm, ChessTree, Judge, Settings, SyntheticTree, search};

    #[test]
    fn threads_find_the_minimax_value() {
        let table = SharedTable::new(1 << 14);
        for seed in 0..12 {
            let mut tree = SyntheticTree::random(6, 5, seed);
            let expected = search(&mut tree, Algorithm::Minimax, &Settings::default(), 5, &mut ()).value;
            for sharing in Sharing::ALL {
                for threads in [1, 2, 3] {
                    let found = search_together(&tree, sharing, 5, threads, Some(&table));
                    assert_eq!(found.value, expected, "{} {threads} {seed}", sharing.name());
                    assert!(found.nodes > 0 && (0.0..=1.0).contains(&found.idle));
                }
            }
        }
    }

    #[test]
    fn chess_is_no_different() {
        let board =
            quevedo_rules::Board::from_fen("r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 1")
                .expect("a position");
        let mut tree = ChessTree::new(&board, Judge::Material).without_draws();
        let expected = search(&mut tree, Algorithm::AlphaBeta, &Settings::default(), 3, &mut ()).value;
        for sharing in Sharing::ALL {
            assert_eq!(search_together(&tree, sharing, 3, 2, None).value, expected, "{}", sharing.name());
        }
    }
}
