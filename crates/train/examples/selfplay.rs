//! Writes labelled positions of games against itself, for the tuner: the same games for the same
//! numbers, whatever the number of threads.
//!
//!     cargo run --release -p quevedo-train --example selfplay -- FIRST GAMES SEED > out.txt

#![allow(clippy::print_stdout)]

use std::io::Write;

use anyhow::{Context, Result};
use quevedo_train::selfplay::{SelfPlay, SelfPlayOptions};
use rayon::prelude::*;

/// Games played side by side before they are written.
const BLOCK: u64 = 64;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut number = || -> Result<u64> {
        Ok(arguments.next().context("usage: selfplay FIRST GAMES SEED > out.txt")?.parse()?)
    };
    let (first, games, seed) = (number()?, number()?, number()?);
    let options = SelfPlayOptions { seed, ..SelfPlayOptions::default() };
    let end = first + games;
    let mut out = std::io::stdout().lock();
    for start in (first..end).step_by(BLOCK as usize) {
        let blocks: Result<Vec<Vec<String>>> = (start..end.min(start + BLOCK))
            .into_par_iter()
            .map_init(
                || SelfPlay::new(options),
                |player, game| match player {
                    Ok(player) => Ok(player.game(game)),
                    Err(error) => anyhow::bail!("{error}"),
                },
            )
            .collect();
        for line in blocks?.into_iter().flatten() {
            writeln!(out, "{line}")?;
        }
        out.flush()?;
    }
    Ok(())
}
