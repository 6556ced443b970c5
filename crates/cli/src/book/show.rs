//! `quevedo book show`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use quevedo_games::Openings;
use serde::Serialize;

use super::Row;
use crate::console::Console;
use crate::failure::Finding;
use crate::openings;
use crate::position::{self, Reading};

/// Tell what a book plays in a position
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo book show book.bin
  quevedo book show book.bin --moves e4 c5 Nf3

The exit code is 1 if the book does not know the position.
Fields of --json: entries, positions, fen, opening, moves (uci, san, weight, share).")]
pub(super) struct ShowArgs {
    /// The book
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    /// The position: a FEN (quoted or not), or startpos
    #[arg(value_name = "FEN")]
    position: Vec<String>,

    /// Moves from the position, in algebraic or UCI notation
    #[arg(long, value_name = "MOVES", num_args = 1..)]
    moves: Vec<String>,
}

#[derive(Serialize, Debug)]
struct Report {
    entries: usize,
    positions: usize,
    fen: String,
    opening: Option<openings::OpeningName>,
    moves: Vec<Row>,
}

pub(super) fn run(args: &ShowArgs, console: &Console) -> anyhow::Result<Finding> {
    let text = if args.position.is_empty() { "startpos".to_owned() } else { args.position.join(" ") };
    let position = position::read(&text, Reading::Lenient)?;
    position.tell_notes(console);
    let game = position::play(position.board, &args.moves.join(" "))?;
    let book = super::read(&args.book)?;
    let report = Report {
        entries: book.len(),
        positions: book.positions(),
        fen: game.board().fen(),
        opening: Openings::builtin().classify(game.start(), game.moves()).map(openings::name),
        moves: super::rows(&book, game.board(), game.moves().last().copied()),
    };
    console.present(&report, |report, out| {
        writeln!(out, "{} moves in {} positions", report.entries, report.positions)?;
        if let Some(opening) = &report.opening {
            writeln!(out, "{} {}", opening.eco, opening.name)?;
        }
        if report.moves.is_empty() {
            writeln!(out, "the book does not know this position")?;
        }
        for row in &report.moves {
            writeln!(out, "{:<8} {:>6.1}%  weight {}", row.san, 100.0 * row.share, row.weight)?;
        }
        Ok(())
    })?;
    Ok(Finding::good_if(!report.moves.is_empty()))
}
