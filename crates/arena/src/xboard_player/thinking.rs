//! What `XBoard` engines say while they think.

use quevedo_value::Verdict;

use crate::Thought;

/// A mate in so many moves is written as this and the number.
const MATE: i32 = 100_000;

/// Reads `ply score time nodes line`; `None` for everything else.
pub(super) fn parse(text: &str) -> Option<Thought> {
    let mut words = text.split_ascii_whitespace();
    // Some write a mark behind the depth, like `12.` or `12&`.
    let depth = words.next()?.trim_end_matches(|mark: char| mark.is_ascii_punctuation()).parse().ok()?;
    let score: i32 = words.next()?.parse().ok()?;
    let _time: i64 = words.next()?.parse().ok()?;
    let nodes = words.next()?.parse().ok()?;
    let verdict = match score {
        MATE.. => Verdict::Mate(score - MATE),
        _ if score <= -MATE => Verdict::Mate(score.saturating_add(MATE)),
        _ => Verdict::Centipawns(score),
    };
    Some(Thought { verdict: Some(verdict), depth: Some(depth), nodes: Some(nodes), line: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thoughts_are_read() {
        let verdict = |text| parse(text).and_then(|thought| thought.verdict);
        assert_eq!(verdict("9 156 1084 48000 Nf3 Nc6"), Some(Verdict::Centipawns(156)));
        assert_eq!(verdict(" 12. -100003 5 100"), Some(Verdict::Mate(-3)));
        assert_eq!(verdict("12& 100001 5 100 Qh7#"), Some(Verdict::Mate(1)));
        for text in ["", "1", "move e2e4", "9 a b c", "1 2 3", "-1 2 3 4"] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert_eq!(verdict("1 -2147483648 0 0"), Some(Verdict::Mate(i32::MIN + MATE)));
    }
}
