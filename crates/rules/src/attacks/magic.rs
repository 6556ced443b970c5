//! Sliding attacks by magic multiplication: a well-chosen factor gathers the relevant squares'
//! bits at the top of the product, where a shift turns them into an index.
//!
//! The factors were found by [`find`]; `cargo run --release -p quevedo-rules --example find_magics`
//! finds them again.

use super::hyperbola;
use super::relevance::{BISHOP_ENTRIES, ROOK_ENTRIES, Slider};
use crate::{Bitboard, Square};

include!("magic_factors.rs");

/// For one square: which squares matter, the factor, and where its entries begin.
#[derive(Clone, Copy)]
struct Slot {
    mask: u64,
    factor: u64,
    start: u32,
    shift: u32,
}

impl Slot {
    #[inline]
    const fn index(self, occupied: u64) -> usize {
        self.start as usize + ((occupied & self.mask).wrapping_mul(self.factor) >> self.shift) as usize
    }
}

struct Table<const ENTRIES: usize> {
    slots: [Slot; 64],
    attacks: [Bitboard; ENTRIES],
}

static BISHOP: Table<BISHOP_ENTRIES> = Table::new(Slider::Bishop, &BISHOP_FACTORS);
static ROOK: Table<ROOK_ENTRIES> = Table::new(Slider::Rook, &ROOK_FACTORS);

impl<const ENTRIES: usize> Table<ENTRIES> {
    const fn new(slider: Slider, factors: &[u64; 64]) -> Self {
        let empty = Slot { mask: 0, factor: 0, start: 0, shift: 0 };
        let mut table = Table { slots: [empty; 64], attacks: [Bitboard::EMPTY; ENTRIES] };
        let mut start = 0;
        let mut index = 0;
        while index < 64 {
            let square = Square::new(index as u8);
            let mask = slider.mask(square);
            let slot = Slot { mask: mask.0, factor: factors[index], start, shift: 64 - mask.len() };
            table.slots[index] = slot;
            let [one, other] = slider.line_reaches(square);
            let mut i = 0;
            while i < one.len {
                let (one_occupied, one_reach) = one.cases[i];
                let mut j = 0;
                while j < other.len {
                    let (other_occupied, other_reach) = other.cases[j];
                    table.attacks[slot.index(one_occupied | other_occupied)] =
                        Bitboard(one_reach | other_reach);
                    j += 1;
                }
                i += 1;
            }
            start += 1 << mask.len();
            index += 1;
        }
        table
    }

    #[inline]
    fn attacks(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.attacks[self.slots[square.index()].index(occupied.0)]
    }
}

/// The squares that a bishop attacks.
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    BISHOP.attacks(square, occupied)
}

/// The squares that a rook attacks.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    ROOK.attacks(square, occupied)
}

/// Searches for factors for all squares, the bishop's and the rook's, by trying sparse random
/// numbers from `seed` until no two occupancies with different reach share an index.
pub fn find(seed: u64) -> ([u64; 64], [u64; 64]) {
    let mut state = seed | 1;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mut find_for = |slider: Slider| {
        core::array::from_fn(|index| {
            let square = Square::new(index as u8);
            loop {
                let factor = random() & random() & random();
                if works(slider, square, factor) {
                    return factor;
                }
            }
        })
    };
    (find_for(Slider::Bishop), find_for(Slider::Rook))
}

fn works(slider: Slider, square: Square, factor: u64) -> bool {
    let mask = slider.mask(square);
    let slot = Slot { mask: mask.0, factor, start: 0, shift: 64 - mask.len() };
    let mut reach = vec![Bitboard::EMPTY; 1 << mask.len()];
    mask.subsets().all(|occupied| {
        let entry = &mut reach[slot.index(occupied.0)];
        let wanted = hyperbola::reach(slider, square, occupied);
        let free_or_same = entry.is_empty() || *entry == wanted;
        *entry = wanted;
        free_or_same
    })
}
