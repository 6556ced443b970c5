//! Which moves are being searched right now. A thread that comes to a move below which another thread is at work looks
//! at the other moves first, and finds the result in the transposition table when it comes back.
//! ABDADA (Weill 1996) as Kerrigan simplified it. Switch: `Heuristic::Deferral`.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use quevedo_rules::{Board, Key, Move};
use quevedo_value::Depth;

use crate::heuristic::{Heuristic, Profile};
use crate::node::{MoveFacts, Node};
use crate::worker::Worker;

const BUCKETS: usize = 4096;
/// So many tasks fit into a bucket; one more is overlooked.
const PLACES: usize = 4;

/// A move of a position, to be searched to a depth; never 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Task(u64);

impl Task {
    pub(crate) fn new(position: Key, mv: Move, depth: Depth) -> Task {
        let move_and_depth = u64::from(mv.to_bits()) << 8 | u64::from(depth.plies() as u8);
        Task((position.0 ^ move_and_depth.wrapping_mul(0x9e37_79b9_7f4a_7c15)).max(1))
    }
}

#[doc(alias = "ABDADA")]
/// The tasks that threads are busy with. No more than a hint: a task that is overlooked is done twice, one that was
/// left behind is done late.
#[derive(Debug)]
pub(crate) struct Busy(Box<[[AtomicU64; PLACES]]>);

impl Default for Busy {
    fn default() -> Busy {
        Busy((0..BUCKETS).map(|_| Default::default()).collect())
    }
}

impl Busy {
    fn bucket(&self, task: Task) -> &[AtomicU64; PLACES] {
        &self.0[task.0 as usize % BUCKETS]
    }

    /// Whether a thread is busy with the task.
    pub(crate) fn holds(&self, task: Task) -> bool {
        self.bucket(task).iter().any(|place| place.load(Relaxed) == task.0)
    }

    /// Notes that a thread begins with the task.
    pub(crate) fn begin(&self, task: Task) {
        if let Some(free) = self.bucket(task).iter().find(|place| place.load(Relaxed) == 0) {
            free.store(task.0, Relaxed);
        }
    }

    /// Notes that the task is done.
    pub(crate) fn end(&self, task: Task) {
        for place in self.bucket(task).iter().filter(|place| place.load(Relaxed) == task.0) {
            place.store(0, Relaxed);
        }
    }

    /// Forgets what threads that were stopped have left behind.
    pub(crate) fn clear(&self) {
        for place in self.0.iter().flatten() {
            place.store(0, Relaxed);
        }
    }
}

impl<P: Profile> Worker<P> {
    /// Step 7. Whether the move is put off because another thread is searching it.
    pub(crate) fn defers(&self, board: &Board, node: &Node, m: &MoveFacts) -> bool {
        let is_first = m.number == 1;
        !is_first && self.shares(node) && self.shared.busy.holds(Task::new(board.key(), m.mv, node.depth))
    }

    /// Whether the moves of the node are divided among threads.
    #[inline]
    fn shares(&self, node: &Node) -> bool {
        let q = self.profile.params();
        self.role.is_accompanied()
            && (q.deferral_depth..=q.deferral_deepest).contains(&node.depth.plies())
            && node.excluded.is_none()
            && self.profile.on(Heuristic::Deferral)
    }

    /// Step 10. Lets other threads know what this one is searching.
    #[inline]
    pub(crate) fn begin_task(&self, board: &Board, node: &Node, mv: Move) -> Option<Task> {
        let task = self.shares(node).then(|| Task::new(board.key(), mv, node.depth))?;
        self.shared.busy.begin(task);
        Some(task)
    }

    /// Step 10. The move has been searched.
    #[inline]
    pub(crate) fn end_task(&self, task: Option<Task>) {
        if let Some(task) = task {
            self.shared.busy.end(task);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::Play;
    use crate::node::Window;
    use crate::params::Params;
    use crate::table::Table;
    use crate::time::Budget;
    use crate::worker::{Role, Shared};
    use quevedo_eval::AnyEvaluator;
    use quevedo_value::{Ply, Score};
    use std::sync::Arc;
    use std::time::Instant;

    #[test]
    fn threads_divide_neither_the_smallest_nor_the_largest_nodes() {
        let shared = Arc::new(Shared::new(Arc::new(Table::new(1).expect("one mebibyte"))));
        let budget = Budget::unlimited(Instant::now());
        let mut worker = Worker::new(Play, shared, AnyEvaluator::classical(), budget);
        let board = Board::start();
        let node = |worker: &mut Worker<Play>, depth| {
            worker.look_up(&board, Window::null(Score::DRAW), Depth(depth), Ply::ROOT.next(), false)
        };
        let (least, most) = (Params::DEFAULT.deferral_depth, Params::DEFAULT.deferral_deepest);
        for (role, depth, divides) in [
            (Role::Lead, least - 1, false),
            (Role::Lead, least, true),
            (Role::Helper, most, true),
            (Role::Helper, most + 1, false),
            (Role::Alone, most, false),
        ] {
            worker.role = role;
            let node = node(&mut worker, depth);
            assert_eq!(worker.shares(&node), divides, "{role:?} at depth {depth}");
        }
    }

    #[test]
    fn a_task_is_held_from_its_beginning_to_its_end() {
        let board = Board::start();
        let tasks: Vec<Task> =
            board.legal_moves().iter().map(|&mv| Task::new(board.key(), mv, Depth(7))).collect();
        let busy = Busy::default();
        for &task in &tasks {
            assert!(!busy.holds(task));
            busy.begin(task);
        }
        assert!(tasks.iter().all(|&task| busy.holds(task)));
        busy.end(tasks[3]);
        assert!(!busy.holds(tasks[3]) && busy.holds(tasks[4]));
        busy.clear();
        assert!(!tasks.iter().any(|&task| busy.holds(task)));
    }

    #[test]
    fn the_same_move_to_another_depth_is_another_task() {
        let board = Board::start();
        let mv = board.legal_moves()[0];
        assert_ne!(Task::new(board.key(), mv, Depth(7)), Task::new(board.key(), mv, Depth(8)));
    }

    #[test]
    fn a_full_bucket_overlooks_a_task() {
        let busy = Busy::default();
        let in_one_bucket = |number: u64| Task(5 + number * BUCKETS as u64);
        for number in 0..=PLACES as u64 {
            busy.begin(in_one_bucket(number));
        }
        assert!(busy.holds(in_one_bucket(PLACES as u64 - 1)));
        assert!(!busy.holds(in_one_bucket(PLACES as u64)));
    }
}
