//! What an explanation is made of: numbers, findings, and which of them are worth saying. The words come later.

use core::fmt;

use quevedo_report::{PvLine, Side, WrittenMove};
use quevedo_rules::{Board, Color};
use serde::{Deserialize, Serialize};

use crate::Finding;

/// What there is to say about a position, or about moves in it.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Explanation {
    /// The version of the report's types.
    pub version: u32,
    /// The position, before the move.
    pub fen: String,
    /// Who is to move.
    pub turn: Side,
    /// The depth of all lines.
    pub depth: i32,
    /// All nodes.
    pub nodes: u64,
    /// The lines, the best first, all of one search at one depth.
    pub lines: Vec<PvLine>,
    /// What there is to say about the move that was played.
    pub played: Option<Judgement>,
    /// What there is to say about the move that was asked for.
    pub why_not: Option<Judgement>,
    /// The best lines' first moves, each with what it is good for.
    pub candidates: Vec<Candidate>,
    /// The facts about the position as it stands that are worth telling, as places in `findings`.
    pub standing: Vec<usize>,
    /// All that was found, said or not.
    pub findings: Vec<Finding>,
}

/// A move on trial.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Judgement {
    /// The move.
    #[serde(rename = "move")]
    pub mv: WrittenMove,
    /// Its place among the lines.
    pub line: usize,
    /// The points that its side may expect after it, 0 to 1.
    pub expectation: f64,
    /// The same after the best move.
    pub best_expectation: f64,
    /// How much it gives away; what two depths agree on.
    pub loss: f64,
    /// That in a word.
    pub mark: Mark,
    /// What is worth saying of it.
    pub picks: Picks,
}

/// Which findings are worth saying, as places among them.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
pub struct Picks {
    /// What the move allows or misses, or without that the first thing that speaks against it (or, for a good move, for it).
    pub cause: Option<usize>,
    /// How the cause comes about.
    pub motif: Option<usize>,
    /// What the best move does.
    pub remedy: Option<usize>,
    /// What the other side threatens in the position before the move.
    pub threat: Option<usize>,
    /// The finding that a rule of thumb follows from.
    pub rule: Option<usize>,
    /// What else can be said, the weightiest first.
    pub details: Vec<usize>,
}

/// A move worth thinking of.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Candidate {
    /// Its place among the lines.
    pub line: usize,
    /// What it is good for, as a place among the findings.
    pub reason: Option<usize>,
}

/// How good a move was. The bounds are of expected points lost: .05, .10 and .20.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// There was no other.
    Forced,
    /// None is better.
    Best,
    /// Less than .05 is lost.
    Good,
    /// From .05 on.
    Inaccuracy,
    /// From .10 on.
    Mistake,
    /// From .20 on.
    Blunder,
}

impl Mark {
    /// The mark of a move that is not the best.
    pub fn of(loss: f64) -> Mark {
        match loss {
            loss if loss >= 0.20 => Mark::Blunder,
            loss if loss >= 0.10 => Mark::Mistake,
            loss if loss >= 0.05 => Mark::Inaccuracy,
            _ => Mark::Good,
        }
    }

    /// The sign behind the move.
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Blunder => "??",
            Mark::Mistake => "?",
            Mark::Inaccuracy => "?!",
            Mark::Forced | Mark::Best | Mark::Good => "",
        }
    }

    /// Whether something was lost.
    pub const fn is_bad(self) -> bool {
        matches!(self, Mark::Inaccuracy | Mark::Mistake | Mark::Blunder)
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Mark::Forced => "forced",
            Mark::Best => "best",
            Mark::Good => "good",
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        })
    }
}

impl Explanation {
    /// The position, before the move.
    pub fn board(&self) -> Option<Board> {
        Board::from_fen(&self.fen).ok()
    }

    /// The points that the side to move may expect from a line, 0 to 1.
    pub fn expectation(&self, line: usize) -> Option<f64> {
        self.lines.get(line).and_then(|line| expectation(line, self.turn))
    }
}

/// The points that a side may expect from a line, 0 to 1.
pub(crate) fn expectation(line: &PvLine, side: Side) -> Option<f64> {
    let chances = line.wdl?;
    let own = if side == Side::from(Color::White) { chances.win } else { chances.loss };
    Some(f64::from(own) / 1000.0 + f64::from(chances.draw) / 2000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_begin_at_their_bounds() {
        assert_eq!(Mark::of(0.0499), Mark::Good);
        assert_eq!(Mark::of(0.05), Mark::Inaccuracy);
        assert_eq!(Mark::of(0.10), Mark::Mistake);
        assert_eq!(Mark::of(0.1999), Mark::Mistake);
        assert_eq!(Mark::of(0.20).sign(), "??");
        assert!(!Mark::Good.is_bad() && Mark::Inaccuracy.is_bad());
    }
}
