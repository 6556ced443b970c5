//! Material imbalance, room behind the pawns, the right to move, and how winnable it all is.

use quevedo_rules::{Bitboard, Board, Color, File, Piece, Rank};

use super::facts::Facts;
use super::side::{Black, Side, White};
use super::terms::{
    BISHOP_PAIR, CENTRE_CONTROL, COMPLEXITY_BASE, COMPLEXITY_OUTFLANKING, COMPLEXITY_PASSED,
    COMPLEXITY_PAWN_ENDING, COMPLEXITY_PAWNS, COMPLEXITY_WINGS, KNIGHT_PAIR, KNIGHT_WITH_PAWNS,
    QUEEN_AGAINST_ROOKS, ROOK_PAIR, ROOK_WITH_PAWNS, SPACE, TEMPO,
};
use super::trace::{Tally, Tracer};
use crate::masks;

const QUEEN_WING: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);
const INNER_FILES: Bitboard = Bitboard(
    Bitboard::file(File::C).0
        | Bitboard::file(File::D).0
        | Bitboard::file(File::E).0
        | Bitboard::file(File::F).0,
);
const CENTRE: Bitboard = Bitboard(0x0000_003c_3c00_0000);

/// What one side's combination of pieces is worth beyond the sum of their values.
#[inline]
pub(super) fn count_imbalance<S: Side, T: Tracer>(board: &Board, facts: &Facts, tally: &mut Tally<'_, T>) {
    let material = board.material();
    let all_pawns = board.pieces(Piece::Pawn).len() as usize;
    let bishops = board.colored(S::US, Piece::Bishop);
    if bishops.intersects(Bitboard::LIGHT) && bishops.intersects(Bitboard::DARK) {
        tally.once::<S>(BISHOP_PAIR.at(facts.pawns[S::US.index()].len() as usize));
    }
    let knights = material.count(S::US, Piece::Knight);
    let rooks = material.count(S::US, Piece::Rook);
    tally.once_if::<S>(knights >= 2, KNIGHT_PAIR.only());
    tally.once_if::<S>(rooks >= 2, ROOK_PAIR.only());
    tally.times::<S>(knights as i32, KNIGHT_WITH_PAWNS.at(all_pawns));
    tally.times::<S>(rooks as i32, ROOK_WITH_PAWNS.at(all_pawns));
    let queens = material.count(S::US, Piece::Queen);
    if queens > material.count(S::THEM, Piece::Queen) {
        tally.once::<S>(QUEEN_AGAINST_ROOKS.at(material.count(S::THEM, Piece::Rook) as usize));
    }
}

/// Room on the own side of the board, and pawns that hold the centre.
#[inline]
pub(super) fn count_space<S: Side, T: Tracer>(facts: &Facts, tally: &mut Tally<'_, T>) {
    let us = S::US.index();
    let pieces = (facts.men[us] & !facts.pawns[us]).len() as usize - 1;
    let room = INNER_FILES & masks::ranks(S::US, Rank::Second, Rank::Fourth);
    let safe = room & !facts.pawns[us] & !facts.pawn_attacks(S::THEM);
    let behind = masks::front_fill(S::THEM, facts.pawns[us]) & !facts.attacked[S::THEM.index()];
    let squares = safe.len() + (safe & behind).len();
    tally.times::<S>(squares as i32, SPACE.at(pieces));
    tally.times::<S>((facts.pawn_attacks(S::US) & CENTRE).len() as i32, CENTRE_CONTROL.only());
}

/// The right to move.
#[inline]
pub(super) fn count_tempo<T: Tracer>(board: &Board, tally: &mut Tally<'_, T>) {
    match board.turn() {
        Color::White => tally.once::<White>(TEMPO.only()),
        Color::Black => tally.once::<Black>(TEMPO.only()),
    }
}

/// How much the better side's advantage in the endgame grows (or shrinks, where negative) with what
/// there is to play for.
#[inline]
pub(super) fn complexity<T: Tracer>(facts: &Facts, passed: Bitboard, tally: &mut Tally<'_, T>) -> i32 {
    let pawns = facts.pawns[0] | facts.pawns[1];
    let both_wings = pawns.intersects(QUEEN_WING) && pawns.intersects(!QUEEN_WING);
    let kings = Bitboard::of(facts.kings[0]) | facts.kings[1];
    let pawn_ending = facts.occupied == pawns | kings;
    let files = facts.kings[0].file().index().abs_diff(facts.kings[1].file().index());
    let ranks = facts.kings[0].rank().index().abs_diff(facts.kings[1].rank().index());
    let counts = [
        (COMPLEXITY_BASE, 1),
        (COMPLEXITY_PAWNS, pawns.len() as i32),
        (COMPLEXITY_WINGS, i32::from(both_wings)),
        (COMPLEXITY_PAWN_ENDING, i32::from(pawn_ending)),
        (COMPLEXITY_PASSED, passed.len() as i32),
        (COMPLEXITY_OUTFLANKING, i32::from(files > ranks)),
    ];
    let mut sum = 0;
    for (term, count) in counts {
        tally.tracer.add(term.only(), Color::White, count);
        sum += tally.weights.of(term.only()).endgame() * count;
    }
    sum
}
