//! Sloppy move texts made plain: no move number, no remarks, letters for figurines.

use arrayvec::ArrayString;

/// No move text is longer, not even with a move number and praise.
const LONGEST: usize = 64;

/// Signs that may follow a move: checks, praise, blame, verdicts on the position, a draw offer.
const REMARKS: &[char] = &[
    '+', '#', '!', '?', '=', '-', '/', '.', '†', '‡', '□', '⊡', '±', '∓', '⩲', '⩱', '∞', '⯹', '↑', '→', '⇆',
    '⇄', '⨁', '⊕', '⟳', '○', '⨀', '⌓', '∆', '△', '▽', '‼', '⁇', '⁉', '⁈',
];

/// Words that may follow a move: en passant, check, mate. Their dots are gone as remarks.
const WORDS: [&str; 6] = ["e.p", "e. p", "ep", "ch", "mate", "dbl"];

/// The plain move in a sloppy text, or `None` if it is far too long for one.
pub(super) fn tidy(text: &str) -> Option<ArrayString<LONGEST>> {
    let mut plain = ArrayString::new();
    let text = text.trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
    if text.len() > LONGEST {
        return None;
    }
    for letter in without_remarks(without_move_number(text)).chars() {
        plain.try_push(plain_letter(letter)).ok()?;
    }
    Some(plain)
}

/// Takes off `1.`, `12...`, `12…`, `12 ` and bare dots. Digits alone are no move number: `0-0`.
fn without_move_number(text: &str) -> &str {
    let after_digits = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let after_dots =
        after_digits.trim_start_matches(|letter: char| letter.is_whitespace() || matches!(letter, '.' | '…'));
    if after_dots.len() < after_digits.len() { after_dots } else { text }
}

/// Takes off the signs, words and `$` codes after the move.
fn without_remarks(mut text: &str) -> &str {
    loop {
        let mut shorter =
            text.trim_end_matches(|letter: char| letter.is_whitespace() || REMARKS.contains(&letter));
        for word in WORDS {
            shorter = shorter.strip_suffix(word).unwrap_or(shorter);
        }
        if let Some((before, code)) = shorter.rsplit_once('$')
            && code.bytes().all(|byte| byte.is_ascii_digit())
        {
            shorter = before;
        }
        if shorter.len() == text.len() {
            return text;
        }
        text = shorter;
    }
}

/// The letter that a reader of moves knows for this one.
fn plain_letter(letter: char) -> char {
    match letter {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        '‐' | '‑' | '‒' | '–' | '—' | '−' => '-',
        '×' | ':' | 'X' => 'x',
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sloppy_texts_become_plain() {
        for (sloppy, plain) in [
            ("Nf3", "Nf3"),
            ("  12...\u{a0}♞f6!? ", "Nf6"),
            ("1…e5", "e5"),
            ("...e5", "e5"),
            ("7 O–O", "O-O"),
            ("4.0-0", "0-0"),
            ("exd6 e.p.+!", "exd6"),
            ("exd6 e. p.", "exd6"),
            ("e:d5", "exd5"),
            ("Qxf7mate", "Qxf7"),
            ("Nf3 $14", "Nf3"),
            ("Nf3 +/-", "Nf3"),
            ("Bb5ch", "Bb5"),
            ("e8=Q=", "e8=Q"),
            ("1.", ""),
            ("??", ""),
        ] {
            assert_eq!(tidy(sloppy).as_deref(), Some(plain), "{sloppy}");
        }
        assert_eq!(tidy(&"x".repeat(65)), None);
    }
}
