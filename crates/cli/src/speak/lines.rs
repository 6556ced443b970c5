//! Lines in and out, whatever the other side does.

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quevedo_protocol::LONGEST_LINE;

use super::log::{Direction, Log};

/// Reads lines as bytes; longer ones than any command are cut, so that nobody can fill our memory.
pub(crate) struct Lines<R> {
    input: R,
    voice: Voice,
}

impl<R: BufRead> Lines<R> {
    /// Lines whose arrival is noted in the log, if there is one.
    pub(crate) fn new(input: R, voice: Voice) -> Lines<R> {
        Lines { input, voice }
    }

    /// The next line without its end; `None` when the other side has left.
    pub(crate) fn next(&mut self) -> Option<Vec<u8>> {
        let line = self.read()?;
        self.voice.note(Direction::In, &line);
        Some(line)
    }

    fn read(&mut self) -> Option<Vec<u8>> {
        let mut line = Vec::new();
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => return None,
            };
            if chunk.is_empty() {
                return (!line.is_empty()).then_some(line);
            }
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let taken = end.unwrap_or(chunk.len());
            // One byte more than the longest line tells the parser that it was longer.
            let room = (LONGEST_LINE + 1).saturating_sub(line.len());
            line.extend_from_slice(&chunk[..taken.min(room)]);
            self.input.consume(taken + usize::from(end.is_some()));
            if end.is_some() {
                return Some(line);
            }
        }
    }
}

/// What we say to the other side; and a log of it, if one is kept.
#[derive(Clone, Default)]
pub(crate) struct Voice {
    log: Arc<Mutex<Option<Log>>>,
}

impl Voice {
    /// Writes a line at once. If nobody listens any more, there is nobody to play for: the program
    /// ends.
    pub(crate) fn say(&self, line: &str) {
        let mut out = io::stdout().lock();
        self.note(Direction::Out, line.as_bytes());
        if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
            std::process::exit(0);
        }
    }

    /// Keeps a log in this file from now on, or none.
    pub(super) fn keep_log(&self, path: &str) -> io::Result<()> {
        let log = if path.is_empty() { None } else { Some(Log::open(path)?) };
        *self.log() = log;
        Ok(())
    }

    /// The file of the log; empty if none is kept.
    pub(super) fn log_path(&self) -> String {
        self.log().as_ref().map_or(String::new(), |log| log.path().to_owned())
    }

    fn note(&self, direction: Direction, line: &[u8]) {
        if let Some(log) = self.log().as_mut() {
            log.note(direction, line);
        }
    }

    /// Ends a log that could not be written; why, for the user.
    pub(super) fn end_failed_log(&self) -> Option<String> {
        let mut log = self.log();
        let words = log.as_ref()?.failure()?;
        *log = None;
        Some(words)
    }

    fn log(&self) -> MutexGuard<'_, Option<Log>> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes sure that the program ends soon: somebody who reads nothing any more could hold up our last
/// words for ever.
pub(super) fn leave_soon() {
    std::thread::spawn(|| {
        std::thread::sleep(core::time::Duration::from_millis(500));
        std::process::exit(0);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_one_by_one_and_never_too_long() {
        let mut text = b"uci\n\nisready\r\n".to_vec();
        text.extend(vec![b'x'; 3 * LONGEST_LINE]);
        text.extend(b"\nquit");
        let mut lines = Lines::new(io::BufReader::with_capacity(7, &text[..]), Voice::default());
        assert_eq!(lines.next().as_deref(), Some(&b"uci"[..]));
        assert_eq!(lines.next().as_deref(), Some(&b""[..]));
        assert_eq!(lines.next().as_deref(), Some(&b"isready\r"[..]));
        assert_eq!(lines.next().map(|line| line.len()), Some(LONGEST_LINE + 1));
        assert_eq!(lines.next().as_deref(), Some(&b"quit"[..]));
        assert_eq!(lines.next(), None);
    }
}
