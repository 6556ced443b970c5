//! How much of an advantage is left where wins are hard.

use quevedo_rules::{Board, Color, File, Piece, Rank, Square};

use super::{FULL_SCALE, piece_value, pieces};
use crate::masks;

/// Nothing is left: a draw however it looks.
const DRAW: i32 = 0;
/// Wins are rare: a rook against a minor piece.
const NEARLY_DRAWN: i32 = 12;
/// Wins are the exception: a small advantage without pawns.
const DRAWISH: i32 = 32;

/// How much of `strong`'s advantage in the endgame counts, of [`FULL_SCALE`].
#[inline]
pub(crate) fn scale(board: &Board, strong: Color) -> i32 {
    let pawns = board.colored(strong, Piece::Pawn).len();
    if pawns == 0 {
        return without_pawns(board, strong);
    }
    let may_be_special = board.occupied().len() <= 8 || board.pieces(Piece::Bishop).any();
    if may_be_special && let Some(scale) = special(board, strong) {
        return scale;
    }
    // The fewer pawns, the easier they are all exchanged.
    (96 + 8 * pawns as i32).min(FULL_SCALE)
}

/// Whether `strong` cannot win however its advantage looks: it has at most a minor piece and no pawn, a bishop
/// that does not help its rook pawns, or a knight that cannot.
#[inline]
pub(crate) fn cannot_win(board: &Board, strong: Color) -> bool {
    // Two pieces, or pawns without a piece, can; this answers nearly always.
    let pieces = pieces(board, strong);
    if pieces.more_than_one() {
        return false;
    }
    let has_pawns = board.colored(strong, Piece::Pawn).any();
    if pieces.is_empty() {
        return !has_pawns;
    }
    if has_pawns {
        let draw = wrong_bishop(board, strong).or_else(|| knight_and_rook_pawn(board, strong));
        return draw == Some(DRAW);
    }
    piece_value(board, strong) <= 3
}

/// Without pawns an advantage of less than a rook seldom wins.
fn without_pawns(board: &Board, strong: Color) -> i32 {
    let (ours, theirs) = (piece_value(board, strong), piece_value(board, !strong));
    if ours > theirs + 3 {
        return FULL_SCALE;
    }
    match (ours, theirs) {
        (0..=3, _) => DRAW,
        (_, 0..=3) => NEARLY_DRAWN,
        _ => DRAWISH,
    }
}

fn special(board: &Board, strong: Color) -> Option<i32> {
    wrong_bishop(board, strong)
        .or_else(|| opposite_bishops(board))
        .or_else(|| rook_and_pawn_against_rook(board, strong))
        .or_else(|| knight_and_rook_pawn(board, strong))
}

/// A bishop that does not reach the queening square of its rook pawns, and a king in that corner.
fn wrong_bishop(board: &Board, strong: Color) -> Option<i32> {
    let bishop = pieces(board, strong).single()?;
    if !board.pieces(Piece::Bishop).contains(bishop) {
        return None;
    }
    let goal = corner_of_rook_pawns(board, strong)?;
    let king = board.king(!strong);
    (goal.is_light() != bishop.is_light() && king.distance(goal) <= 1).then_some(DRAW)
}

/// The queening square if all of `color`'s pawns are on one and the same edge file.
fn corner_of_rook_pawns(board: &Board, color: Color) -> Option<Square> {
    let pawns = board.colored(color, Piece::Pawn);
    let file = [File::A, File::H].into_iter().find(|&file| pawns.is_subset_of(file.into()))?;
    Some(Square::at(file, Rank::Eighth.relative_to(color)))
}

/// Bishops on squares of different colours pass each other by.
fn opposite_bishops(board: &Board) -> Option<i32> {
    let ours = board.colored(Color::White, Piece::Bishop).single()?;
    let theirs = board.colored(Color::Black, Piece::Bishop).single()?;
    if ours.is_light() == theirs.is_light() {
        return None;
    }
    let white = pieces(board, Color::White).len();
    let black = pieces(board, Color::Black).len();
    match (white, black) {
        (1, 1) => Some(56),
        (2, 2) if board.pieces(Piece::Rook).len() == 2 => Some(92),
        (2, 2) if board.pieces(Piece::Knight).len() == 2 => Some(100),
        _ => None,
    }
}

