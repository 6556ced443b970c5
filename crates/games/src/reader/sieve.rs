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

use std::io::{self, Read, Write as _};

use memchr::{memchr, memchr_iter};

use super::glyph::{Word, classify};
use super::tagline::{TagLine, looks_like_tag};
use super::{Place, TAG_LINE};

/// The first byte of every note and of the tag that says where a game starts.
const MARK: u8 = 1;
/// Bytes that must be there, or the file's end, before a step is taken.
const LOOKAHEAD: usize = TAG_LINE;
const BUFFER: usize = 64 << 10;
/// Longer words are cut: nothing of that length is a move.
const WORD: usize = 64;
/// Longer comments above the tags or moves of a game are cut.
const HELD: usize = 64 << 10;

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
    /// The file ended inside a comment.
    OpenComment,
}

impl Note<'_> {
    /// The note that a comment is; `None` if it is a comment of the file.
    pub(crate) fn of(comment: &[u8]) -> Option<Note<'_>> {
        match comment {
            [MARK] => Some(Note::Movetext),
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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
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
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Before {
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

/// The state of the filter, and what it lets through.
struct Flow {
    keep: Keep,
    out: Vec<u8>,
    starts: Vec<u64>,
    offset: u64,
    line: u64,
    state: State,
    /// Nothing but white space stood on this line so far.
    line_is_empty: bool,
    /// Nothing at all stood on this line so far.
    at_line_start: bool,
    /// Line ends since the last word; two of them are an empty line.
    line_ends: u32,
    /// Comments before the tags or moves of a game.
    held: Vec<u8>,
    first_tag: Vec<u8>,
    depth: u64,
    has_moves: bool,
    /// The result of the game was seen.
    is_over: bool,
    finished: bool,
}

impl Flow {
    fn new(keep: Keep) -> Flow {
        Flow {
            keep,
            out: Vec::with_capacity(BUFFER),
            starts: Vec::new(),
            offset: 0,
            line: 1,
            state: State::Between,
            line_is_empty: true,
            at_line_start: true,
            line_ends: 0,
            held: Vec::new(),
            first_tag: Vec::new(),
            depth: 0,
            has_moves: false,
            is_over: false,
            finished: false,
        }
    }

    /// Sifts bytes and returns how many. Unless they are the last ones, some are left for the next
    /// time, so that no word is cut in two.
    fn feed(&mut self, data: &[u8], is_last: bool) -> usize {
        let end = if is_last { data.len() } else { data.len().saturating_sub(LOOKAHEAD - 1) };
        let mut at = 0;
        while at < end {
            let rest = &data[at..];
            let used = match self.state {
                State::Between => self.between(rest),
                State::Tags => self.tags(rest),
                State::Moves => self.moves(rest, end - at),
                State::Comment => self.comment(rest),
                State::LineComment => self.line_comment(rest),
                State::HeldComment(before) => self.held_comment(rest, before),
                State::HeldBraces => self.held_braces(rest),
                State::Skip(before) => self.skip(rest, before),
            };
            at += used;
            self.offset += used as u64;
        }
        at
    }

    /// Ends what is still open at the end of the file; whether anything was written.
    fn finish(&mut self) -> bool {
        if core::mem::replace(&mut self.finished, true) {
            return false;
        }
        match self.state {
            State::HeldBraces => {
                self.begin_game();
                self.begin_moves();
                self.out.extend([b'{', MARK, b'!', b'}']);
            }
            State::Comment => {
                if self.keep == Keep::Everything {
                    self.out.push(b'}');
                }
                self.out.extend([b'{', MARK, b'!', b'}']);
            }
            State::LineComment if self.keep == Keep::Everything => self.out.push(b'}'),
            State::Tags => self.begin_moves(),
            _ => {}
        }
        true
    }

    fn line_end(&mut self) {
        self.line += 1;
        self.line_ends = self.line_ends.saturating_add(1);
        self.line_is_empty = true;
        self.at_line_start = true;
    }

    fn word_begins(&mut self) {
        self.line_is_empty = false;
        self.at_line_start = false;
        self.line_ends = 0;
    }

    /// Whether an escape starts here: a percent sign as the first character of a line.
    fn is_escape(&self, byte: u8) -> bool {
        byte == b'%' && self.at_line_start
    }

    /// Passes over white space (and over what no text file should hold); the bytes passed.
    fn white_space(&mut self, data: &[u8]) -> usize {
        let mut used = 0;
        for &byte in data {
            match byte {
                b'\n' => self.line_end(),
                // A carriage return alone ends a line too, in files from old machines.
                b'\r' if data.get(used + 1).is_some_and(|&next| next != b'\n') => self.line_end(),
                b'\r' => {}
                0..=b' ' => self.at_line_start = false,
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
            _ if self.is_escape(byte) => self.escape(Before::Between),
            _ => {
                self.begin_game();
                0
            }
        }
    }

    /// Begins a comment before a game. Whether it belongs to one is known when the game begins.
    fn hold(&mut self, state: State) -> usize {
        self.state = state;
        self.word_begins();
        1
    }

    fn escape(&mut self, before: Before) -> usize {
        self.state = State::Skip(before);
        1
    }

    /// Says where a game starts.
    fn begin_game(&mut self) {
        self.state = State::Tags;
        self.first_tag.clear();
        self.depth = 0;
        self.has_moves = false;
        self.is_over = false;
        self.line_ends = 0;
        self.starts.push(self.offset);
        let _ = write!(self.out, "\n\n[{} \"{} {}\"]\n", char::from(MARK), self.offset, self.line);
    }

    fn tags(&mut self, data: &[u8]) -> usize {
        let used = self.white_space(data);
        let Some(&byte) = data.get(used) else { return used };
        match byte {
            _ if used > 0 => used,
            b';' => self.hold(State::HeldComment(Before::Tags)),
            _ if self.is_escape(byte) => self.escape(Before::Tags),
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
        if self.line_ends >= 2 && *tag.name == *self.first_tag {
            self.begin_moves();
            self.begin_game();
        }
        if self.first_tag.is_empty() {
            self.first_tag.extend(tag.name);
        }
        self.held.clear();
        self.word_begins();
        tag.write(&mut self.out);
        if !tag.is_complete {
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

    fn comment(&mut self, data: &[u8]) -> usize {
        let close = memchr(b'}', data);
        let text = &data[..close.unwrap_or(data.len())];
        self.line += memchr_iter(b'\n', text).count() as u64;
        if self.keep == Keep::Everything {
            self.out.extend(text);
        }
        let Some(close) = close else { return data.len() };
        self.state = State::Moves;
        if self.keep == Keep::Everything {
            self.out.push(b'}');
        }
        close + 1
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
        self.line += memchr_iter(b'\n', text).count() as u64;
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
    memchr::memchr2(b'\n', b'\r', data).unwrap_or(data.len())
}

/// The movetext.
impl Flow {
    /// Sifts words until the game ends, something else begins, or `end` is reached.
    fn moves(&mut self, data: &[u8], end: usize) -> usize {
        let mut at = 0;
        while at < end && self.state == State::Moves {
            at += self.white_space(&data[at..]);
            if at >= end {
                break;
            }
            let rest = &data[at..];
            if self.game_ends_before(rest) {
                self.state = State::Between;
                break;
            }
            at += self.sift_word(rest);
        }
        at
    }

    /// Whether what comes belongs to another game.
    fn game_ends_before(&self, data: &[u8]) -> bool {
        let is_empty_line = self.line_ends >= 2;
        match data[0] {
            b'[' => (self.line_is_empty || self.is_over) && looks_like_tag(data),
            b'%' if self.at_line_start => false,
            _ if self.is_over && is_empty_line => true,
            // "1." but not "1...": another game begins where nobody wrote how this one ended.
            b'1' if self.is_over || (is_empty_line && self.has_moves && self.depth == 0) => {
                data.get(1) == Some(&b'.') && data.get(2) != Some(&b'.')
            }
            _ => false,
        }
    }

    /// Sifts one word, sign or bracket; the bytes used.
    fn sift_word(&mut self, data: &[u8]) -> usize {
        let byte = data[0];
        if self.is_escape(byte) {
            return self.escape(Before::Moves);
        }
        self.word_begins();
        let is_kept = self.keep == Keep::Everything;
        match byte {
            b'{' => {
                self.state = State::Comment;
                return 1 + self.open_comment(&data[1..]);
            }
            b';' => {
                self.state = State::LineComment;
                return 1 + self.open_comment(&data[1..]);
            }
            b'(' if !self.is_over => self.bracket(b'(', self.depth + 1),
            b')' if self.depth > 0 => self.bracket(b')', self.depth - 1),
            b'!' | b'?' | b'$' => return self.glyph(data),
            b'*' => self.result(b"*"),
            b'(' | b')' | b'}' | b'.' | b',' => {}
            _ if self.is_over || (self.depth > 0 && !is_kept) => return word_length(data),
            _ => return self.word(data),
        }
        1
    }

    fn open_comment(&mut self, data: &[u8]) -> usize {
        if self.keep != Keep::Everything {
            return 0;
        }
        self.out.push(b'{');
        // A comment of the file must not look like a note.
        let is_marked = data.first() == Some(&MARK);
        if is_marked {
            self.out.push(b' ');
        }
        usize::from(is_marked)
    }

    fn bracket(&mut self, bracket: u8, depth: u64) {
        self.depth = depth;
        if self.keep == Keep::Everything {
            self.out.push(bracket);
        }
    }

    fn glyph(&mut self, data: &[u8]) -> usize {
        let same =
            |byte: &u8| if data[0] == b'$' { byte.is_ascii_digit() } else { matches!(byte, b'!' | b'?') };
        let used = 1 + data[1..].iter().take(WORD).take_while(|byte| same(byte)).count();
        if self.keep == Keep::Everything {
            self.out.extend(&data[..used]);
            self.out.push(b' ');
        }
        used
    }

    fn result(&mut self, word: &[u8]) {
        let is_main_line = self.depth == 0;
        if is_main_line && !self.is_over {
            self.out.extend(word);
            self.out.push(b' ');
            self.is_over = true;
        }
    }

    fn word(&mut self, data: &[u8]) -> usize {
        let length = word_length(data);
        let (word, after) = data.split_at(length);
        let (class, used) = classify(word, after);
        match class {
            Word::Nothing => {}
            Word::Move(word) => self.plain_move(word),
            Word::Promotion(word, piece) => {
                self.out.extend(word);
                self.plain_move(&[b'=', piece]);
            }
            Word::Result(outcome) => self.result(outcome.as_str().as_bytes()),
            Word::Glyph(nag) if self.keep == Keep::Everything => {
                let _ = write!(self.out, "{nag} ");
            }
            Word::Glyph(_) => {}
            Word::Odd(word) => {
                self.out.extend([b'{', MARK]);
                self.out.extend(word.iter().take(WORD));
                self.out.push(b'}');
                self.has_moves = true;
            }
        }
        length + used
    }

    fn plain_move(&mut self, word: &[u8]) {
        self.out.extend(word);
        self.out.push(b' ');
        self.has_moves = true;
    }
}

/// Whether a byte ends a word of the movetext.
const ENDS_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte <= b' ' as usize {
        table[byte] = true;
        byte += 1;
    }
    let signs = b"{}()!?$;.,*";
    let mut sign = 0;
    while sign < signs.len() {
        table[signs[sign] as usize] = true;
        sign += 1;
    }
    table
};

fn word_length(data: &[u8]) -> usize {
    let rest = data.get(1..).unwrap_or_default();
    1 + rest.iter().position(|&byte| ENDS_WORD[usize::from(byte)]).unwrap_or(rest.len())
}

#[cfg(test)]
mod tests;
