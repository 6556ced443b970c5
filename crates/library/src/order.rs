//! A move as its place among the legal ones, in an order that belongs to the file format: by the square it comes from, the
//! square it goes to, and what a pawn becomes. (The order in which our generator finds moves may change.)

use quevedo_rules::{Board, Move};

/// What stands where a game ends instead of a move. No position has so many moves (the record is 218).
pub(crate) const NO_MOVE: u8 = u8::MAX;

fn rank(mv: Move) -> u32 {
    let promotion = mv.promotion().map_or(0, |piece| piece.index() as u32);
    (mv.from().index() as u32) << 9 | (mv.to().index() as u32) << 3 | promotion
}

/// The place of a legal move.
pub(crate) fn place(board: &Board, mv: Move) -> u8 {
    let own = rank(mv);
    board.legal_moves().iter().filter(|&&other| rank(other) < own).count() as u8
}

/// The legal move at this place, if there are so many.
pub(crate) fn at_place(board: &Board, place: u8) -> Option<Move> {
    let mut moves: Vec<Move> = board.legal_moves().to_vec();
    let place = usize::from(place);
    if place >= moves.len() {
        return None;
    }
    let (_, &mut mv, _) = moves.select_nth_unstable_by_key(place, |&mv| rank(mv));
    Some(mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_legal_move_has_its_own_place() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "1n2k3/P1P5/8/8/8/8/8/4K3 w - - 0 1",
            "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        ] {
            let board = Board::from_fen(fen).expect("a position");
            let moves = board.legal_moves();
            for mv in moves.iter().copied() {
                let place = place(&board, mv);
                assert!(place < moves.len() as u8 && place < NO_MOVE);
                assert_eq!(at_place(&board, place), Some(mv), "{mv} in {fen}");
            }
            assert_eq!(at_place(&board, moves.len() as u8), None);
        }
    }

    /// The order is part of files that people keep.
    #[test]
    fn the_order_of_the_format_does_not_change() {
        let board = Board::start();
        let first = ["b1a3", "b1c3", "g1f3", "g1h3", "a2a3", "a2a4", "b2b3"];
        for (place, text) in first.iter().enumerate() {
            assert_eq!(at_place(&board, place as u8).map(|mv| mv.to_string()).as_deref(), Some(*text));
        }
    }
}
