//! Where pieces can go, and the lines between squares.
//!
//! Everything here is a table computed by the compiler. For the sliding pieces there are three
//! ways to find the reach under a given occupancy, all tested against each other and against a
//! walk along the rays: `pext` (one instruction finds the table entry), [`magic`] (one
//! multiplication does) and [`hyperbola`] (no table, a subtraction per line). The first is used
//! where the machine has it, the second elsewhere; `docs/results/sliders.md` has the measurement.

pub mod hyperbola;
pub mod magic;
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
pub mod pext;
pub mod rays;
mod relevance;

use crate::{Bitboard, Color, Piece, Square};

#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
use magic as sliders;
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
use pext as sliders;

const KNIGHT_STEPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

const fn leaper(steps: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < steps.len() {
            if let Some(to) = Square::new(square as u8).offset(steps[step].0, steps[step].1) {
                table[square].0 |= 1 << to.index();
            }
            step += 1;
        }
        square += 1;
    }
    table
}

static KNIGHT: [Bitboard; 64] = leaper(&KNIGHT_STEPS);
static KING: [Bitboard; 64] = leaper(&KING_STEPS);
static PAWN: [[Bitboard; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];

/// For two squares: the squares strictly between them, and the whole line through them.
struct Lines {
    between: [[Bitboard; 64]; 64],
    through: [[Bitboard; 64]; 64],
}

static LINES: Lines = lines();

#[allow(clippy::large_stack_arrays)] // on the compiler's stack
const fn lines() -> Lines {
    let mut table = Lines { between: [[Bitboard::EMPTY; 64]; 64], through: [[Bitboard::EMPTY; 64]; 64] };
    let mut a = 0;
    while a < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (files, ranks) = KING_STEPS[direction];
            let origin = Square::new(a as u8);
            let line = rays::ray(origin, files, ranks) | rays::ray(origin, -files, -ranks) | 1 << a;
            let mut passed = 0;
            let mut here = origin.offset(files, ranks);
            while let Some(square) = here {
                table.between[a][square.index()] = Bitboard(passed);
                table.through[a][square.index()] = Bitboard(line);
                passed |= 1 << square.index();
                here = square.offset(files, ranks);
            }
            direction += 1;
        }
        a += 1;
    }
    table
}

/// The squares a knight's move away.
#[inline]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// The squares a king's step away.
#[inline]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The squares that a pawn of `color` attacks.
#[inline]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// The squares that any of these pawns of `color` attacks.
#[inline]
pub fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.forward(color);
    ahead.east() | ahead.west()
}

/// The squares that a bishop attacks when the squares of `occupied` are taken.
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    sliders::bishop(square, occupied)
}

/// The squares that a rook attacks when the squares of `occupied` are taken.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    sliders::rook(square, occupied)
}

/// The squares that a queen attacks when the squares of `occupied` are taken.
#[inline]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// The squares that a piece of `color` attacks when the squares of `occupied` are taken.
///
/// ```
/// use quevedo_rules::{Bitboard, Color, Piece, Square, attacks};
///
/// let blockers = Bitboard::of(Square::D6) | Square::F2;
/// assert_eq!(attacks::of(Piece::Rook, Color::White, Square::D2, blockers).to_string(), "\
/// . . . . . . . .
/// . . . . . . . .
/// . . . 1 . . . .
/// . . . 1 . . . .
/// . . . 1 . . . .
/// . . . 1 . . . .
/// 1 1 1 . 1 1 . .
/// . . . 1 . . . .
/// ");
/// ```
#[inline]
pub fn of(piece: Piece, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match piece {
        Piece::Pawn => pawn(color, square),
        Piece::Knight => knight(square),
        Piece::Bishop => bishop(square, occupied),
        Piece::Rook => rook(square, occupied),
        Piece::Queen => queen(square, occupied),
        Piece::King => king(square),
    }
}

/// The squares that a piece other than a pawn attacks on an empty board, found by the compiler.
pub(crate) const fn on_empty_board(piece: Piece, square: Square) -> Bitboard {
    let index = square.index();
    let diagonal = hyperbola::bishop(square, Bitboard::EMPTY).0;
    let straight = hyperbola::rook(square, Bitboard::EMPTY).0;
    match piece {
        Piece::Pawn => Bitboard::EMPTY,
        Piece::Knight => (const { leaper(&KNIGHT_STEPS) })[index],
        Piece::King => (const { leaper(&KING_STEPS) })[index],
        Piece::Bishop => Bitboard(diagonal),
        Piece::Rook => Bitboard(straight),
        Piece::Queen => Bitboard(diagonal | straight),
    }
}

