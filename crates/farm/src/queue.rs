//! Where jobs wait and answers are kept.

use core::time::Duration;
use std::io;

use crate::{Answer, Class, DeadLetter, JobId, Manifest, RunId, RunState, Sign, Stored, Sum, Ticket};

/// Why a queue does not do what it is asked for.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// Nobody answers.
    #[error("the server does not answer: {0}")]
    Unreachable(String),
    /// It says no.
    #[error("the server refuses: {0}")]
    Refused(String),
    /// What it has cannot be understood.
    #[error("damaged: {0}")]
    Damaged(String),
    /// A message is none of ours.
    #[error("a message cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// The disk, or the packing of a message.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Somebody wanted the end.
    #[error("interrupted")]
    Interrupted,
}

/// What became of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Receipt {
    /// It is the one that is kept.
    Kept,
    /// There was one before; this one is dropped.
    Late,
}

/// Where jobs wait and answers are kept: in this process, or on a server that many machines reach.
///
/// Everything may be done twice: a job that waits is not added again, the first answer to a job is kept and later
/// ones are dropped. So whoever is not sure whether something was done does it again.
pub trait Queue: Send + Sync {
    /// Makes a run known, or changes its terms.
    ///
    /// # Errors
    /// As everywhere here: if the queue cannot be reached, or its disk cannot be written.
    fn put_run(&self, manifest: &Manifest) -> Result<(), QueueError>;

    /// A run.
    ///
    /// # Errors
    /// See [`put_run`](Queue::put_run).
    fn run(&self, run: RunId) -> Result<Option<Manifest>, QueueError>;

    /// All runs.
    ///
    /// # Errors
    /// See [`put_run`](Queue::put_run).
    fn runs(&self) -> Result<Vec<RunId>, QueueError>;

    /// How a run stands.
    ///
    /// # Errors
    /// See [`put_run`](Queue::put_run).
    fn state(&self, run: RunId) -> Result<RunState, QueueError>;

    /// Writes down how a run stands.
    ///
    /// # Errors
    /// See [`put_run`](Queue::put_run).
    fn set_state(&self, run: RunId, state: &RunState) -> Result<(), QueueError>;

    /// Forgets all about a run.
    ///
    /// # Errors
    /// See [`put_run`](Queue::put_run).
    fn forget_run(&self, run: RunId) -> Result<(), QueueError>;

    /// Adds jobs; those that wait already are not added again.
    ///
    /// # Errors
    /// See [`put_run`](Queue::put_run).
    fn give(&self, tickets: &[Ticket]) -> Result<(), QueueError>;

    /// Gives jobs of which nothing was heard for long, lest the queue has forgotten that they wait.
    ///
    /// # Errors
    /// See [`put_run`](Queue::put_run).
    fn remind(&self, class: Class, tickets: &[Ticket]) -> Result<(), QueueError> {
        let _ = class;
        self.give(tickets)
    }

    /// Takes back the jobs of a run that nobody has begun, or one of them.
    ///
    /// # Errors
    /// See [`put_run`](Queue::put_run).
    fn withdraw(&self, run: RunId, job: Option<JobId>) -> Result<(), QueueError>;

    /// Takes up a job of this class, or waits so long for one.
    ///
    /// # Errors
    /// See [`put_run`](Queue::put_run).
    fn take(&self, class: Class, wait: Duration) -> Result<Option<Box<dyn Delivery>>, QueueError>;

    /// The answers of a run behind a place, in the order in which they came: some of them, and none only if there is none
    /// after waiting so long.
    ///
    /// # Errors
    /// See [`put_run`](Queue::put_run).
    fn answers(&self, run: RunId, behind: u64, wait: Duration) -> Result<Vec<Stored>, QueueError>;

    /// The answer to a job.
    ///
    /// # Errors
    /// See [`put_run`](Queue::put_run).
    fn answer(&self, run: RunId, job: JobId, opinion: u8) -> Result<Option<Answer>, QueueError>;

