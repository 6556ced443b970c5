//! A record of a conversation, for finding out who said what, and when.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};

use quevedo_engine::{Command, Session};

use super::lines::Voice;
use crate::calendar::Moment;

/// Where a line goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    /// From the user's program to us.
    In,
    /// From us to the user's program.
    Out,
}

/// A file to which every line is appended with its time and direction.
#[derive(Debug)]
pub(super) struct Log {
    path: String,
    file: File,
    /// Why nothing is written any more.
    failure: Option<io::Error>,
}

impl Log {
    pub(super) fn open(path: &str) -> io::Result<Log> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Log { path: path.to_owned(), file, failure: None })
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// Why the log ended, if it did.
    pub(super) fn failure(&self) -> Option<String> {
        let error = self.failure.as_ref()?;
        Some(format!("the log in \"{}\" ends here: {error}", shortened(&self.path)))
    }

    /// Appends a line in one piece, so that several programs can share a file. A disk that is full must not cost the
    /// game: the log ends there.
    pub(super) fn note(&mut self, direction: Direction, line: &[u8]) {
        if self.failure.is_some() {
            return;
        }
        let arrow = if direction == Direction::In { "->" } else { "<-" };
        let mut entry = format!("{} {arrow} ", Moment::now().log_stamp()).into_bytes();
        entry.extend_from_slice(line.trim_ascii_end());
        entry.push(b'\n');
        self.failure = self.file.write_all(&entry).err();
    }
}

/// Brings the log in line with the engine's option. If it cannot be kept, the option gets its old value back; if it
/// cannot be written any more, it gets none. The words for the user are returned.
pub(super) fn follow_option(voice: &Voice, engine: &mut Session) -> Option<String> {
    let wanted = engine.options().debug_log.clone();
    let before = voice.log_path();
    if wanted == before {
        let complaint = voice.end_failed_log()?;
        set_option(engine, String::new());
        return Some(complaint);
    }
    let error = voice.keep_log(&wanted).err()?;
    set_option(engine, before);
    Some(format!("cannot keep a log in \"{}\": {error}", shortened(&wanted)))
}

fn set_option(engine: &mut Session, path: String) {
    engine.send(Command::SetOption { name: "Debug Log File".to_owned(), value: Some(path) });
}

/// As much of a path as fits into a line.
fn shortened(path: &str) -> String {
    path.chars().take(200).collect()
}
