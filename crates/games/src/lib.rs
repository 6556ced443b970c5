//! Games of chess on paper: PGN in and out, annotations, and the names of openings.
//!
//! [`Games`] reads one game after the other into [`GameTree`]s, [`scan()`] goes through millions
//! without building any, [`GameTree::to_pgn`] writes, and [`Openings`] knows what the first moves
//! are called. Nothing here opens a file or prints: readers take bytes, writers give them.

mod boards;
mod command;
mod comment;
mod date;
mod eco;
mod fault;
mod filter;
mod headers;
mod nag;
mod opening_range;
mod outcome;
mod player;
mod reader;
mod records;
mod retag;
mod scan;
mod split;
mod tree;
mod writer;

pub use command::{Arrow, Eval, Mark, Paint, parse_clock, write_clock};
pub use comment::{Comment, Part};
pub use date::{Date, ParseDateError};
pub use eco::{EcoError, Named, Opening, Openings};
pub use fault::{BrokenGame, GameError, MoveNumber, PgnFault, Place, StepError};
pub use filter::Filter;
pub use headers::{Headers, ROSTER};
pub use nag::Nag;
pub use opening_range::{OpeningRange, ParseRangeError};
pub use outcome::{ParseOutcomeError, PgnResult};
pub use player::player_identity;
pub use reader::{Games, Limits};
pub use records::{RecordError, parse_record};
pub use retag::{TagEdit, retag};
pub use scan::{GameSummary, Tally, scan};
pub use split::{Chunk, split};
pub use tree::{EditError, GameTree, Line, NodeId, Played, Step};
