//! Random numbers whose exclusive-or is a position's key (Zobrist, 1970).
//!
//! A key is kept in four parts (pawns, White's and Black's pieces, and the state: side, castling,
//! en passant), so that a man touches one number and the whole key, being the sum of its parts,
//! cannot disagree with them.

use core::fmt;

use crate::{Bitboard, Color, Man, Piece, Square};

/// A 64-bit fingerprint of a position, or of part of one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
#[doc(alias = "hash")]
pub struct Key(pub u64);

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

struct Numbers {
    men: [[u64; 64]; 12],
    castling_rooks: [u64; 64],
    en_passant_files: [u64; 8],
    black_to_move: u64,
}

static NUMBERS: Numbers = NUMBERS_FOR_TABLES;

/// The same numbers as a constant, for tables that the compiler computes from them.
const NUMBERS_FOR_TABLES: Numbers = numbers();

/// Steele, Lea and Flood's `SplitMix64`, which the compiler can run.
const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

const fn numbers() -> Numbers {
    // The year of the machine that the program is named after.
    let mut state = 1912;
    let mut numbers =
        Numbers { men: [[0; 64]; 12], castling_rooks: [0; 64], en_passant_files: [0; 8], black_to_move: 0 };
    let mut square = 0;
    while square < 64 {
        let mut man = 0;
        while man < 12 {
            numbers.men[man][square] = next(&mut state);
            man += 1;
        }
        numbers.castling_rooks[square] = next(&mut state);
        square += 1;
    }
    let mut file = 0;
    while file < 8 {
        numbers.en_passant_files[file] = next(&mut state);
        file += 1;
    }
    numbers.black_to_move = next(&mut state);
    numbers
}

#[inline]
pub(crate) fn man(man: Man, square: Square) -> u64 {
    NUMBERS.men[man.index()][square.index()]
}

#[inline]
pub(crate) fn en_passant(square: Square) -> u64 {
    NUMBERS.en_passant_files[square.file().index()]
}

#[inline]
pub(crate) fn black_to_move() -> u64 {
    NUMBERS.black_to_move
}

/// By how much the keys differ before and after a man goes from one square to the other.
pub(crate) const fn step(man: Man, a: Square, b: Square) -> u64 {
    let squares = &NUMBERS_FOR_TABLES.men[man.index()];
    squares[a.index()] ^ squares[b.index()] ^ NUMBERS_FOR_TABLES.black_to_move
}

pub(crate) fn castling(rooks: Bitboard) -> u64 {
    rooks.into_iter().fold(0, |key, rook| key ^ NUMBERS.castling_rooks[rook.index()])
}

/// The four parts of a position's key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Keys {
    parts: [u64; 4],
}

/// The parts 0 and 1 are White's and Black's pieces.
const PAWNS: usize = 2;
const STATE: usize = 3;

impl Keys {
    #[inline]
    pub(crate) fn toggle_man(&mut self, man: Man, number: u64) {
        let part = if man.piece_index() == Piece::Pawn.index() { PAWNS } else { man.index() & 1 };
        self.parts[part] ^= number;
    }

    #[inline]
    pub(crate) fn toggle_state(&mut self, number: u64) {
        self.parts[STATE] ^= number;
    }

    #[inline]
    pub(crate) fn whole(&self) -> Key {
        Key(self.parts[0] ^ self.parts[1] ^ self.parts[2] ^ self.parts[3])
    }

    #[inline]
    pub(crate) fn pawns(&self) -> Key {
        Key(self.parts[PAWNS])
    }

    #[inline]
    pub(crate) fn pieces(&self, color: Color) -> Key {
        Key(self.parts[color.index()])
    }
}
