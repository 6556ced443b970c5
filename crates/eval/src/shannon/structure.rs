//! Doubled, backward, isolated and passed pawns, as players speak of them.

use quevedo_rules::{Bitboard, Board, Color, Piece, attacks};

use crate::masks;

/// Pawns with another pawn of their own ahead on the same file: of two, one is doubled.
pub(super) fn doubled(board: &Board, color: Color) -> Bitboard {
    let pawns = board.colored(color, Piece::Pawn);
    pawns & masks::front_fill(!color, pawns)
}

/// Pawns without a pawn of their own on the files beside.
pub(super) fn isolated(board: &Board, color: Color) -> Bitboard {
    let pawns = board.colored(color, Piece::Pawn);
    select(pawns, |square| !pawns.intersects(masks::beside(square.file())))
}

/// Pawns that have neighbours, but all of them ahead, and that an enemy pawn keeps from advancing by
/// attacking the square ahead.
pub(super) fn backward(board: &Board, color: Color) -> Bitboard {
    let pawns = board.colored(color, Piece::Pawn);
    let held = attacks::pawns(!color, board.colored(!color, Piece::Pawn));
    select(pawns, |square| {
        let neighbours = pawns & masks::beside(square.file());
        neighbours.any()
            && neighbours.is_subset_of(masks::ahead(color, square))
            && held.intersects(Bitboard::of(square).forward(color))
    })
}

/// Pawns that no enemy pawn can stop or take.
pub(super) fn passed(board: &Board, color: Color) -> Bitboard {
    let theirs = board.colored(!color, Piece::Pawn);
    select(board.colored(color, Piece::Pawn), |square| !theirs.intersects(masks::passage(color, square)))
}

/// The squares of a set that pass a test.
pub(super) fn select(set: Bitboard, test: impl Fn(quevedo_rules::Square) -> bool) -> Bitboard {
    set.into_iter().filter(|&square| test(square)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weak_pawns_are_found() {
        let board = Board::from_fen("4k3/p1p4p/1p6/3p4/3P4/1P1P4/P6P/4K3 w - - 0 1").expect("legal");
        let squares = |set: Bitboard| set.into_iter().map(|square| square.to_string()).collect::<Vec<_>>();
        assert_eq!(squares(doubled(&board, Color::White)), ["d3"]);
        assert_eq!(squares(isolated(&board, Color::White)), ["h2", "d3", "d4"]);
        assert_eq!(squares(isolated(&board, Color::Black)), ["h7"]);
        assert_eq!(squares(backward(&board, Color::Black)), ["c7"; 0]);
        assert_eq!(squares(passed(&board, Color::White)), ["a2"; 0]);
    }

    #[test]
    fn a_backward_pawn_is_held_by_a_pawn() {
        let board = Board::from_fen("4k3/3p4/4p3/2P5/8/8/8/4K3 b - - 0 1").expect("legal");
        assert_eq!(backward(&board, Color::Black).len(), 1);
        assert_eq!(passed(&board, Color::White).len(), 0);
        assert_eq!(passed(&board, Color::Black).len(), 1, "e6 runs free");
    }
}
