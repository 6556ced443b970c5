//! What an experiment needs of the world: data files, a journal, a bar, and Ctrl-C.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::Context;
use indicatif::ProgressBar;
use quevedo_lab::experiment::{Host, Scale};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{input, interrupt};

/// A line of a journal: which run wrote what follows, or a finished cell.
#[derive(Serialize, Deserialize, Debug)]
#[serde(untagged)]
enum JournalLine {
    Part(Preamble),
    Cell {
        cell: String,
        value: Value,
        /// Seconds since this part of the run began.
        at: f64,
    },
}

/// What a journal is about; another scale, seed or folder of data measures something else.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub(super) struct Preamble {
    pub(super) experiment: String,
    pub(super) scale: Scale,
    pub(super) seed: u64,
    /// The folder of suites and games, where one is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) data: Option<PathBuf>,
    pub(super) version: String,
}

/// What a journal remembers.
#[derive(Default, Debug)]
pub(super) struct Memory {
    pub(super) cells: HashMap<String, Value>,
    /// How long its parts ran.
    pub(super) seconds: f64,
}

/// Files and a terminal for one experiment.
pub(super) struct Files {
    data: Option<PathBuf>,
    journal: Mutex<File>,
    path: PathBuf,
    bar: ProgressBar,
    start: Instant,
}

impl Files {
    /// Goes on with the journal in this file, if it is about the same; else begins a new one.
    pub(super) fn open(
        path: PathBuf,
        preamble: &Preamble,
        bar: ProgressBar,
    ) -> anyhow::Result<(Files, Memory)> {
        let memory = recall(&path, preamble)?;
        let is_new = memory.is_none();
        let file = OpenOptions::new().create(true).append(!is_new).write(true).truncate(is_new).open(&path);
        let mut file = file.with_context(|| format!("cannot write {}", path.display()))?;
        write_entry(&mut file, &JournalLine::Part(preamble.clone()))
            .with_context(|| format!("cannot write {}", path.display()))?;
        let data = preamble.data.clone();
        let files = Files { data, journal: Mutex::new(file), path, bar, start: Instant::now() };
        Ok((files, memory.unwrap_or_default()))
    }

    pub(super) fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// The report is written: the journal has done its work.
    pub(super) fn discard_journal(self) {
        self.bar.finish_and_clear();
        // Where it cannot be removed, the next run only remembers what it need not.
        let _ = std::fs::remove_file(&self.path);
    }
}

fn write_entry(file: &mut File, entry: &JournalLine) -> std::io::Result<()> {
    // A line in front: whatever a killed run left unfinished is a line of its own.
    let text = format!("\n{}", serde_json::to_string(entry)?);
    file.write_all(text.as_bytes())
}

/// What a journal holds; `None` if there is none, or it is about something else.
fn recall(path: &Path, preamble: &Preamble) -> anyhow::Result<Option<Memory>> {
    let file = match File::open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        file => file.with_context(|| format!("cannot read {}", path.display()))?,
    };
    let mut input = BufReader::new(file);
    let mut memory = Memory::default();
    let (mut is_ours, mut latest) = (false, 0.0);
    while let Some(line) = input::next_line(&mut input)? {
        let input::Line::Text(line) = line else { continue };
        match serde_json::from_str(&line) {
            Ok(JournalLine::Part(found)) if found == *preamble => {
                is_ours = true;
                memory.seconds += latest;
                latest = 0.0;
            }
            Ok(JournalLine::Part(_)) => return Ok(None),
            Ok(JournalLine::Cell { cell, value, at }) => {
                memory.cells.insert(cell, value);
                latest = at;
            }
            // A line that was cut off: its cell is measured again.
            Err(_) => {}
        }
    }
    memory.seconds += latest;
    Ok(is_ours.then_some(memory))
}

impl Host for Files {
    fn open(&self, name: &str) -> Option<Box<dyn BufRead>> {
        input::open(&self.data.as_ref()?.join(name)).ok()
    }

    fn keep(&self, cell: &str, value: &Value) -> Result<(), String> {
        let entry = JournalLine::Cell { cell: cell.to_owned(), value: value.clone(), at: self.seconds() };
        let mut file = self.journal.lock().unwrap_or_else(PoisonError::into_inner);
        write_entry(&mut file, &entry).map_err(|error| error.to_string())
    }

    fn progress(&self, done: usize, total: usize, what: &str) {
        self.bar.set_length(total as u64);
        self.bar.set_position(done as u64);
        self.bar.set_message(what.to_owned());
    }

    fn stop(&self) -> &AtomicBool {
        interrupt::flag()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_survives_what_cuts_it_off() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal.jsonl");
        let preamble =
            Preamble { experiment: "x".into(), scale: Scale::Tiny, seed: 1, data: None, version: "0".into() };
        let open = |preamble: &Preamble| {
            Files::open(path.clone(), preamble, ProgressBar::hidden()).expect("a journal")
        };
        let (files, memory) = open(&preamble);
        assert!(memory.cells.is_empty());
        files.keep("a: 1", &Value::from(7)).expect("writable");
        drop(files);
        OpenOptions::new()
            .append(true)
            .open(&path)
            .and_then(|mut file| file.write_all(b"\n{\"cell\":\"a: 2\",\"val"))
            .expect("writable");
        let (files, memory) = open(&preamble);
        assert_eq!(memory.cells, HashMap::from([("a: 1".to_owned(), Value::from(7))]));
        files.keep("a: 2", &Value::from(8)).expect("writable");
        drop(files);
        assert_eq!(open(&preamble).1.cells.len(), 2);
        let (_, other) = open(&Preamble { seed: 2, ..preamble.clone() });
        assert!(other.cells.is_empty(), "another seed measures something else");
        assert!(open(&preamble).1.cells.is_empty(), "and has taken the journal's place");
        open(&preamble).0.keep("a: 1", &Value::from(7)).expect("writable");
        let (_, other) = open(&Preamble { data: Some("elsewhere".into()), ..preamble.clone() });
        assert!(other.cells.is_empty(), "other data measure something else");
        assert!(open(&preamble).1.cells.is_empty(), "and has taken the journal's place");
        open(&preamble).0.discard_journal();
        assert!(!path.exists());
    }
}
