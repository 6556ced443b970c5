//! How well the engine plays: by how far it may look.

use std::fmt;
use std::time::Duration;

use quevedo_engine::Limits;
use quevedo_value::MAX_PLY;

use crate::failure::Usage;
use crate::thinking;

/// What the engine may use for each of its moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Level {
    Depth(i32),
    Nodes(u64),
    Time(Duration),
}

/// Reads `depth=6`, `nodes=10000` or `time=0.5`.
pub(super) fn parse(text: &str) -> Result<Level, Usage> {
    let wrong = || Usage("expected depth=N, nodes=N or time=SECONDS".to_owned());
    let (name, number) = text.split_once('=').ok_or_else(wrong)?;
    match name.trim() {
        "depth" => {
            let depth = number.trim().parse().ok().filter(|depth| (1..MAX_PLY as i32).contains(depth));
            depth.map(Level::Depth).ok_or_else(wrong)
        }
        "nodes" => {
            let nodes = number.trim().parse().ok().filter(|&nodes| nodes > 0);
            nodes.map(Level::Nodes).ok_or_else(wrong)
        }
        "time" => thinking::seconds(number.trim()).map(Level::Time),
        _ => Err(wrong()),
    }
}

impl Level {
    pub(super) fn limits(self) -> Limits {
        match self {
            Level::Depth(plies) => Limits::depth(plies),
            Level::Nodes(nodes) => Limits::nodes(nodes),
            Level::Time(time) => Limits::time(time),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Depth(plies) => write!(f, "depth {plies}"),
            Level::Nodes(nodes) => write!(f, "{nodes} nodes"),
            Level::Time(time) => write!(f, "{} s", time.as_secs_f64()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read() {
        assert_eq!(parse("depth=6").ok(), Some(Level::Depth(6)));
        assert_eq!(parse("nodes = 1000").ok(), Some(Level::Nodes(1000)));
        assert_eq!(parse("time=0.5").ok(), Some(Level::Time(Duration::from_millis(500))));
        for text in ["", "6", "depth=0", "depth=x", "depth=1000", "nodes=0", "time=-1", "elo=2000"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
