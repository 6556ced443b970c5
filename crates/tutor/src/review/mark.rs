//! What a move deserves: `?!`, `?`, `??`.

use core::fmt;

use quevedo_games::Nag;
use serde::{Deserialize, Serialize};

/// A mark for a move that lost something, or was hard to find.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// `!`: the only move that held what there was.
    Good,
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// The three marks for moves that lose, the smallest first.
    pub const BAD: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The sign.
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Good => "!",
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// The glyph of PGN.
    pub const fn nag(self) -> Nag {
        match self {
            Mark::Good => Nag::GOOD,
            Mark::Inaccuracy => Nag::DUBIOUS,
            Mark::Mistake => Nag::MISTAKE,
            Mark::Blunder => Nag::BLUNDER,
        }
    }

    /// The mark of a PGN glyph, if it is one of ours.
    pub fn of_nag(nag: Nag) -> Option<Mark> {
        [Mark::Good, Mark::Inaccuracy, Mark::Mistake, Mark::Blunder]
            .into_iter()
            .find(|mark| mark.nag() == nag)
    }

    /// The name: `mistake`.
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Good => "good move",
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }

    /// Whether the move lost something.
    pub const fn is_bad(self) -> bool {
        !matches!(self, Mark::Good)
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.sign())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_and_signs_agree() {
        for mark in [Mark::Good, Mark::Inaccuracy, Mark::Mistake, Mark::Blunder] {
            assert_eq!(mark.nag().glyph(), Some(mark.sign()));
            assert_eq!(Mark::of_nag(mark.nag()), Some(mark));
        }
        assert_eq!(Mark::of_nag(Nag(10)), None);
    }
}
