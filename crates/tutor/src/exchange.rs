//! What men are worth to the tutor, and the exact exchange on one square.
//!
//! `rules` has a fast exchange for the search, which takes with the cheapest man and overlooks pins. What the tutor says must
//! hold for anybody who looks at the board, so this one plays every order of legal captures.

use quevedo_rules::{Board, Color, Move, Piece, Square};

/// What a piece counts, in pawns. The king counts nothing because it is never given up.
pub const fn points(piece: Piece) -> i8 {
    match piece {
        Piece::Pawn => 1,
        Piece::Knight | Piece::Bishop => 3,
        Piece::Rook => 5,
        Piece::Queen => 9,
        Piece::King => 0,
    }
}

/// The balance of material in pawns, for `color`.
pub fn balance(board: &Board, color: Color) -> i8 {
    let material = board.material();
    let count = |side, piece| material.count(side, piece) as i8 * points(piece);
    Piece::ALL.into_iter().map(|piece| count(color, piece) - count(!color, piece)).sum()
}

/// What a legal move changes in the mover's balance of material at once.
pub fn taken(board: &Board, mv: Move) -> i8 {
    let captured = match board.piece_at(mv.to()) {
        _ if !mv.is_capture() => 0,
        Some(piece) => points(piece),
        None => points(Piece::Pawn),
    };
    captured + mv.promotion().map_or(0, |piece| points(piece) - points(Piece::Pawn))
}

/// The exact exchange of a legal move: what it takes, less the most that the other side wins by taking back on its square, where
/// both sides take by legal moves as long as they like.
pub fn see(board: &Board, mv: Move) -> i8 {
    if mv.is_castle() {
        return 0;
    }
    taken(board, mv) - best_take(&board.play(mv), mv.to(), i8::MIN / 2, i8::MAX / 2)
}

/// The most that the side to move wins by taking on `square`; 0 if it had better not.
fn best_take(board: &Board, square: Square, alpha: i8, beta: i8) -> i8 {
    let mut best = 0;
    if best >= beta {
        return best;
    }
    for mv in takes_onto(board, square) {
        let gain = taken(board, mv);
        let floor = alpha.max(best);
        let value = gain - best_take(&board.play(mv), square, gain - beta, gain - floor);
        best = best.max(value);
        if best >= beta {
            break;
        }
    }
    best
}

/// The legal captures that land on a square, the cheapest man first.
fn takes_onto(board: &Board, square: Square) -> Vec<Move> {
    let mut takes: Vec<Move> =
        board.captures().into_iter().filter(|mv| mv.is_capture() && mv.to() == square).collect();
    takes.sort_by_key(|mv| board.piece_at(mv.from()).map_or(0, points));
    takes
}

/// The best legal capture of the man on a square (en passant included) and its see, if any is legal for the side to move.
pub fn best_capture_of(board: &Board, man: Square) -> Option<(Move, i8)> {
    board
        .captures()
        .into_iter()
        .filter(|&mv| victim(board, mv) == Some(man))
        .map(|mv| (mv, see(board, mv)))
        .max_by_key(|(_, see)| *see)
}

/// The square of the man that a move takes: not the target where the capture is en passant.
pub fn victim(board: &Board, mv: Move) -> Option<Square> {
    if mv.is_en_passant() {
        return Some(Square::at(mv.to().file(), mv.from().rank()));
    }
    (mv.is_capture() && board.man_at(mv.to()).is_some()).then(|| mv.to())
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_testkit::{RandomWalk, Start};

    /// The same without bounds and without an order.
    fn slow_take(board: &Board, square: Square) -> i8 {
        board
            .legal_moves()
            .into_iter()
            .filter(|mv| mv.is_capture() && mv.to() == square)
            .map(|mv| taken(board, mv) - slow_take(&board.play(mv), square))
            .fold(0, i8::max)
    }

    #[test]
    fn exchanges_are_what_playing_them_out_gives() {
        let mut seen = 0;
        for visit in RandomWalk::new(21, &Start::ALL).take(3_000) {
            for mv in visit.board.captures() {
                let slow = taken(&visit.board, mv) - slow_take(&visit.board.play(mv), mv.to());
                assert_eq!(see(&visit.board, mv), slow, "{} in {}", mv, visit.board.fen());
                seen += 1;
            }
        }
        assert!(seen > 3_000, "{seen} captures");
    }

    #[test]
    fn what_a_move_takes_is_the_change_of_the_balance() {
        for visit in RandomWalk::new(22, &Start::ALL).take(2_000) {
            let us = visit.board.turn();
            for mv in visit.board.legal_moves() {
                let change = balance(&visit.board.play(mv), us) - balance(&visit.board, us);
                assert_eq!(taken(&visit.board, mv), change);
            }
        }
    }

    #[test]
    fn pinned_guards_do_not_take_back() -> Result<(), Box<dyn std::error::Error>> {
        // The knight on e7 is pinned, so the pawn on d5 falls for nothing.
        let board = Board::from_fen("4k3/4n3/8/3p4/8/8/3R4/4R1K1 w - - 0 1")?;
        assert_eq!(see(&board, board.parse_uci("d2d5")?), 1);
        let free = Board::from_fen("4k3/4n3/8/3p4/8/8/3R4/6K1 w - - 0 1")?;
        assert_eq!(see(&free, free.parse_uci("d2d5")?), -4);
        Ok(())
    }
}
