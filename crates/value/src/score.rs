//! The number that the search compares.

use core::fmt;
use core::ops::{Add, Neg, Sub};

use crate::{MAX_PLY, Ply, Verdict};

const INFINITE: i32 = 32_001;
const MATE: i32 = 32_000;
const LONGEST_MATE: i32 = MATE - MAX_PLY as i32;
const TABLE: i32 = 31_000;
const LONGEST_TABLE: i32 = TABLE - MAX_PLY as i32;
const EVALUATION: i32 = 30_000;

const _: () = assert!(EVALUATION < LONGEST_TABLE && TABLE < LONGEST_MATE);

/// What a position is worth to the side to move, in hundredths of a pawn, or how far a mate or a
/// table win is away from the root.
///
/// ```
/// use quevedo_value::{Ply, Score};
///
/// let quick = Score::mate_in(Ply::new(3));
/// let slow = Score::mate_in(Ply::new(5));
/// assert!(quick > slow && slow > Score::cp(900) && Score::cp(900) > Score::DRAW);
/// assert!(Score::mated_in(Ply::new(5)) > Score::mated_in(Ply::new(3)), "rather later than sooner");
/// assert_eq!(-quick, Score::mated_in(Ply::new(3)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "i32", into = "i32")
)]
#[repr(transparent)]
#[doc(alias = "value")]
pub struct Score(i32);

impl Score {
    /// Even chances.
    pub const DRAW: Score = Score(0);
    /// Better than any score.
    pub const INFINITE: Score = Score(INFINITE);
    /// The best score that an evaluation can give.
    pub const BEST_EVALUATION: Score = Score(EVALUATION);

    /// An evaluation in hundredths of a pawn, kept clear of mates and table wins.
    #[inline]
    pub const fn cp(hundredths: i32) -> Score {
        Score(if hundredths > EVALUATION {
            EVALUATION
        } else if hundredths < -EVALUATION {
            -EVALUATION
        } else {
            hundredths
        })
    }

    /// The side to move mates, `ply` plies from the root.
    #[inline]
    pub const fn mate_in(ply: Ply) -> Score {
        Score(MATE - ply.index() as i32)
    }

    /// The side to move is mated, `ply` plies from the root.
    #[inline]
    pub const fn mated_in(ply: Ply) -> Score {
        Score(ply.index() as i32 - MATE)
    }

    /// A win known from a table that is reached `ply` plies from the root.
    #[inline]
    pub const fn table_win_in(ply: Ply) -> Score {
        Score(TABLE - ply.index() as i32)
    }

    /// A loss known from a table that is reached `ply` plies from the root.
    #[inline]
    pub const fn table_loss_in(ply: Ply) -> Score {
        Score(ply.index() as i32 - TABLE)
    }

    /// The bare number, for arithmetic on evaluations. Prefer the named questions.
    #[inline]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The score whose [`raw`](Score::raw) number this is, or `None` if no score has it.
    #[inline]
    pub const fn from_raw(number: i32) -> Option<Score> {
        if number >= -INFINITE && number <= INFINITE { Some(Score(number)) } else { None }
    }

