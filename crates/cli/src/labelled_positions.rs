//! What can be learnt from, out of the files that users name: one reader for all commands.

use std::collections::VecDeque;
use std::io::BufRead;
use std::path::{Path, PathBuf};

use anyhow::Context;
use indicatif::ProgressBar;
use quevedo_train::data::{Record, RecordError, Records};

use crate::console::Console;
use crate::{input, interrupt};

/// More complaints than this about one file help nobody.
const COMPLAINTS: u64 = 5;

/// The user hears from reading so often.
const TELL_EVERY: u64 = 256;

/// The records of several files, one after the other. What cannot be read is told and left out.
pub(crate) struct Sources<'a> {
    paths: VecDeque<&'a Path>,
    current: Option<Current<'a>>,
    /// Files begun so far.
    files: usize,
    /// Lines and games of all files that could not be read.
    unreadable: u64,
    records: u64,
    bar: ProgressBar,
    console: &'a Console,
}

struct Current<'a> {
    path: &'a Path,
    records: Records<Box<dyn BufRead>>,
    unreadable: u64,
}

impl<'a> Sources<'a> {
    /// All records of these files; `-` is stdin.
    pub(crate) fn new(paths: &'a [PathBuf], console: &'a Console) -> Sources<'a> {
        let paths = paths.iter().map(PathBuf::as_path).collect();
        let bar = ProgressBar::hidden();
        Sources { paths, current: None, files: 0, unreadable: 0, records: 0, bar, console }
    }

    /// The same, with a bar that tells how many positions were found.
    pub(crate) fn with_bar(mut self) -> Sources<'a> {
        self.bar = self.console.bar(None, "{elapsed_precise} reading, {msg} positions");
        self
    }

    /// The next record, with the number of its file from 1; `None` at the end of the last file, or when
    /// somebody interrupts.
    pub(crate) fn next(&mut self) -> anyhow::Result<Option<(usize, Record)>> {
        while !interrupt::is_wanted() {
            let Some(current) = &mut self.current else {
                let Some(path) = self.paths.pop_front() else { return Ok(None) };
                let records = Records::new(input::open(path)?)
                    .with_context(|| format!("cannot read {}", path.display()))?;
                self.current = Some(Current { path, records, unreadable: 0 });
                self.files += 1;
                continue;
            };
            match current.records.next() {
                None => self.end_file(),
                Some(Ok(record)) => {
                    self.records += 1;
                    return Ok(Some((self.files, record)));
                }
                Some(Err(RecordError::One(words))) => self.complain(words),
                Some(Err(RecordError::Rest(error))) => {
                    return Err(error).with_context(|| format!("cannot read {}", current.path.display()));
                }
            }
        }
        Ok(None)
    }

    /// A record is of no use.
    pub(crate) fn complain(&mut self, words: impl std::fmt::Display) {
        self.unreadable += 1;
        if let Some(current) = &mut self.current {
            current.unreadable += 1;
            if current.unreadable <= COMPLAINTS {
                self.console.note(words);
            }
        }
    }

    /// Passes over the rest of the file.
    pub(crate) fn end_file(&mut self) {
        let Some(Current { path, unreadable, .. }) = self.current.take() else { return };
        if unreadable > COMPLAINTS {
            let name = if path == Path::new("-") { "stdin".to_owned() } else { path.display().to_string() };
            self.console
                .note(format_args!("{unreadable} lines or games of {name} cannot be read and are left out"));
        }
    }

    /// Tells how many positions were found.
    pub(crate) fn tell(&self, positions: usize) {
        if self.records.is_multiple_of(TELL_EVERY) {
            self.bar.set_message(positions.to_string());
        }
    }

    /// Lines and games that could not be read.
    pub(crate) fn unreadable(&self) -> u64 {
        self.unreadable
    }
}

impl Drop for Sources<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
