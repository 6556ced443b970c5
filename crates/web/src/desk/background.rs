//! Work that nobody waits for at the board: it goes on where no person wants an engine, and gives way between positions.

use core::time::Duration;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, PoisonError};
use std::time::Instant;

use super::Desk;
use super::worker::FAIR_SHARE;

/// So long is its turn when analyses without end have kept it waiting.
const SLICE: Duration = Duration::from_secs(2);
/// How often is looked whether it may go on.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Places that background work has: one for each of its threads, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    desk: Arc<Desk>,
    held: AtomicUsize,
}

impl Desk {
    /// Waits for an engine that nobody wants, and takes so many places.
    pub(crate) fn enter(self: &Arc<Desk>, threads: usize, stop: &AtomicBool) -> Place {
        let place = Place { desk: Arc::clone(self), held: AtomicUsize::new(0) };
        for _ in 0..threads.max(1) {
            // What comes too early for its thread gives way at its first position.
            place.wait(stop, place.held.load(Relaxed) == 0);
        }
        place
    }
}

impl Place {
    /// Between two positions: whoever works in the background waits here while people want all engines.
    pub(crate) fn give_way(&self, stop: &AtomicBool) {
        {
            let mut queue = self.desk.lock();
            if !queue.is_crowded() || queue.holds_analyses() {
                return;
            }
            queue.give_place();
            self.held.fetch_sub(1, Relaxed);
        }
        self.wait(stop, true);
    }

    /// Waits for room if it must, and takes a place.
    fn wait(&self, stop: &AtomicBool, must: bool) {
        let since = Instant::now();
        let mut queue = self.desk.lock();
        while must && !stop.load(Relaxed) && !queue.is_closed() {
            let is_late = since.elapsed() >= FAIR_SHARE;
            if queue.has_room() || (is_late && queue.has_free_engine()) {
                if is_late {
                    queue.feed(false, Some(Instant::now() + SLICE));
                }
                break;
            }
            if is_late {
                queue.feed(true, None);
            }
            let waited = self.desk.changed.wait_timeout(queue, LOOK_EVERY);
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        queue.take_place();
        self.held.fetch_add(1, Relaxed);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut queue = self.desk.lock();
        for _ in 0..self.held.load(Relaxed) {
            queue.give_place();
        }
    }
}
