//! The independent checker of what the tutor says.
//!
//! It reads findings as JSON and shares nothing with the rooms that made them but the form ([`schema`], written down a second
//! time) and the definitions in the documentation of `crates/tutor`: rules come from shakmaty, exchanges ([`exchange`]), the
//! capture search at leaves ([`quiet`]), the walk over proofs ([`tree`]) and the small full searches ([`brute`]) are its own.
//!
//! What is checked of every finding: the line is legal, begins with the move and follows the first proof; every proof is whole;
//! the kind of truth fits the fact; the proofs are about this position and this side; the gain is no more than every leaf of the first proof shows,
//! counted from the position before the move. Then what the fact itself says ([`Fact`](schema::Fact), `claims`).
//!
//! Where the definitions leave room, the strictest sensible reading is taken:
//!
//! - A motif's line must do what the motif says: the forker takes a forked man, the overloaded guard's two duties both fall.
//! - A negative claim ("not after `better`", "no longer proven with the guard put back") is refuted by a small full search of three
//!   plies for material and by a full search for mates; what outlasts its budget is counted as not checked, not as true.
//! - `Allows` and `Misses` compare what is lost from the position before the move, so that an exchange does not count as a loss.
//! - "No enemy pawn can ever" (outposts, holes) is said of pawns on their files: captures that change files are left out.
//! - The shelter's "three files around the king" are those on the board: two for a king on the edge.
//! - A value of the tables is with the fifty-move rule's exceptions counted as won, as in the tables of Syzygy without a clock; moves to mate are
//!   checked only where a full search reaches them.
//! - An opening is checked by its code and the first part of its name, where a table of names is given ([`Checker::with_openings`]).
//! - The evaluation's terms cannot be checked here, nor names without a table: [`Standing::Unchecked`].

// Pinner and pinned, and other words of the game.
#![allow(clippy::similar_names)]

pub mod brute;
mod case;
mod checker;
mod claims;
pub mod exchange;
mod ground;
mod mutate;
mod objection;
pub mod quiet;
pub mod schema;
pub mod themes;
pub mod tree;

pub use checker::{Checker, NO_TABLE, check};
pub use mutate::{Mutation, Reason, mutations};
pub use objection::{Objection, Standing};
