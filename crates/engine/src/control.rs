//! The reins of one search, in the hands of its handle, its engine and its thread.

use core::sync::atomic::Ordering::Relaxed;
use core::time::Duration;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use quevedo_rules::Color;
use quevedo_search::{Budget, Limits, Params, Shared};

use crate::watch::Watch;

/// The lock of a mutex. What a panic may have left behind it is checked or rebuilt elsewhere.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How a search is ended, and how its end is waited for.
pub(crate) struct Control {
    state: Mutex<State>,
    changed: Condvar,
    /// Of the engine, and so of its other searches too: touched only while this one is going on.
    shared: Arc<Shared>,
    pub(crate) budget: Budget,
    pub(crate) limits: Limits,
    params: Params,
    us: Color,
    overhead: Duration,
    watch: Arc<Watch>,
}

#[derive(Clone, Copy, Default)]
struct State {
    /// The move may be said. In infinite analysis that takes a stop, in pondering also the expected move.
    is_open: bool,
    is_over: bool,
}

/// Whose turn it is, and what every move loses on the way to the clock.
#[derive(Clone, Copy)]
pub(crate) struct ClockFacts {
    pub(crate) params: Params,
    pub(crate) us: Color,
    pub(crate) overhead: Duration,
}

impl Control {
    pub(crate) fn new(
        limits: Limits,
        budget: Budget,
        facts: &ClockFacts,
        shared: Arc<Shared>,
        watch: Arc<Watch>,
    ) -> Control {
        let &ClockFacts { params, us, overhead } = facts;
        let waits = limits.ponder || limits.infinite;
        let state = Mutex::new(State { is_open: !waits, is_over: false });
        let control =
            Control { state, changed: Condvar::new(), shared, budget, limits, params, us, overhead, watch };
        if !control.limits.ponder {
            control.start_clock();
        }
        control
    }

    fn start_clock(&self) {
        self.budget.limit(&self.params, &self.limits, self.us, self.overhead);
    }

    /// Ends the search; its move is still said.
    pub(crate) fn stop(&self) {
        let mut state = lock(&self.state);
        if !state.is_over {
            self.shared.stop.store(true, Relaxed);
        }
        state.is_open = true;
        self.changed.notify_all();
    }

    /// The expected move has been played: the clock runs from now on.
    pub(crate) fn ponder_hit(&self) {
        let mut state = lock(&self.state);
        if state.is_over {
            return;
        }
        self.start_clock();
        self.watch.look_again();
        if !self.limits.infinite {
            state.is_open = true;
            self.changed.notify_all();
        }
    }

    /// What ends the search when it is set.
    pub(crate) fn shared(&self) -> Arc<Shared> {
        Arc::clone(&self.shared)
    }

    /// Waits until the move may be said.
    pub(crate) fn wait_until_open(&self) {
        self.wait(|state| state.is_open);
    }

    /// Waits for the end of the search.
    pub(crate) fn wait_until_over(&self) {
        self.wait(|state| state.is_over);
    }

    /// Whether the search has ended.
    pub(crate) fn is_over(&self) -> bool {
        lock(&self.state).is_over
    }

    /// The search has ended, and its move has been said.
    pub(crate) fn end(&self) {
        lock(&self.state).is_over = true;
        self.changed.notify_all();
    }

    /// Ends the search when it is dropped, however its thread is left.
    pub(crate) fn end_at_drop(self: &Arc<Control>) -> impl Drop + use<> {
        struct Guard(Arc<Control>);
        impl Drop for Guard {
            fn drop(&mut self) {
                self.0.end();
            }
        }
        Guard(Arc::clone(self))
    }

    fn wait(&self, until: impl Fn(&State) -> bool) {
        let mut state = lock(&self.state);
        while !until(&state) {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
