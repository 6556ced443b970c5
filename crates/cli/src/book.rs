//! `quevedo book`: opening books in Polyglot's format.

mod export;
mod grow;
mod make;
mod merge;
mod show;
mod verify;

use std::path::Path;

use anyhow::Context;
use clap::{Args, Subcommand};
use quevedo_book::Book;
use quevedo_rules::{Board, Move};

use crate::console::Console;
use crate::failure::Finding;

/// Opening books (Polyglot .bin): make, show, merge, verify and grow by search, export
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo book make master -o book.bin --min-games 20 --min-elo 2500
  quevedo book show book.bin --moves e4 c5
  quevedo book merge club.bin master.bin -o both.bin
  quevedo book verify book.bin --nodes 20000      which moves lose something?
  quevedo book grow book.bin -o larger.bin --positions 500
  quevedo book export book.bin > book.epd")]
pub(crate) struct BookArgs {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    Make(make::MakeArgs),
    Show(show::ShowArgs),
    Merge(merge::MergeArgs),
    Verify(verify::VerifyArgs),
    Grow(grow::GrowArgs),
    Export(export::ExportArgs),
}

pub(crate) fn run(args: &BookArgs, console: &Console) -> anyhow::Result<Finding> {
    match &args.task {
        Task::Make(args) => make::run(args, console),
        Task::Show(args) => show::run(args, console),
        Task::Merge(args) => merge::run(args, console),
        Task::Verify(args) => verify::run(args, console),
        Task::Grow(args) => grow::run(args, console),
        Task::Export(args) => export::run(args, console),
    }
}

/// More bytes than any book has; what is larger is another file.
const MOST_BYTES: u64 = 4 << 30;

/// Reads a book.
fn read(path: &Path) -> anyhow::Result<Book> {
    let cannot = || format!("cannot read {}", path.display());
    let size = std::fs::metadata(path).with_context(cannot)?;
    anyhow::ensure!(size.is_file(), "{} is no file", path.display());
    anyhow::ensure!(size.len() <= MOST_BYTES, "{} is too large for a book", path.display());
    let bytes = std::fs::read(path).with_context(cannot)?;
    Book::read(&bytes).with_context(|| format!("{} is no Polyglot book", path.display()))
}

/// A move of a book with its share of the weights.
#[derive(serde::Serialize, Clone, Debug)]
struct Row {
    uci: String,
    san: String,
    weight: u16,
    share: f64,
}

/// What a book plays in a position.
fn rows(book: &Book, board: &Board, last: Option<Move>) -> Vec<Row> {
    let moves = book.moves(board, last);
    let total: f64 = moves.iter().map(|mv| f64::from(mv.weight)).sum();
    let row = |known: &quevedo_book::BookMove| {
        let mv = known.mv()?;
        Some(Row {
            uci: board.uci(mv).to_string(),
            san: board.san(mv).to_string(),
            weight: known.weight,
            share: if total > 0.0 { f64::from(known.weight) / total } else { 0.0 },
        })
    };
    moves.iter().filter_map(row).collect()
}
