//! Passed pawns: the terms that depend on more than pawns.

use quevedo_rules::{Bitboard, Board, Piece, Square, attacks};

use super::facts::Facts;
use super::side::Side;
use super::terms::{
    PASSED_BLOCKED, PASSED_FREE, PASSED_HELPED, PASSED_OWN_KING, PASSED_ROOK_AGAINST, PASSED_ROOK_BEHIND,
    PASSED_SAFE_PATH, PASSED_SAFE_STEP, PASSED_THEIR_KING, PASSED_UNSTOPPABLE,
};
use super::trace::{Tally, Tracer};
use crate::masks;

/// One side's passed pawns.
#[inline]
pub(super) fn count<S: Side, T: Tracer>(
    board: &Board,
    facts: &Facts,
    passed: Bitboard,
    tally: &mut Tally<'_, T>,
) {
    for square in passed & facts.men[S::US.index()] {
        count_one::<S, T>(board, facts, square, tally);
    }
}

fn count_one<S: Side, T: Tracer>(board: &Board, facts: &Facts, square: Square, tally: &mut Tally<'_, T>) {
    let (us, them) = (S::US.index(), S::THEM.index());
    let rank = masks::rank_of(S::US, square);
    let path = masks::path(S::US, square);
    let step = Bitboard::of(square).forward(S::US);
    let Some(ahead) = step.first() else { return };

    tally.once_if::<S>(facts.occupied.contains(ahead), PASSED_BLOCKED.at(rank));
    tally.once_if::<S>(!facts.occupied.intersects(path), PASSED_FREE.at(rank));
    let rook_behind = rook_behind(board, facts, square, masks::path(S::THEM, square));
    let against = rook_behind.is_some_and(|rook| facts.men[them].contains(rook));
    let behind = rook_behind.is_some_and(|rook| facts.men[us].contains(rook));
    // A rook behind the pawn attacks the whole path through it.
    let attacked = if against { path } else { facts.attacked[them] & path };
    tally.once_if::<S>(!attacked.intersects(step), PASSED_SAFE_STEP.at(rank));
    tally.once_if::<S>(attacked.is_empty(), PASSED_SAFE_PATH.at(rank));
    tally.once_if::<S>(behind || facts.attacked[us].contains(ahead), PASSED_HELPED.at(rank));
    tally.times::<S>(i32::from(ahead.distance(facts.kings[us])), PASSED_OWN_KING.at(rank));
    tally.times::<S>(i32::from(ahead.distance(facts.kings[them])), PASSED_THEIR_KING.at(rank));
    tally.once_if::<S>(behind, PASSED_ROOK_BEHIND.only());
    tally.once_if::<S>(against, PASSED_ROOK_AGAINST.only());
    tally.once_if::<S>(is_unstoppable::<S>(board, facts, square, path), PASSED_UNSTOPPABLE.only());
}

/// The rook of either side that looks at the pawn from behind.
#[inline]
fn rook_behind(board: &Board, facts: &Facts, pawn: Square, behind: Bitboard) -> Option<Square> {
    let rooks = board.pieces(Piece::Rook) & behind;
    if rooks.is_empty() {
        return None;
    }
    (rooks & attacks::rook(pawn, facts.occupied)).first()
}

/// Their king is outside of the pawn's square, and they have nothing else to stop it.
fn is_unstoppable<S: Side>(board: &Board, facts: &Facts, pawn: Square, path: Bitboard) -> bool {
    let them = S::THEM.index();
    let only_pawns = facts.men[them] == facts.pawns[them] | facts.kings[them];
    if !only_pawns || facts.men[S::US.index()].intersects(path) {
        return false;
    }
    let Some(goal) = (if S::SIGN > 0 { path.last() } else { path.first() }) else { return false };
    // A pawn on its first rank jumps over one step.
    let steps = masks::rank_of(S::US, goal) - masks::rank_of(S::US, pawn).max(2);
    let their_steps = usize::from(facts.kings[them].distance(goal));
    their_steps > steps + usize::from(board.turn() == S::THEM)
}
