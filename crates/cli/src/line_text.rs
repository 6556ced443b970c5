//! Lines of play as players write them: `1. e4 e5 2. Nf3`.

use quevedo_rules::{Board, Color, Move};

/// The moves of a line in algebraic notation with their numbers; it ends before a move that is not
/// legal, which only a faulty line has.
pub(crate) fn numbered(start: &Board, moves: &[Move]) -> String {
    let mut board = *start;
    let mut words = Vec::with_capacity(moves.len() * 2);
    for &mv in moves {
        if !board.is_legal(mv) {
            break;
        }
        match board.turn() {
            Color::White => words.push(format!("{}.", board.fullmove_number())),
            Color::Black if words.is_empty() => words.push(format!("{}...", board.fullmove_number())),
            Color::Black => {}
        }
        words.push(board.san(mv).to_string());
        board = board.play(mv);
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position;

    #[test]
    fn numbers_stand_before_whites_moves() {
        let game = position::play(Board::start(), "e4 e5 Nf3 Nc6 Bb5").expect("a game");
        assert_eq!(numbered(game.start(), game.moves()), "1. e4 e5 2. Nf3 Nc6 3. Bb5");
        assert_eq!(numbered(&game.boards()[1], &game.moves()[1..3]), "1... e5 2. Nf3");
        assert_eq!(numbered(game.start(), &game.moves()[1..]), "", "no legal move, no line");
    }
}
