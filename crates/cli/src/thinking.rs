//! How long to think and with what: the options that all commands with a search share.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use clap::{Args, value_parser};
use quevedo_engine::{Command, Engine, Event, Go};
use quevedo_rules::Game;
use quevedo_search::Limits;
use quevedo_value::Depth;

use crate::failure::Usage;
use crate::network::{self, EvaluationArgs};

/// How long to think about a position.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct LimitArgs {
    /// Think so many seconds about each position
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub(crate) time: Option<Duration>,

    /// Look at so many nodes
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,

    /// Search so many plies deep
    #[arg(long, value_name = "D", value_parser = value_parser!(i32).range(1..=240))]
    pub(crate) depth: Option<i32>,
}

impl LimitArgs {
    /// Whether nothing is said.
    pub(crate) fn is_empty(&self) -> bool {
        self.time.is_none() && self.nodes.is_none() && self.depth.is_none()
    }

    /// The limits of a search; whichever is reached first ends it.
    pub(crate) fn limits(&self) -> Limits {
        Limits { move_time: self.time, nodes: self.nodes, depth: self.depth.map(Depth), ..Limits::default() }
    }
}

impl From<LimitArgs> for Go {
    fn from(args: LimitArgs) -> Go {
        Go { move_time: args.time, nodes: args.nodes, depth: args.depth.map(Depth), ..Go::default() }
    }
}

/// What a search may use of the machine, and what it evaluates with.
#[derive(Args, Clone, Debug)]
pub(crate) struct MachineArgs {
    /// Search with this many threads
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = value_parser!(u16).range(1..=512))]
    pub(crate) threads: u16,

    /// Remember positions in a table of this many MiB
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = value_parser!(u32).range(1..=1 << 20))]
    pub(crate) hash: u32,

    #[command(flatten)]
    pub(crate) evaluation: EvaluationArgs,
}

impl MachineArgs {
    /// An engine with this much of the machine, and what it says.
    pub(crate) fn engine(&self) -> anyhow::Result<(Engine, Receiver<Event>)> {
        self.evaluation.check()?;
        let (sender, events) = channel();
        let sink = Arc::new(move |event| {
            // Whoever no longer listens has heard enough.
            let _ = sender.send(event);
        });
        let mut engine = Engine::new(sink).map_err(|error| Usage(error.to_string()))?;
        set(&mut engine, "Threads", self.threads);
        set(&mut engine, "Hash", self.hash);
        set(&mut engine, "Move Overhead", 0);
        engine.set_file_reader(network::read_file);
        for (name, value) in self.evaluation.options() {
            set(&mut engine, name, value);
        }
        let refusals = events.try_iter().filter_map(|event| match event {
            Event::Message(text) => Some(text.trim_start_matches("refused: ").to_owned()),
            _ => None,
        });
        match refusals.last() {
            Some(refusal) => Err(Usage(refusal).into()),
            None => Ok((engine, events)),
        }
    }
}

/// Sets an option of the engine; what it refuses it says as an event.
pub(crate) fn set(engine: &mut Engine, name: &str, value: impl std::fmt::Display) {
    engine.send(Command::SetOption { name: name.to_owned(), value: Some(format!("{value}")) });
}

/// Lets the engine think about the current position of a game.
pub(crate) fn go(engine: &mut Engine, game: &Game, go: Go) {
    let boards = game.boards().iter();
    let moves = boards.zip(game.moves()).map(|(board, &mv)| board.uci_chess960(mv)).collect();
    engine.send(Command::Position { setup: Box::new(game.start().setup()), moves });
    engine.send(Command::Go(Box::new(go)));
}

/// Reads a time in seconds: `0.5`, `10`, `10s`.
pub(crate) fn seconds(text: &str) -> Result<Duration, Usage> {
    let number = text.strip_suffix('s').unwrap_or(text).parse::<f64>().ok();
    number
        .filter(|&seconds| (0.001..=1e9).contains(&seconds))
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| Usage("expected seconds, from 0.001 on".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_seconds() {
        assert_eq!(seconds("0.25").ok(), Some(Duration::from_millis(250)));
        assert_eq!(seconds("3s").ok(), Some(Duration::from_secs(3)));
        for text in ["", "0", "-1", "x", "nan", "inf", "1e300", "s"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
