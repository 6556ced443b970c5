//! Words on lines of limited length.

use core::fmt::{self, Display, Write};

/// The standard discourages lines of 80 characters or more.
const WIDTH: usize = 79;

/// Some readers take a percent sign at the start of a line for an escape and a bracket for a tag,
/// even inside a comment. Such words stay with the one before.
const NEVER_FIRST: [char; 3] = ['%', '[', ';'];

/// Puts words on lines.
pub(super) struct Lines<'a, W> {
    out: &'a mut W,
    column: usize,
    /// Brackets that wait for the word that they open.
    opening: String,
    /// A word that waits for brackets that close after it and words that stay with it.
    word: String,
}

impl<'a, W: Write> Lines<'a, W> {
    pub(super) fn new(out: &'a mut W) -> Lines<'a, W> {
        Lines { out, column: 0, opening: String::new(), word: String::new() }
    }

    /// Writes a word.
    pub(super) fn word(&mut self, word: impl Display) -> fmt::Result {
        let length = self.word.len();
        if length > 0 {
            self.word.push(' ');
        }
        let begin = self.word.len();
        self.word.push_str(&self.opening);
        self.opening.clear();
        write!(self.word, "{word}")?;
        let may_begin_a_line = !self.word[begin..].starts_with(NEVER_FIRST);
        if length > 0 && may_begin_a_line {
            let next = self.word.split_off(begin);
            self.word.truncate(length);
            self.flush()?;
            self.word = next;
        }
        Ok(())
    }

    /// Opens a bracket, which stays with the word after it.
    #[allow(clippy::unnecessary_wraps)]
    pub(super) fn open(&mut self, bracket: &str) -> fmt::Result {
        self.opening.push_str(bracket);
        Ok(())
    }

    /// Closes a bracket, which stays with the word before it.
    pub(super) fn close(&mut self, bracket: &str) -> fmt::Result {
        if !self.opening.is_empty() {
            self.word("")?;
        }
        self.word.push_str(bracket);
        Ok(())
    }

    /// Ends the last line.
    pub(super) fn end(mut self) -> fmt::Result {
        self.flush()?;
        self.out.write_char('\n')
    }

    fn flush(&mut self) -> fmt::Result {
        if self.word.is_empty() {
            return Ok(());
        }
        let length = self.word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + length <= WIDTH;
            self.out.write_char(if fits { ' ' } else { '\n' })?;
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.out.write_str(&self.word)?;
        self.column += length;
        self.word.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lay_out(write: impl FnOnce(&mut Lines<'_, String>)) -> String {
        let mut text = String::new();
        let mut lines = Lines::new(&mut text);
        write(&mut lines);
        lines.end().expect("strings take everything");
        text
    }

    #[test]
    fn brackets_stay_with_their_words() {
        let text = lay_out(|lines| {
            lines.word("a").expect("room");
            lines.open("(").expect("room");
            lines.word("b").expect("room");
            lines.open("{ ").expect("room");
            lines.word("c").expect("room");
            lines.close(" }").expect("room");
            lines.close(")").expect("room");
            lines.word("d").expect("room");
        });
        assert_eq!(text, "a (b { c }) d\n");
    }

    #[test]
    fn lines_stay_below_eighty() {
        let text = lay_out(|lines| {
            for word in 0..200 {
                lines.word(format_args!("w{word}")).expect("room");
            }
            lines.word("x".repeat(100)).expect("room");
            lines.word("%").expect("room");
        });
        let long: Vec<&str> = text.lines().filter(|line| line.len() > WIDTH).collect();
        assert_eq!(long, [format!("{} %", "x".repeat(100))]);
        assert!(text.lines().all(|line| !line.starts_with('%') && !line.ends_with(' ')));
        assert!(text.lines().take(9).all(|line| line.len() > WIDTH - 6), "{text}");
    }
}
