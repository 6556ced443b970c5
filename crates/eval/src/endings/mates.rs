//! Driving a bare king to its mate: values that grow as it is pushed to the edge and the kings come
//! close, so that a shallow search finds the way.

use quevedo_rules::{Bitboard, Board, Color, Piece, Square};

/// What a won ending counts beyond its material, in hundredths of a pawn.
const WON: i32 = 1000;

/// How far a square is from the middle: 0 for d4, 6 for a corner.
pub(super) fn from_middle(square: Square) -> i32 {
    let off = |index: usize| if index < 4 { 3 - index } else { index - 4 };
    (off(square.file().index()) + off(square.rank().index())) as i32
}

/// How close the kings are: 0 when far apart, 6 when opposed.
fn closeness(board: &Board) -> i32 {
    7 - i32::from(board.king(Color::White).distance(board.king(Color::Black)))
}

fn has_both_bishops(board: &Board, color: Color) -> bool {
    let bishops = board.colored(color, Piece::Bishop);
    bishops.intersects(Bitboard::LIGHT) && bishops.intersects(Bitboard::DARK)
}

/// Enough to mate a bare king: a queen, a rook, two bishops, or bishop and knight.
fn can_mate(board: &Board, color: Color) -> bool {
    let any = |piece| board.colored(color, piece).any();
    any(Piece::Queen)
        || any(Piece::Rook)
        || has_both_bishops(board, color)
        || (any(Piece::Bishop) && any(Piece::Knight))
}

fn material(board: &Board, color: Color) -> i32 {
    100 * (super::piece_value(board, color) + board.material().count(color, Piece::Pawn)) as i32
}

/// Anything that mates against a bare king: to the edge, with the king's help.
pub(super) fn against_bare_king(board: &Board, strong: Color) -> Option<i32> {
    let weak_king = board.king(!strong);
    can_mate(board, strong)
        .then(|| WON + material(board, strong) + 20 * from_middle(weak_king) + 10 * closeness(board))
}

/// Bishop and knight mate only in a corner of the bishop's colour.
pub(super) fn bishop_and_knight(board: &Board, strong: Color) -> Option<i32> {
    let bishop = board.colored(strong, Piece::Bishop).single()?;
    board.colored(strong, Piece::Knight).single()?;
    if board.color(strong).len() != 3 {
        return None;
    }
    let weak_king = board.king(!strong);
    let corners = if bishop.is_light() { [Square::A8, Square::H1] } else { [Square::A1, Square::H8] };
    let steps = corners.map(|corner| walk(weak_king, corner));
    let nearest = steps[0].min(steps[1]);
    let value = WON + material(board, strong) + 10 * closeness(board) + 20 * (14 - nearest);
    Some(value + 10 * from_middle(weak_king))
}

/// Files and ranks between two squares, added: it tells a corner from the one beside it.
fn walk(a: Square, b: Square) -> i32 {
    let apart = |a: usize, b: usize| a.abs_diff(b) as i32;
    apart(a.file().index(), b.file().index()) + apart(a.rank().index(), b.rank().index())
}

/// Queen against rook is won, though it takes long.
pub(super) fn queen_against_rook(board: &Board, strong: Color) -> Option<i32> {
    let sizes = (board.color(strong).len(), board.color(!strong).len());
    let queen = board.colored(strong, Piece::Queen).single();
    let rook = board.colored(!strong, Piece::Rook).single();
    if sizes != (2, 2) || queen.is_none() || rook.is_none() {
        return None;
    }
    Some(400 + 20 * from_middle(board.king(!strong)) + 10 * closeness(board))
}
