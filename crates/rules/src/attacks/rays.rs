//! The obvious way: walk along each ray until something stands in the way. Slow, and the oracle
//! for the fast ways.

use crate::{Bitboard, Square};

const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The bits of the squares from `origin` (excluded) to the edge in one direction.
pub(super) const fn ray(origin: Square, files: i8, ranks: i8) -> u64 {
    let mut bits = 0;
    let mut here = origin.offset(files, ranks);
    while let Some(square) = here {
        bits |= 1 << square.index();
        here = square.offset(files, ranks);
    }
    bits
}

fn walk(origin: Square, occupied: Bitboard, directions: [(i8, i8); 4]) -> Bitboard {
    let mut seen = Bitboard::EMPTY;
    for (files, ranks) in directions {
        let mut here = origin.offset(files, ranks);
        while let Some(square) = here {
            seen.insert(square);
            here = if occupied.contains(square) { None } else { square.offset(files, ranks) };
        }
    }
    seen
}

/// The squares that a bishop attacks.
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    walk(square, occupied, DIAGONAL)
}

/// The squares that a rook attacks.
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    walk(square, occupied, STRAIGHT)
}
