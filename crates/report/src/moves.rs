//! Moves as people and programs write them.

use quevedo_rules::{Board, Move};
use serde::{Deserialize, Serialize};

/// A move in two notations.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
pub struct WrittenMove {
    /// As chess programs write it: `g1f3`.
    pub uci: String,
    /// As players write it: `Nf3`.
    pub san: String,
}

impl WrittenMove {
    /// A legal move of this position.
    pub fn new(board: &Board, mv: Move) -> WrittenMove {
        WrittenMove { uci: board.uci(mv).to_string(), san: board.san(mv).to_string() }
    }
}
