//! How long to think and with what: the options that all commands with a search share.

use std::time::Duration;

use clap::{Args, value_parser};
use quevedo_engine::{Answer, Engine, Limits, Options, Progress, Search, Update};
use quevedo_value::Depth;

use crate::failure::Usage;
use crate::interrupt;
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

/// What a search may use of the machine, and what it evaluates with.
#[derive(Args, Clone, Debug)]
pub(crate) struct MachineArgs {
    /// Search with this many threads
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = value_parser!(u16).range(1..=512))]
    pub(crate) threads: u16,

    /// Remember positions in a table of this many MiB
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = value_parser!(u32).range(1..=1 << 20))]
    pub(crate) hash: u32,

    /// Ask the Syzygy tablebases in these folders, too
    #[arg(long, value_name = "FOLDERS")]
    pub(crate) syzygy: Option<String>,

    /// Ask our own tablebases in these folders, too
    #[arg(long, value_name = "FOLDERS")]
    pub(crate) tables: Option<String>,

    #[command(flatten)]
    pub(crate) evaluation: EvaluationArgs,
}

impl MachineArgs {
    /// The options of an engine with this much of the machine.
    pub(crate) fn options(&self) -> anyhow::Result<Options> {
        let mut options = Options {
            threads: usize::from(self.threads),
            hash: self.hash as usize,
            move_overhead: Duration::ZERO,
            syzygy_path: self.syzygy.clone().unwrap_or_default(),
            tables_path: self.tables.clone().unwrap_or_default(),
            ..Options::default()
        };
        self.evaluation.choose(&mut options)?;
        Ok(options)
    }

    /// An engine with this much of the machine.
    pub(crate) fn engine(&self) -> anyhow::Result<Engine> {
        engine(self.options()?)
    }
}

/// An engine with these options, which reads files; what it refuses is the user's mistake.
pub(crate) fn engine(options: Options) -> anyhow::Result<Engine> {
    let refused = |error: quevedo_engine::EngineError| Usage(error.to_string());
    // A machine that takes its place has to be lent before it is asked for.
    let plain = Options { machine: Options::default().machine, ..options.clone() };
    let mut engine = Engine::with_files(plain, network::read_file).map_err(refused)?;
    engine.lend_movers(crate::machines::make);
    engine.configure(options).map_err(refused)?;
    Ok(engine)
}

/// Waits for the end of a search and tells of its updates; an interruption ends it early.
pub(crate) fn follow(
    mut search: Search,
    mut tell: impl FnMut(Update) -> anyhow::Result<()>,
) -> anyhow::Result<Answer> {
    loop {
        match search.wait(Duration::from_millis(50)) {
            Progress::Update(update) => tell(update)?,
            Progress::Silence => {}
            Progress::Over => return Ok(search.finish()),
        }
        if interrupt::is_wanted() {
            search.stop();
        }
    }
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
