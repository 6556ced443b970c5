//! Perft files: positions with known numbers.

use std::io::BufRead;
use std::path::Path;

use anyhow::Context;
use quevedo_rules::Board;
use serde::Serialize;

use crate::input::{self, InputLine};

/// A position with its numbers.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Where it stands, from 1.
    pub(super) line: u64,
    pub(super) board: Board,
    /// Plies and lines.
    pub(super) numbers: Vec<(u32, u64)>,
}

/// A line that could not be read.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub(super) struct Unreadable {
    pub(super) line: u64,
    pub(super) error: String,
}

/// All positions of a file, and the lines that could not be read.
pub(super) fn suite(path: &Path) -> anyhow::Result<(Vec<Entry>, Vec<Unreadable>)> {
    let mut input = input::open(path)?;
    read(&mut input).with_context(|| format!("cannot read {}", path.display()))
}

fn read(input: &mut dyn BufRead) -> std::io::Result<(Vec<Entry>, Vec<Unreadable>)> {
    let mut reader = Reader::default();
    let mut line = 0;
    while let Some(text) = input::next_line(input)? {
        line += 1;
        let result = match text {
            InputLine::Text(text) => reader.line(&text, line),
            InputLine::TooLong => Err("the line is too long".to_owned()),
            InputLine::NotText => Err("the line is not UTF-8 text".to_owned()),
        };
        reader.unreadable.extend(result.err().map(|error| Unreadable { line, error }));
    }
    reader.entries.retain(|entry| !entry.numbers.is_empty());
    Ok((reader.entries, reader.unreadable))
}

#[derive(Default)]
struct Reader {
    entries: Vec<Entry>,
    unreadable: Vec<Unreadable>,
    /// The last `epd` could not be read, so its `perft` lines belong to nothing.
    passes_over: bool,
}

impl Reader {
    fn line(&mut self, text: &str, line: u64) -> Result<(), String> {
        // Known files end their lines in zero bytes.
        let is_blank = |letter: char| letter.is_whitespace() || letter == '\0';
        let text = text.trim_start_matches('\u{feff}').trim_matches(is_blank);
        let (keyword, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match keyword {
            "" | "id" => Ok(()),
            comment if comment.starts_with('#') => Ok(()),
            "epd" => self.position(rest, line),
            "perft" if self.passes_over => Ok(()),
            "perft" => {
                let entry = self.entries.last_mut().ok_or("\"perft\" stands before any \"epd\"")?;
                entry.numbers.push(number(rest)?);
                Ok(())
            }
            _ => self.position(text, line),
        }
    }

    fn position(&mut self, text: &str, line: u64) -> Result<(), String> {
        self.passes_over = true;
        self.entries.push(entry(text, line)?);
        self.passes_over = false;
        Ok(())
    }
}

/// Reads `FEN ;D1 20 ;D2 400`, with any spaces around the semicolons.
fn entry(text: &str, line: u64) -> Result<Entry, String> {
    let mut parts = text.split(';');
    let fen = parts.next().unwrap_or_default();
    let board = Board::from_fen_lenient(fen).map_err(|error| error.to_string())?;
    let numbers = parts
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .map(|part| number(part.trim_start_matches(['D', 'd'])))
        .collect::<Result<_, _>>()?;
    Ok(Entry { line, board, numbers })
}

/// Reads `4 197281`: plies and lines.
fn number(text: &str) -> Result<(u32, u64), String> {
    let mut words = text.split_whitespace();
    let depth = words.next().and_then(|word| word.parse().ok()).filter(|depth| *depth < 100);
    let lines = words.next().and_then(|word| word.parse().ok());
    if let (Some(depth), Some(lines), None) = (depth, lines, words.next()) {
        return Ok((depth, lines));
    }
    let shown: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    Err(format!("\"{shown}\" is not a depth and a number, like D4 197281"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> (Vec<Entry>, Vec<Unreadable>) {
        read(&mut text.as_bytes()).expect("memory can be read")
    }

    #[test]
    fn all_formats_mean_the_same() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400\n",
            "\n# text\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1; D1 20; D2 400; \0",
            "id start\r\nepd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\nperft 1 20\nperft 2 400\n",
        ] {
            let (entries, unreadable) = read_text(text);
            assert_eq!(unreadable, []);
            assert_eq!(entries.len(), 1);
            assert_eq!(entries[0].board, Board::start());
            assert_eq!(entries[0].numbers, [(1, 20), (2, 400)]);
        }
    }

    #[test]
    fn faults_are_named_and_the_rest_is_read() {
        let (entries, unreadable) = read_text(
            "perft 1 20\n8/8 ;D1 3\n4k3/8/8/8/8/8/8/4K3 w - - ;D1 x\n4k3/8/8/8/8/8/8/4K3 w - - ;D1 5\n\
             epd 8/8\nperft 1 3\n",
        );
        assert_eq!(entries.len(), 1);
        assert_eq!((entries[0].line, entries[0].numbers.len()), (4, 1));
        let errors: Vec<_> = unreadable.iter().map(|fault| (fault.line, fault.error.as_str())).collect();
        assert_eq!(
            errors,
            [
                (1, "\"perft\" stands before any \"epd\""),
                (2, "the board has 2 ranks, expected 8"),
                (3, "\"1 x\" is not a depth and a number, like D4 197281"),
                (5, "the board has 2 ranks, expected 8"),
            ]
        );
    }
}
