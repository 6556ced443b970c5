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
}

impl Log {
    pub(super) fn open(path: &str) -> io::Result<Log> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Log { path: path.to_owned(), file })
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// Appends a line in one piece, so that several programs can share a file.
    pub(super) fn note(&mut self, direction: Direction, line: &[u8]) -> io::Result<()> {
        let arrow = if direction == Direction::In { "->" } else { "<-" };
        let mut entry = format!("{} {arrow} ", Moment::now().log_stamp()).into_bytes();
        entry.extend_from_slice(line.trim_ascii_end());
        entry.push(b'\n');
        self.file.write_all(&entry)
    }
}

/// Brings the log in line with the engine's option. If it cannot be written, the option gets its old
/// value back, and the words for the user are returned.
pub(super) fn follow_option(voice: &Voice, engine: &mut Session) -> Option<String> {
    let wanted = engine.options().debug_log.clone();
    let before = voice.log_path();
    if wanted == before {
        return None;
    }
    let error = voice.keep_log(&wanted).err()?;
    let value = Some(before);
    engine.send(Command::SetOption { name: "Debug Log File".to_owned(), value });
    Some(format!("cannot keep a log in \"{}\": {error}", wanted.chars().take(200).collect::<String>()))
}
