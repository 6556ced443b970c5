//! The states of the filter: between games, among tags, inside comments.

use std::io::Write as _;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use memchr::{memchr, memchr_iter, memchr2};

use super::super::tagline::{TagLine, looks_like_tag};
use super::{BUFFER, Keep, LOOKAHEAD, MARK};

/// Longer comments above the tags or moves of a game are cut.
const HELD: usize = 64 << 10;

/// Where in a file the filter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// Between two games.
    Between,
    /// Among the tags of a game.
    Tags,
    /// Among the moves of a game.
    Moves,
    /// Inside braces.
    Comment,
    /// After a semicolon among the moves.
    LineComment,
    /// After a semicolon before the moves; then back to what was before.
    HeldComment(Before),
    /// Inside braces between two games.
    HeldBraces,
    /// On a line that means nothing (an escape, or the rest of an endless tag).
    Skip(Before),
    /// After the end of the file.
    Finished,
}

/// Where to go on after a line that is no part of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Before {
    Between,
    Tags,
    Moves,
}

impl From<Before> for State {
    fn from(before: Before) -> State {
        match before {
            Before::Between => State::Between,
            Before::Tags => State::Tags,
            Before::Moves => State::Moves,
        }
    }
}

/// The line of the file that the filter is on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// Nothing at all stood on it so far.
    is_untouched: bool,
    /// Nothing but white space stood on it so far.
    pub(super) is_empty: bool,
    /// Line ends since the last word; two of them are an empty line.
    ends: u32,
}

impl Line {
    fn end(&mut self) {
        let ends = self.ends.saturating_add(1);
        *self = Line { is_untouched: true, is_empty: true, ends };
    }

    pub(super) fn word_begins(&mut self) {
        self.is_untouched = false;
        self.is_empty = false;
        self.ends = 0;
    }

    pub(super) fn blank(&mut self) {
        self.is_untouched = false;
    }

    /// Whether a percent sign here makes the line an escape.
    pub(super) fn may_be_escape(self) -> bool {
        self.is_untouched
    }

    /// Whether an empty line stands before what comes.
    pub(super) fn follows_empty_line(self) -> bool {
        self.ends >= 2
    }
}

/// What the filter knows of the game that it is in.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    /// How many brackets are open.
    pub(super) depth: u64,
    /// There was a move.
    pub(super) moves: bool,
    /// There was a result.
    pub(super) result: bool,
}

/// The state of the filter, and what it lets through.
pub(super) struct Flow {
    pub(super) keep: Keep,
    pub(super) out: Vec<u8>,
    /// Where games start.
    pub(super) starts: Vec<u64>,
    /// How many bytes are sifted.
    pub(super) offset: u64,
    /// The number of the line, from 1. It is brought up to date before a game begins.
    line_number: u64,
    pub(super) state: State,
    pub(super) line: Line,
    pub(super) seen: Seen,
    /// Comments before the tags or moves of a game.
    held: Vec<u8>,
    /// The name of the game's first tag.
    first_tag: Vec<u8>,
    /// How many tags were longer than any line that is read whole.
    pub(super) cut_tags: Arc<AtomicU64>,
}

impl Flow {
    pub(super) fn new(keep: Keep) -> Flow {
        Flow {
            keep,
            out: Vec::with_capacity(BUFFER),
            starts: Vec::new(),
            offset: 0,
            line_number: 1,
            state: State::Between,
            line: Line { is_untouched: true, is_empty: true, ends: 0 },
            seen: Seen::default(),
            held: Vec::new(),
            first_tag: Vec::new(),
            cut_tags: Arc::default(),
        }
    }

    /// Sifts bytes and returns how many. Unless they are the last ones, some are left for the next
    /// time, so that no word is cut in two.
    pub(super) fn feed(&mut self, data: &[u8], is_last: bool) -> usize {
        let end = if is_last { data.len() } else { data.len().saturating_sub(LOOKAHEAD - 1) };
        let mut at = 0;
        // Counting lines all at once is much faster than one by one.
        let mut counted = 0;
        while at < end {
            let rest = &data[at..];
            if self.may_begin_game() {
                self.line_number += memchr_iter(b'\n', &data[counted..at]).count() as u64;
                counted = at;
            }
            let used = match self.state {
                State::Between => self.between(rest),
                State::Tags => self.tags(rest),
                State::Moves => self.moves(rest, end - at),
                State::Comment => self.comment(rest),
                State::LineComment => self.line_comment(rest),
                State::HeldComment(before) => self.held_comment(rest, before),
                State::HeldBraces => self.held_braces(rest),
                State::Skip(before) => self.skip(rest, before),
                State::Finished => rest.len(),
            };
            at += used;
            self.offset += used as u64;
        }
        self.line_number += memchr_iter(b'\n', &data[counted..at]).count() as u64;
        at
    }

    fn may_begin_game(&self) -> bool {
        match self.state {
            State::Between => true,
            State::Tags => self.line.follows_empty_line(),
            _ => false,
        }
    }

    /// Ends what is still open at the end of the file; whether anything was written.
    pub(super) fn finish(&mut self) -> bool {
        match core::mem::replace(&mut self.state, State::Finished) {
            State::Finished => return false,
            State::HeldBraces => {
                self.begin_game();
                self.begin_moves();
                self.state = State::Finished;
                self.out.extend([b'{', MARK, b'!', b'}']);
            }
            State::Comment => {
                if self.keep == Keep::Everything {
                    self.out.push(b'}');
                }
                self.out.extend([b'{', MARK, b'!', b'}']);
            }
            State::LineComment if self.keep == Keep::Everything => self.out.push(b'}'),
            State::Tags => {
                self.begin_moves();
                self.state = State::Finished;
            }
            _ => {}
        }
        true
    }

