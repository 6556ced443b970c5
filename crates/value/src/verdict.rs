//! What a score says to people and programs.

use core::fmt;
use core::ops::Neg;

/// A score in words that need no knowledge of the search: a number of hundredths of a pawn, a mate in
/// so many moves, or a win by a table. Positive is good for the side that it is told to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[doc(alias = "centipawns")]
#[doc(alias = "mate in")]
pub enum Verdict {
    /// Hundredths of a pawn.
    #[cfg_attr(feature = "serde", serde(rename = "cp"))]
    Centipawns(i32),
    /// Mate in so many moves; negative or zero: being mated.
    Mate(i32),
    /// A tablebase says win (positive) or loss; it is reached in so many moves, at least one.
    Table(i32),
}

/// What chess programs take for a win by a tablebase: 200 pawns. No protocol has a word for it.
const TABLE_WIN: i32 = 20_000;
/// What a mate is worth to those who count in hundredths of a pawn.
const MATE: i32 = 100_000;
/// More moves than this are not told apart.
const MOST_MOVES: u32 = 9_999;

impl Verdict {
    /// In hundredths of a pawn, for those who know nothing else: a win by a tablebase is 200 pawns, a mate 1,000, less one
    /// hundredth for each move until then.
    pub const fn centipawns(self) -> i32 {
        match self {
            Verdict::Centipawns(hundredths) => hundredths,
            Verdict::Table(moves) => decided(TABLE_WIN, moves),
            Verdict::Mate(moves) => decided(MATE, moves),
        }
    }

    /// Whether the game is decided by force.
    pub const fn is_decided(self) -> bool {
        !matches!(self, Verdict::Centipawns(_))
    }
}

/// The worth of a win, or of a loss if the moves are not positive, less one for each move; other programs may name any number of moves.
const fn decided(win: i32, moves: i32) -> i32 {
    let moves_left = if moves.unsigned_abs() < MOST_MOVES { moves.abs() } else { MOST_MOVES as i32 };
    if moves > 0 { win - moves_left } else { moves_left - win }
}

impl Neg for Verdict {
    type Output = Verdict;

    fn neg(self) -> Verdict {
        match self {
            Verdict::Centipawns(hundredths) => Verdict::Centipawns(hundredths.saturating_neg()),
            Verdict::Mate(moves) => Verdict::Mate(moves.saturating_neg()),
            Verdict::Table(moves) => Verdict::Table(moves.saturating_neg()),
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
            Verdict::Table(moves) => f.pad(if moves > 0 { "table win" } else { "table loss" }),
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

    #[test]
    fn hundredths_keep_the_order_of_verdicts() {
        use Verdict::{Centipawns, Mate, Table};
        let best_first = [
            Mate(1),
            Mate(9),
            Table(1),
            Table(40),
            Centipawns(900),
            Centipawns(0),
            Table(-40),
            Table(-1),
            Mate(-9),
            Mate(0),
        ];
        assert!(best_first.is_sorted_by(|better, worse| better.centipawns() > worse.centipawns()));
        assert_eq!(Table(2).centipawns(), 19_998);
        assert_eq!((-Table(2)).centipawns(), -19_998);
        assert_eq!((Mate(i32::MAX).centipawns(), Mate(i32::MIN).centipawns()), (90_001, -90_001));
    }
}
