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

/// The moves of a line in algebraic notation with their numbers (`1. e4 e5 2. Nf3`); it ends before a move that is not
/// legal, which only a faulty line has.
pub(crate) fn numbered(start: &Board, moves: &[Move]) -> String {
    let mut words = Vec::with_capacity(moves.len() * 2);
    for (board, mv) in legal_moves(start, moves) {
        match board.turn() {
            quevedo_rules::Color::White => words.push(format!("{}.", board.fullmove_number())),
            quevedo_rules::Color::Black if words.is_empty() => {
                words.push(format!("{}...", board.fullmove_number()));
            }
            quevedo_rules::Color::Black => {}
        }
        words.push(board.san(mv).to_string());
    }
    words.join(" ")
}

/// The moves of a line as chess programs write them.
pub(crate) fn uci(start: &Board, moves: &[Move]) -> Vec<String> {
    legal_moves(start, moves).map(|(board, mv)| board.uci(mv).to_string()).collect()
}

/// The moves of a line, each with the position in which it is played, as far as they are legal.
fn legal_moves(start: &Board, moves: &[Move]) -> impl Iterator<Item = (Board, Move)> {
    let mut board = *start;
    moves.iter().map_while(move |&mv| {
        let before = board;
        board = before.is_legal(mv).then(|| before.play(mv))?;
        Some((before, mv))
    })
}