    /// Passes over white space (and over what no text file should hold); the bytes passed.
    pub(super) fn white_space(&mut self, data: &[u8]) -> usize {
        let mut used = 0;
        for &byte in data {
            match byte {
                b'\n' => self.line.end(),
                // A carriage return alone ends a line too, in files from old machines.
                b'\r' if data.get(used + 1).is_some_and(|&next| next != b'\n') => self.line.end(),
                b'\r' => {}
                0..=b' ' => self.line.blank(),
                _ => break,
            }
            used += 1;
        }
        used
    }

    fn between(&mut self, data: &[u8]) -> usize {
        const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
        let used = self.white_space(data);
        let Some(&byte) = data.get(used) else { return used };
        match byte {
            _ if used > 0 => used,
            _ if data.starts_with(BYTE_ORDER_MARK) => BYTE_ORDER_MARK.len(),
            b';' => self.hold(State::HeldComment(Before::Between)),
            b'{' => self.hold(State::HeldBraces),
            b'%' if self.line.may_be_escape() => self.escape(Before::Between),
            _ => {
                self.begin_game();
                0
            }
        }
    }

    /// Begins a comment before a game. Whether it belongs to one is known when the game begins.
    fn hold(&mut self, state: State) -> usize {
        self.state = state;
        self.line.word_begins();
        1
    }

    pub(super) fn escape(&mut self, before: Before) -> usize {
        // The line is as if it were not there.
        self.line.ends = self.line.ends.saturating_sub(1);
        self.state = State::Skip(before);
        1
    }

    /// Says where a game starts.
    fn begin_game(&mut self) {
        self.state = State::Tags;
        self.first_tag.clear();
        self.seen = Seen::default();
        self.line.ends = 0;
        self.starts.push(self.offset);
        let _ = write!(self.out, "\n\n[{} \"{} {}\"]\n", char::from(MARK), self.offset, self.line_number);
    }

    fn tags(&mut self, data: &[u8]) -> usize {
        let used = self.white_space(data);
        let Some(&byte) = data.get(used) else { return used };
        match byte {
            _ if used > 0 => used,
            b';' => self.hold(State::HeldComment(Before::Tags)),
            b'%' if self.line.may_be_escape() => self.escape(Before::Tags),
            b'[' if looks_like_tag(data) => self.tag(data),
            _ => {
                self.begin_moves();
                0
            }
        }
    }

    fn tag(&mut self, data: &[u8]) -> usize {
        let tag = TagLine::read(data);
        // A game may have no moves. Then the next one starts with a tag that this one has too.
        if self.line.follows_empty_line() && *tag.name == *self.first_tag {
            self.begin_moves();
            self.begin_game();
        }
        if self.first_tag.is_empty() {
            self.first_tag.extend(tag.name);
        }
        self.held.clear();
        self.line.word_begins();
        tag.write(&mut self.out);
        if !tag.is_complete {
            self.cut_tags.fetch_add(1, Relaxed);
            self.state = State::Skip(Before::Tags);
        }
        tag.used
    }

    fn begin_moves(&mut self) {
        self.state = State::Moves;
        self.out.extend([b'{', MARK, b'}']);
        if self.keep == Keep::Everything && !self.held.is_empty() {
            self.out.push(b'{');
            self.out.append(&mut self.held);
            self.out.push(b'}');
        }
        self.held.clear();
    }

    /// Sifts a comment up to its end, or as much of it as there is.
    pub(super) fn comment(&mut self, data: &[u8]) -> usize {
        let close = memchr(b'}', data);
        let used = close.map_or(data.len(), |close| close + 1);
        let text = &data[..used];
        if self.keep == Keep::Everything {
            self.out.extend(text);
        }
        self.state = if close.is_some() { State::Moves } else { State::Comment };
        used
    }

    fn line_comment(&mut self, data: &[u8]) -> usize {
        let end = line_length(data);
        if self.keep == Keep::Everything {
            self.out.extend(data[..end].iter().map(|&byte| if byte == b'}' { b')' } else { byte }));
        }
        if end < data.len() {
            self.state = State::Moves;
            if self.keep == Keep::Everything {
                self.out.push(b'}');
            }
        }
        end
    }

    fn held_comment(&mut self, data: &[u8], before: Before) -> usize {
        let end = line_length(data);
        self.hold_text(&data[..end]);
        if end < data.len() {
            self.hold_text(b" ");
            self.state = before.into();
        }
        end
    }

    fn held_braces(&mut self, data: &[u8]) -> usize {
        let close = memchr(b'}', data);
        let text = &data[..close.unwrap_or(data.len())];
        self.hold_text(text);
        let Some(close) = close else { return data.len() };
        self.hold_text(b" ");
        self.state = State::Between;
        close + 1
    }

    fn hold_text(&mut self, text: &[u8]) {
        let room = HELD.saturating_sub(self.held.len());
        self.held.extend(text.iter().take(room).map(|&byte| match byte {
            b'}' => b')',
            MARK => b' ',
            _ => byte,
        }));
    }

    fn skip(&mut self, data: &[u8], before: Before) -> usize {
        let end = line_length(data);
        if end < data.len() {
            self.state = before.into();
        }
        end
    }
}

/// The bytes before the end of the line, or all.
fn line_length(data: &[u8]) -> usize {
    memchr2(b'\n', b'\r', data).unwrap_or(data.len())
}
