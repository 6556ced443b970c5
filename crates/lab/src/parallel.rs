//! Several processors on one tree.
//!
//! Marsland (1991, section 5) reports that no early multiprocessor program achieved more than a five-fold speed-up
//! with eight processors. Where the rest goes has three names: *search overhead* (nodes that one processor would
//! never have visited, because a bound came too late), *idle time* (nobody may start before somebody else is
//! done), and communication. Three ways to divide the work:
//!
//! - [`Sharing::PvSplitting`] (Marsland and Campbell 1982): only the nodes of the leftmost path are divided, and only
//!   after their first move;
//! - [`Sharing::YoungBrothers`] (Feldmann 1990): any node is divided, but only after its first move is done;
//! - [`Sharing::SharedTable`]: all processors search the whole tree and meet in the transposition table.
//!
//! [`search_together`] does it with threads, [`simulate`] with as many processors as you like and exact counts.

mod shared_table;
mod simulation;
mod threads;

pub use shared_table::SharedTable;
pub use simulation::{Simulated, simulate};
pub use threads::{Together, search_together};

/// How processors share a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sharing {
    /// Divide the nodes of the leftmost path.
    PvSplitting,
    /// Divide any node whose first move is done.
    YoungBrothers,
    /// Everybody searches everything; the table tells them what others know.
    SharedTable,
}

impl Sharing {
    /// All of them.
    pub const ALL: [Sharing; 3] = [Sharing::PvSplitting, Sharing::YoungBrothers, Sharing::SharedTable];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Sharing::PvSplitting => "PV splitting",
            Sharing::YoungBrothers => "young brothers wait",
            Sharing::SharedTable => "shared table",
        }
    }
}
