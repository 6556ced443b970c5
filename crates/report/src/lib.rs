//! What is told about positions and lines, in words that every program can read: owned types without lifetimes that can be
//! written as JSON and read again. The terminal, the page and other machines use the same ones.
//!
//! Scores and chances are **White's**, whoever is to move. A change of meaning or a field taken away raises [`VERSION`];
//! new fields do not. With the feature `ts` the same types come as TypeScript; `report.ts` beside this crate holds them.

mod analysis;
mod chances;
mod facts;
mod line;
mod moves;
mod score;
#[cfg(feature = "ts")]
mod typescript;

pub use analysis::Analysis;
pub use chances::Chances;
pub use facts::{
    Both, CastlingRooks, DrawClaim, Keys, MaterialCount, Men, OpeningName, Pin, Placed, PositionFacts, Side,
    State,
};
pub use line::PvLine;
pub use moves::WrittenMove;
pub use score::{Certainty, Score};
#[cfg(feature = "ts")]
pub use typescript::typescript;

/// The version of these types as they are written.
pub const VERSION: u32 = 1;
