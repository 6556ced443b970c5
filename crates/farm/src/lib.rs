//! The farm: work for many machines, or for the threads of one.
//!
//! Somebody asks for a [run](Manifest): games to review, positions to analyse, games to play. A [`Plan`] says which
//! jobs it has, a [`Driver`] puts them in a [`Queue`], hears the answers and has some of them confirmed by a second
//! opinion. A [`Worker`] takes jobs up and [does](Work) them. The queue is in this process ([`LocalQueue`]) or on a
//! NATS server with `JetStream` ([`JetStream`]); whoever asks and whoever works cannot tell them apart.
//!
//! Jobs are named by what is asked for (a hash of the engine's signature, the network, the limits, and the position,
//! game or range), so that asking twice is asking once. Answers are stored before the job is taken off the queue, the
//! first one counts, and so it does not matter how often anything is done.

mod driver;
mod id;
mod jetstream;
pub mod kind;
mod local;
mod manifest;
mod parcel;
mod plan;
mod queue;
mod ticket;
mod work;
mod worker;

pub use driver::{DriveError, Driver, Ended, Progress};
pub use id::{BadId, JobId, RunId, Sum};
pub use jetstream::{Access, JetStream, Settings, plain_address};
pub use kind::{Tools, essence};
pub use local::LocalQueue;
pub use manifest::{Class, Kind, Manifest, RunState, Terms};
pub use plan::{Next, Plan, PlanError};
pub use queue::{Delivery, Queue, QueueError, Receipt};
pub use ticket::{Answer, BlobHead, DeadLetter, Sign, Stored, Ticket};
pub use work::{Work, WorkError, Workshop};
pub use worker::{End, News, Worker};
