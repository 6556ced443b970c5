//! What a score says to people and programs.

use core::fmt;
use core::ops::Neg;

/// A score in words that need no knowledge of the search: a number of hundredths of a pawn, a mate in
/// so many moves, or a win by a table. Positive is good for the side that it is told to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[doc(alias = "centipawns")]
#[doc(alias = "mate in")]
pub enum Verdict {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; negative or zero: being mated.
    Mate(i32),
    /// A table says win (positive) or loss; the table is reached in so many moves.
    Table(i32),
}

impl Neg for Verdict {
    type Output = Verdict;

    fn neg(self) -> Verdict {
        match self {
            Verdict::Centipawns(hundredths) => Verdict::Centipawns(-hundredths),
            Verdict::Mate(moves) => Verdict::Mate(-moves),
            Verdict::Table(moves) => Verdict::Table(-moves),
        }
    }
}

impl fmt::Display for Verdict {
    /// `+0.36`, `#3`, `#-2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Verdict::Centipawns(hundredths) => {
                let sign = match hundredths {
                    0 => "",
                    1.. => "+",
                    _ => "-",
                };
                let magnitude = hundredths.unsigned_abs();
                f.pad(&format!("{sign}{}.{:02}", magnitude / 100, magnitude % 100))
            }
            Verdict::Mate(moves) => f.pad(&format!("#{moves}")),
            Verdict::Table(moves) => f.pad(if moves >= 0 { "table win" } else { "table loss" }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_read_like_annotations() {
        let text = |verdict: Verdict| verdict.to_string();
        assert_eq!(text(Verdict::Centipawns(36)), "+0.36");
        assert_eq!(text(-Verdict::Centipawns(136)), "-1.36");
        assert_eq!(text(Verdict::Centipawns(0)), "0.00");
        assert_eq!(text(Verdict::Mate(-2)), "#-2");
    }
}
