//! What is done with a job.

use core::sync::atomic::AtomicBool;

use crate::{Manifest, Queue, QueueError};

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    /// It cannot be done here; perhaps elsewhere.
    #[error("{0}")]
    Failed(String),
    /// Somebody wanted the end.
    #[error("stopped")]
    Stopped,
    /// Whoever began it vanished with it, so often.
    #[error("it was taken up {0} times and nobody came back with an answer")]
    Vanished(u64),
    /// What it needs cannot be had.
    #[error(transparent)]
    Queue(#[from] QueueError),
}

impl WorkError {
    /// Any fault, in words.
    pub fn of(error: impl core::fmt::Display) -> WorkError {
        WorkError::Failed(error.to_string())
    }
}

/// Does the jobs of a run, one after the other. What it finds depends on the job alone.
pub trait Work: Send {
    /// Does a job; `stop` ends it early.
    ///
    /// # Errors
    /// If it cannot be done, or is stopped.
    fn work(&mut self, body: &[u8], queue: &dyn Queue, stop: &AtomicBool) -> Result<Vec<u8>, WorkError>;
}

/// Where work is set up.
pub trait Workshop: Send + Sync {
    /// Gets ready for the jobs of a run.
    ///
    /// # Errors
    /// If this program cannot do them.
    fn open(&self, manifest: &Manifest, queue: &dyn Queue) -> Result<Box<dyn Work>, WorkError>;
}
