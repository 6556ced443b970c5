//! Test suites: what a record asks for, and when an answer is right.
//!
//! A [`Task`] is a position with a [`Goal`]: best moves to find, moves to avoid, or a mate. A
//! [`Tracker`] follows a search of the position and tells since when its answer was right. Nothing
//! here searches, prints or opens a file.

mod goal;
mod task;
mod watch;

pub use goal::Goal;
pub use task::Task;
pub use watch::{Mark, Sight, Tracker};
