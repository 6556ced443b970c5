//! Mobility "measured, say, as the number of legal moves available".

use quevedo_rules::{Bitboard, Board, Color, Piece, Rank, Square, attacks};

/// The number of moves that `color` has, or would have if it were its turn.
///
/// Where the side to move is in check the other cannot be given the turn; its moves are then counted
/// one by one, pins respected, the capture of the king left out.
pub(super) fn mobility(board: &Board, color: Color) -> u32 {
    if board.turn() == color {
        return board.count_legal_moves();
    }
    match board.play_null() {
        Some(passed) => passed.count_legal_moves(),
        None => count_by_hand(board, color),
    }
}

fn count_by_hand(board: &Board, color: Color) -> u32 {
    let king = board.king(color);
    let pinned = board.pinned(color);
    let targets = !(board.color(color) | board.king(!color));
    let mut count = 0;
    for square in board.color(color) {
        let Some(piece) = board.piece_at(square) else { continue };
        let reach = match piece {
            Piece::Pawn => pawn_targets(board, color, square),
            Piece::King => safe_steps(board, color),
            _ => attacks::of(piece, color, square, board.occupied()),
        };
        let free = if pinned.contains(square) { attacks::line(king, square) } else { Bitboard::ALL };
        let moves = (reach & targets & free).len();
        let promotes = piece == Piece::Pawn && square.rank() == Rank::Seventh.relative_to(color);
        count += if promotes { moves * Piece::PROMOTIONS.len() as u32 } else { moves };
    }
    count
}

fn pawn_targets(board: &Board, color: Color, square: Square) -> Bitboard {
    let empty = !board.occupied();
    let one = Bitboard::of(square).forward(color) & empty;
    let third = Bitboard::rank(Rank::Third.relative_to(color));
    let two = (one & third).forward(color) & empty;
    one | two | (attacks::pawn(color, square) & board.color(!color))
}

fn safe_steps(board: &Board, color: Color) -> Bitboard {
    let king = board.king(color);
    let without_king = board.occupied() ^ king;
    attacks::king(king)
        .into_iter()
        .filter(|&square| board.attackers_under(square, !color, without_king).is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_testkit::{RandomWalk, Start};

    #[test]
    fn counting_by_hand_agrees_where_passing_is_possible() {
        let mut compared = 0;
        for visit in RandomWalk::new(1, &Start::ALL).take(4_000) {
            let board = &visit.board;
            let Some(passed) = board.play_null() else { continue };
            let castling = passed.legal_moves().iter().filter(|mv| mv.is_castle()).count() as u32;
            assert_eq!(
                count_by_hand(board, passed.turn()) + castling,
                passed.count_legal_moves(),
                "{}",
                board.fen()
            );
            compared += 1;
        }
        assert!(compared > 1_000);
    }

    #[test]
    fn the_start_position_has_twenty_moves_for_both() {
        let board = Board::start();
        assert_eq!(Color::ALL.map(|color| mobility(&board, color)), [20, 20]);
    }
}
