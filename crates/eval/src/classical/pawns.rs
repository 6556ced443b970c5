//! Pawn structure: the terms that depend on nothing but pawns.

use quevedo_rules::{Bitboard, Board, Color, File, Key, Piece, Square, attacks};

use super::side::{Black, Side, White};
use super::tables::PawnFacts;
use super::terms::{
    BACKWARD_EXPOSED, BACKWARD_OPPOSED, CANDIDATE, DOUBLED, DOUBLED_SUPPORTED, ISOLATED_EXPOSED,
    ISOLATED_OPPOSED, LEVER, PASSED, PASSED_FILE, PAWN, PAWN_SQUARES, PHALANX, RAMMED, SUPPORTED,
};
use super::trace::{Tally, Tracer};
use super::weights_table::Weights;
use crate::masks;

/// Both sides' pawns.
struct Pawns {
    of: [Bitboard; 2],
}

/// What the pawns of a position alone say.
pub(super) fn evaluate<T: Tracer>(board: &Board, weights: &Weights, tracer: &mut T) -> PawnFacts {
    let pawns =
        Pawns { of: [board.colored(Color::White, Piece::Pawn), board.colored(Color::Black, Piece::Pawn)] };
    let mut tally = Tally::new(weights, tracer);
    let passed = count_side::<White, T>(&pawns, &mut tally) | count_side::<Black, T>(&pawns, &mut tally);
    PawnFacts {
        key: Key(0),
        score: tally.total,
        passed,
        spans: [span(Color::White, pawns.of[0]), span(Color::Black, pawns.of[1])],
        half_open: [half_open(pawns.of[0]), half_open(pawns.of[1])],
    }
}

/// The squares that pawns attack now or after advancing.
fn span(color: Color, pawns: Bitboard) -> Bitboard {
    let fill = masks::front_fill(color, pawns);
    fill.east() | fill.west()
}

fn half_open(pawns: Bitboard) -> u8 {
    File::ALL
        .into_iter()
        .filter(|&file| !pawns.intersects(file.into()))
        .fold(0, |files, file| files | 1 << file.index())
}

/// Counts the pawns of one side; gives back its passed pawns.
fn count_side<S: Side, T: Tracer>(pawns: &Pawns, tally: &mut Tally<'_, T>) -> Bitboard {
    let mut passed = Bitboard::EMPTY;
    for square in pawns.of[S::US.index()] {
        tally.once::<S>(PAWN.only());
        tally.once::<S>(PAWN_SQUARES.at(masks::half_board(S::US, square)));
        count_weaknesses::<S, T>(pawns, square, tally);
        count_strengths::<S, T>(pawns, square, tally);
        if is_passed::<S>(pawns, square) {
            passed.insert(square);
            tally.once::<S>(PASSED.at(masks::rank_of(S::US, square)));
            tally.once::<S>(PASSED_FILE.at(masks::from_edge(square.file())));
        }
    }
    passed
}

fn is_passed<S: Side>(pawns: &Pawns, square: Square) -> bool {
    !pawns.of[S::THEM.index()].intersects(masks::passage(S::US, square))
        && !pawns.of[S::US.index()].intersects(masks::path(S::US, square))
}

fn count_weaknesses<S: Side, T: Tracer>(pawns: &Pawns, square: Square, tally: &mut Tally<'_, T>) {
    let (ours, theirs) = (pawns.of[S::US.index()], pawns.of[S::THEM.index()]);
    let edge = masks::from_edge(square.file());
    let path = masks::path(S::US, square);
    let opposed = theirs.intersects(path);
    let neighbours = ours & masks::beside(square.file());
    let supported = ours.intersects(masks::defended_from(S::US, square));

    if neighbours.is_empty() {
        tally.once::<S>(if opposed { ISOLATED_OPPOSED.at(edge) } else { ISOLATED_EXPOSED.at(edge) });
    } else if is_left_behind::<S>(neighbours, theirs, square) {
        let rank = masks::rank_of(S::US, square);
        tally.once::<S>(if opposed { BACKWARD_OPPOSED.at(rank) } else { BACKWARD_EXPOSED.at(rank) });
    }
    if ours.intersects(path) {
        tally.once::<S>(if supported { DOUBLED_SUPPORTED.only() } else { DOUBLED.at(edge) });
    }
}

/// All neighbours are ahead, and the square ahead is taken or attacked by an enemy pawn.
fn is_left_behind<S: Side>(neighbours: Bitboard, theirs: Bitboard, square: Square) -> bool {
    let stop = Bitboard::of(square).forward(S::US);
    neighbours.is_subset_of(masks::ahead(S::US, square))
        && (stop & (theirs | attacks::pawns(S::THEM, theirs))).any()
}

fn count_strengths<S: Side, T: Tracer>(pawns: &Pawns, square: Square, tally: &mut Tally<'_, T>) {
    let (ours, theirs) = (pawns.of[S::US.index()], pawns.of[S::THEM.index()]);
    let rank = masks::rank_of(S::US, square);
    let here = Bitboard::of(square);
    let stop = here.forward(S::US);
    tally.once_if::<S>(ours.intersects(here.east() | here.west()), PHALANX.at(rank));
    let supporters = (ours & masks::defended_from(S::US, square)).len() as i32;
    tally.times::<S>(supporters, SUPPORTED.at(rank));
    tally.once_if::<S>(theirs.intersects(attacks::pawn(S::US, square)), LEVER.at(rank));
    tally.once_if::<S>(theirs.intersects(stop), RAMMED.at(rank));
    tally.once_if::<S>(is_candidate::<S>(ours, theirs, square), CANDIDATE.at(rank));
}

/// Not passed, nothing ahead on the file, and as many helpers beside or behind as enemy pawns beside
/// its way.
fn is_candidate<S: Side>(ours: Bitboard, theirs: Bitboard, square: Square) -> bool {
    let sentries = theirs & masks::passage(S::US, square);
    let helpers = ours & masks::beside(square.file()) & !masks::ahead(S::US, square);
    sentries.any()
        && !(ours | theirs).intersects(masks::path(S::US, square))
        && helpers.len() >= sentries.len()
}
