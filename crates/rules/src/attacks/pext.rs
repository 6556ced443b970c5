//! Sliding attacks by bit extraction: PEXT gathers the relevant squares' bits into an index.
//! Only on machines with BMI2 (Intel since 2013, AMD since Zen; before Zen 3 it is slow there).

use quevedo_simd::{extract_bits, extract_bits_slowly};

use super::relevance::{BISHOP_ENTRIES, LineReach, ROOK_ENTRIES, Slider};
use crate::{Bitboard, Square};

/// For one square: which squares matter, and where its entries begin.
#[derive(Clone, Copy)]
struct Slot {
    mask: u64,
    start: usize,
}

struct Table<const ENTRIES: usize> {
    slots: [Slot; 64],
    attacks: [Bitboard; ENTRIES],
}

static BISHOP: Table<BISHOP_ENTRIES> = Table::new(Slider::Bishop);
static ROOK: Table<ROOK_ENTRIES> = Table::new(Slider::Rook);

impl<const ENTRIES: usize> Table<ENTRIES> {
    const fn new(slider: Slider) -> Self {
        let mut table =
            Table { slots: [Slot { mask: 0, start: 0 }; 64], attacks: [Bitboard::EMPTY; ENTRIES] };
        let mut start = 0;
        let mut index = 0;
        while index < 64 {
            let square = Square::new(index as u8);
            let mask = slider.mask(square);
            table.slots[index] = Slot { mask: mask.0, start };
            let [mut one, mut other] = slider.line_reaches(square);
            occupancies_to_indices(&mut one, mask);
            occupancies_to_indices(&mut other, mask);
            let mut i = 0;
            while i < one.len {
                let (one_index, one_reach) = one.cases[i];
                let mut j = 0;
                while j < other.len {
                    let (other_index, other_reach) = other.cases[j];
                    table.attacks[start + (one_index | other_index) as usize] =
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
        let slot = self.slots[square.index()];
        self.attacks[slot.start + extract_bits(occupied.0, slot.mask) as usize]
    }
}

/// The index of two lines' occupancies together is that of the one and that of the other.
const fn occupancies_to_indices(line: &mut LineReach, mask: Bitboard) {
    let mut case = 0;
    while case < line.len {
        line.cases[case].0 = extract_bits_slowly(line.cases[case].0, mask.0);
        case += 1;
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
