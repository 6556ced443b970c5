//! `quevedo book export`: a book as text.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use quevedo_book::{Book, walk};
use quevedo_rules::Board;
use serde::Serialize;

use super::Row;
use crate::console::{Console, Format};
use crate::failure::Finding;

/// Write a book as EPD, one position a line; only those that can be reached from the start
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo book export book.bin > book.epd
  quevedo book export book.bin --jsonl

Each line is a position with the heaviest move (`bm`) and all moves with their share (`c0`). Keys cannot be turned into positions,
so those that the book itself does not lead to are left out; the last words on stderr say how many.
Fields of --json and --jsonl: fen, line, moves (uci, san, weight, share).")]
pub(super) struct ExportArgs {
    /// The book
    #[arg(value_name = "BOOK")]
    book: PathBuf,
}

#[derive(Serialize, Debug)]
struct Line {
    fen: String,
    #[serde(rename = "line")]
    way: String,
    moves: Vec<Row>,
}

/// All positions that a book leads to, with a way to each.
pub(super) fn reached(book: &Book) -> Vec<quevedo_book::Reached> {
    let mut all = Vec::new();
    walk(book, &Board::start(), true, |position| {
        all.push(position);
        true
    });
    all
}

pub(super) fn run(args: &ExportArgs, console: &Console) -> anyhow::Result<Finding> {
    let book = super::read(&args.book)?;
    let positions = reached(&book);
    let lines = positions.iter().map(|position| Line {
        fen: position.board.fen(),
        way: Board::start().san_line(&position.line),
        moves: super::rows(&book, &position.board, position.line.last().copied()),
    });
    let mut out = console.stdout();
    if console.format == Format::Text {
        for line in lines {
            let fields: Vec<&str> = line.fen.split(' ').take(4).collect();
            let shares: Vec<String> =
                line.moves.iter().map(|row| format!("{} {:.1}%", row.san, 100.0 * row.share)).collect();
            let best = line.moves.first().map_or("", |row| row.san.as_str());
            writeln!(out, "{} bm {best}; c0 \"{}\";", fields.join(" "), shares.join(", "))?;
        }
    } else {
        console.write_json_rows(&mut out, &lines.collect::<Vec<_>>())?;
    }
    out.flush()?;
    let unreached = book.positions().saturating_sub(positions.len());
    if unreached > 0 {
        console.note(format_args!(
            "{unreached} positions of the book cannot be reached from the start by its moves"
        ));
    }
    Ok(Finding::Good)
}
