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
    /// The places one after the other, each with one entry or with two: the deepest and the most recent.
    entries: Vec<Option<Entry<M>>>,
    levels: usize,
}

impl<M: Copy> Table<M> {
    pub(crate) fn new(kind: TableKind) -> Table<M> {
        let (places, levels) = match kind {
            TableKind::Off => (0, 1),
            TableKind::OneProbe(entries) => (entries.min(TableKind::MOST_ENTRIES), 1),
            TableKind::TwoLevel(entries) => (entries.min(TableKind::MOST_ENTRIES) / 2, 2),
        };
        Table { entries: vec![None; places * levels], levels }
    }

    /// Whether there is a table at all.
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        !self.entries.is_empty()
    }

    /// The entries of a position's place. The high half of key times size spreads keys over any number of places.
    #[inline]
    fn place(&self, key: u64) -> core::ops::Range<usize> {
        let places = self.entries.len() / self.levels;
        let start = ((u128::from(key) * places as u128) >> 64) as usize * self.levels;
        start..start + self.levels
    }

    /// What is known about the position.
    #[inline]
    pub(crate) fn look_up(&self, key: u64) -> Option<Entry<M>> {
        let place = self.entries.get(self.place(key))?;
        place.iter().flatten().find(|entry| entry.lock == key).copied()
    }

    /// Keeps an entry, and says whether another position's was lost.
    pub(crate) fn store(&mut self, new: Entry<M>) -> bool {
        let place = self.place(new.lock);
        match self.entries.get_mut(place) {
            Some([only]) => store_one(only, new),
            Some([deep, recent]) => store_two(deep, recent, new),
            _ => false,
        }
    }
}

/// One probe: the newcomer takes the place, unless the same position is there and deeper.
fn store_one<M: Copy>(place: &mut Option<Entry<M>>, new: Entry<M>) -> bool {
    let lost = place.is_some_and(|old| old.lock != new.lock);
    if place.is_none_or(|old| old.lock != new.lock || old.height <= new.height) {
        *place = Some(new);
    }
    lost
}

/// Two levels: the deeper of the newcomer and the deepest so far, and the other one.
fn store_two<M: Copy>(deep: &mut Option<Entry<M>>, recent: &mut Option<Entry<M>>, new: Entry<M>) -> bool {
    match *deep {
        Some(old) if old.lock == new.lock => store_one(deep, new),
        Some(old) if new.height < old.height => store_one(recent, new),
        Some(old) => {
            // The same position must not stand in both levels.
            let lost = recent.is_some_and(|other| other.lock != new.lock);
            (*deep, *recent) = (Some(new), Some(old));
            lost
        }
        None => {
            *deep = Some(new);
            false
        }
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
        assert!(!table.store(entry(3, 9)), "it moves up");
        assert_eq!(heights(&table, [1, 2, 3]), [Some(5), None, Some(9)]);
    }

    #[test]
    fn no_table_knows_nothing() {
        let mut table = Table::new(TableKind::Off);
        assert!(!table.is_on() && !table.store(entry(1, 5)));
        assert_eq!(table.look_up(1), None);
    }
}
