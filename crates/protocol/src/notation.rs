//! Moves as the two protocols write them.

use quevedo_rules::{Board, Move, Wing};

/// How castling is written. Everything else is two squares and perhaps a promotion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Castling {
    /// The king's two steps, as long as every right on the board is one of standard chess.
    TwoSteps,
    /// The king takes its own rook: UCI in Chess960.
    TakesRook,
    /// `O-O` and `O-O-O`: `XBoard` in Chess960.
    Letters,
}

/// The text of a move.
pub(crate) fn move_text(board: &Board, mv: Move, castling: Castling) -> String {
    match castling {
        Castling::Letters if mv.is_castle() => Wing::of(mv.from(), mv.to()).san().to_owned(),
        Castling::TwoSteps => board.uci(mv).to_string(),
        Castling::TakesRook | Castling::Letters => board.uci_chess960(mv).to_string(),
    }
}

/// The texts of a line of moves, as far as they are legal: a wrong move must not reach a user's program.
pub(crate) fn line_texts(board: &Board, line: &[Move], castling: Castling) -> Vec<String> {
    let mut board = *board;
    let mut texts = Vec::with_capacity(line.len());
    for &mv in line {
        if !board.is_legal(mv) {
            break;
        }
        texts.push(move_text(&board, mv, castling));
        board = board.play(mv);
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling_is_written_in_three_ways() {
        let board = Board::from_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").expect("a legal position");
        let short = board.parse_san("O-O").expect("a legal move");
        let long = board.parse_san("O-O-O").expect("a legal move");
        let texts = |castling| [short, long].map(|mv| move_text(&board, mv, castling));
        assert_eq!(texts(Castling::TwoSteps), ["e1g1", "e1c1"]);
        assert_eq!(texts(Castling::TakesRook), ["e1h1", "e1a1"]);
        assert_eq!(texts(Castling::Letters), ["O-O", "O-O-O"]);
    }

    #[test]
    fn lines_end_before_a_wrong_move() {
        let board = Board::start();
        let e4 = board.parse_uci("e2e4").expect("a legal move");
        let e5 = board.play(e4).parse_uci("e7e5").expect("a legal move");
        assert_eq!(line_texts(&board, &[e4, e5, e4, e5], Castling::TwoSteps), ["e2e4", "e7e5"]);
    }
}
