//! The laboratory: the search algorithms of the papers, side by side.
//!
//! The papers describe a lineage: minimax (1944, 1950), alpha-beta, aspiration, SCOUT and PVS, minimal windows,
//! iterative deepening, tables, the null move and the verified null move. Every [`Algorithm`] is here in the form
//! its paper prints it, and every enhancement is a [switch](Settings). They all work on one small [`GameTree`],
//! which [`ChessTree`] is, and [`SyntheticTree`], and [`ExplicitTree`]; they [count](Counts) what they do, and a
//! [watcher](Observer) can look over their shoulder.
//!
//! ```
//! use quevedo_lab::{Algorithm, ChessTree, Judge, Settings, search};
//! use quevedo_rules::Board;
//!
//! let mut tree = ChessTree::new(&Board::start(), Judge::Shannon);
//! let settings: Settings = "deepening,captures-first,killers".parse()?;
//! let found = search(&mut tree, Algorithm::Pvs, &settings, 4, &mut ());
//! assert_eq!(found.iterations.len(), 4);
//! assert!(found.counts.cutoffs > 0);
//! # Ok::<(), quevedo_lab::SettingError>(())
//! ```

mod algorithm;
pub mod algorithms;
mod analogy;
mod chess;
mod conspiracy;
mod counts;
mod desk;
pub mod drawing;
pub mod experiment;
mod explicit;
mod extension;
mod forward;
mod found;
mod limits;
mod lines;
mod memory;
mod null_move;
mod order;
pub mod parallel;
mod picker;
mod quiescence;
mod search;
mod settings;
pub mod shannon;
mod synthetic;
mod tree;
pub mod turing;
mod watch;
mod workhorse;

pub use algorithm::{Algorithm, UnknownAlgorithm};
pub use chess::{ChessTree, Judge, UnknownJudge};
pub use conspiracy::{Conspiracy, Conspirators, conspiracy_numbers};
pub use counts::Counts;
pub use desk::Desk;
pub use explicit::{ExplicitTree, MARSLAND_FIGURES, TreeError};
pub use found::{Found, Iteration};
pub use limits::{INFINITE, MATE, MAX_DEPTH, MAX_PLY, PAWN, plies_to_mate};
pub use search::{search, search_until};
pub use settings::{
    CheckExtension, NullMove, Quiescence, Replacement, SWITCHES, SettingError, Settings, Switch, TableKind,
    TableUse,
};
pub use synthetic::{Order, SyntheticTree};
pub use tree::{GameTree, HISTORY_SLOTS, Loud, MAX_WIDTH, Moves};
pub use watch::{Observer, Phase, Reason, Skip, Step, Visit};