    /// How many jobs of a run have a first answer.
    ///
    /// # Errors
    /// See [`put_run`](Queue::put_run).
    fn answered(&self, run: RunId) -> Result<u64, QueueError>;

    /// Drops an answer that is not believed.
    ///
    /// # Errors
    /// See [`put_run`](Queue::put_run).
    fn drop_answer(&self, run: RunId, job: JobId, opinion: u8) -> Result<(), QueueError>;

    /// The jobs of a run that were given up.
    ///
    /// # Errors
    /// See [`put_run`](Queue::put_run).
    fn dead(&self, run: RunId) -> Result<Vec<DeadLetter>, QueueError>;

    /// Forgets that a job was given up.
    ///
    /// # Errors
    /// See [`put_run`](Queue::put_run).
    fn revive(&self, run: RunId, job: JobId, opinion: u8) -> Result<(), QueueError>;

    /// A worker lives.
    ///
    /// # Errors
    /// See [`put_run`](Queue::put_run).
    fn hello(&self, sign: &Sign) -> Result<(), QueueError>;

    /// A worker leaves.
    ///
    /// # Errors
    /// See [`put_run`](Queue::put_run).
    fn good_bye(&self, worker: &str) -> Result<(), QueueError>;

    /// The workers that live.
    ///
    /// # Errors
    /// See [`put_run`](Queue::put_run).
    fn workers(&self) -> Result<Vec<Sign>, QueueError>;

    /// Puts a worker out, with the reason.
    ///
    /// # Errors
    /// See [`put_run`](Queue::put_run).
    fn put_out(&self, worker: &str, reason: &str) -> Result<(), QueueError>;

    /// Why a worker was put out, if it was.
    ///
    /// # Errors
    /// See [`put_run`](Queue::put_run).
    fn is_out(&self, worker: &str) -> Result<Option<String>, QueueError>;

    /// Keeps a file, by the sum of its content.
    ///
    /// # Errors
    /// See [`put_run`](Queue::put_run).
    fn put_blob(&self, content: &[u8]) -> Result<Sum, QueueError>;

    /// A file with this sum; what comes has it.
    ///
    /// # Errors
    /// Also if there is none.
    fn blob(&self, sum: Sum) -> Result<Vec<u8>, QueueError>;
}

/// A job in somebody's hands. If it is dropped, somebody else gets the job.
pub trait Delivery: Send + Sync {
    /// The job.
    fn ticket(&self) -> &Ticket;

    /// How often it was handed out, with this time.
    fn tries(&self) -> u64;

    /// How often somebody has begun it alone, which is written down: whoever vanishes with it cannot blame others.
    ///
    /// # Errors
    /// If the queue cannot be reached.
    fn begun(&self) -> Result<u64, QueueError>;

    /// Writes down how often it was begun alone.
    ///
    /// # Errors
    /// If the queue cannot be reached.
    fn set_begun(&self, times: u64) -> Result<(), QueueError>;

    /// After so long without a sign somebody else gets the job.
    fn sign_within(&self) -> Duration;

    /// A sign that it is being worked on. Nothing comes of a sign that is lost but that somebody else may do it, too.
    fn sign(&self);

    /// Stores the answer, and when that is sure takes the job off the queue. Waits as long as it takes; `is_stopped` ends
    /// that.
    ///
    /// # Errors
    /// If it is stopped before the answer is stored; then somebody else gets the job.
    fn answer(&self, answer: &Answer, is_stopped: &dyn Fn() -> bool) -> Result<Receipt, QueueError>;

    /// Takes the job off the queue; there is an answer, or nobody wants one any more.
    fn done(&self);

    /// Gives the job back for somebody else to do, not before so long.
    fn give_back(&self, delay: Duration);

    /// Gives the job up.
    ///
    /// # Errors
    /// If that cannot be written down; then somebody else gets the job.
    fn bury(&self, letter: &DeadLetter) -> Result<(), QueueError>;
}
