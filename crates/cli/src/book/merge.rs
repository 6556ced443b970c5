//! `quevedo book merge`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use quevedo_book::Book;
use serde::Serialize;

use crate::console::Console;
use crate::failure::Finding;
use crate::files::Output;

/// Put books together; where two know the same position, each has the same say
#[derive(Args, Debug)]
#[command(after_help = "Fields of --json: entries, positions.")]
pub(super) struct MergeArgs {
    /// The books
    #[arg(value_name = "BOOK", required = true, num_args = 2..)]
    books: Vec<PathBuf>,

    /// The book to write
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    /// Replace it if it is there
    #[arg(long)]
    force: bool,
}

/// What was written.
#[derive(Serialize, Debug)]
pub(super) struct Written {
    entries: usize,
    positions: usize,
}

impl Written {
    pub(super) fn of(book: &Book) -> Written {
        Written { entries: book.len(), positions: book.positions() }
    }

    pub(super) fn present(&self, console: &Console) -> anyhow::Result<()> {
        console.present(self, |written, out| {
            writeln!(out, "{} moves in {} positions", written.entries, written.positions)?;
            Ok(())
        })
    }
}

pub(super) fn run(args: &MergeArgs, console: &Console) -> anyhow::Result<Finding> {
    let out = Output::at(&args.out).apart_from(&args.books).overwrite(args.force).claim()?;
    let books = args.books.iter().map(|path| super::read(path)).collect::<anyhow::Result<Vec<Book>>>()?;
    let merged = books.into_iter().reduce(|one, other| one.merge(&other)).unwrap_or_default();
    out.write(&merged.write())?;
    Written::of(&merged).present(console)?;
    Ok(Finding::Good)
}
