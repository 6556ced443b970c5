//! Tablebases: perfect knowledge about positions with few men, made here by retrograde analysis,
//! checked, stored and asked.
//!
//! An [`Ending`] names the men of a table, a [`Metric`] says what its distances lead to. [`generate()`] makes a
//! [`Solved`] table from those in a [`Library`], [`verify()`] checks it, [`write()`] makes a file of it.
//! A [`Table`] is an open file, [`Tables`] is a set of them that answers questions about boards from many
//! threads without allocating, and [`Endgames`] asks them and Syzygy's as one. `docs/tables.md` explains how it works.

mod advice;
mod builtin;
mod cache;
mod endgames;
mod ending;
mod file;
mod generate;
mod index;
mod marsland;
mod placement;
mod solved;
mod statistics;
mod symmetry;
mod syzygy;
mod tables;
mod value;
mod verify;

pub use advice::RatedMove;
pub use endgames::{Endgames, FolderError, JudgedMove};
pub use ending::{Ending, EndingError, MAX_MEN};
pub use file::{Bytes, Table, TableError, write};
pub use generate::{
    GenerateError, Monitor, Parts, PieceError, PieceName, Puzzle, Unwatched, generate, generate_in_parts,
    memory_for, steps,
};
pub use marsland::{MARSLAND_TABLE_2, MarslandRow, longest_win};
pub use solved::{Library, Solved};
pub use statistics::{SideStatistics, Statistics, Zugzwangs, statistics};
pub use syzygy::Syzygy;
pub use tables::Tables;
pub use value::{Metric, Step, UnknownMetric, Value, Wdl};
pub use verify::{Check, Comparison, Contradiction, Difference, compare, verify};
