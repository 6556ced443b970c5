//! What the themes' definitions share. Men count 1, 3, 3, 5, 9; pins are not looked at unless a name says so.

use shakmaty::{Bitboard, Board, Chess, Color, Piece, Position, Role, Square, attacks};

use crate::ground::{men_between, slides, value};

/// What a man counts where kings count most.
pub(super) fn rank_of(role: Role) -> i32 {
    if role == Role::King { 99 } else { value(role) }
}

pub(super) fn is_slider(role: Role) -> bool {
    matches!(role, Role::Bishop | Role::Rook | Role::Queen)
}

/// The men of a side that attack a square.
pub(super) fn attackers(board: &Board, side: Color, square: Square) -> Bitboard {
    board.attacks_to(square, side, board.occupied())
}

/// A man of its side could take back on its square, at once or from behind the slider that takes.
fn is_guarded(board: &Board, man: Piece, square: Square) -> bool {
    if attackers(board, man.color, square).any() {
        return true;
    }
    let takers = attackers(board, !man.color, square);
    takers.into_iter().any(|taker| {
        let is_slider = board.role_at(taker).is_some_and(is_slider);
        let mut bare = board.clone();
        bare.discard_piece_at(taker);
        is_slider && attackers(&bare, man.color, square).any()
    })
}

pub(super) fn hangs(board: &Board, square: Square) -> bool {
    board.piece_at(square).is_some_and(|man| !is_guarded(board, man, square))
}

/// Attacked, and without a guard or by something cheaper (which kings are not).
pub(super) fn is_in_danger(board: &Board, square: Square) -> bool {
    let Some(man) = board.piece_at(square) else { return false };
    let takers = attackers(board, !man.color, square);
    let is_cheaper = |taker: Square| {
        board.role_at(taker).is_some_and(|role| role != Role::King && value(role) < rank_of(man.role))
    };
    takers.any() && (!is_guarded(board, man, square) || takers.into_iter().any(is_cheaper))
}

/// The line that a man may not leave because its king stands on it.
pub(super) fn pin_line(position: &Chess, square: Square) -> Option<Bitboard> {
    let board = position.board();
    let man = board.piece_at(square)?;
    let king = board.king_of(man.color).filter(|king| *king != square)?;
    let pinners = board.by_color(!man.color) & board.sliders();
    let pins = |pinner: &Square| {
        let role = board.role_at(*pinner);
        role.is_some_and(|role| slides(role, *pinner, king))
            && men_between(position, *pinner, king) == Bitboard::from(square)
    };
    pinners.into_iter().find(pins).map(|pinner| attacks::ray(king, pinner))
}

/// Whether a man, its side to move and not in check, is in danger and remains so wherever it goes, with nothing to take of its own worth.
pub(super) fn is_trapped(position: &Chess, square: Square) -> bool {
    let board = position.board();
    let Some(man) = board.piece_at(square) else { return false };
    if position.is_check()
        || matches!(man.role, Role::Pawn | Role::King)
        || pin_line(position, square).is_some()
        || !is_in_danger(board, square)
    {
        return false;
    }
    let moves = position.legal_moves();
    moves.iter().filter(|mv| mv.from() == Some(square)).all(|mv| {
        let is_worth_it = mv.capture().is_some_and(|role| value(role) >= value(man.role));
        !is_worth_it && is_in_danger(crate::ground::after(position, *mv).board(), mv.to())
    })
}

/// The enemies that the man on a square attacks.
pub(super) fn targets(board: &Board, from: Square) -> impl Iterator<Item = (Square, Piece)> {
    let own = board.color_at(from);
    let hit = board.attacks_from(from);
    hit.into_iter()
        .filter_map(|square| board.piece_at(square).map(|man| (square, man)))
        .filter(move |(_, man)| Some(man.color) != own)
}
