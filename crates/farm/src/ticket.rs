//! What goes to and fro between those who ask and those who work.

use serde::{Deserialize, Serialize};

use crate::{Class, JobId, RunId, Sum};

/// A job that waits to be done.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Ticket {
    /// Its run.
    pub run: RunId,
    /// Who may do it.
    pub class: Class,
    /// The job.
    pub job: JobId,
    /// 1, or 2 if it is a second opinion.
    pub opinion: u8,
    /// A worker that may not do it, because it gave the first opinion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not: Option<String>,
    /// What is asked for.
    #[serde(skip)]
    pub body: Vec<u8>,
}

/// What somebody has found.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Answer {
    /// The job.
    pub job: JobId,
    /// 1, or 2 if it is a second opinion.
    pub opinion: u8,
    /// Who says so.
    pub worker: String,
    /// How long it took.
    pub seconds: f64,
    /// What was found.
    #[serde(skip)]
    pub body: Vec<u8>,
}

/// A job that is given up.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct DeadLetter {
    /// The job.
    pub job: JobId,
    /// 1, or 2 if it was a second opinion.
    pub opinion: u8,
    /// Who gave it up.
    pub worker: String,
    /// How often it was taken up.
    pub tries: u64,
    /// Why it is given up.
    pub reason: String,
}

/// What a worker says of itself, again and again while it lives.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Sign {
    /// Its name: the machine's and some letters of chance.
    pub name: String,
    /// Its program, with the version.
    pub version: String,
    /// The number of nodes of its engine's bench.
    pub signature: u64,
    /// Nodes a second of one thread, in that bench.
    pub speed: u64,
    /// Jobs that it does at a time.
    pub threads: usize,
    /// Whether it starts programs that come with runs.
    pub programs: bool,
    /// Jobs that it has done.
    pub done: u64,
    /// Jobs that it could not do.
    pub failed: u64,
    /// Seconds that it has spent on jobs, on all threads.
    pub busy: f64,
    /// Seconds since it began.
    pub up: f64,
    /// The runs that it works on.
    pub runs: Vec<RunId>,
}

/// An answer where it is stored.
#[derive(Clone, PartialEq, Debug)]
pub struct Stored {
    /// Its place: later answers have greater ones.
    pub place: u64,
    /// The answer.
    pub answer: Answer,
}

/// A file that is kept in parts outside of the queue's jobs.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct BlobHead {
    /// The sum of its content.
    pub sum: Sum,
    /// Its length.
    pub bytes: u64,
    /// How many parts it has.
    pub parts: u64,
}
