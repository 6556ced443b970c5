//! A transposition table that threads may use at the same time, without locks.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A bound on a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Exact,
    Lower,
    Upper,
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) value: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    /// The place of the best move in the list of moves.
    pub(super) best: Option<u8>,
}

/// Entries in two words each, the first mixed with the second: a word of another thread's entry does not fit and is
/// not believed (Hyatt and Mann 2002).
#[derive(Debug)]
pub struct SharedTable {
    slots: Vec<[AtomicU64; 2]>,
}

impl SharedTable {
    /// A table of so many entries, at least one.
    pub fn new(entries: usize) -> SharedTable {
        SharedTable { slots: (0..entries.max(1)).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]).collect() }
    }

    fn slot(&self, key: u64) -> &[AtomicU64; 2] {
        &self.slots[(key % self.slots.len() as u64) as usize]
    }

    pub(super) fn look_up(&self, key: u64) -> Option<Entry> {
        let [lock, data] = self.slot(key);
        let data = data.load(Relaxed);
        (lock.load(Relaxed) ^ data == key && data != 0).then(|| unpack(data))
    }

    pub(super) fn store(&self, key: u64, entry: Entry) {
        let [lock, word] = self.slot(key);
        let data = pack(entry);
        lock.store(key ^ data, Relaxed);
        word.store(data, Relaxed);
    }
}

/// Value, depth (plus one, so that no entry is 0), bound, best move.
fn pack(entry: Entry) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 0,
        Bound::Lower => 1,
        Bound::Upper => 2,
    };
    let best = entry.best.map_or(0, |best| u64::from(best) + 1);
    u64::from(entry.value as u32) | ((entry.depth + 1) as u64 & 0xff) << 32 | bound << 40 | best << 48
}

fn unpack(data: u64) -> Entry {
    Entry {
        value: data as u32 as i32,
        depth: (data >> 32 & 0xff) as i32 - 1,
        bound: match data >> 40 & 0xff {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        },
        best: (data >> 48 & 0xffff).checked_sub(1).map(|best| best as u8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found() {
        let table = SharedTable::new(16);
        for (value, best) in [(-1_000_000, None), (0, Some(0)), (99_991, Some(217))] {
            let entry = Entry { value, depth: 7, bound: Bound::Upper, best };
            table.store(0x1234_5678, entry);
            assert_eq!(table.look_up(0x1234_5678), Some(entry));
            assert_eq!(table.look_up(0x1234_5679), None);
            assert_eq!(table.look_up(0x1234_5678 + 16), None, "another position in the same slot");
        }
    }
}
