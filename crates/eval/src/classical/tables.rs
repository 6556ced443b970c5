//! What the evaluation remembers: pawn structures and king shelters seldom change.
//!
//! Each evaluator has its own tables, so that there is nothing to lock.

use quevedo_rules::{Bitboard, Color, Key, Square};

use super::pair::Pair;

/// How often a table was asked and how often it knew.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HitRate {
    /// Questions.
    pub probes: u64,
    /// Questions that the table could answer.
    pub hits: u64,
}

impl HitRate {
    /// The share of questions that the table could answer, 0 to 1.
    pub fn rate(self) -> f64 {
        if self.probes == 0 { 0.0 } else { self.hits as f64 / self.probes as f64 }
    }
}

/// How well the tables of an evaluator work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// The table of pawn structures.
    pub pawns: HitRate,
    /// The table of king shelters.
    pub kings: HitRate,
}

impl core::ops::AddAssign for HitRate {
    fn add_assign(&mut self, other: HitRate) {
        self.probes += other.probes;
        self.hits += other.hits;
    }
}

impl core::ops::AddAssign for Stats {
    fn add_assign(&mut self, other: Stats) {
        self.pawns += other.pawns;
        self.kings += other.kings;
    }
}

/// What the pawns alone say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(super) struct PawnFacts {
    pub(super) key: Key,
    /// From White's side.
    pub(super) score: Pair,
    /// Passed pawns of both sides.
    pub(super) passed: Bitboard,
    /// The squares that each side's pawns attack or could attack by advancing.
    pub(super) spans: [Bitboard; 2],
    /// Files without own pawns, one bit a file.
    pub(super) half_open: [u8; 2],
}

/// What the pawns around one king say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ShelterFacts {
    pub(super) key: Key,
    /// From the view of the king's own side.
    pub(super) score: Pair,
    /// Files at the king without an own pawn.
    pub(super) open_files: u8,
    /// Enemy pawns that have come close.
    pub(super) storming: u8,
}

const PAWN_ENTRIES: usize = 1 << 13;
const KING_ENTRIES: usize = 1 << 13;

/// A key that no structure has but by a chance of 2^-64.
const NO_KEY: Key = Key(!0);

/// The tables of one evaluator.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    pawns: Vec<PawnFacts>,
    kings: Vec<ShelterFacts>,
    pub(super) stats: Stats,
}

impl Tables {
    pub(super) fn new() -> Tables {
        let no_pawns = PawnFacts {
            key: NO_KEY,
            score: Pair::ZERO,
            passed: Bitboard::EMPTY,
            spans: [Bitboard::EMPTY; 2],
            half_open: [!0; 2],
        };
        let no_shelter = ShelterFacts { key: NO_KEY, score: Pair::ZERO, open_files: 0, storming: 0 };
        Tables {
            pawns: vec![no_pawns; PAWN_ENTRIES],
            kings: vec![no_shelter; KING_ENTRIES],
            stats: Stats::default(),
        }
    }

    /// The facts of a pawn structure, computed where they are not known.
    #[inline]
    pub(super) fn pawns(&mut self, key: Key, compute: impl FnOnce() -> PawnFacts) -> PawnFacts {
        self.stats.pawns.probes += 1;
        let slot = &mut self.pawns[key.0 as usize % PAWN_ENTRIES];
        if slot.key == key {
            self.stats.pawns.hits += 1;
        } else {
            *slot = PawnFacts { key, ..compute() };
        }
        *slot
    }

    /// The facts of a king's shelter, computed where they are not known.
    #[inline]
    pub(super) fn shelter(
        &mut self,
        pawn_key: Key,
        color: Color,
        king: Square,
        compute: impl FnOnce() -> ShelterFacts,
    ) -> ShelterFacts {
        self.stats.kings.probes += 1;
        let place = (2 * king.index() + color.index() + 1) as u64;
        let key = Key(pawn_key.0 ^ place.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let slot = &mut self.kings[(key.0 >> 32) as usize % KING_ENTRIES];
        if slot.key == key {
            self.stats.kings.hits += 1;
        } else {
            *slot = ShelterFacts { key, ..compute() };
        }
        *slot
    }
}
