//! Writes labelled positions of games against itself, until the command line can.
//!
//!     cargo run --release -p quevedo-train --example selfplay -- SECONDS SEED > out.txt

#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use quevedo_train::selfplay::{SelfPlay, SelfPlayOptions};
use rayon::prelude::*;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut number = || -> Result<u64> {
        Ok(arguments.next().context("usage: selfplay SECONDS SEED > out.txt")?.parse()?)
    };
    let (seconds, seed) = (number()?, number()?);
    let options = SelfPlayOptions { seed, ..SelfPlayOptions::default() };
    let start = Instant::now();
    let mut first = 0;
    while start.elapsed() < Duration::from_secs(seconds) {
        let blocks: Result<Vec<Vec<String>>> = (first..first + 64)
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
            println!("{line}");
        }
        first += 64;
    }
    Ok(())
}
