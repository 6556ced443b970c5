//! The transposition table: what earlier searches found out about positions.
//!
//! A cluster of four entries fills a cache line. An entry is two relaxed atomic words: the data, and
//! the position's key exclusive-or the data, so that an entry torn between two threads fits no key
//! (Hyatt and Mann 2002). No lock, no unsafe code; a found move is still checked for legality.

use core::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use quevedo_rules::{Key, Move};
use quevedo_value::{Bound, Depth, Ply, Score};

use crate::params::fixed::{TABLE_AGEING, TABLE_KEEP_DEEPER, TABLE_KEEP_PV};

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, or the one that refuted.
    pub mv: Option<Move>,
    /// The result of the search.
    pub score: Score,
    /// How the result relates to the true value; `None` if only the evaluation is known.
    pub bound: Option<Bound>,
    /// The static evaluation, before corrections.
    pub eval: Option<Score>,
    /// How deep the search was.
    pub depth: Depth,
    /// Whether the position has been on a principal variation.
    pub was_pv: bool,
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Cluster([Slot; 4]);

const _: () = assert!(size_of::<Cluster>() == 64);

/// Ages go around after 32 searches.
const AGES: u8 = 32;
const NO_EVAL: i16 = i16::MIN;
/// Depths below zero occur in quiescence.
const DEPTH_OFFSET: i32 = 8;

/// The table, shared by all threads of a search.
#[doc(alias("transposition table", "TT"))]
pub struct Table {
    clusters: Vec<Cluster>,
    age: AtomicU8,
}

/// The memory that a table asked for is not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no memory for a hash table of {mib} MiB")]
pub struct OutOfMemory {
    /// The size that was asked for.
    pub mib: usize,
}

impl core::fmt::Debug for Table {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Table({} MiB)", self.clusters.len() >> 14)
    }
}

impl Table {
    /// An empty table of this size (at least 1 MiB).
    ///
    /// # Errors
    /// If the memory is not there.
    pub fn new(mib: usize) -> Result<Table, OutOfMemory> {
        let mib = mib.max(1);
        let count = mib.checked_mul((1 << 20) / size_of::<Cluster>()).ok_or(OutOfMemory { mib })?;
        let mut clusters = Vec::new();
        clusters.try_reserve_exact(count).map_err(|_| OutOfMemory { mib })?;
        quevedo_simd::prefer_large_pages(clusters.spare_capacity_mut());
        clusters.resize_with(count, Cluster::default);
        Ok(Table { clusters, age: AtomicU8::new(0) })
    }

    /// A table so small that threads are always in each other's way.
    #[cfg(test)]
    fn tiny(clusters: usize) -> Table {
        let clusters = core::iter::repeat_with(Cluster::default).take(clusters).collect();
        Table { clusters, age: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.clusters.iter().flat_map(|cluster| &cluster.0) {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
        self.age.store(0, Relaxed);
    }

    /// A new search begins; entries of older ones are replaced first.
    pub fn grow_older(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// Thousandths of the table filled by the current search, from a sample.
    pub fn fullness(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = self.clusters.iter().take(250).flat_map(|cluster| &cluster.0);
        let used = sample.filter(|slot| {
            let data = Packed(slot.data.load(Relaxed));
            data.0 != 0 && data.age() == age
        });
        used.count() as u32
    }

    #[inline]
    fn cluster(&self, key: Key) -> &Cluster {
        // The high half of the product spreads keys evenly over any number of clusters.
        &self.clusters[((u128::from(key.0) * self.clusters.len() as u128) >> 64) as usize]
    }

    /// Fetches the position's cluster into the cache.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        quevedo_simd::prefetch(self.cluster(key));
    }

    /// What is known about the position, met at `ply`.
    #[inline]
    pub fn probe(&self, key: Key, ply: Ply) -> Option<Entry> {
        self.cluster(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == key.0 && data != 0).then(|| Packed(data).unpack(ply))
        })
    }

    /// Keeps what a search found out.
    #[inline]
    pub fn store(&self, key: Key, ply: Ply, entry: Entry) {
        let age = self.age.load(Relaxed);
        let cluster = self.cluster(key);
        let mut victim = &cluster.0[0];
        let mut least = i32::MAX;
        let mut entry = entry;
        for slot in &cluster.0 {
            let data = Packed(slot.data.load(Relaxed));
            if slot.check.load(Relaxed) ^ data.0 == key.0 && data.0 != 0 {
                let old = data.unpack(ply);
                // A deeper result of this search is worth more than a new shallow bound.
                let worse = entry.bound != Some(Bound::Exact)
                    && entry.depth.plies() + TABLE_KEEP_DEEPER + TABLE_KEEP_PV * i32::from(entry.was_pv)
                        < old.depth.plies()
                    && data.age() == age;
                if worse && entry.bound.is_some() == old.bound.is_some() {
                    return;
                }
                entry.mv = entry.mv.or(old.mv);
                victim = slot;
                break;
            }
            let worth = if data.0 == 0 { i32::MIN } else { data.worth(age) };
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        let data = Packed::pack(entry, ply, age).0;
        victim.check.store(key.0 ^ data, Relaxed);
        victim.data.store(data, Relaxed);
    }
}

/// An entry in 64 bits: move 16, score 16, evaluation 16, depth 8, bound 2, on-a-line 1, age 5.
#[derive(Clone, Copy)]
struct Packed(u64);

impl Packed {
    fn pack(entry: Entry, ply: Ply, age: u8) -> Packed {
        let mv = entry.mv.map_or(0, Move::to_bits);
        let score = entry.score.to_table(ply);
        let eval = entry.eval.map_or(NO_EVAL, |eval| eval.raw() as i16);
        let depth = (entry.depth.plies() + DEPTH_OFFSET).clamp(0, 255) as u8;
        let bound = entry.bound.map_or(0, Bound::to_bits);
        let flags = bound | u8::from(entry.was_pv) << 2 | age << 3;
        let words = [mv, score as u16, eval as u16, u16::from(depth) | u16::from(flags) << 8];
        Packed(words.iter().rev().fold(0, |data, &word| data << 16 | u64::from(word)))
    }

    fn unpack(self, ply: Ply) -> Entry {
        let word = |index: u32| (self.0 >> (16 * index)) as u16;
        let eval = word(2) as i16;
        Entry {
            mv: Move::from_bits(word(0)),
            score: Score::from_table(word(1) as i16, ply),
            bound: Bound::from_bits(self.flags()),
            eval: (eval != NO_EVAL).then(|| Score::cp(i32::from(eval))),
            depth: Depth(i32::from(word(3) & 0xff) - DEPTH_OFFSET),
            was_pv: self.flags() & 4 != 0,
        }
    }

    fn flags(self) -> u8 {
        (self.0 >> 56) as u8
    }

    fn age(self) -> u8 {
        self.flags() >> 3
    }

    /// How much it would hurt to lose the entry: deep and young ones are worth most.
    fn worth(self, now: u8) -> i32 {
        let depth = i32::from((self.0 >> 48) as u8);
        let years = (AGES + now - self.age()) % AGES;
        depth - TABLE_AGEING * i32::from(years)
    }
}

#[cfg(test)]
mod tests;
