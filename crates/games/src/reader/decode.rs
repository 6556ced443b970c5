//! Bytes of unknown encoding into text.

use std::borrow::Cow;

/// Windows-1252 where it differs from Latin-1: 0x80 to 0x9f. The five unused bytes stay what they
/// are in Latin-1.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '\u{2018}', '\u{2019}', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// UTF-8 if that is what the bytes are, and Latin-1 as Windows knows it otherwise: the two that
/// PGN files come in.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match core::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| latin(byte)).collect()),
    }
}

fn latin(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// The bytes without an unfinished UTF-8 letter at their end, for text that was cut.
pub(super) fn whole_letters(bytes: &[u8]) -> &[u8] {
    match core::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => bytes.get(..error.valid_up_to()).unwrap_or(bytes),
        _ => bytes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8_and_latin1_are_told_apart() {
        assert_eq!(decode("Gr\u{fc}nfeld".as_bytes()), "Grünfeld");
        assert_eq!(decode(b"Gr\xfcnfeld"), "Grünfeld");
        assert_eq!(decode(b"\x93Deep Blue\x94"), "“Deep Blue”");
        assert_eq!(decode(b""), "");
    }

    #[test]
    fn a_cut_letter_is_left_out() {
        assert_eq!(whole_letters("aü".as_bytes()), "aü".as_bytes());
        assert_eq!(whole_letters(b"a\xc3"), b"a");
        assert_eq!(whole_letters(b"a\xf0\x9f\xa6"), b"a");
        assert_eq!(whole_letters(b"a\xfc"), b"a\xfc");
    }
}