/// Rook and pawn against rook: drawn in general when the weaker king stands before the pawn.
fn rook_and_pawn_against_rook(board: &Board, strong: Color) -> Option<i32> {
    let weak = !strong;
    let pawn = board.pieces(Piece::Pawn).single()?;
    let rooks = board.pieces(Piece::Rook);
    if board.occupied().len() != 5 || rooks.len() != 2 || !rooks.intersects(board.color(weak)) {
        return None;
    }
    let goal = Square::at(pawn.file(), Rank::Eighth.relative_to(strong));
    let king = board.king(weak);
    let in_front = masks::path(strong, pawn).contains(king) || king.distance(goal) <= 1;
    let rank = masks::rank_of(strong, pawn);
    let strong_king = masks::rank_of(strong, board.king(strong));
    let weak_rook = (rooks & board.color(weak)).first()?;
    // Philidor: the rook holds the sixth rank until the pawn goes there, then checks from behind.
    let philidor = rank <= 4 && strong_king <= 4 && masks::rank_of(strong, weak_rook) == 5;
    let from_behind = rank == 5 && masks::rank_of(strong, weak_rook) <= 1;
    let rook_pawn = masks::from_edge(pawn.file()) == 0;
    Some(match in_front {
        true if philidor || from_behind || (rook_pawn && rank <= 5) => NEARLY_DRAWN,
        true => 64,
        false => 112,
    })
}

/// A knight cannot lose a move: a rook pawn on the seventh with the king locked before it.
fn knight_and_rook_pawn(board: &Board, strong: Color) -> Option<i32> {
    let knight = pieces(board, strong).single()?;
    let pawn = board.colored(strong, Piece::Pawn).single()?;
    if !board.pieces(Piece::Knight).contains(knight) || masks::from_edge(pawn.file()) != 0 {
        return None;
    }
    let goal = Square::at(pawn.file(), Rank::Eighth.relative_to(strong));
    let locked = masks::rank_of(strong, pawn) == 6 && board.king(!strong).distance(goal) <= 1;
    locked.then_some(DRAW)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale_of(fen: &str) -> i32 {
        scale(&Board::from_fen(fen).expect(fen), Color::White)
    }

    #[test]
    fn known_draws_lose_their_advantage() {
        assert_eq!(scale_of("k7/8/8/P7/8/8/1K6/2B5 w - - 0 1"), DRAW, "the bishop is of the wrong colour");
        assert!(scale_of("k7/8/8/P7/8/8/1K6/3B4 w - - 0 1") > 64, "the bishop is of the right colour");
        assert_eq!(scale_of("4k3/8/8/8/8/8/1K6/3B4 w - - 0 1"), DRAW, "a bishop alone");
        assert_eq!(scale_of("4k3/4n3/8/8/8/8/1K6/3R4 w - - 0 1"), NEARLY_DRAWN);
        assert_eq!(scale_of("4k3/4r3/8/8/8/8/1K6/3RB3 w - - 0 1"), DRAWISH);
        assert_eq!(scale_of("4k3/8/r7/4P3/3K4/8/8/3R4 w - - 0 1"), NEARLY_DRAWN, "Philidor");
        assert_eq!(scale_of("4k3/2b5/8/4P3/3K4/8/8/3B4 w - - 0 1"), 56, "opposite bishops");
        assert_eq!(scale_of("k7/P7/8/2K5/8/8/8/3N4 w - - 0 1"), DRAW);
    }

    #[test]
    fn some_advantages_cannot_win() {
        let cannot = |fen: &str| cannot_win(&Board::from_fen(fen).expect(fen), Color::White);
        for drawn in [
            "k7/8/8/P7/8/8/1K6/2B5 w - - 0 1",
            "k7/P7/8/2K5/8/8/8/3N4 w - - 0 1",
            "4k3/7p/8/8/8/8/1K6/3B4 w - - 0 1",
            "4k3/7p/8/8/8/8/1K6/8 w - - 0 1",
        ] {
            assert!(cannot(drawn), "{drawn}");
        }
        for open in [
            "k7/8/8/P7/8/8/1K6/3B4 w - - 0 1",
            "4k3/7p/8/8/8/8/1K6/3R4 w - - 0 1",
            "4k3/7p/8/8/8/8/1K6/2BB4 w - - 0 1",
            "4k3/7p/8/8/8/8/PK6/8 w - - 0 1",
        ] {
            assert!(!cannot(open), "{open}");
        }
    }

    #[test]
    fn a_queen_more_wins_without_pawns() {
        assert_eq!(scale_of("4k3/4n3/8/8/8/8/1K6/3Q4 w - - 0 1"), FULL_SCALE);
    }
}
