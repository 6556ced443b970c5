//! Decoded blocks that were asked for lately, in memory of a fixed size.

use std::io;
use std::sync::{Mutex, PoisonError};

use quevedo_rules::Color;

use crate::Value;
use crate::file::{Decoder, Table, TableError};
use crate::index::Place;

/// The room for a block; larger ones make their slot grow once.
const SLOT: usize = 1 << 14;
/// The slots where a block can be. With one alone, blocks that share it would drive each other out for ever.
const WAYS: usize = 4;
/// As many threads can decode at once.
const DECODERS: usize = 8;

/// A table's number, the side to move and the block, in one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Key(u64);

impl Key {
    /// No block has it: there are fewer tables.
    const NONE: Key = Key(u64::MAX);

    fn new(table: u32, turn: Color, block: u32) -> Key {
        Key(u64::from(block) << 32 | u64::from(table) << 1 | turn.index() as u64)
    }
}

/// Slots that share a lock, which fits into a cache line together with them: finding a block costs two looks at the
/// memory, one here and one at the cell.
#[derive(Debug)]
struct Group {
    keys: [Key; WAYS],
    /// When each was last asked for, by a clock that goes round.
    asked: [u8; WAYS],
    now: u8,
    /// All slots, one after the other.
    cells: Box<[u8]>,
}

#[derive(Debug)]
#[repr(align(64))]
struct Line(Mutex<Group>);

const _: () = assert!(size_of::<Line>() == 64);

impl Group {
    fn new(slot: usize) -> Group {
        let cells = vec![0; WAYS * slot].into_boxed_slice();
        Group { keys: [Key::NONE; WAYS], asked: [0; WAYS], now: 0, cells }
    }

    /// The slot that has a block.
    fn find(&self, key: Key) -> Option<usize> {
        self.keys.iter().position(|&known| known == key)
    }

    /// The slot that was not asked for longest.
    fn stalest(&self) -> usize {
        let age = |&way: &usize| match self.keys[way] {
            Key::NONE => u32::MAX,
            _ => u32::from(self.now.wrapping_sub(self.asked[way])),
        };
        (0..WAYS).max_by_key(age).unwrap_or(0)
    }

    /// Notes that a slot was asked for.
    fn touch(&mut self, way: usize) {
        self.now = self.now.wrapping_add(1);
        self.asked[way] = self.now;
    }

    /// The cells of a slot.
    fn slot(&self, way: usize) -> &[u8] {
        let len = self.cells.len() / WAYS;
        &self.cells[way * len..(way + 1) * len]
    }

    fn slot_mut(&mut self, way: usize) -> &mut [u8] {
        let len = self.cells.len() / WAYS;
        &mut self.cells[way * len..(way + 1) * len]
    }

    /// Makes room for larger blocks, once; what was there is forgotten.
    fn grow(&mut self, slot: usize) {
        if self.cells.len() < WAYS * slot {
            *self = Group::new(slot);
        }
    }
}

/// A cache of decoded blocks. Each block has a few slots where it can be; asking allocates nothing.
#[derive(Debug)]
pub(crate) struct Cache {
    groups: Vec<Line>,
    decoders: Vec<Mutex<Decoder>>,
}

impl Cache {
    /// A cache of about so many bytes.
    pub(crate) fn new(bytes: usize) -> io::Result<Cache> {
        let decoder = || Ok::<_, io::Error>(Mutex::new(Decoder::new()?));
        let groups =
            (0..(bytes / (WAYS * SLOT)).max(1)).map(|_| Line(Mutex::new(Group::new(SLOT)))).collect();
        let decoders = (0..DECODERS).map(|_| decoder()).collect::<Result<_, _>>()?;
        Ok(Cache { groups, decoders })
    }

    /// The value in a place of a table.
    pub(crate) fn get(
        &self,
        number: u32,
        table: &Table,
        place: Place,
        turn: Color,
    ) -> Result<Option<Value>, TableError> {
        let cell = place.slice * table.index.slice_len + place.cell;
        let (block, within) = (cell / table.block_len(), cell % table.block_len());
        let key = Key::new(number, turn, block as u32);
        let at = self.group_of(key);
        // A thread that panicked while holding a group has left its slot without a key, or whole.
        let mut guard = self.groups[at].0.lock().unwrap_or_else(PoisonError::into_inner);
        let group = &mut *guard;
        let way = match group.find(key) {
            Some(way) => way,
            None => {
                let decoder = &self.decoders[at % DECODERS];
                fetch(group, decoder, key, table, turn, block)?
            }
        };
        group.touch(way);
        Ok(table.value_in(turn, group.slot(way), within))
    }

    fn group_of(&self, key: Key) -> usize {
        let mixed = key.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((u128::from(mixed) * self.groups.len() as u128) >> 64) as usize
    }
}

/// Decodes a block into the slot that is needed least.
#[cold]
fn fetch(
    group: &mut Group,
    decoder: &Mutex<Decoder>,
    key: Key,
    table: &Table,
    turn: Color,
    block: usize,
) -> Result<usize, TableError> {
    group.grow(table.block_bytes(turn));
    let way = group.stalest();
    group.keys[way] = Key::NONE;
    let mut decoder = decoder.lock().unwrap_or_else(PoisonError::into_inner);
    table.decode(turn, block, &mut decoder, group.slot_mut(way))?;
    group.keys[way] = key;
    Ok(way)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_for_lately_stays() {
        let mut group = Group::new(1);
        let key = |block| Key::new(7, Color::White, block);
        for block in 0..WAYS as u32 {
            let way = group.stalest();
            assert_eq!(group.keys[way], Key::NONE, "empty slots first");
            group.keys[way] = key(block);
            group.touch(way);
        }
        let first = group.find(key(0)).expect("it was put there");
        group.touch(first);
        assert_eq!(group.keys[group.stalest()], key(1));
    }

    #[test]
    fn slots_grow_and_do_not_overlap() {
        let mut group = Group::new(2);
        for way in 0..WAYS {
            group.slot_mut(way).fill(way as u8);
        }
        assert!((0..WAYS).all(|way| group.slot(way) == [way as u8; 2]));
        group.grow(5);
        assert!((0..WAYS).all(|way| group.slot(way).len() == 5));
        group.grow(3);
        assert_eq!(group.slot(0).len(), 5);
    }
}
