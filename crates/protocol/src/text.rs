//! Bytes into words, and foreign text made fit for a line of output.

use std::borrow::Cow;

/// Longer lines are refused. A game of a hundred thousand moves fits.
pub const LONGEST_LINE: usize = 1 << 20;

/// A line that is too long to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooLong {
    pub(crate) bytes: usize,
}

/// The text of a line; bytes that are not UTF-8 become replacement characters.
pub(crate) fn decode(line: &[u8]) -> Result<Cow<'_, str>, TooLong> {
    if line.len() > LONGEST_LINE {
        return Err(TooLong { bytes: line.len() });
    }
    Ok(String::from_utf8_lossy(line))
}

/// White space of all kinds, control characters (a NUL among them) and the mark at the start of some files.
fn is_separator(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control() || letter == '\u{feff}'
}

/// The words of a line, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    pub(crate) fn new(text: &'a str) -> Words<'a> {
        Words { rest: text }
    }

    /// Everything after the words that were taken, with its inner white space.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest.trim_matches(is_separator)
    }

    /// Takes the next word if it fits.
    pub(crate) fn next_if(&mut self, fits: impl FnOnce(&'a str) -> bool) -> Option<&'a str> {
        let mut ahead = self.clone();
        let word = ahead.next().filter(|word| fits(word))?;
        *self = ahead;
        Some(word)
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.rest.trim_start_matches(is_separator);
        let (word, rest) = match text.find(is_separator) {
            Some(end) => text.split_at(end),
            None => (text, ""),
        };
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }
}

/// The whole number that a word is; numbers beyond all measure become the greatest or the least.
pub(crate) fn integer(word: &str) -> Option<i128> {
    let (sign, digits) = match word.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, word.strip_prefix('+').unwrap_or(word)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(sign * digits.parse().unwrap_or(i128::MAX))
}

/// A text without anything that could end a line or steer a terminal.
pub(crate) fn one_line(text: &str) -> String {
    let breaks = |letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}');
    let plain = |letter| if breaks(letter) { ' ' } else { letter };
    text.trim_matches(is_separator).chars().map(plain).collect()
}

/// How many characters of foreign text a message repeats at most.
const LONGEST_EXCERPT: usize = 60;

/// The start of a foreign text, on one line.
pub(crate) fn excerpt(text: &str) -> String {
    // Cut first: the text may be as long as a line can be.
    let mut shown: String = text.chars().take(LONGEST_EXCERPT).collect();
    if text.chars().nth(LONGEST_EXCERPT).is_some() {
        shown.push('…');
    }
    one_line(&shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_between_white_space_of_any_kind() {
        let mut words = Words::new("\u{feff}  go\t\u{a0}depth\0 5\r\n");
        assert_eq!(words.next(), Some("go"));
        assert_eq!(words.rest(), "depth\0 5");
        assert_eq!(words.next_if(|word| word == "nodes"), None);
        assert_eq!(words.next_if(|word| word == "depth"), Some("depth"));
        assert_eq!((words.next(), words.next(), words.next()), (Some("5"), None, None));
    }

    #[test]
    fn numbers_have_digits_and_a_sign_at_most() {
        assert_eq!(integer("-250"), Some(-250));
        assert_eq!(integer("+7"), Some(7));
        assert_eq!(integer("18446744073709551615"), Some(i128::from(u64::MAX)));
        assert_eq!(integer(&"9".repeat(100)), Some(i128::MAX));
        assert_eq!(integer(&format!("-{}", "9".repeat(100))), Some(-i128::MAX));
        for word in ["", "-", "--1", "1e3", "0x10", "5.0", "٣"] {
            assert_eq!(integer(word), None, "{word}");
        }
    }

    #[test]
    fn foreign_text_stays_on_its_line() {
        assert_eq!(one_line("a\nbestmove e2e4\r\n"), "a bestmove e2e4");
        assert_eq!(one_line("\u{1b}[2J\u{2028}x\0"), "[2J x");
        assert_eq!(excerpt(&"é".repeat(100)), "é".repeat(60) + "…");
    }

    #[test]
    fn long_lines_are_refused_and_bad_bytes_replaced() {
        assert_eq!(decode(b"d\xff"), Ok(Cow::Owned("d\u{fffd}".to_owned())));
        assert!(decode(&vec![b' '; LONGEST_LINE]).is_ok());
        assert_eq!(decode(&vec![b' '; LONGEST_LINE + 1]), Err(TooLong { bytes: LONGEST_LINE + 1 }));
    }
}
