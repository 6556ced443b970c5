//! How good a position is.

use core::fmt;

use quevedo_rules::Color;
use quevedo_value::{Bound, Verdict};
use serde::{Deserialize, Serialize};

/// How good a position is for White: hundredths of a pawn, a mate in so many moves (negative if Black mates), or a win by
/// a tablebase that is reached in so many moves (negative if Black wins).
///
/// ```
/// use quevedo_report::Score;
///
/// let score = Score::Mate(-2);
/// assert_eq!(score.to_string(), "#-2");
/// let written = serde_json::to_string(&score).unwrap();
/// assert_eq!(written, r##"{"score":"#-2","centipawns":null,"mate":-2,"table":null}"##);
/// assert_eq!(serde_json::from_str::<Score>(&written).unwrap(), score);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
#[serde(try_from = "Fields", into = "Fields")]
pub enum Score {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Mate in so many moves.
    Mate(i32),
    /// A tablebase says who wins; it is reached in so many moves.
    Table(i32),
}

impl Score {
    /// White's score from what is said to the side to move.
    pub fn of(verdict: Verdict, turn: Color) -> Score {
        Score::from(if turn == Color::White { verdict } else { -verdict })
    }

    /// In hundredths of a pawn, for graphs and comparisons: see [`Verdict::centipawns`].
    pub fn centipawns(self) -> i32 {
        self.verdict().centipawns()
    }

    fn verdict(self) -> Verdict {
        match self {
            Score::Cp(hundredths) => Verdict::Centipawns(hundredths),
            Score::Mate(moves) => Verdict::Mate(moves),
            Score::Table(moves) => Verdict::Table(moves),
        }
    }
}

impl From<Verdict> for Score {
    fn from(verdict: Verdict) -> Score {
        match verdict {
            Verdict::Centipawns(hundredths) => Score::Cp(hundredths),
            Verdict::Mate(moves) => Score::Mate(moves),
            Verdict::Table(moves) => Score::Table(moves),
        }
    }
}

impl fmt::Display for Score {
    /// `+0.36`, `#3`, `#-2`, `table win`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.verdict().fmt(f)
    }
}

/// A score as it is written: the text that people read, and one number.
#[derive(Clone, Serialize, Deserialize, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "Score"))]
pub struct Fields {
    score: String,
    centipawns: Option<i32>,
    mate: Option<i32>,
    #[serde(default)]
    table: Option<i32>,
}

impl From<Score> for Fields {
    fn from(score: Score) -> Fields {
        let (mut centipawns, mut mate, mut table) = (None, None, None);
        match score {
            Score::Cp(hundredths) => centipawns = Some(hundredths),
            Score::Mate(moves) => mate = Some(moves),
            Score::Table(moves) => table = Some(moves),
        }
        Fields { score: score.to_string(), centipawns, mate, table }
    }
}

impl TryFrom<Fields> for Score {
    type Error = &'static str;

    fn try_from(fields: Fields) -> Result<Score, &'static str> {
        match (fields.centipawns, fields.mate, fields.table) {
            (Some(hundredths), None, None) => Ok(Score::Cp(hundredths)),
            (None, Some(moves), None) => Ok(Score::Mate(moves)),
            (None, None, Some(moves)) => Ok(Score::Table(moves)),
            _ => Err("expected one of centipawns, mate and table"),
        }
    }
}

/// How a score relates to the true one, from White's side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Certainty {
    /// It is the score.
    #[serde(rename = "exact")]
    Exact,
    /// White has this, or more.
    #[serde(rename = "at least")]
    AtLeast,
    /// White has this, or less.
    #[serde(rename = "at most")]
    AtMost,
}

impl Certainty {
    /// White's side of what the search knows about the side to move.
    pub fn of(bound: Bound, turn: Color) -> Certainty {
        match (bound, turn) {
            (Bound::Exact, _) => Certainty::Exact,
            (Bound::Lower, Color::White) | (Bound::Upper, Color::Black) => Certainty::AtLeast,
            (Bound::Upper, Color::White) | (Bound::Lower, Color::Black) => Certainty::AtMost,
        }
    }

    /// The sign before a score that is only a bound.
    pub fn sign(self) -> &'static str {
        match self {
            Certainty::Exact => "",
            Certainty::AtLeast => "≥",
            Certainty::AtMost => "≤",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_whites() {
        assert_eq!(Score::of(Verdict::Centipawns(30), Color::White), Score::Cp(30));
        assert_eq!(Score::of(Verdict::Mate(3), Color::Black), Score::Mate(-3));
        assert_eq!(Certainty::of(Bound::Lower, Color::Black), Certainty::AtMost);
    }

    #[test]
    fn what_is_written_is_read_again() {
        for score in [Score::Cp(-36), Score::Mate(4), Score::Table(-7)] {
            let text = serde_json::to_string(&score).expect("JSON");
            assert_eq!(serde_json::from_str::<Score>(&text).expect("a score"), score);
        }
        for text in
            [r#"{"score":"","centipawns":1,"mate":1}"#, r#"{"score":"","centipawns":null,"mate":null}"#]
        {
            assert!(serde_json::from_str::<Score>(text).is_err(), "{text}");
        }
    }
}
