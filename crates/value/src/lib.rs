//! What a position is worth, and how sure we are: scores, depths, bounds, verdicts and chances.
//!
//! A [`Score`] is what the search works with: relative to the side to move, with mates counted from
//! the root. A [`Verdict`] is what leaves the search: from the same side, with mates in moves; whoever shows
//! it from White's side turns it with `-`. The ranges of numbers that mean mates and table wins are known here and nowhere else.

mod bound;
mod depth;
mod score;
#[cfg(feature = "serde")]
mod serde_forms;
mod verdict;
mod wdl;

pub use bound::Bound;
pub use depth::{Depth, MAX_PLY, Ply};
pub use score::Score;
pub use verdict::Verdict;
pub use wdl::{Wdl, WdlModel};
