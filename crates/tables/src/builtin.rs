//! The tables of three men, part of the program. Made by
//! `quevedo tables generate --men 3 --metric all --folder crates/tables/data`.

/// The files: distances to mate and to the next capture or pawn move.
pub(crate) const FILES: [&[u8]; 0] = [];
