//! The files that a command reads, one after the other, with a bar for the big ones.

use std::io::BufRead;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::ProgressBar;

use crate::console::Console;
use crate::failure::Finding;
use crate::{input, interrupt};

/// Smaller files are read before anybody could look at a bar.
const BIG: u64 = 4 << 20;

/// The games to read.
#[derive(Args, Debug)]
pub(crate) struct Files {
    /// PGN files, plain or compressed (.zst); - is stdin
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
}

/// The files of a command while they are read.
#[derive(Debug)]
pub(crate) struct Source<'a> {
    pub(crate) files: &'a [PathBuf],
    pub(crate) bar: ProgressBar,
}

impl Files {
    pub(crate) fn source(&self, console: &Console) -> Source<'_> {
        Source { files: &self.files, bar: bar(&self.files, console) }
    }
}

fn bar(files: &[PathBuf], console: &Console) -> ProgressBar {
    let size = |file: &PathBuf| {
        std::fs::metadata(file).ok().filter(std::fs::Metadata::is_file).map(|data| data.len())
    };
    match files.iter().map(size).sum::<Option<u64>>() {
        Some(small) if small < BIG => ProgressBar::hidden(),
        Some(total) => console.bar(
            Some(total),
            "{bar:20} {binary_bytes}/{binary_total_bytes}, {binary_bytes_per_sec}, {eta} left{msg}",
        ),
        None => console.bar(None, "{elapsed_precise} {binary_bytes}, {binary_bytes_per_sec}{msg}"),
    }
}

impl Source<'_> {
    /// Hands each file to `read`, by name and contents.
    pub(crate) fn each(
        &self,
        mut read: impl FnMut(&str, Box<dyn BufRead>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        for file in self.files {
            read(&name(file), input::open_watched(file, &self.bar)?)?;
            if interrupt::is_wanted() {
                break;
            }
        }
        self.bar.finish_and_clear();
        Ok(())
    }

    /// Shows how many games were read, now and then.
    pub(crate) fn tell_games(&self, games: u64) {
        if games.is_multiple_of(1000) && !self.bar.is_hidden() {
            self.bar.set_message(format!(", {games} games"));
        }
    }
}

/// Whether a reader of games should go on: not when somebody wants the end.
pub(crate) fn go_on() -> ControlFlow<()> {
    if interrupt::is_wanted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// The finding of a command that may have been interrupted, which is then said.
pub(crate) fn unless_interrupted(finding: Finding, games: u64, console: &Console) -> Finding {
    if !interrupt::is_wanted() {
        return finding;
    }
    console.note(format_args!("interrupted after {games} games"));
    Finding::Interrupted
}

/// What messages call a file.
pub(crate) fn name(file: &Path) -> String {
    if file == Path::new("-") { "stdin".to_owned() } else { file.display().to_string() }
}
