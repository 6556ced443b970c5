//! Foreign text inside our own messages.

/// How many characters of foreign text a message repeats at most.
const LONGEST: usize = 30;

/// The start of a text, fit for a message: short, on one line, and without control characters that
/// could make a terminal or a log say something else.
pub(crate) fn excerpt(text: &str) -> String {
    let mut shown: String = text.chars().take(LONGEST).flat_map(visible).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// A character as itself, or escaped if it could not be seen.
pub(crate) fn visible(letter: char) -> impl Iterator<Item = char> {
    let plain = matches!(letter, '"' | '\'' | '\\');
    let escaped = (!plain).then(|| letter.escape_debug());
    plain.then_some(letter).into_iter().chain(escaped.into_iter().flatten())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_are_short_and_visible() {
        assert_eq!(excerpt("Nf3"), "Nf3");
        assert_eq!(excerpt("say \"e4\"\n\u{1b}[2J"), "say \"e4\"\\n\\u{1b}[2J");
        assert_eq!(excerpt(&"é".repeat(31)), "é".repeat(30) + "…");
        assert_eq!(excerpt(&"x".repeat(30)), "x".repeat(30));
    }
}
