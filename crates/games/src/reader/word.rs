//! What a word of the movetext is.

use crate::{Nag, PgnResult};

/// The kinds of words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word<'a> {
    /// A move written as the standard says, as far as letters go.
    Move(&'a [u8]),
    /// A move whose promotion stands in brackets after it, `e8(Q)`.
    Promotion(&'a [u8], u8),
    /// How the game ended.
    Result(PgnResult),
    /// A sign for a judgement that is not made of `!` and `?`.
    Glyph(Nag),
    /// A move number, or something that can be left out.
    Nothing,
    /// Something else: perhaps a move written sloppily, perhaps a mistake.
    Odd(&'a [u8]),
}

/// What a word is, and how many bytes after it belong to it.
#[inline]
pub(super) fn classify<'a>(word: &'a [u8], after: &[u8]) -> (Word<'a>, usize) {
    if is_plain_move(word) {
        // Only a promotion has a bracket without a blank before it.
        return match after {
            [b'(', piece @ (b'Q' | b'R' | b'B' | b'N'), b')', ..] if is_on_last_rank(word) => {
                (Word::Promotion(word, *piece), 3)
            }
            _ => (Word::Move(word), 0),
        };
    }
    if word.iter().all(u8::is_ascii_digit) && word != b"0000" {
        return (Word::Nothing, 0);
    }
    classify_odd(word, after)
}

fn is_on_last_rank(word: &[u8]) -> bool {
    matches!(word, [b'a'..=b'h', .., b'1' | b'8'])
}

/// Whether the word has the letters of a move in standard algebraic notation, so that the library
/// takes the whole word for a move.
pub(super) fn is_plain_move(word: &[u8]) -> bool {
    plain_move_length(word) == word.len() && !word.is_empty()
}

/// The classes of letters that a move is made of after its piece.
const FILE: u16 = 1;
const RANK: u16 = 2;
const TAKES: u16 = 3;

/// The class of each byte, 0 for all others.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut place = 0;
    while place < 8 {
        classes[b'a' as usize + place] = FILE as u8;
        classes[b'1' as usize + place] = RANK as u8;
        place += 1;
    }
    classes[b'x' as usize] = TAKES as u8;
    classes
};

/// All ways to write squares and captures: the classes of the letters, two bits each.
const SHAPES: [u16; 8] = [
    shape(&[FILE, RANK]),
    shape(&[FILE, FILE, RANK]),
    shape(&[RANK, FILE, RANK]),
    shape(&[TAKES, FILE, RANK]),
    shape(&[FILE, TAKES, FILE, RANK]),
    shape(&[RANK, TAKES, FILE, RANK]),
    shape(&[FILE, RANK, FILE, RANK]),
    shape(&[FILE, RANK, TAKES, FILE, RANK]),
];

const fn shape(classes: &[u16]) -> u16 {
    let mut shape = 0;
    let mut place = 0;
    while place < classes.len() {
        shape = shape << 2 | classes[place];
        place += 1;
    }
    shape
}

/// The shapes as a set, one bit each.
const SHAPE_SET: [u64; 16] = {
    let mut set = [0; 16];
    let mut place = 0;
    while place < SHAPES.len() {
        set[SHAPES[place] as usize / 64] |= 1 << (SHAPES[place] % 64);
        place += 1;
    }
    set
};

/// How many bytes a move in standard algebraic notation takes at the start of the data, whatever
/// follows it; 0 if there is none. This is asked for every word of every game, so it goes over the
/// letters once, in a window whose size the compiler knows.
#[inline]
pub(super) fn plain_move_length(data: &[u8]) -> usize {
    if let Some(window) = data.first_chunk() {
        return length_in(window);
    }
    let mut window = [0; 16];
    window[..data.len()].copy_from_slice(data);
    length_in(&window)
}

#[inline]
fn length_in(window: &[u8; 16]) -> usize {
    let mut length = match window[0] {
        b'K' | b'Q' | b'R' | b'B' | b'N' => 1,
        b'O' | b'-' | b'Z' => return special_length(window),
        // The library would take the digit for a number.
        b'1'..=b'8' => return 0,
        _ => 0,
    };
    let mut shape = 0;
    for _ in 0..5 {
        let class = CLASSES[usize::from(window[length])];
        if class == 0 {
            break;
        }
        shape = shape << 2 | usize::from(class);
        length += 1;
    }
    if SHAPE_SET[shape / 64] >> (shape % 64) & 1 == 0 {
        return 0;
    }
    if window[length] == b'=' && matches!(window[length + 1], b'Q' | b'R' | b'B' | b'N') {
        length += 2;
    }
    length + usize::from(matches!(window[length], b'+' | b'#'))
}