/// By [`Piece::index`] and square: [`on_empty_board`], looked up.
static ON_EMPTY_BOARD: [[Bitboard; 64]; 6] = {
    let mut table = [[Bitboard::EMPTY; 64]; 6];
    let mut piece = 0;
    while piece < 6 {
        let mut square = 0;
        while square < 64 {
            table[piece][square] = on_empty_board(Piece::ALL[piece], Square::new(square as u8));
            square += 1;
        }
        piece += 1;
    }
    table
};

/// The squares that a queen attacks on an empty board.
#[inline]
pub(crate) fn lines_from(square: Square) -> Bitboard {
    ON_EMPTY_BOARD[Piece::Queen.index()][square.index()]
}

/// Whether a piece of `color` attacks `target` when the squares of `occupied` are taken: [`of`] for a single square,
/// without a look into the sliders' large tables.
#[inline]
pub fn reaches(piece: Piece, color: Color, from: Square, target: Square, occupied: Bitboard) -> bool {
    match piece {
        Piece::Pawn => pawn(color, from).contains(target),
        _ => {
            ON_EMPTY_BOARD[piece.index()][from.index()].contains(target)
                && (between(from, target) & occupied).is_empty()
        }
    }
}

/// The squares strictly between two squares of one line; empty if they share none.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    LINES.between[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two squares, edge to edge; empty if they share none.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINES.through[a.index()][b.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cheap, fixed sequence of occupancies, sparse and dense.
    fn occupancies() -> impl Iterator<Item = Bitboard> {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        (0..2_000).map(move |round| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let thinned = state.rotate_left(19) | if round % 2 == 0 { 0 } else { !state };
            Bitboard(state & thinned)
        })
    }

    #[test]
    fn what_reaches_a_square_attacks_it() {
        for occupied in occupancies().step_by(40) {
            for (piece, color) in
                Piece::ALL.into_iter().flat_map(|piece| Color::ALL.map(|color| (piece, color)))
            {
                for (from, target) in Square::all().flat_map(|from| Square::all().map(move |to| (from, to))) {
                    let attacked = of(piece, color, from, occupied).contains(target);
                    assert_eq!(
                        reaches(piece, color, from, target, occupied),
                        attacked,
                        "{piece:?} {from} {target}"
                    );
                }
            }
        }
    }

    #[test]
    fn all_slider_methods_agree_with_a_walk_along_the_rays() {
        for occupied in occupancies() {
            for square in Square::all() {
                let bishop = rays::bishop(square, occupied);
                let rook = rays::rook(square, occupied);
                assert_eq!(hyperbola::bishop(square, occupied), bishop);
                assert_eq!(hyperbola::rook(square, occupied), rook);
                assert_eq!(magic::bishop(square, occupied), bishop);
                assert_eq!(magic::rook(square, occupied), rook);
                #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
                assert_eq!(pext::bishop(square, occupied), bishop);
                #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
                assert_eq!(pext::rook(square, occupied), rook);
                assert_eq!(queen(square, occupied), bishop | rook);
            }
        }
    }

    #[test]
    fn every_relevant_occupancy_has_its_entry() {
        for square in Square::all() {
            for (mask, fast, slow) in [
                (
                    relevance::Slider::Bishop.mask(square),
                    bishop as fn(_, _) -> _,
                    rays::bishop as fn(_, _) -> _,
                ),
                (relevance::Slider::Rook.mask(square), rook as fn(_, _) -> _, rays::rook as fn(_, _) -> _),
            ] {
                assert!(mask.subsets().all(|occupied| fast(square, occupied) == slow(square, occupied)));
            }
        }
    }

    #[test]
    fn lines_are_what_sliders_see() {
        for a in Square::all() {
            for b in Square::all() {
                let ends = Bitboard::of(a) | b;
                let mut between_slow = Bitboard::EMPTY;
                let mut line_slow = Bitboard::EMPTY;
                for reach in [rays::bishop as fn(Square, Bitboard) -> Bitboard, rays::rook] {
                    if a != b && reach(a, Bitboard::EMPTY).contains(b) {
                        between_slow = reach(a, ends) & reach(b, ends);
                        line_slow = (reach(a, Bitboard::EMPTY) & reach(b, Bitboard::EMPTY)) | ends;
                    }
                }
                assert_eq!(between(a, b), between_slow);
                assert_eq!(line(a, b), line_slow);
            }
        }
    }

    #[test]
    fn pawns_attack_together_what_they_attack_alone() {
        for color in Color::ALL {
            let many = Bitboard(0x0081_2400_1800_ff00);
            let alone = many.into_iter().fold(Bitboard::EMPTY, |all, square| all | pawn(color, square));
            assert_eq!(pawns(color, many), alone);
        }
    }
}
