//! Lines in and out, whatever the other side does.

use std::io::{self, BufRead, Write};

use quevedo_protocol::LONGEST_LINE;

/// Reads lines as bytes; longer ones than any command are cut, so that nobody can fill our memory.
pub(crate) struct Lines<R> {
    input: R,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(input: R) -> Lines<R> {
        Lines { input }
    }

    /// The next line without its end; `None` when the other side has left.
    pub(crate) fn next(&mut self) -> Option<Vec<u8>> {
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

/// Writes a line at once. If nobody listens any more, there is nobody to play for: the program ends.
pub(crate) fn say(line: &str) {
    let mut out = io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_one_by_one_and_never_too_long() {
        let mut text = b"uci\n\nisready\r\n".to_vec();
        text.extend(vec![b'x'; 3 * LONGEST_LINE]);
        text.extend(b"\nquit");
        let mut lines = Lines::new(io::BufReader::with_capacity(7, &text[..]));
        assert_eq!(lines.next().as_deref(), Some(&b"uci"[..]));
        assert_eq!(lines.next().as_deref(), Some(&b""[..]));
        assert_eq!(lines.next().as_deref(), Some(&b"isready\r"[..]));
        assert_eq!(lines.next().map(|line| line.len()), Some(LONGEST_LINE + 1));
        assert_eq!(lines.next().as_deref(), Some(&b"quit"[..]));
        assert_eq!(lines.next(), None);
    }
}
