//! The king: its shelter, and the danger that it is in.

use quevedo_rules::{Bitboard, Board, File, Key, Piece, Rank, Square, attacks};

use super::facts::Facts;
use super::side::Side;
use super::tables::ShelterFacts;
use super::terms::{
    CASTLING, DANGER_BASE, DANGER_KNIGHT_GUARD, DANGER_NO_QUEEN, DANGER_OPEN_FILES, DANGER_OTHER_CHECKS,
    DANGER_PAWNS, DANGER_PINNED, DANGER_SAFE_CHECKS, DANGER_STORM, DANGER_WEAK, DANGER_WING,
    DANGER_WING_GUARD, DANGER_WING_TWICE, KING_GUARDS, KING_SQUARES, KING_TO_PAWN, SHELTER_FRONT,
    SHELTER_SIDE, STORM_BLOCKED, STORM_FREE,
};
use super::trace::{Tally, Tracer};
use super::weights_table::Weights;
use crate::masks;

/// The pawns around one king, from the view of its own side.
pub(super) fn shelter<S: Side, T: Tracer>(board: &Board, weights: &Weights, tracer: &mut T) -> ShelterFacts {
    let mut tally = Tally::new(weights, tracer);
    let king = board.king(S::US);
    let ours = board.colored(S::US, Piece::Pawn);
    let theirs = board.colored(S::THEM, Piece::Pawn);
    let not_behind = masks::ahead(S::US, king) | king.rank();
    let (mut open_files, mut storming) = (0, 0);
    let centre = king.file().index().clamp(1, 6);
    for file in (centre - 1..=centre + 1).map(|index| File::new(index as u8)) {
        let column = not_behind & file;
        let shield = nearest::<S>(ours & column);
        let attacker = nearest::<S>(theirs & column);
        let edge = masks::from_edge(file);
        let term = if file == king.file() { SHELTER_FRONT } else { SHELTER_SIDE };
        tally.once::<S>(term.at(8 * edge + shield));
        if shield != 0 && attacker == shield + 1 {
            tally.once::<S>(STORM_BLOCKED.at(attacker));
        } else {
            tally.once::<S>(STORM_FREE.at(8 * edge + attacker));
        }
        open_files += u8::from(shield == 0);
        storming += u8::from((2..=3).contains(&attacker) && attacker != shield + 1);
    }
    tally.once::<S>(KING_TO_PAWN.at(steps_to_pawn(king, ours | theirs)));
    ShelterFacts { key: Key(0), score: tally.total * S::SIGN, open_files, storming }
}

/// The rank of the pawn nearest to our own side, 0 if there is none.
fn nearest<S: Side>(pawns: Bitboard) -> usize {
    let pawn = if S::SIGN > 0 { pawns.first() } else { pawns.last() };
    pawn.map_or(0, |square| masks::rank_of(S::US, square))
}

/// The king's steps to the nearest pawn, 0 if there is none.
fn steps_to_pawn(king: Square, pawns: Bitboard) -> usize {
    let mut reach = Bitboard::of(king);
    if pawns.is_empty() {
        return 0;
    }
    let mut steps = 0;
    while !reach.intersects(pawns) && steps < 7 {
        reach |= reach.east() | reach.west();
        reach |= reach.north() | reach.south();
        steps += 1;
    }
    steps
}

/// Our own king: where it stands and what stands around it.
#[inline]
pub(super) fn count<S: Side, T: Tracer>(board: &Board, facts: &Facts, tally: &mut Tally<'_, T>) {
    let us = S::US.index();
    let king = facts.kings[us];
    tally.once::<S>(KING_SQUARES.at(masks::half_board(S::US, king)));
    let minors_and_pawns = facts.men[us] & !(board.pieces(Piece::Rook) | board.pieces(Piece::Queen));
    let guards = minors_and_pawns & facts.rings[us] & !Bitboard::of(king);
    tally.once::<S>(KING_GUARDS.at(guards.len() as usize));
    tally.times::<S>(board.castling().rooks_of(S::US).len() as i32, CASTLING.only());
}

/// The danger that our men bring upon their king. `shelter` is their king's.
#[inline]
pub(super) fn count_danger<S: Side, T: Tracer>(
    board: &Board,
    facts: &Facts,
    shelter: &ShelterFacts,
    tally: &mut Tally<'_, T>,
) {
    let (us, them) = (S::US.index(), S::THEM.index());
    let guarded_by_few =
        !facts.attacked[them] | facts.by[them][Piece::King.index()] | facts.by[them][Piece::Queen.index()];
    let weak = facts.attacked[us] & !facts.twice[them] & guarded_by_few;
    let ring = facts.rings[them];

    tally.danger::<S>(1, DANGER_BASE.only());
    tally.danger::<S>((weak & ring).len() as i32, DANGER_WEAK.only());
    tally.danger::<S>((facts.pawn_attacks(S::US) & ring).len() as i32, DANGER_PAWNS.only());
    tally.danger::<S>(i32::from(board.colored(S::US, Piece::Queen).is_empty()), DANGER_NO_QUEEN.only());
    tally.danger::<S>(facts.pinned[them].len() as i32, DANGER_PINNED.only());
    tally.danger::<S>(i32::from(shelter.open_files), DANGER_OPEN_FILES.only());
    tally.danger::<S>(i32::from(shelter.storming), DANGER_STORM.only());
    let knight_guards = facts.by[them][Piece::Knight.index()].intersects(ring);
    tally.danger::<S>(i32::from(knight_guards), DANGER_KNIGHT_GUARD.only());

    let camp = masks::wing(facts.kings[them]) & masks::ranks(S::THEM, Rank::First, Rank::Fifth);
    tally.danger::<S>((camp & facts.attacked[us]).len() as i32, DANGER_WING.only());
    tally.danger::<S>((camp & facts.attacked[us] & facts.twice[us]).len() as i32, DANGER_WING_TWICE.only());
    tally.danger::<S>((camp & facts.attacked[them]).len() as i32, DANGER_WING_GUARD.only());

    count_checks::<S, T>(board, facts, weak, tally);
}

/// The squares from which our pieces can give check.
#[inline]
fn count_checks<S: Side, T: Tracer>(board: &Board, facts: &Facts, weak: Bitboard, tally: &mut Tally<'_, T>) {
    let (us, them) = (S::US.index(), S::THEM.index());
    let king = facts.kings[them];
    // Their queen does not shield: it would have to take, or leave.
    let seen_through = facts.occupied & !board.colored(S::THEM, Piece::Queen);
    let straight = attacks::rook(king, seen_through);
    let diagonal = attacks::bishop(king, seen_through);
    let safe = !facts.attacked[them] | (weak & facts.twice[us]);
    let mut unsafe_checks = Bitboard::EMPTY;
    let lines = [
        (Piece::Knight, attacks::knight(king)),
        (Piece::Bishop, diagonal),
        (Piece::Rook, straight),
        (Piece::Queen, diagonal | straight),
    ];
    for (index, (piece, line)) in lines.into_iter().enumerate() {
        let checks = line & facts.by[us][piece.index()] & !facts.men[us];
        tally.danger::<S>((checks & safe).len() as i32, DANGER_SAFE_CHECKS.at(index));
        if piece != Piece::Queen {
            unsafe_checks |= checks & !safe;
        }
    }
    tally.danger::<S>(unsafe_checks.len() as i32, DANGER_OTHER_CHECKS.only());
}
