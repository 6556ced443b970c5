//! `quevedo perft`: counting lines of moves.

mod count;
mod suite;

use std::path::PathBuf;

use clap::{Args, value_parser};
use quevedo_rules::PerftCounter;

use crate::console::Console;
use crate::failure::{Finding, Usage};
use crate::interrupt;

/// Count the lines of N plies, the classic test of a move generator
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo perft 6                                   from the start position
  quevedo perft 5 --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"
  quevedo perft 4 --fen 960:0 --divide              below each first move
  quevedo perft 7 --threads 2 --hash 1024           faster
  quevedo perft --suite standard.epd --max-nodes 10000000

A suite has one position per line with its known numbers, `FEN ;D1 20 ;D2 400` or
`FEN; D1 20; D2 400`, or blocks of `epd FEN` and `perft 1 20` lines. It may be compressed (.zst).
The exit code is 1 if any number is wrong. Ctrl-C ends a count and tells what was counted so
far; the exit code is then 130.

Fields of --json: fen, depth, nodes, seconds, nodes_per_second, threads, hash_mib, interrupted, and
with --divide a list of uci, san, nodes. With --suite: positions, numbers, nodes, seconds,
nodes_per_second, wrong (line, fen, depth, expected, counted), unreadable (line, error),
interrupted.")]
pub(crate) struct PerftArgs {
    /// The number of plies, 0 to 99; with --suite, leave out numbers of more plies
    #[arg(value_name = "N", required_unless_present = "suite", value_parser = value_parser!(u32).range(0..=99))]
    depth: Option<u32>,

    /// The position: a FEN, a Chess960 number like 960:518, or startpos
    #[arg(long, value_name = "FEN", default_value = "startpos", hide_default_value = true)]
    fen: String,

    /// Play these moves first, in algebraic or UCI notation
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,

    /// Show the number of lines below each first move
    #[arg(long)]
    divide: bool,

    /// Count with this many threads
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// Remember positions in a table of this many MiB
    #[arg(long, value_name = "MIB", default_value_t = 0)]
    hash: usize,

    /// Write castling as king takes rook, as Chess960 does
    #[arg(long)]
    chess960: bool,

    /// Check the numbers of a perft file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves", "divide", "chess960"])]
    suite: Option<PathBuf>,

    /// With --suite, leave out numbers that are greater
    #[arg(long, value_name = "NODES", requires = "suite")]
    max_nodes: Option<u64>,
}

pub(crate) fn run(args: &PerftArgs, console: &Console) -> anyhow::Result<Finding> {
    let counter = args.counter()?;
    interrupt::catch()?;
    match &args.suite {
        Some(path) => suite::run(path, args, &counter, console),
        None => count::run(args, &counter, console),
    }
}

impl PerftArgs {
    fn counter(&self) -> Result<PerftCounter, Usage> {
        if !fits_in_memory(self.hash) {
            return Err(Usage(format!("there is no memory for a table of {} MiB", self.hash)));
        }
        Ok(PerftCounter::new(usize::from(self.threads), self.hash))
    }
}

/// Whether the system would hand out this much memory; the counter itself does not ask.
fn fits_in_memory(mib: usize) -> bool {
    let bytes = mib.checked_mul(1 << 20);
    bytes.is_some_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok())
}

/// Lines per second, 0 where the time was too short to tell.
fn speed(nodes: u64, seconds: f64) -> u64 {
    if seconds > 0.0 { (nodes as f64 / seconds) as u64 } else { 0 }
}

/// A speed for people: `231.4 million nodes/s`.
fn speed_in_words(nodes: u64, seconds: f64) -> String {
    match speed(nodes, seconds) {
        slow @ 0..1_000_000 => format!("{slow} nodes/s"),
        fast => format!("{:.1} million nodes/s", fast as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_readable() {
        assert_eq!(speed_in_words(119_060_324, 0.5), "238.1 million nodes/s");
        assert_eq!(speed_in_words(20, 0.001), "20000 nodes/s");
        assert_eq!(speed_in_words(20, 0.0), "0 nodes/s");
    }

    #[test]
    fn absurd_tables_are_refused() {
        assert!(fits_in_memory(0) && fits_in_memory(16));
        assert!(!fits_in_memory(1 << 40) && !fits_in_memory(usize::MAX));
    }
}
