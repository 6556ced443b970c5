//! A companion of the searches. It ends a search when its time is up, whether or not a worker gets
//! around to looking at the clock, and in long searches it says which root move is being looked at.
//!
//! One thread serves an engine for all its searches; between the moments that matter it sleeps.

use core::sync::atomic::Ordering::Relaxed;
use core::time::Duration;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use quevedo_rules::Move;
use quevedo_search::{Budget, Shared};

use crate::control::lock;
use crate::search::Update;

/// Before this nobody wants to know which move is being looked at.
const QUIET_TIME: Duration = Duration::from_secs(3);
/// How often is said which move is being looked at.
const NEWS_EVERY: Duration = Duration::from_millis(200);
/// Writing a line needs little.
const STACK_SIZE: usize = 256 << 10;

/// What hears of updates.
pub(crate) type Teller = Arc<dyn Fn(Update) + Send + Sync>;

/// The companion's post, where the engine, its searches and the companion's thread meet.
#[derive(Default)]
pub(crate) struct Watch {
    duty: Mutex<Duty>,
    changed: Condvar,
}

#[derive(Default)]
struct Duty {
    search: Option<Watched>,
    is_over: bool,
}

/// A search under watch.
pub(crate) struct Watched {
    pub(crate) budget: Budget,
    pub(crate) shared: Arc<Shared>,
    pub(crate) tell: Teller,
    /// The move that was said last, and its number.
    pub(crate) said: Option<(Move, usize)>,
}

/// The companion's thread. Dropping it ends it.
#[derive(Default)]
pub(crate) struct Watchman {
    post: Arc<Watch>,
    thread: Option<JoinHandle<()>>,
}

impl Watchman {
    /// Watches this search, and no other, until it is [released](Watch::release).
    pub(crate) fn begin(&mut self, search: Watched) {
        lock(&self.post.duty).search = Some(search);
        if self.thread.as_ref().is_none_or(JoinHandle::is_finished) {
            let post = Arc::clone(&self.post);
            let builder = std::thread::Builder::new().name("watch".to_owned()).stack_size(STACK_SIZE);
            // Without it the workers still look at the clock themselves.
            self.thread = builder.spawn(move || post.stand()).ok();
        }
        self.post.changed.notify_all();
    }

    /// Where a search says that its time has changed, or that it has ended.
    pub(crate) fn post(&self) -> Arc<Watch> {
        Arc::clone(&self.post)
    }
}

impl Drop for Watchman {
    fn drop(&mut self) {
        lock(&self.post.duty).is_over = true;
        self.post.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Watch {
    /// Notes that the budget has changed.
    pub(crate) fn look_again(&self) {
        // Whoever holds the lock may be about to sleep until a time that counts no more.
        drop(lock(&self.duty));
        self.changed.notify_all();
    }

    /// The search has ended: nothing is said about it from now on.
    pub(crate) fn release(&self) {
        lock(&self.duty).search = None;
    }

    /// The companion's life. It speaks only while it holds the lock, so that nothing about a search
    /// comes after its best move.
    fn stand(&self) {
        let mut duty = lock(&self.duty);
        while !duty.is_over {
            let Some(search) = &mut duty.search else {
                duty = self.changed.wait(duty).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let now = Instant::now();
            let mut wake = None;
            if !search.shared.stop.load(Relaxed) {
                match search.budget.deadline() {
                    Some(deadline) if deadline <= now => search.shared.stop.store(true, Relaxed),
                    deadline => wake = deadline,
                }
            }
            let quiet = QUIET_TIME.saturating_sub(search.budget.elapsed());
            if quiet.is_zero() {
                search.say_current();
            }
            let news = now + quiet.max(NEWS_EVERY);
            let pause = wake.map_or(news, |wake| wake.min(news)).saturating_duration_since(now);
            duty = self.changed.wait_timeout(duty, pause).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Watched {
    /// Says which move is being looked at, unless that was said last.
    fn say_current(&mut self) {
        let current = self.shared.current();
        if let Some((mv, number)) = current.filter(|_| current != self.said) {
            (self.tell)(Update::CurrentMove { mv, number });
        }
        self.said = current;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_rules::{Board, Color};
    use quevedo_search::{Limits, Params, Table};
    use std::sync::mpsc::{Receiver, channel};

    /// A watch over a search that nobody carries out, so that nothing but the watch can end it.
    fn watched(budget: &Budget) -> (Watchman, Arc<Shared>, Receiver<Update>) {
        let shared = Arc::new(Shared::new(Arc::new(Table::new(1).expect("one mebibyte"))));
        let (sender, events) = channel();
        let mut watch = Watchman::default();
        watch.begin(Watched {
            budget: budget.clone(),
            shared: Arc::clone(&shared),
            tell: Arc::new(move |update| drop(sender.send(update))),
            said: None,
        });
        (watch, shared, events)
    }

    fn limit(budget: &Budget, millis: u64) {
        budget.limit(
            &Params::DEFAULT,
            &Limits::time(Duration::from_millis(millis)),
            Color::White,
            Duration::ZERO,
        );
    }

    fn ends(shared: &Shared) -> bool {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(20) {
            if shared.stop.load(Relaxed) {
                return true;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        false
    }

    #[test]
    fn time_ends_a_search_that_never_looks_at_the_clock() {
        let budget = Budget::unlimited(Instant::now());
        limit(&budget, 30);
        let (_watch, shared, _) = watched(&budget);
        assert!(ends(&shared));
        assert!(budget.is_exhausted());
    }

    #[test]
    fn the_end_of_pondering_starts_the_clock() {
        let budget = Budget::unlimited(Instant::now());
        let (watch, shared, _) = watched(&budget);
        std::thread::sleep(Duration::from_millis(60));
        assert!(!shared.stop.load(Relaxed), "nothing limits the time yet");
        limit(&budget, 30);
        watch.post().look_again();
        assert!(ends(&shared));
    }

    #[test]
    fn a_released_search_is_left_alone() {
        let budget = Budget::unlimited(Instant::now());
        let (watch, shared, _) = watched(&budget);
        watch.post().release();
        limit(&budget, 1);
        watch.post().look_again();
        std::thread::sleep(Duration::from_millis(50));
        assert!(!shared.stop.load(Relaxed));
    }

    #[test]
    fn long_searches_say_what_they_look_at() {
        let start = Instant::now().checked_sub(QUIET_TIME).expect("the machine has been on for a while");
        let (watch, shared, events) = watched(&Budget::unlimited(start));
        assert!(events.recv_timeout(Duration::from_millis(300)).is_err(), "there is no current move");
        let mv = Board::start().parse_uci("e2e4").expect("a legal move");
        shared.set_current(mv, 3);
        let news = events.recv_timeout(Duration::from_secs(20));
        assert!(matches!(news, Ok(Update::CurrentMove { mv: said, number: 3 }) if said == mv), "{news:?}");
        drop(watch);
        assert!(events.try_recv().is_err(), "a move is said once");
    }
}
