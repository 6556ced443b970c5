//! Numeric annotation glyphs: `$1` for a good move, `$6` for a dubious one.

use core::fmt;

/// A numeric annotation glyph. The numbers are those of the PGN standard; readers see most of
/// them as signs: `!`, `??`, `+-`.
///
/// ```
/// use quevedo_games::Nag;
///
/// assert_eq!(Nag::from_glyph("?!"), Some(Nag::DUBIOUS));
/// assert_eq!(Nag::DUBIOUS.glyph(), Some("?!"));
/// assert_eq!(Nag::DUBIOUS.to_string(), "$6");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nag(pub u8);

/// Number, sign, other spellings of it, meaning.
const GLYPHS: [(u8, &str, &[&str], &str); 20] = [
    (1, "!", &[], "good move"),
    (2, "?", &[], "mistake"),
    (3, "!!", &[], "brilliant move"),
    (4, "??", &[], "blunder"),
    (5, "!?", &[], "speculative move"),
    (6, "?!", &[], "dubious move"),
    (7, "□", &["[]"], "only move"),
    (10, "=", &[], "equal position"),
    (13, "∞", &["~"], "unclear position"),
    (14, "+=", &["⩲", "+/="], "White is slightly better"),
    (15, "=+", &["⩱", "=/+"], "Black is slightly better"),
    (16, "±", &["+/-", "+/−"], "White is better"),
    (17, "∓", &["-/+", "−/+"], "Black is better"),
    (18, "+-", &["+−"], "White is winning"),
    (19, "-+", &["−+"], "Black is winning"),
    (22, "⨀", &["⊙"], "zugzwang"),
    (36, "↑", &[], "with the initiative"),
    (40, "→", &[], "with an attack"),
    (132, "⇆", &["⇄"], "with counterplay"),
    (146, "N", &[], "novelty"),
];

impl Nag {
    /// `!`
    pub const GOOD: Nag = Nag(1);
    /// `?`
    pub const MISTAKE: Nag = Nag(2);
    /// `!!`
    pub const BRILLIANT: Nag = Nag(3);
    /// `??`
    pub const BLUNDER: Nag = Nag(4);
    /// `!?`
    pub const SPECULATIVE: Nag = Nag(5);
    /// `?!`
    pub const DUBIOUS: Nag = Nag(6);
    /// `□`
    pub const ONLY_MOVE: Nag = Nag(7);

    /// The sign that stands for the number, where there is a common one.
    pub fn glyph(self) -> Option<&'static str> {
        GLYPHS.iter().find(|(number, ..)| *number == self.0).map(|(_, sign, ..)| *sign)
    }

    /// The number that a sign stands for.
    pub fn from_glyph(text: &str) -> Option<Nag> {
        let is_sign = |sign: &str, others: &[&str]| sign == text || others.contains(&text);
        GLYPHS.iter().find(|(_, sign, others, _)| is_sign(sign, others)).map(|(number, ..)| Nag(*number))
    }

    /// What the common glyphs mean, in words.
    pub fn meaning(self) -> Option<&'static str> {
        GLYPHS.iter().find(|(number, ..)| *number == self.0).map(|(.., meaning)| *meaning)
    }
}

impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_leads_back_to_its_number() {
        for (number, sign, others, meaning) in GLYPHS {
            assert_eq!(Nag::from_glyph(sign), Some(Nag(number)));
            assert_eq!(Nag(number).glyph(), Some(sign));
            assert_eq!(Nag(number).meaning(), Some(meaning));
            assert!(others.iter().all(|other| Nag::from_glyph(other) == Some(Nag(number))));
        }
        assert_eq!(Nag(200).glyph(), None);
        assert_eq!(Nag::from_glyph("!!!"), None);
    }
}
