//! The filter among the moves of a game.

use std::io::Write as _;

use super::super::tagline::looks_like_tag;
use super::super::word::{Word, classify, plain_move_length};
use super::flow::{Before, Flow, State};
use super::{Keep, MARK};

/// Longer words are cut: nothing of that length is a move.
const WORD: usize = 64;

impl Flow {
    /// Sifts words until the game ends, something else begins, or `end` is reached.
    pub(super) fn moves(&mut self, data: &[u8], end: usize) -> usize {
        let mut at = 0;
        while at < end && self.state == State::Moves {
            at += self.plain_moves(&data[at..], end - at);
            if at >= end {
                break;
            }
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

    /// The short way for what nearly all of a movetext is: plain moves and their numbers with
    /// blanks between. It stops before anything else, and what it lets through is what
    /// [`sift_word`](Flow::sift_word) would.
    fn plain_moves(&mut self, data: &[u8], end: usize) -> usize {
        let is_left_out = self.seen.depth > 0 && self.keep == Keep::MainLine;
        if self.seen.result || is_left_out || self.line.follows_empty_line() {
            return 0;
        }
        let mut at = 0;
        // Moves with one blank after each are copied together; up to here they are.
        let mut copied = 0;
        let mut has_words = false;
        while at < end {
            let length = match data[at] {
                b' ' => 1,
                b'1'..=b'9' => number_length(&data[at..]),
                _ => 0,
            };
            if length > 0 {
                self.out.extend_from_slice(&data[copied..at]);
                has_words |= length > 1;
                at += length;
                copied = at;
                continue;
            }
            let length = plain_move_length(&data[at..]);
            if length == 0 || data.get(at + length) != Some(&b' ') {
                break;
            }
            at += length + 1;
            has_words = true;
            self.seen.moves = true;
        }
        self.out.extend_from_slice(&data[copied..at]);
        if has_words {
            self.line.word_begins();
        } else if at > 0 {
            self.line.blank();
        }
        at
    }

    /// Whether what comes belongs to another game.
    fn game_ends_before(&self, data: &[u8]) -> bool {
        let is_empty_line = self.line.follows_empty_line();
        match data[0] {
            b'[' => (self.line.is_empty || self.seen.result) && looks_like_tag(data),
            b'%' if self.line.may_be_escape() => false,
            _ if self.seen.result && is_empty_line => true,
            // "1." but not "1...": another game begins where nobody wrote how this one ended.
            b'1' if self.seen.result || (is_empty_line && self.seen.moves && self.seen.depth == 0) => {
                data.get(1) == Some(&b'.') && data.get(2) != Some(&b'.')
            }
            _ => false,
        }
    }

    /// Sifts one word, sign or bracket; the bytes used.
    fn sift_word(&mut self, data: &[u8]) -> usize {
        let byte = data[0];
        if byte == b'%' && self.line.may_be_escape() {
            return self.escape(Before::Moves);
        }
        self.line.word_begins();
        let is_kept = self.keep == Keep::Everything;
        match byte {
            // Empty comments say nothing.
            b'{' if data.get(1) == Some(&b'}') => return 2,
            b';' if matches!(data.get(1), Some(b'\n' | b'\r')) => {}
            b'{' => {
                let used = 1 + self.open_comment(&data[1..]);
                return used + self.comment(&data[used..]);
            }
            b';' => {
                self.state = State::LineComment;
                return 1 + self.open_comment(&data[1..]);
            }
            b'(' if !self.seen.result => self.bracket(b'(', self.seen.depth + 1),
            b')' if self.seen.depth > 0 => self.bracket(b')', self.seen.depth - 1),
            b'!' | b'?' | b'$' => return self.glyph(data),
            b'*' => self.result(b"*"),
            b'(' | b')' | b'}' | b'.' | b',' => {}
            _ if self.seen.result => return word_length(data),
            _ if self.seen.depth > 0 && !is_kept => return self.word_left_out(data),
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
        self.seen.depth = depth;
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
        let is_main_line = self.seen.depth == 0;
        if is_main_line && !self.seen.result {
            self.out.extend(word);
            self.out.push(b' ');
            self.seen.result = true;
        }
    }

    fn word(&mut self, data: &[u8]) -> usize {
        let length = word_length(data);
        let (word, after) = data.split_at(length);
        let (class, used) = classify(word, after);
        match class {
            Word::Move(word) => self.plain_move(word),
            Word::Promotion(word, piece) => {
                self.out.extend(word);
                self.plain_move(&[b'=', piece]);
            }
            Word::Result(outcome) => self.result(outcome.as_str().as_bytes()),
            Word::Glyph(nag) if self.keep == Keep::Everything => {
                let _ = write!(self.out, "{nag} ");
            }
            Word::Glyph(_) | Word::Nothing => {}
            Word::Odd(word) => {
                self.out.extend([b'{', MARK]);
                self.out.extend(word.iter().take(WORD));
                self.out.push(b'}');
                self.seen.moves = true;
            }
        }
        length + used
    }

    /// Passes over a word of a variation. That there was one makes it a game, though.
    fn word_left_out(&mut self, data: &[u8]) -> usize {
        let length = word_length(data);
        if !self.seen.moves {
            let (class, used) = classify(&data[..length], &data[length..]);
            if matches!(class, Word::Move(_) | Word::Promotion(..) | Word::Odd(_)) {
                self.out.extend([b'{', MARK, b'(', b'}']);
                self.seen.moves = true;
            }
            return length + used;
        }
        length
    }

    fn plain_move(&mut self, word: &[u8]) {
        self.out.extend(word);
        self.out.push(b' ');
        self.seen.moves = true;
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

/// The bytes of a move number with its full stops and a blank; 0 if there is none.
fn number_length(data: &[u8]) -> usize {
    let digits = data.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let stops = data[digits..].iter().take_while(|&&byte| byte == b'.').count();
    let blank = usize::from(data.get(digits + stops) == Some(&b' '));
    if stops > 0 { digits + stops + blank } else { 0 }
}

fn word_length(data: &[u8]) -> usize {
    let rest = data.get(1..).unwrap_or_default();
    1 + rest.iter().position(|&byte| ENDS_WORD[usize::from(byte)]).unwrap_or(rest.len())
}
