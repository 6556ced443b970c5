//! A filter between a PGN file and `pgn-reader`.
//!
//! That library is fast and robust, but it passes over much in silence: words that it does not
//! take for moves (`Sf3`, `Nf3++`), so that the next move is played by the wrong side; comments
//! after `;`; tags whose value holds a quote; tags longer than its buffer, with all that it had
//! read ahead. A validator must not be silent. So the sieve reads the file first and hands on a
//! plain one: one tag a line, one blank between words, no move numbers, `;` comments in braces,
//! each game where the standard says it starts. Words that are no plain moves become *notes*:
//! comments that start with [`MARK`], which no comment of the file can. The visitors read them
//! with [`Note::of`].
//!
//! Memory is bounded by the buffer, whatever the file holds.

mod flow;
mod movetext;

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::{Place, TAG_LINE};
use flow::Flow;

/// The first byte of every note and of the tag that says where a game starts.
const MARK: u8 = 1;
/// Bytes that must be there, or the file's end, before a step is taken.
const LOOKAHEAD: usize = TAG_LINE;
const BUFFER: usize = 64 << 10;

/// What the sieve lets through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keep {
    /// All but what means nothing.
    Everything,
    /// Tags, moves of the main line and results.
    MainLine,
}

/// What the sieve has to say, written as a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Note<'a> {
    /// The tags are over. It keeps the library from running games without moves together.
    Movetext,
    /// A word that is no plain move.
    Word(&'a [u8]),
    /// The game begins with a variation, which is left out here.
    Variation,
    /// The file ended inside a comment.
    OpenComment,
}

impl Note<'_> {
    /// The note that a comment is; `None` if it is a comment of the file.
    pub(crate) fn of(comment: &[u8]) -> Option<Note<'_>> {
        match comment {
            [MARK] => Some(Note::Movetext),
            [MARK, b'('] => Some(Note::Variation),
            [MARK, b'!'] => Some(Note::OpenComment),
            [MARK, word @ ..] => Some(Note::Word(word)),
            _ => None,
        }
    }
}

/// Reads the tag with which the sieve says where a game starts; `None` if it is any other tag.
pub(crate) fn place_of(name: &[u8], value: &[u8]) -> Option<Place> {
    if name != [MARK] {
        return None;
    }
    let (offset, line) = core::str::from_utf8(value).ok()?.split_once(' ')?;
    Some(Place { number: 0, offset: offset.parse().ok()?, line: line.parse().ok()? })
}

/// The filter, itself a reader.
pub(crate) struct Sieve<R> {
    input: R,
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
    input_ended: bool,
    flow: Flow,
    sent: usize,
}

impl<R: Read> Sieve<R> {
    pub(crate) fn new(input: R, keep: Keep) -> Sieve<R> {
        Sieve {
            input,
            buffer: vec![0; BUFFER].into(),
            start: 0,
            end: 0,
            input_ended: false,
            flow: Flow::new(keep),
            sent: 0,
        }
    }

    /// Reads on until there is enough to look at, or all.
    fn fill(&mut self) -> io::Result<()> {
        if self.end - self.start >= LOOKAHEAD || self.input_ended {
            return Ok(());
        }
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        while self.end < LOOKAHEAD && !self.input_ended {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.input_ended = true,
                Ok(count) => self.end += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Sifts some more input into the flow; whether there was any.
    pub(crate) fn advance(&mut self) -> io::Result<bool> {
        self.flow.out.clear();
        self.sent = 0;
        self.fill()?;
        if self.start == self.end {
            return Ok(self.flow.finish());
        }
        self.start += self.flow.feed(&self.buffer[self.start..self.end], self.input_ended);
        Ok(true)
    }

    /// The bytes of the input that are sifted already.
    pub(crate) fn offset(&self) -> u64 {
        self.flow.offset
    }

    /// Where the games start that were found since this was asked last.
    pub(crate) fn take_starts(&mut self) -> impl Iterator<Item = u64> + '_ {
        self.flow.starts.drain(..)
    }

    /// How many tags were too long and so were cut; it grows as the sieve goes on.
    pub(crate) fn cut_tags(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.flow.cut_tags)
    }

    /// The input below.
    pub(crate) fn input_mut(&mut self) -> &mut R {
        &mut self.input
    }
}

impl<R: Read> Read for Sieve<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.sent == self.flow.out.len() {
            // Nobody asks for the starts of games here, so they must not pile up.
            self.flow.starts.clear();
            if !self.advance()? {
                return Ok(0);
            }
        }
        let count = (&self.flow.out[self.sent..]).read(into)?;
        self.sent += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests;
