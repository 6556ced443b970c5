//! How many positions of four men a second tables are asked about, once their blocks are decoded.
//!
//! usage: `cargo run --release -p quevedo-tables --example probe_speed -- FOLDER`, a folder with the `dtz`
//! tables of three and four men (`quevedo tables generate --men 4 --metric dtz`).

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::fs::{self, File};
use std::sync::Arc;
use std::time::Instant;

use quevedo_rules::Board;
use quevedo_tables::{Table, Tables};
use quevedo_testkit::{Random, random_placement};

/// Different positions asked about, over and over.
const POSITIONS: usize = 20_000;
const PROBES: usize = 20_000_000;
const CACHE_BYTES: usize = 512 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("which folder has the tables?")?;
    let mut tables = Tables::builtin(CACHE_BYTES)?;
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        if path.extension().is_some_and(|extension| extension == "dtz") {
            tables.add(Table::open(Arc::new(File::open(path)?))?);
        }
    }
    let boards = boards_with_four_men();
    let ask = |probes: usize| {
        boards.iter().cycle().take(probes).filter(|board| tables.probe_wdl(board).is_some()).count()
    };
    let (start, known) = (Instant::now(), ask(POSITIONS));
    println!("cold: {known} of {POSITIONS} positions known, {:.2} s", start.elapsed().as_secs_f64());
    let (start, known) = (Instant::now(), ask(PROBES));
    let seconds = start.elapsed().as_secs_f64();
    println!("warm: {known} probes in {seconds:.2} s, {:.2} million a second", PROBES as f64 / seconds / 1e6);
    Ok(())
}

fn boards_with_four_men() -> Vec<Board> {
    let mut random = Random::new(4);
    let mut boards = Vec::new();
    while boards.len() < POSITIONS {
        let board = random_placement(&mut random);
        if board.occupied().len() == 4 && board.castling().is_empty() {
            boards.push(board);
        }
    }
    boards
}
