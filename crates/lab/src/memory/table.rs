//! The transposition table: one probe, or two levels.
//!
//! An entry is Marsland's Table 1: *Lock* (the whole key), *Move*, *Merit*, *Flag* and *Height*. In a one-probe
//! table each position has one place; who gives way when it is taken is a matter of [`Replacement`]. Fig. 7 says:
//! store if `Height <= depth`, where `Height` is that of the same position's entry. In a two-level table each place keeps two positions: the one
//! searched the deepest, and the most recent other one (Marsland and Björnsson, section 3.2; Breuker 1998).

use quevedo_value::Bound;

use crate::settings::{Replacement, TableKind};

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
    /// The iteration that stored it.
    pub(crate) age: i32,
}

/// The table.
#[derive(Clone, Debug)]
pub(crate) struct Table<M> {
    /// The places one after the other, each with one entry or with two: the deepest and the most recent.
    entries: Vec<Option<Entry<M>>>,
    levels: usize,
    replacement: Replacement,
}

impl<M: Copy> Table<M> {
    pub(crate) fn new(kind: TableKind, replacement: Replacement) -> Table<M> {
        let (places, levels) = match kind {
            TableKind::Off => (0, 1),
            TableKind::OneProbe(entries) => (entries.min(TableKind::MOST_ENTRIES), 1),
            TableKind::TwoLevel(entries) => (entries.min(TableKind::MOST_ENTRIES) / 2, 2),
        };
        Table { entries: vec![None; places * levels], levels, replacement }
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

    /// Keeps an entry or not, and says whether another position's was lost.
    pub(crate) fn store(&mut self, new: Entry<M>) -> bool {
        let place = self.place(new.lock);
        let replacement = self.replacement;
        match self.entries.get_mut(place) {
            Some([only]) => store_one(only, new, replacement),
            Some([deep, recent]) => store_two(deep, recent, new, replacement),
            _ => false,
        }
    }
}

/// One probe: the newcomer takes the place, or gives way.
fn store_one<M: Copy>(place: &mut Option<Entry<M>>, new: Entry<M>, replacement: Replacement) -> bool {
    let gives_way = |old: Entry<M>| match replacement {
        Replacement::Figure7 => old.lock == new.lock && old.height > new.height,
        Replacement::Always => false,
        Replacement::Deep => old.height > new.height,
        Replacement::Age => old.age == new.age && old.height > new.height,
    };
    if place.is_some_and(gives_way) {
        return false;
    }
    place.replace(new).is_some_and(|old| old.lock != new.lock)
}

/// Two levels: the deeper of the newcomer and the deepest so far, and the other one.
fn store_two<M: Copy>(
    deep: &mut Option<Entry<M>>,
    recent: &mut Option<Entry<M>>,
    new: Entry<M>,
    replacement: Replacement,
) -> bool {
    // The second level takes every newcomer; of the same position's two searches, the replacement chooses.
    let same = if replacement == Replacement::Always { replacement } else { Replacement::Figure7 };
    match *deep {
        Some(old) if old.lock == new.lock => store_one(deep, new, same),
        Some(old) if new.height < old.height && !(replacement == Replacement::Age && old.age != new.age) => {
            store_one(recent, new, same)
        }
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
        Entry { lock, mv: Some(1), merit: 0, flag: Bound::Exact, height, age: 1 }
    }

    fn table(kind: TableKind) -> Table<u16> {
        Table::new(kind, Replacement::Figure7)
    }

    /// All small keys share the first place.
    fn heights(table: &Table<u16>, keys: [u64; 3]) -> [Option<i32>; 3] {
        keys.map(|key| table.look_up(key).map(|entry| entry.height))
    }

    #[test]
    fn one_probe_keeps_the_last_position_and_the_deeper_search_of_it() {
        let mut table = table(TableKind::OneProbe(16));
        assert!(table.is_on() && !table.store(entry(1, 5)));
        table.store(entry(1, 3));
        assert_eq!(heights(&table, [1, 2, 3]), [Some(5), None, None]);
        assert!(table.store(entry(2, 1)), "another position is lost");
        assert_eq!(heights(&table, [1, 2, 3]), [None, Some(1), None]);
    }

    #[test]
    fn two_levels_keep_the_deepest_and_the_latest() {
        let mut table = table(TableKind::TwoLevel(16));
        table.store(entry(1, 5));
        assert!(!table.store(entry(2, 1)));
        assert!(table.store(entry(3, 2)));
        assert_eq!(heights(&table, [1, 2, 3]), [Some(5), None, Some(2)]);
        assert!(!table.store(entry(3, 9)), "it moves up");
        assert_eq!(heights(&table, [1, 2, 3]), [Some(5), None, Some(9)]);
    }

    #[test]
    fn each_replacement_keeps_what_it_says() {
        // The same position less deeply, another less deeply, and another of a later iteration.
        let kept = |replacement| {
            let mut table = Table::new(TableKind::OneProbe(16), replacement);
            table.store(entry(1, 5));
            table.store(entry(1, 3));
            let same = table.look_up(1).map(|entry| entry.height);
            table.store(entry(2, 4));
            let other = table.look_up(2).is_some();
            table.store(Entry { age: 2, ..entry(3, 1) });
            (same, other, table.look_up(3).is_some())
        };
        assert_eq!(kept(Replacement::Figure7), (Some(5), true, true));
        assert_eq!(kept(Replacement::Always), (Some(3), true, true));
        assert_eq!(kept(Replacement::Deep), (Some(5), false, false));
        assert_eq!(kept(Replacement::Age), (Some(5), false, true));
    }

    #[test]
    fn a_two_level_table_by_age_lets_the_deepest_grow_old() {
        let mut table = Table::new(TableKind::TwoLevel(16), Replacement::Age);
        table.store(entry(1, 9));
        table.store(Entry { age: 2, ..entry(2, 1) });
        table.store(Entry { age: 2, ..entry(3, 2) });
        assert_eq!(heights(&table, [1, 2, 3]), [None, Some(1), Some(2)]);
    }

    #[test]
    fn no_table_knows_nothing() {
        let mut table = table(TableKind::Off);
        assert!(!table.is_on() && !table.store(entry(1, 5)));
        assert_eq!(table.look_up(1), None);
    }
}
