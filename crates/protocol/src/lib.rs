//! The two languages that chess programs speak: UCI and `XBoard` (CECP, version 2).
//!
//! This room turns text into [`Command`](quevedo_engine::Command)s and
//! [`Event`](quevedo_engine::Event)s into text. It has no threads and no clocks, reads and prints
//! nothing, and takes any bytes whatever: what it cannot understand it says so, and no line that it
//! writes ever contains a line break.
//!
//! - [`uci`] is a pair of pure functions, since UCI says everything in every command.
//! - [`xboard`] is a state machine, since there the engine has to remember whose move it is, which
//!   clock is whose and what it was doing.

mod notation;
mod text;
pub mod uci;
pub mod xboard;

pub use text::LONGEST_LINE;
