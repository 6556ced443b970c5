//! What is known about endings: some have an exact or a plain answer, in others wins are harder than
//! the count of men suggests.

pub mod kpk;
mod mates;
mod scale;

use quevedo_rules::{Bitboard, Board, Color, Piece};

pub(crate) use scale::{cannot_win, scale};

/// The scale of an ending in which the better side wins as usual.
pub const FULL_SCALE: i32 = 128;

/// The value from White's side of an ending whose outcome is known by its material.
#[inline]
pub(crate) fn known(board: &Board) -> Option<i32> {
    let (white, black) = (board.color(Color::White), board.color(Color::Black));
    let one_is_bare = !white.more_than_one() || !black.more_than_one();
    if !one_is_bare && (white | black).len() > 4 {
        return None;
    }
    known_among_few(board)
}

#[cold]
fn known_among_few(board: &Board) -> Option<i32> {
    if board.is_dead_by_material() {
        return Some(0);
    }
    for strong in Color::ALL {
        if let Some(value) = known_for(board, strong) {
            return Some(if strong == Color::White { value } else { -value });
        }
    }
    None
}

fn known_for(board: &Board, strong: Color) -> Option<i32> {
    let weak_men = board.color(!strong);
    if weak_men.more_than_one() {
        return mates::queen_against_rook(board, strong);
    }
    if let Some(value) = kpk::value(board, strong) {
        return Some(value);
    }
    let no_mate = board.color(strong) == board.colored(strong, Piece::Knight) | board.king(strong)
        && board.colored(strong, Piece::Knight).len() <= 2;
    if no_mate && board.color(strong).more_than_one() {
        return Some(0);
    }
    mates::bishop_and_knight(board, strong).or_else(|| mates::against_bare_king(board, strong))
}

/// The men of `color` other than king and pawns.
fn pieces(board: &Board, color: Color) -> Bitboard {
    board.color(color) & !board.pieces(Piece::Pawn) & !board.pieces(Piece::King)
}

/// The classic values of `color`'s pieces without pawns: 3, 3, 5, 9.
fn piece_value(board: &Board, color: Color) -> u32 {
    let material = board.material();
    3 * (material.count(color, Piece::Knight) + material.count(color, Piece::Bishop))
        + 5 * material.count(color, Piece::Rook)
        + 9 * material.count(color, Piece::Queen)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(fen: &str) -> Option<i32> {
        known(&Board::from_fen(fen).expect(fen))
    }

    #[test]
    fn bare_kings_are_driven_to_the_edge() {
        let middle = value("8/8/8/3k4/8/8/8/KR6 w - - 0 1");
        let edge = value("3k4/8/8/8/8/8/8/KR6 w - - 0 1");
        let edge_with_king = value("3k4/8/3K4/8/8/8/8/1R6 w - - 0 1");
        assert!(Some(1000) < middle && middle < edge && edge < edge_with_king);
        assert_eq!(value("kr6/8/8/8/3K4/8/8/8 b - - 0 1"), middle.map(|value| -value), "mirrored");
    }

    #[test]
    fn bishop_and_knight_want_the_bishops_corner() {
        // The bishop on e4 is of the light squares: a8 is right and h8 is wrong.
        let right = value("k7/8/2K5/8/2N1B3/8/8/8 w - - 0 1");
        let wrong = value("7k/8/5K2/8/2N1B3/8/8/8 w - - 0 1");
        assert!(wrong > Some(1000) && right > wrong);
    }

    #[test]
    fn what_cannot_win_is_drawn() {
        for fen in [
            "8/8/4k3/8/8/3KN3/4N3/8 w - - 0 1",
            "8/8/4k3/8/8/3KB3/8/8 w - - 0 1",
            "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
            "7k/8/6K1/7P/8/8/8/8 w - - 0 1",
        ] {
            assert_eq!(value(fen), Some(0), "{fen}");
        }
    }

    #[test]
    fn ordinary_positions_are_not_known() {
        assert_eq!(value("8/5k2/8/8/2R5/3K4/8/5r2 w - - 0 1"), None);
        assert_eq!(known(&Board::start()), None);
        assert!(value("8/5k2/8/8/8/3K4/2Q5/5r2 w - - 0 1") > Some(300), "queen against rook");
    }
}
