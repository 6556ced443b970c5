//! Which moves are being searched right now. A thread that comes to a move below which another thread is at work looks
//! at the other moves first, and finds the result in the transposition table when it comes back.
//! ABDADA (Weill 1996) as Kerrigan simplified it. Switch: `Feature::Deferral`.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use quevedo_rules::{Key, Move};
use quevedo_value::Depth;

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

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_rules::Board;

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