    /// Whether somebody mates.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= LONGEST_MATE
    }

    /// Whether the side to move wins by force: by mate or by a table.
    #[inline]
    pub const fn is_won(self) -> bool {
        self.0 >= LONGEST_TABLE
    }

    /// Whether the side to move loses by force: by mate or by a table.
    #[inline]
    pub const fn is_lost(self) -> bool {
        self.0 <= -LONGEST_TABLE
    }

    /// Whether the game is decided by force, one way or the other.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.is_won() || self.is_lost()
    }

    /// This score with mates counted from the position at `ply` and not from the root, in 16 bits:
    /// how tables keep it, because they meet the same position at other distances.
    #[inline]
    pub const fn to_table(self, ply: Ply) -> i16 {
        let distance = ply.index() as i32;
        let score = if self.is_won() {
            self.0 + distance
        } else if self.is_lost() {
            self.0 - distance
        } else {
            self.0
        };
        score as i16
    }

    /// The score that [`to_table`](Score::to_table) kept, seen from a position at `ply`.
    #[inline]
    pub const fn from_table(kept: i16, ply: Ply) -> Score {
        let distance = ply.index() as i32;
        let kept = kept as i32;
        if kept >= LONGEST_TABLE {
            Score(kept - distance)
        } else if kept <= -LONGEST_TABLE {
            Score(kept + distance)
        } else {
            Score(kept)
        }
    }

    /// The number of plies from the root to the mate, if there is one.
    pub const fn plies_to_mate(self) -> Option<u32> {
        if self.is_mate() { Some((MATE - self.0.abs()) as u32) } else { None }
    }

    /// What the score says, for whoever is to move at the root.
    pub fn verdict(self) -> Verdict {
        let sign = self.0.signum();
        match self.plies_to_mate() {
            Some(plies) => Verdict::Mate(sign * plies.div_ceil(2) as i32),
            None if self.is_decided() => {
                Verdict::Table(sign * (TABLE - self.0.abs()).max(1).unsigned_abs().div_ceil(2) as i32)
            }
            None => Verdict::Centipawns(self.0),
        }
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// A margin added to a score; it never leaves the range of scores.
impl Add<i32> for Score {
    type Output = Score;
    #[inline]
    fn add(self, margin: i32) -> Score {
        Score((self.0 + margin).clamp(-INFINITE, INFINITE))
    }
}

/// A margin taken off a score; it never leaves the range of scores.
impl Sub<i32> for Score {
    type Output = Score;
    #[inline]
    fn sub(self, margin: i32) -> Score {
        self + -margin
    }
}

/// The difference of two scores.
impl Sub for Score {
    type Output = i32;
    #[inline]
    fn sub(self, other: Score) -> i32 {
        self.0 - other.0
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.verdict().fmt(f)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Score({}: {self})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_keep_the_distance_from_the_position() {
        for at in [0, 1, 17, 100] {
            for further in [0, 1, 30] {
                let ply = Ply::new(at);
                for score in [
                    Score::mate_in(Ply::new(at + further)),
                    Score::mated_in(Ply::new(at + further)),
                    Score::table_win_in(Ply::new(at + further)),
                    Score::cp(123),
                    Score::cp(-30_000),
                ] {
                    assert_eq!(Score::from_table(score.to_table(ply), ply), score);
                }
                let kept = Score::mate_in(Ply::new(at + further)).to_table(ply);
                assert_eq!(Score::from_table(kept, Ply::ROOT), Score::mate_in(Ply::new(further)));
            }
        }
    }

    #[test]
    fn ranges_do_not_touch() {
        let deepest = Ply::new(MAX_PLY);
        assert!(Score::mate_in(deepest).is_mate() && Score::mated_in(deepest).is_mate());
        assert!(!Score::table_win_in(Ply::ROOT).is_mate() && Score::table_win_in(deepest).is_won());
        assert!(!Score::cp(i32::MAX).is_decided() && !Score::cp(i32::MIN).is_decided());
        assert!(Score::INFINITE > Score::mate_in(Ply::ROOT));
    }

    #[test]
    fn verdicts_count_moves() {
        assert_eq!(Score::mate_in(Ply::new(1)).verdict(), Verdict::Mate(1));
        assert_eq!(Score::mate_in(Ply::new(5)).verdict(), Verdict::Mate(3));
        assert_eq!(Score::mated_in(Ply::new(4)).verdict(), Verdict::Mate(-2));
        assert_eq!(Score::mated_in(Ply::ROOT).verdict(), Verdict::Mate(0));
        assert_eq!(Score::cp(-35).verdict(), Verdict::Centipawns(-35));
        assert_eq!(Score::table_win_in(Ply::new(3)).verdict(), Verdict::Table(2));
        assert_eq!(Score::table_loss_in(Ply::ROOT).verdict(), Verdict::Table(-1), "a loss is below zero");
    }
}
