//! The moves after which a position is not dead.

use quevedo_rules::{Board, Color, Move, Piece, Square};

use crate::tree::{Loud, Moves};

/// The captures, and what `loud` adds: checks, promotions and passed pawns near their goal (Slate and Atkin 1977).
pub(super) fn moves(board: &Board, loud: Loud) -> Moves<Move> {
    if !loud.checks && !loud.pawns {
        return board.captures().iter().copied().filter(|mv| mv.is_capture()).collect();
    }
    let is_loud = |mv: &Move| {
        mv.is_capture()
            || loud.pawns && (mv.is_promotion() || is_passed_push(board, *mv))
            || loud.checks && board.gives_check(*mv)
    };
    board.legal_moves().iter().copied().filter(is_loud).collect()
}

/// Whether the move takes a passed pawn to its sixth or seventh rank.
fn is_passed_push(board: &Board, mv: Move) -> bool {
    let us = board.turn();
    let relative = if us == Color::White { mv.to().index() / 8 } else { 7 - mv.to().index() / 8 };
    board.piece_at(mv.from()) == Some(Piece::Pawn) && relative >= 5 && is_passed(board, mv.to(), us)
}

/// Whether no enemy pawn stands before a pawn of this side on this square, on its file or beside it.
fn is_passed(board: &Board, square: Square, us: Color) -> bool {
    let (file, rank) = (square.index() as i32 % 8, square.index() as i32 / 8);
    !board.colored(!us, Piece::Pawn).into_iter().any(|guard| {
        let (other_file, other_rank) = (guard.index() as i32 % 8, guard.index() as i32 / 8);
        let ahead = if us == Color::White { other_rank > rank } else { other_rank < rank };
        ahead && (other_file - file).abs() <= 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(fen: &str, loud: Loud) -> Vec<String> {
        let board = Board::from_fen(fen).expect("legal");
        let mut names: Vec<String> =
            moves(&board, loud).iter().map(|&mv| board.san(mv).to_string()).collect();
        names.sort();
        names
    }

    #[test]
    fn each_kind_of_move_is_loud_only_where_it_is_wanted() {
        let fen = "7k/1P6/8/P3p3/3P4/8/6p1/K5R1 w - - 0 1";
        let loud = |checks, pawns| names(fen, Loud { checks, pawns });
        assert_eq!(loud(false, false), ["Rxg2", "dxe5"]);
        assert_eq!(loud(false, true), ["Rxg2", "a6", "b8=B", "b8=N", "b8=Q+", "b8=R+", "dxe5"]);
        let fen = "6k1/8/8/8/8/8/R7/K7 w - - 0 1";
        assert_eq!(names(fen, Loud { checks: true, pawns: false }), ["Ra8+", "Rg2+"]);
    }
}
