//! The files of suites, and which of their positions are wanted.

use std::io::BufRead;
use std::path::Path;

use anyhow::Context;
use quevedo_suite::Task;
use serde::Serialize;

use super::SolveArgs;
use crate::console::Console;
use crate::input::{self, InputLine};

/// All suites of a run.
#[derive(Debug, Default)]
pub(super) struct Suites {
    /// The names of the files.
    pub(super) files: Vec<String>,
    /// The positions of all files, in their order.
    pub(super) tasks: Vec<Entry>,
    /// What could not be read.
    pub(super) unreadable: Vec<Unreadable>,
}

/// A position and where it comes from.
#[derive(Debug)]
pub(super) struct Entry {
    /// The number of the file.
    pub(super) file: usize,
    pub(super) line: u64,
    /// Its name: the record's own, or its line.
    pub(super) id: String,
    pub(super) task: Task,
}

/// A line that could not be read.
#[derive(Clone, Serialize, Debug)]
pub(super) struct Unreadable {
    file: String,
    line: u64,
    error: String,
}

impl Suites {
    pub(super) fn read(args: &SolveArgs, console: &Console) -> anyhow::Result<Suites> {
        let mut suites = Suites::default();
        for path in &args.files {
            suites.read_file(path, args, console)?;
        }
        for Unreadable { file, line, error } in &suites.unreadable {
            console.note(format_args!("{file}, line {line}: {error}"));
        }
        anyhow::ensure!(!suites.tasks.is_empty(), "there are no positions to solve");
        Ok(suites)
    }

    fn read_file(&mut self, path: &Path, args: &SolveArgs, console: &Console) -> anyhow::Result<()> {
        let name =
            path.file_name().map_or_else(|| path.display().to_string(), |name| name.display().to_string());
        let mut input = input::open(path)?;
        let silent = self
            .read_lines(&mut input, &name, args)
            .with_context(|| format!("cannot read {}", path.display()))?;
        if silent > 0 {
            console.note(format_args!("{silent} positions of {name} ask for nothing: no bm, am or dm"));
        }
        self.files.push(name);
        Ok(())
    }

    /// Reads the tasks of a file; returns how many positions ask for nothing.
    fn read_lines(&mut self, input: &mut dyn BufRead, name: &str, args: &SolveArgs) -> anyhow::Result<u64> {
        let (mut line, mut silent) = (0, 0);
        let mut room = args.max.unwrap_or(usize::MAX);
        while room > 0
            && let Some(text) = input::next_line(input)?
        {
            line += 1;
            let record = match text {
                InputLine::Text(text) => record(&text),
                InputLine::TooLong => Err("the line is too long".to_owned()),
                InputLine::NotText => Err("the line is not UTF-8 text".to_owned()),
            };
            match record {
                Ok(Record::Task(task)) => {
                    let id = task.id.clone().unwrap_or_else(|| format!("line {line}"));
                    if is_wanted(&id, &args.ids) {
                        self.tasks.push(Entry { file: self.files.len(), line, id, task: *task });
                        room -= 1;
                    }
                }
                Ok(Record::Silent) => silent += 1,
                Ok(Record::Nothing) => {}
                Err(error) => self.unreadable.push(Unreadable { file: name.to_owned(), line, error }),
            }
        }
        Ok(silent)
    }
}

/// What stands on a line.
enum Record {
    Task(Box<Task>),
    /// A position that asks for nothing.
    Silent,
    /// No position at all.
    Nothing,
}

fn record(text: &str) -> Result<Record, String> {
    let is_blank =
        matches!(text.trim_start_matches('\u{feff}').trim_start().chars().next(), None | Some('#'));
    match Task::read(text) {
        Ok(Some(task)) => Ok(Record::Task(Box::new(task))),
        Ok(None) if is_blank => Ok(Record::Nothing),
        Ok(None) => Ok(Record::Silent),
        Err(error) => Err(error.to_string()),
    }
}

/// Whether an id is among those asked for; all are if none is.
fn is_wanted(id: &str, patterns: &[String]) -> bool {
    patterns.is_empty() || patterns.iter().any(|pattern| matches(pattern.trim(), id))
}

/// Whether a text fits a pattern where `*` stands for any letters.
fn matches(pattern: &str, text: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut text) = text.strip_prefix(start) else { return false };
    let (middle, end) = rest.rsplit_once('*').unwrap_or(("", rest));
    for part in middle.split('*') {
        let Some(at) = text.find(part) else { return false };
        text = text.get(at + part.len()..).unwrap_or_default();
    }
    text.ends_with(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_ids() {
        for (pattern, text) in [
            ("WAC.001", "WAC.001"),
            ("WAC.*", "WAC.001"),
            ("*", ""),
            ("*1", "WAC.001"),
            ("W*C*1", "WAC.001"),
            ("a**b", "ab"),
            ("*b*c*", "abcd"),
        ] {
            assert!(matches(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in
            [("WAC.001", "WAC.0011"), ("WAC.*2", "WAC.001"), ("a*a", "a"), ("*b*b", "ab"), ("", "x")]
        {
            assert!(!matches(pattern, text), "{pattern} {text}");
        }
        assert!(is_wanted("any", &[]));
    }
}
