//! What the tests of all rooms share: suites with known answers, generators of positions and of broken
//! text, a counter of allocations, an engine that misbehaves. For tests only, so it may print.

#[allow(unsafe_code)]
pub mod allocations;
pub mod data;
pub mod fen;
mod garble;
pub mod malformed;
pub mod nats;
pub mod perft;
mod placement;
mod random;
pub mod scripted;
mod shared;
pub mod table_file;
mod walk;

pub use garble::garbled_line;
pub use placement::random_placement;
pub use random::Random;
pub use shared::{is_full_run, report_skipped, shared};
pub use walk::{RandomWalk, Start, Visit};