/// The same for castling and passing.
fn special_length(data: &[u8]) -> usize {
    for word in [&b"O-O-O"[..], b"O-O", b"--", b"Z0"] {
        if let Some(rest) = data.strip_prefix(word) {
            return word.len() + usize::from(matches!(rest.first(), Some(b'+' | b'#')));
        }
    }
    0
}

/// Words of older notations that say nothing which the position does not.
const MEANINGLESS: [&[u8]; 9] = [b"ch", b"check", b"mate", b"dis", b"dbl", b"ep", b"TN", b"D", b"e.p"];

#[cold]
fn classify_odd<'a>(word: &'a [u8], after: &[u8]) -> (Word<'a>, usize) {
    // The full stops of "e.p." end words; put it together again.
    let (word, used) = match (word, after) {
        (b"e", [b'.', b'p', b'.', ..]) => return (Word::Nothing, 3),
        ([mv @ .., b'e'], [b'.', b'p', b'.', ..]) if is_plain_move(mv) => return (Word::Move(mv), 3),
        _ => (word, 0),
    };
    if MEANINGLESS.contains(&word) {
        return (Word::Nothing, used);
    }
    // Words of letters alone are common where a file is broken, and none of what follows.
    if word.iter().all(u8::is_ascii_alphabetic) && word.len() > 1 {
        return (Word::Odd(word), used);
    }
    if let Ok(text) = core::str::from_utf8(word) {
        if let Ok(outcome) = text.parse::<PgnResult>() {
            return (Word::Result(outcome), used);
        }
        if let Some(nag) = Nag::from_glyph(text) {
            return (Word::Glyph(nag), used);
        }
        // "1…e5" has an ellipsis in one letter; "1e4" lacks a full stop.
        let bare = text.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '…');
        if bare.is_empty() && word != b"0000" {
            return (Word::Nothing, used);
        }
        if bare.len() < text.len() && is_plain_move(bare.as_bytes()) {
            return (Word::Move(bare.as_bytes()), used);
        }
    }
    if word.iter().any(u8::is_ascii_alphanumeric) || word == b"@@@@" {
        return (Word::Odd(word), used);
    }
    (Word::Nothing, used)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use quevedo_rules::Color;
    use shakmaty::san::SanPlus;

    fn class(text: &str) -> Word<'_> {
        let length = text.find(['.', '(', ' ']).unwrap_or(text.len());
        classify(&text.as_bytes()[..length], &text.as_bytes()[length..]).0
    }

    #[test]
    fn words_are_told_apart() {
        for word in
            ["e4", "Nf3", "Nbd7", "N1f3", "Qh4e1", "exd5", "exd8=Q+", "O-O-O#", "Rae8", "R1xa2", "e2e4", "--"]
        {
            assert_eq!(class(word), Word::Move(word.as_bytes()), "{word}");
        }
        for word in ["12", "e.p.", "ch", "1…", "/", "♔"] {
            assert_eq!(class(word), Word::Nothing, "{word}");
        }
        for word in ["Sf3", "Nf3++", "e8Q", "0-0", "0000", "@@@@", "e2-e4", "resigns", "o-o", "Ng1-f3", "♘f3"]
        {
            assert_eq!(class(word), Word::Odd(word.as_bytes()), "{word}");
        }
        assert_eq!(class("e8(Q)"), Word::Promotion(b"e8", b'Q'));
        assert_eq!(class("e7(Q)"), Word::Move(b"e7"));
        assert_eq!(class("exd6e.p."), Word::Move(b"exd6"));
        assert_eq!(class("1…e5"), Word::Move(b"e5"));
        assert_eq!(class("12e5"), Word::Move(b"e5"));
        assert_eq!(class("½-½"), Word::Result(PgnResult::Draw));
        assert_eq!(class("0-1"), Word::Result(PgnResult::Win(Color::Black)));
        assert_eq!(class("+-"), Word::Glyph(Nag(18)));
    }

    proptest! {
        /// What passes as plain must be a move for the library too, to its last letter: else it
        /// would be dropped in silence after all.
        #[test]
        fn the_library_takes_every_plain_move(word in "[KQRBNOPa-hx1-8=+#-]{1,8}") {
            if is_plain_move(word.as_bytes()) {
                prop_assert!(SanPlus::from_ascii(word.as_bytes()).is_ok(), "{}", word);
            }
        }
    }

    #[test]
    fn every_standard_move_is_plain() {
        for piece in ["", "K", "Q", "R", "B", "N"] {
            for hint in ["", "a", "1", "a1"] {
                if piece.is_empty() && hint == "1" {
                    continue;
                }
                for takes in ["", "x"] {
                    for end in ["", "+", "#", "=Q", "=N+", "=R#", "=B"] {
                        let word = format!("{piece}{hint}{takes}h8{end}");
                        assert!(is_plain_move(word.as_bytes()), "{word}");
                        assert!(SanPlus::from_ascii(word.as_bytes()).is_ok(), "{word}");
                    }
                }
            }
        }
    }
}
