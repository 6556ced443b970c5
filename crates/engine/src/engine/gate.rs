//! The gate between a move that is found and the moment when it may be said.

use std::sync::{Condvar, Mutex, PoisonError};

use super::lock;

/// Holds the best move back while the protocol forbids to say it: in infinite analysis until `Stop`, in
/// pondering until `Stop` or `PonderHit`.
#[derive(Default)]
pub(super) struct Gate {
    open: Mutex<bool>,
    changed: Condvar,
}

impl Gate {
    pub(super) fn new(open: bool) -> Gate {
        Gate { open: Mutex::new(open), changed: Condvar::new() }
    }

    pub(super) fn open(&self) {
        *lock(&self.open) = true;
        self.changed.notify_all();
    }

    pub(super) fn wait(&self) {
        let mut open = lock(&self.open);
        while !*open {
            open = self.changed.wait(open).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
