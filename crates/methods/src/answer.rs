//! What a lesson says: the method's move, and what it thinks of the learner's.

use quevedo_rules::Move;
use serde::Serialize;

/// The method's move with its reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Advice {
    /// The move.
    pub mv: Move,
    /// The same in algebraic notation.
    pub san: String,
    /// The rule or stage, counted from 1.
    pub part: usize,
    /// How many rules or stages there are.
    pub parts: usize,
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub words: &'static str,
    /// For a chain: moves to the end of the stage, at most.
    pub to_goal: Option<u8>,
    /// By the method the end comes within so many moves, whatever is replied.
    pub within: u16,
    /// With perfect play.
    pub best: u8,
}

/// What a learner's move is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Assessment {
    /// What the method plays.
    SameRule,
    /// Another move than the method's that is as quick, or follows another of its rules.
    OtherRule,
    /// It still wins, but not as quickly.
    Slower,
    /// It does not win any more.
    ThrowsAway,
}

/// Why the lesson's game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Conclusion {
    /// The learner has mated.
    Mate,
    /// The learner has a new queen that is safe, or has won what there was to win.
    Won,
    /// Stalemate.
    Stalemate,
    /// The defender has taken what was needed to win.
    Lost,
    /// Nobody can win any more, though there is nothing to take.
    Drawn,
}

/// The answer to a learner's move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Answer {
    /// What was played.
    pub san: String,
    /// What it is worth.
    pub verdict: Assessment,
    /// In words.
    pub words: String,
    /// What the method would have played.
    pub method: Option<Advice>,
    /// Moves to the end with perfect play, before the move and after it (not counting it).
    pub moves_before: Option<u8>,
    /// The same after it; nothing if it does not win.
    pub moves_after: Option<u8>,
    /// The most stubborn reply.
    pub reply: Option<Move>,
    /// The same in algebraic notation.
    pub reply_san: Option<String>,
    /// Whether it is over, and how.
    pub conclusion: Option<Conclusion>,
}
