//! Counting from one position.

use std::io::Write;
use std::time::Instant;

use quevedo_rules::{Board, Move, PerftCounter, PerftStopped};
use serde::Serialize;

use super::{PerftArgs, speed, speed_in_words};
use crate::console::{Console, Format};
use crate::failure::Finding;
use crate::interrupt;
use crate::position::{self, Reading};

/// What was counted.
#[derive(Serialize, Debug)]
struct Count {
    fen: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    threads: u16,
    hash_mib: usize,
    /// Whether somebody has ended it; the numbers are then those of what was counted.
    interrupted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Branch>>,
}

/// The lines below one move.
#[derive(Serialize, Debug)]
struct Branch {
    uci: String,
    san: String,
    nodes: u64,
}

pub(super) fn run(args: &PerftArgs, counter: &PerftCounter, console: &Console) -> anyhow::Result<Finding> {
    let position = position::read(&args.fen, Reading::Lenient)?;
    position.tell_notes(console);
    let board = *position::play(position.board, &args.moves)?.board();
    let count = count(args, counter, &board, console)?;
    let mut out = console.stdout();
    match console.format {
        Format::Text => write_text(&mut out, &count)?,
        _ => console.write_json(&mut out, &count)?,
    }
    out.flush()?;
    if count.interrupted {
        console.note("interrupted; only these lines were counted");
        return Ok(Finding::Interrupted);
    }
    Ok(Finding::Good)
}

fn count(
    args: &PerftArgs,
    counter: &PerftCounter,
    board: &Board,
    console: &Console,
) -> anyhow::Result<Count> {
    let depth = args.depth.unwrap_or(0);
    let start = Instant::now();
    let (below, nodes, interrupted) = match divide(counter, board, depth, console) {
        _ if depth == 0 => (Vec::new(), 1, false),
        Ok(below) => {
            let nodes = below.iter().fold(0, |sum: u64, (_, nodes)| sum.saturating_add(*nodes));
            (below, nodes, false)
        }
        Err(PerftStopped { finished, lines }) => (finished, lines, true),
    };
    let seconds = start.elapsed().as_secs_f64();
    anyhow::ensure!(nodes < u64::MAX, "there are more than 2^64 lines of {depth} plies, too many to count");
    Ok(Count {
        fen: board.fen(),
        depth,
        nodes,
        seconds,
        nodes_per_second: speed(nodes, seconds),
        threads: args.threads,
        hash_mib: args.hash,
        interrupted,
        divide: args.divide.then(|| branches(board, &below, args.chess960)),
    })
}

/// Counts below each move, with a bar for the long runs, until somebody interrupts it.
fn divide(
    counter: &PerftCounter,
    board: &Board,
    depth: u32,
    console: &Console,
) -> Result<Vec<(Move, u64)>, PerftStopped> {
    let moves = u64::from(board.count_legal_moves());
    let bar = console.bar(Some(moves), "{elapsed_precise} {bar:30} {pos}/{len} first moves, {eta} left");
    let below = counter.divide_until(board, depth, &interrupt::is_wanted, |_, _| bar.inc(1));
    bar.finish_and_clear();
    below
}

fn branches(board: &Board, below: &[(Move, u64)], chess960: bool) -> Vec<Branch> {
    let mut branches: Vec<Branch> = below
        .iter()
        .map(|&(mv, nodes)| {
            let uci = if chess960 { board.uci_chess960(mv) } else { board.uci(mv) };
            Branch { uci: uci.to_string(), san: board.san(mv).to_string(), nodes }
        })
        .collect();
    branches.sort_by(|one, other| one.uci.cmp(&other.uci));
    branches
}

fn write_text(out: &mut impl Write, count: &Count) -> std::io::Result<()> {
    if let Some(branches) = &count.divide {
        for Branch { uci, san, nodes } in branches {
            writeln!(out, "{uci:<6}{san:<8}{nodes:>16}")?;
        }
        writeln!(out)?;
    }
    let (nodes, seconds) = (count.nodes, count.seconds);
    writeln!(out, "depth  {}", count.depth)?;
    let so_far = if count.interrupted { " so far" } else { "" };
    writeln!(out, "nodes  {nodes}{so_far}")?;
    writeln!(out, "time   {seconds:.3} s")?;
    writeln!(out, "speed  {}", speed_in_words(nodes, seconds))
}
