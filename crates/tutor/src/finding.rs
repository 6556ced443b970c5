//! A fact with what makes it true.

use quevedo_rules::{Board, Color, UciMove};
use serde::{Deserialize, Serialize};

use crate::{Fact, Proof};

/// What makes a fact true.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Truth {
    /// It follows from the rules on one board.
    Static,
    /// The tablebases say so.
    Table,
    /// A tree over every reply shows it.
    Proven,
    /// The engine reckons so; said only with a score, never as a fact.
    Opinion,
}

/// A fact about a position, or about a move in it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Finding {
    /// The fact.
    pub fact: Fact,
    /// The position, before the move.
    pub at: Board,
    /// The move that brings it about; without one the fact is about the position as it stands.
    #[serde(rename = "move")]
    pub mv: Option<UciMove>,
    /// Whom it favours.
    pub side: Color,
    /// What makes it true.
    pub truth: Truth,
    /// What it gains for `side`, in pawns, by the proof, net of what the move just before the proof's start took; 0 where nothing is counted.
    /// A mate gains 100.
    pub gain: i8,
    /// The line that shows it, from `at`: the move first, if there is one, then the proof's main line.
    pub line: Vec<UciMove>,
    /// The proofs, the one that the words rest on first.
    pub proofs: Vec<Proof>,
}
