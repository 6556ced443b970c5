//! What the commands have in common that write games again as they were: dedupe, sort, tag.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::collection::{Collection, Entry, write_game};
use super::sink::Sink;
use super::source::{Files, Source};
use crate::console::{Console, Format};
use crate::failure::{Finding, Usage};
use crate::interrupt;

/// What is read and where it goes.
#[derive(Args, Debug)]
pub(super) struct RewriteArgs {
    #[command(flatten)]
    files: Files,

    /// Write to this file instead of stdout; with --json only the counts go to stdout
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The games that are to be written.
pub(super) struct Rewrite<'a> {
    console: &'a Console,
    sink: Sink,
    pub(super) source: Source<'a>,
}

impl RewriteArgs {
    pub(super) fn begin<'a>(&'a self, console: &'a Console) -> anyhow::Result<Rewrite<'a>> {
        if console.format != Format::Text && self.out.is_none() {
            return Err(Usage("--json tells the counts; the games need --out FILE then".to_owned()).into());
        }
        let sink = Sink::open(self.out.as_ref(), &self.files.files, console)?;
        Ok(Rewrite { console, sink, source: self.files.source(console) })
    }
}

impl Rewrite<'_> {
    /// Writes games in this order, each as `edit` makes it, and tells the counts.
    pub(super) fn finish<T>(
        mut self,
        mut games: Collection,
        entries: &[Entry<T>],
        edit: impl Fn(&T, Vec<u8>) -> Vec<u8>,
        report: &impl Serialize,
        words: &str,
    ) -> anyhow::Result<Finding> {
        let template = "{elapsed_precise} {bar:30} {pos}/{len} games written, {eta} left";
        let bar = self.console.bar(Some(entries.len() as u64), template);
        for entry in entries {
            if interrupt::is_wanted() {
                break;
            }
            let game = edit(&entry.about, games.read(entry)?);
            write_game(&mut self.sink, &game)?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        if interrupt::is_wanted() {
            self.sink.abandon(self.console)?;
            return Ok(Finding::Interrupted);
        }
        self.sink.commit()?;
        if self.console.format == Format::Text {
            self.console.note(words);
        } else {
            let mut out = self.console.stdout();
            self.console.write_json(&mut out, report)?;
            out.flush()?;
        }
        Ok(Finding::Good)
    }
}
