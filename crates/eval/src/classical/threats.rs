//! Threats: men that are attacked, hang, are pinned, or may soon be.

use quevedo_rules::{Bitboard, Board, Piece, Rank, attacks};

use super::facts::Facts;
use super::side::Side;
use super::terms::{
    PINNED, THREAT_BY_KING, THREAT_BY_MINOR, THREAT_BY_PAWN, THREAT_BY_QUEEN, THREAT_BY_ROOK,
    THREAT_COMMITTED, THREAT_HANGING, THREAT_HANGING_PAWN, THREAT_KNIGHT_ON_QUEEN, THREAT_PUSH,
    THREAT_RESTRICTED, THREAT_SLIDER_ON_QUEEN,
};
use super::trace::{Tally, Tracer};

/// What one side threatens.
#[inline]
pub(super) fn count<S: Side, T: Tracer>(board: &Board, facts: &Facts, tally: &mut Tally<'_, T>) {
    let (us, them) = (S::US.index(), S::THEM.index());
    let ours = &facts.by[us];
    let their_pieces = facts.men[them] & !facts.pawns[them] & !Bitboard::of(facts.kings[them]);
    let sheltered = facts.pawn_attacks(S::THEM) | (facts.twice[them] & !facts.twice[us]);
    let weak = facts.men[them] & facts.attacked[us] & !sheltered;

    let by_minor = ours[Piece::Knight.index()] | ours[Piece::Bishop.index()];
    for square in (their_pieces | weak) & by_minor {
        tally.once::<S>(THREAT_BY_MINOR.at(kind(board, square)));
    }
    for square in weak & ours[Piece::Rook.index()] {
        tally.once::<S>(THREAT_BY_ROOK.at(kind(board, square)));
    }
    tally.times::<S>((weak & ours[Piece::Queen.index()]).len() as i32, THREAT_BY_QUEEN.only());
    tally.once_if::<S>(weak.intersects(ours[Piece::King.index()]), THREAT_BY_KING.only());

    let undefended = weak & !facts.attacked[them];
    tally.times::<S>((undefended & their_pieces).len() as i32, THREAT_HANGING.only());
    tally.times::<S>((undefended & facts.pawns[them]).len() as i32, THREAT_HANGING_PAWN.only());
    let committed = weak & facts.attacked[them] & !facts.twice[them];
    tally.times::<S>(committed.len() as i32, THREAT_COMMITTED.only());

    let contested = facts.attacked[them] & !sheltered & facts.attacked[us];
    tally.times::<S>(contested.len() as i32, THREAT_RESTRICTED.only());

    count_pawns::<S, T>(board, facts, their_pieces, tally);
    count_on_queen::<S, T>(board, facts, sheltered, tally);
    for square in facts.pinned[us] {
        tally.once::<S>(PINNED.at(kind(board, square)));
    }
}

/// 0 for a pawn, 4 for a queen.
#[inline]
fn kind(board: &Board, square: quevedo_rules::Square) -> usize {
    board.piece_at(square).map_or(0, Piece::index)
}

/// Attacks by safe pawns, and pushes that would become such.
#[inline]
fn count_pawns<S: Side, T: Tracer>(
    board: &Board,
    facts: &Facts,
    their_pieces: Bitboard,
    tally: &mut Tally<'_, T>,
) {
    let (us, them) = (S::US.index(), S::THEM.index());
    let safe = !facts.attacked[them] | facts.attacked[us];
    for square in attacks::pawns(S::US, facts.pawns[us] & safe) & their_pieces {
        tally.once::<S>(THREAT_BY_PAWN.at(kind(board, square) - 1));
    }
    let empty = !facts.occupied;
    let pushed = facts.pawns[us].forward(S::US) & empty;
    let third = Bitboard::rank(Rank::Third.relative_to(S::US));
    let pushed = pushed | ((pushed & third).forward(S::US) & empty);
    let pushed = pushed & safe & !facts.pawn_attacks(S::THEM);
    let hit = attacks::pawns(S::US, pushed) & their_pieces & !facts.pawn_attacks(S::US);
    tally.times::<S>(hit.len() as i32, THREAT_PUSH.only());
}

/// Squares from which their only queen could be harried.
#[inline]
fn count_on_queen<S: Side, T: Tracer>(
    board: &Board,
    facts: &Facts,
    sheltered: Bitboard,
    tally: &mut Tally<'_, T>,
) {
    let us = S::US.index();
    let Some(queen) = board.colored(S::THEM, Piece::Queen).single() else { return };
    let free = facts.area[us] & !facts.men[us] & !sheltered;
    let knights = facts.by[us][Piece::Knight.index()] & attacks::knight(queen) & free;
    tally.times::<S>(knights.len() as i32, THREAT_KNIGHT_ON_QUEEN.only());
    let diagonal = facts.by[us][Piece::Bishop.index()] & attacks::bishop(queen, facts.occupied);
    let straight = facts.by[us][Piece::Rook.index()] & attacks::rook(queen, facts.occupied);
    let sliders = (diagonal | straight) & free & facts.twice[us];
    tally.times::<S>(sliders.len() as i32, THREAT_SLIDER_ON_QUEEN.only());
}
