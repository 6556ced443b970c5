//! Moves as people and programs write them.

use quevedo_rules::{Board, Move, Piece};
use serde::{Deserialize, Serialize};

/// A move in two notations.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
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
    /// What moves: as its letter in the notation says.
    pub fn piece(&self) -> Piece {
        match self.san.as_bytes().first() {
            Some(b'K' | b'O') => Piece::King,
            Some(b'Q') => Piece::Queen,
            Some(b'R') => Piece::Rook,
            Some(b'B') => Piece::Bishop,
            Some(b'N') => Piece::Knight,
            _ => Piece::Pawn,
        }
    }
}
