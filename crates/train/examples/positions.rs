//! Turns plain games into labelled positions for the tuner, until the command line can.
//!
//!     zstd -dc --long=27 games.pgn.zst | cargo run --release -p quevedo-train --example positions -- 6 > out.txt
//!
//! Reads PGN without comments and variations. Of each game every sixth quiet position (by a fixed
//! sequence of dice) from the fifth move on is written as `FEN [result]`. Quiet means: not in check,
//! and not a capture that answers a capture or pawn move, as in the middle of an exchange.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::io::{BufRead, BufWriter, Write};

use anyhow::{Context, Result};
use quevedo_rules::Board;

fn main() -> Result<()> {
    let every: u64 = std::env::args().nth(1).context("usage: positions EVERY < games.pgn")?.parse()?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    let (mut dice, mut games, mut broken) = (1912u64, 0u64, 0u64);
    let mut text = String::new();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        if line.starts_with('[') || line.trim().is_empty() {
            if !text.is_empty() {
                games += 1;
                broken += u64::from(!replay(&text, every, &mut dice, &mut out)?);
                text.clear();
            }
        } else {
            text.push_str(&line);
            text.push(' ');
        }
    }
    if !text.is_empty() {
        games += 1;
        broken += u64::from(!replay(&text, every, &mut dice, &mut out)?);
    }
    eprintln!("{games} games, {broken} left out");
    Ok(())
}

/// Writes the positions of a game; tells whether all of it could be read.
fn replay(text: &str, every: u64, dice: &mut u64, out: &mut impl Write) -> Result<bool> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let result = match words.last() {
        Some(&"1-0") => "1.0",
        Some(&"0-1") => "0.0",
        Some(&"1/2-1/2") => "0.5",
        _ => return Ok(false),
    };
    let mut board = Board::start();
    let moves = &words[..words.len() - 1];
    for word in moves.iter().filter(|word| !word.starts_with(|letter: char| letter.is_ascii_digit())) {
        let Ok(mv) = board.parse_san(word) else { return Ok(false) };
        *dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let chosen = (*dice >> 33).is_multiple_of(every);
        let mid_exchange = !mv.is_quiet() && board.halfmove_clock() == 0;
        if chosen && board.ply() >= 8 && !mid_exchange && !board.in_check() {
            writeln!(out, "{} [{result}]", board.fen())?;
        }
        board = board.play(mv);
    }
    Ok(true)
}
