//! The arena: matches between engines of any make, and what they prove.
//!
//! A [`Contestant`] says who plays and under which conditions, a [`Schedule`] who meets whom, a [`Match`]
//! plays the games, several at a time, each by a [`Referee`]. A [`Player`] is anything that finds moves:
//! a process that speaks UCI or `XBoard`'s protocol, or our own engine in this process. [`stats`] turns results into numbers.
//!
//! Nothing here prints or writes files: a match emits [`Event`]s.

mod adjudication;
pub mod compliance;
mod contestant;
mod dialogue;
mod engine_player;
mod fault;
mod guard;
mod host;
mod journal;
mod opening;
mod option_line;
mod player;
mod process;
mod record;
mod referee;
mod runner;
mod schedule;
mod sealed;
pub mod spsa;
mod standing;
pub mod stats;
mod uci_info;
mod uci_player;
mod visible;
mod xboard_player;

pub use adjudication::{Adjudication, Adjudicator, DrawRule, Oracle, ResignRule, Ruling};
pub use contestant::{Contestant, Kind};
pub use engine_player::EnginePlayer;
pub use fault::{Fault, Halt};
#[cfg(unix)]
pub use guard::guard;
pub use guard::{Guard, GuardError};
pub use host::Host;
pub use journal::{Extent, Journal, JournalEntry, JournalError, Preamble};
pub use opening::{Opening, OpeningError};
pub use player::{Patience, Player, Reply, Task, Thought};
#[cfg(unix)]
pub use process::become_program;
pub use process::{EngineLine, Launcher, Process, Program};
pub use quevedo_clock::{Allotment, Clock, Overstepped, ParseTimeControlError, TimeControl, parse_seconds};
pub use record::{Heading, game_tree};
pub use referee::{Note, Played, Reason, Referee, Seat};
pub use runner::{Event, Match, MatchError};
pub use schedule::{Fixture, Format, Order, Schedule};
pub use sealed::{SealError, checksum};
pub use standing::{PairingStanding, Standing};
pub use uci_info::Info;
pub use uci_player::UciPlayer;
pub use visible::visible;
pub use xboard_player::XboardPlayer;
