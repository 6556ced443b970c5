//! What engines say, fit for messages: nothing that would move a cursor or fill a screen.

/// The beginning of a text, at most so many letters of it, with control characters spelt out.
pub fn visible(text: &str, longest: usize) -> String {
    let mut shown = String::new();
    for (place, letter) in text.chars().enumerate() {
        if place == longest {
            shown.push_str("...");
            break;
        }
        if letter.is_control() { shown.extend(letter.escape_default()) } else { shown.push(letter) }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_spelt_out_and_long_texts_cut() {
        assert_eq!(visible("plain ♞ text", 40), "plain ♞ text");
        assert_eq!(visible("\u{1b}[2J\u{7}\r", 40), "\\u{1b}[2J\\u{7}\\r");
        assert_eq!(visible("\u{9b}31m", 40), "\\u{9b}31m");
        assert_eq!(visible("abcdef", 3), "abc...");
        assert_eq!(visible("abc", 3), "abc");
    }
}
