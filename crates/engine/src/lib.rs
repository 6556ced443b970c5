//! The engine that a program embeds: options in, searches out.
//!
//! ```
//! use quevedo_engine::{Engine, Limits, Options};
//! use quevedo_engine::rules::Game;
//!
//! let mut engine = Engine::new(Options::default())?;
//! let answer = engine.search(&Game::default(), Limits::nodes(5_000)).finish();
//! assert!(answer.best.is_some());
//! # Ok::<(), quevedo_engine::EngineError>(())
//! ```
//!
//! A [`Search`] goes on beside the caller: it can be listened to (it is an iterator of [`Update`]s), stopped
//! and waited for, and dropping it ends it. What cannot be done is an [`EngineError`]; nothing is printed, and
//! no file is opened but by the [`FileReader`] that the caller gives and the tablebase folders that its options name.
//!
//! [`Session`] is the same engine behind [`Command`]s and [`Event`]s, for the text protocols.

mod answer;
mod bench;
mod command;
mod control;
mod draw;
mod endgames;
mod engine;
mod error;
mod event;
mod job;
mod limits;
mod mover;
mod opening;
mod options;
mod persona;
mod recorder;
mod search;
mod session;
mod watch;

pub use answer::{Answer, Origin};
pub use bench::{Bench, BenchResult};
pub use command::Command;
pub use draw::{Word, takes_draw, word};
pub use engine::{Engine, FileReader, Stopper};
pub use error::EngineError;
pub use event::Event;
pub use limits::limits_of;
pub use mover::{Mover, MoverMaker, OPPONENTS};
pub use opening::OwnGame;
pub use options::{Learning, OptionError, OptionInfo, OptionKind, Options};
pub use quevedo_book as book;
pub use quevedo_eval::Evaluation;
pub use quevedo_human as human;
pub use quevedo_rules as rules;
pub use quevedo_search::{
    Heuristic, HeuristicSet, Limits, Params, PlayerClock, Report, STACK_SIZE, Tunable, panic_words,
};
pub use quevedo_value as value;
pub use search::{Progress, Search, Update};
pub use session::{Session, Sink};
