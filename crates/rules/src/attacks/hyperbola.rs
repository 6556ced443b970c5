//! Sliding attacks by subtraction ("hyperbola quintessence"): taking the slider away from a line's
//! blockers borrows up to the first one, and the same in the mirror finds the other direction.
//! No table but the lines; this is also how the tables of the faster methods are filled.

use super::rays;
use super::relevance::Slider;
use crate::{Bitboard, Square};

static DIAGONALS: [[u64; 2]; 64] = lines([(1, 1), (-1, 1)]);
static STRAIGHTS: [[u64; 2]; 64] = lines([(0, 1), (1, 0)]);

const fn lines(directions: [(i8, i8); 2]) -> [[u64; 2]; 64] {
    let mut table = [[0; 2]; 64];
    let mut index = 0;
    while index < 128 {
        let square = Square::new(index as u8 / 2);
        let (files, ranks) = directions[index % 2];
        table[index / 2][index % 2] = rays::ray(square, files, ranks) | rays::ray(square, -files, -ranks);
        index += 1;
    }
    table
}

/// The two lines, edge to edge, on which a slider moves; without its own square.
#[inline]
pub(super) const fn lines_of(slider: Slider, square: Square) -> [u64; 2] {
    match slider {
        Slider::Bishop => DIAGONALS[square.index()],
        Slider::Rook => STRAIGHTS[square.index()],
    }
}

/// The reach from `square` along one line.
#[inline]
pub(super) const fn along(square: Square, occupied: u64, line: u64) -> u64 {
    let slider = 1u64 << square.index();
    let blockers = occupied & line;
    let up = blockers.wrapping_sub(slider << 1);
    let down = blockers.reverse_bits().wrapping_sub(slider.reverse_bits() << 1).reverse_bits();
    (up ^ down) & line
}

#[inline]
pub(super) const fn reach(slider: Slider, square: Square, occupied: Bitboard) -> Bitboard {
    let [one, other] = lines_of(slider, square);
    Bitboard(along(square, occupied.0, one) | along(square, occupied.0, other))
}

/// The squares that a bishop attacks.
#[inline]
pub const fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    reach(Slider::Bishop, square, occupied)
}

/// The squares that a rook attacks.
#[inline]
pub const fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    reach(Slider::Rook, square, occupied)
}
