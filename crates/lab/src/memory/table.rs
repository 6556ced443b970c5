//! The transposition table: one probe, or two levels.
//!
//! An entry is Marsland's Table 1: *Lock* (the whole key), *Move*, *Merit*, *Flag* and *Height*. In a one-probe
//! table each position has one place, and a newcomer takes it unless the entry there is of the same position and
//! deeper (Fig. 7: store if `Height <= depth`). In a two-level table each place keeps two positions: the one
//! searched the deepest, and the most recent other one (Marsland and Björnsson, section 3.2; Breuker 1998).

use quevedo_value::Bound;

use crate::settings::TableKind;

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry<M> {
    /// The key of the position.
    pub(crate) lock: u64,
    /// The best move found.
    pub(crate) mv: Option<M>,
    /// The value, with mates counted from the position.
    pub(crate) merit: i32,
    /// What the value says.
    pub(crate) flag: Bound,
    /// The depth of the search below.
    pub(crate) height: i32,
}

/// The table.
#[derive(Clone, Debug)]
pub(crate) struct Table<M> {
    /// One or two entries for each place.
    places: Vec<[Option<Entry<M>>; 2]>,
    two_levels: bool,
}

impl<M: Copy> Table<M> {
    pub(crate) fn new(kind: TableKind) -> Table<M> {
        let (places, two_levels) = match kind {
            TableKind::Off => (0, false),
            TableKind::OneProbe(entries) => (entries, false),
            TableKind::TwoLevel(entries) => (entries / 2, true),
        };
        Table { places: vec![[None; 2]; places], two_levels }
    }

    /// Whether there is a table at all.
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        !self.places.is_empty()
    }

    /// The high half of key times size spreads keys over any number of places.
    #[inline]
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.places.len() as u128) >> 64) as usize
    }

    /// What is known about the position.
    #[inline]
    pub(crate) fn look_up(&self, key: u64) -> Option<Entry<M>> {
        let place = self.places.get(self.place(key))?;
        place.iter().flatten().find(|entry| entry.lock == key).copied()
    }

    /// Keeps an entry, and says whether another position's was lost.
    pub(crate) fn store(&mut self, new: Entry<M>) -> bool {
        let place = self.place(new.lock);
        let two_levels = self.two_levels;
        let Some([deep, recent]) = self.places.get_mut(place) else { return false };
        let Some(old) = *deep else {
            *deep = Some(new);
            return false;
        };
        if old.lock == new.lock {
            if old.height <= new.height {
                *deep = Some(new);
            }
            return false;
        }
        if !two_levels {
            *deep = Some(new);
            return true;
        }
        if new.height < old.height {
            let lost = recent.is_some_and(|old| old.lock != new.lock);
            if recent.is_none_or(|old| old.lock != new.lock || old.height <= new.height) {
                *recent = Some(new);
            }
            return lost;
        }
        // The deepest moves over to the other level; the same position must not stand in both.
        let lost = recent.is_some_and(|other| other.lock != new.lock);
        *recent = Some(old);
        *deep = Some(new);
        lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(lock: u64, height: i32) -> Entry<u16> {
        Entry { lock, mv: Some(1), merit: 0, flag: Bound::Exact, height }
    }

    /// All small keys share the first place.
    fn heights(table: &Table<u16>, keys: [u64; 3]) -> [Option<i32>; 3] {
        keys.map(|key| table.look_up(key).map(|entry| entry.height))
    }

    #[test]
    fn one_probe_keeps_the_last_position_and_the_deeper_search_of_it() {
        let mut table = Table::new(TableKind::OneProbe(16));
        assert!(table.is_on() && !table.store(entry(1, 5)));
        table.store(entry(1, 3));
        assert_eq!(heights(&table, [1, 2, 3]), [Some(5), None, None]);
        assert!(table.store(entry(2, 1)), "another position is lost");
        assert_eq!(heights(&table, [1, 2, 3]), [None, Some(1), None]);
    }

    #[test]
    fn two_levels_keep_the_deepest_and_the_latest() {
        let mut table = Table::new(TableKind::TwoLevel(16));
        table.store(entry(1, 5));
        assert!(!table.store(entry(2, 1)));
        assert!(table.store(entry(3, 2)));
        assert_eq!(heights(&table, [1, 2, 3]), [Some(5), None, Some(2)]);
        assert!(!table.store(entry(3, 9)), "the same position in both levels would be a waste");
        assert_eq!(heights(&table, [1, 2, 3]), [Some(5), None, Some(9)]);
    }

    #[test]
    fn no_table_knows_nothing() {
        let mut table = Table::new(TableKind::Off);
        assert!(!table.is_on() && !table.store(entry(1, 5)));
        assert_eq!(table.look_up(1), None);
    }
}
