//! How much sooner two threads reach a depth than one, over the positions of an EPD file.
//!
//!     cargo run --release -p quevedo-search --example threads -- FILE [depth] [rounds] [threads]
//!
//! One thread and several search each position right after each other, in turns and with empty tables of 128 MiB, so that an hour in
//! which the machine is slow meets both. Of every position and round the logarithm of the ratio of times is taken; the
//! speed-up is the geometric mean over all, the error the standard error of the rounds' means.

#![allow(clippy::print_stdout)]

use std::sync::Arc;
use std::time::Instant;

use quevedo_eval::AnyEvaluator;
use quevedo_rules::Board;
use quevedo_search::{Budget, Limits, Searcher, Table, player};
use quevedo_value::Depth;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("which EPD file?")?;
    let mut number = |default: usize| arguments.next().map_or(Ok(default), |text| text.parse::<usize>());
    let (depth, rounds, threads) = (number(18)?, number(5)?, number(2)?);
    let boards = boards(&std::fs::read_to_string(file)?)?;
    let (mut one, mut several) = (searcher(1)?, searcher(threads)?);
    let mut means = Vec::new();
    for round in 1..=rounds {
        let (mut times, mut nodes) = (0.0, 0.0);
        for (place, board) in boards.iter().enumerate() {
            // Who is first changes, so that neither profits from it.
            let ((alone, few), (together, many)) = if (place + round).is_multiple_of(2) {
                let first = effort(&mut *one, board, depth);
                (first, effort(&mut *several, board, depth))
            } else {
                let first = effort(&mut *several, board, depth);
                (effort(&mut *one, board, depth), first)
            };
            times += (alone / together).ln();
            nodes += (many / few).ln();
        }
        let count = boards.len() as f64;
        println!("round {round}: speed-up {:.3}, nodes {:.3}", (times / count).exp(), (nodes / count).exp());
        means.push(times / count);
    }
    let (mean, error) = mean_and_error(&means);
    println!("{threads} threads to depth {depth}: {:.3} +- {:.3}", mean.exp(), mean.exp() * error);
    Ok(())
}

/// The positions of an EPD file.
fn boards(text: &str) -> Result<Vec<Board>, Failure> {
    let lines = text.lines().map(|line| line.split_whitespace().take(4).collect::<Vec<_>>().join(" "));
    lines.filter(|fen| !fen.is_empty()).map(|fen| Ok(Board::from_fen(&format!("{fen} 0 1"))?)).collect()
}

fn searcher(threads: usize) -> Result<Box<dyn Searcher>, Failure> {
    let mut searcher = player(Arc::new(Table::new(128)?), Box::new(AnyEvaluator::default));
    searcher.set_threads(threads);
    Ok(searcher)
}

/// The seconds and nodes that a search to the depth takes.
fn effort(searcher: &mut dyn Searcher, board: &Board, depth: usize) -> (f64, f64) {
    searcher.forget();
    let start = Instant::now();
    let limits = Limits { depth: Some(Depth(depth as i32)), ..Limits::default() };
    let outcome = searcher.search(board, &[], &limits, &Budget::unlimited(start), 1, &mut |_| {});
    (start.elapsed().as_secs_f64(), outcome.nodes as f64)
}

fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0).max(1.0) / count).sqrt())
}
