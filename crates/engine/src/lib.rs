//! The engine as a whole: it owns the hash table, the options and the threads, takes [`Command`]s and
//! emits [`Event`]s. It knows no text protocol and prints nothing.

mod command;
mod endgames;
mod engine;
mod event;
mod options;
mod watch;

pub use command::{Command, Go};
pub use engine::{Engine, FileReader, Sink};
pub use event::Event;
pub use options::{OptionError, OptionInfo, OptionKind, Options};
