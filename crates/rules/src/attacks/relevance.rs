//! Which squares matter to a slider: those whose occupancy changes its reach. The last square of a
//! ray does not (the ray ends there anyway), so the edges are left out.

use super::hyperbola;
use crate::{Bitboard, File, Square};

/// The number of entries of a table with one for every relevant occupancy of every square.
pub(super) const BISHOP_ENTRIES: usize = 5_248;
pub(super) const ROOK_ENTRIES: usize = 102_400;

const EDGES: u64 = Bitboard::BACK_RANKS.0 | Bitboard::file(File::A).0 | Bitboard::file(File::H).0;

const fn edges_not_through(square: Square) -> u64 {
    let ranks = Bitboard::BACK_RANKS.0 & !Bitboard::rank(square.rank()).0;
    let files = (Bitboard::file(File::A).0 | Bitboard::file(File::H).0) & !Bitboard::file(square.file()).0;
    ranks | files
}

/// The two ways of sliding; a queen has both.
#[derive(Clone, Copy)]
pub(super) enum Slider {
    Bishop,
    Rook,
}

/// The relevant occupancies of one line through a square, each with the reach along that line.
///
/// A slider's reach is that along its one line and that along its other, so a table is filled from
/// pairs of these; the compiler, which fills it, is in a hurry.
pub(super) struct LineReach {
    pub(super) cases: [(u64, u64); 64],
    pub(super) len: usize,
}

impl Slider {
    /// The squares whose occupancy changes the reach from `square`.
    pub(super) const fn mask(self, square: Square) -> Bitboard {
        let [one, other] = hyperbola::lines_of(self, square);
        Bitboard((one | other) & !self.irrelevant(square))
    }

    /// What happens on each of the two lines through `square`.
    pub(super) const fn line_reaches(self, square: Square) -> [LineReach; 2] {
        let [one, other] = hyperbola::lines_of(self, square);
        let irrelevant = self.irrelevant(square);
        [line_reach(square, one, irrelevant), line_reach(square, other, irrelevant)]
    }

    const fn irrelevant(self, square: Square) -> u64 {
        match self {
            Slider::Bishop => EDGES,
            Slider::Rook => edges_not_through(square),
        }
    }
}

const fn line_reach(square: Square, line: u64, irrelevant: u64) -> LineReach {
    let mask = line & !irrelevant;
    let mut reach = LineReach { cases: [(0, 0); 64], len: 0 };
    let mut occupied = 0u64;
    loop {
        reach.cases[reach.len] = (occupied, hyperbola::along(square, occupied, line));
        reach.len += 1;
        occupied = occupied.wrapping_sub(mask) & mask;
        if occupied == 0 {
            return reach;
        }
    }
}
