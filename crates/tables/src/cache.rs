//! Decoded blocks that were asked for lately, in memory of a fixed size.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::io;
use std::sync::{Mutex, PoisonError};

use quevedo_rules::Color;

use crate::Value;
use crate::file::{Decoder, LARGEST_BLOCK, Table, TableError};
use crate::index::Place;

/// The room for what is decoded at a time: a block, or a part of a larger one.
const SLOT: usize = 1 << 14;
/// The slots where a part can be. With one alone, parts that share it would drive each other out for ever.
const WAYS: usize = 4;
/// As many threads can decode at once.
const DECODERS: usize = 8;
/// The bytes of a word of memory.
const WORD: usize = size_of::<u64>();

/// A table's number, the side to move, the block and the part of it, in one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Key(u64);

impl Key {
    /// Nothing has it: there are fewer tables.
    const NONE: Key = Key(u64::MAX);

    fn new(table: u16, turn: Color, block: u32, part: u8) -> Key {
        Key(u64::from(block) << 32 | u64::from(part) << 24 | u64::from(table) << 1 | turn.index() as u64)
    }
}

/// What is in slots that share a lock. A cache line of its own, so that finding a cell costs two looks at the memory: one
/// here and one at the cell.
#[derive(Debug)]
struct Group {
    keys: [Key; WAYS],
    /// When each was last asked for, by a clock that goes round.
    asked: [u8; WAYS],
    now: u8,
}

#[derive(Debug)]
#[repr(align(64))]
struct Line(Mutex<Group>);

const _: () = assert!(size_of::<Line>() == 64);

impl Group {
    const EMPTY: Group = Group { keys: [Key::NONE; WAYS], asked: [0; WAYS], now: 0 };

    /// The slot that has a part.
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
}

/// A cache of decoded blocks. Each part of a block has a few slots where it can be; asking allocates nothing.
#[derive(Debug)]
pub(crate) struct Cache {
    groups: Vec<Line>,
    /// The slots of all groups, one after the other: one piece of memory, which the system can put into large pages. Read
    /// and written under the group's lock only; words are atomic because the compiler cannot know that.
    words: Vec<AtomicU64>,
    decoders: Vec<Mutex<Workplace>>,
}

/// Where a block is decoded, before what is wanted of it moves to its slot.
#[derive(Debug)]
struct Workplace {
    decoder: Decoder,
    block: Vec<u8>,
}

/// A part of a table.
struct Wanted {
    turn: Color,
    block: usize,
    /// The first byte of the part of the block.
    part: usize,
}

impl Cache {
    /// A cache of about so many bytes.
    pub(crate) fn new(bytes: usize) -> io::Result<Cache> {
        let groups = (bytes / (WAYS * SLOT)).max(1);
        let mut words = Vec::with_capacity(groups * WAYS * SLOT / WORD);
        quevedo_simd::prefer_large_pages(words.spare_capacity_mut());
        words.resize_with(words.capacity(), AtomicU64::default);
        let workplace = || {
            let block = vec![0; 2 * LARGEST_BLOCK];
            Ok::<_, io::Error>(Mutex::new(Workplace { decoder: Decoder::new()?, block }))
        };
        Ok(Cache {
            groups: (0..groups).map(|_| Line(Mutex::new(Group::EMPTY))).collect(),
            words,
            decoders: (0..DECODERS).map(|_| workplace()).collect::<Result<_, _>>()?,
        })
    }

    /// The value in a place of a table.
    pub(crate) fn get(
        &self,
        number: u16,
        table: &Table,
        place: Place,
        turn: Color,
    ) -> Result<Option<Value>, TableError> {
        let cell = place.slice * table.index.slice_len + place.cell;
        let (block, within) = (cell / table.block_len(), cell % table.block_len());
        let width = table.width(turn);
        let (part, byte) = (within * width / SLOT, within * width % SLOT);
        let key = Key::new(number, turn, block as u32, part as u8);
        let at = self.group_of(key);
        // A thread that panicked while holding a group has left its slot without a key, or whole.
        let mut group = self.groups[at].0.lock().unwrap_or_else(PoisonError::into_inner);
        let way = match group.find(key) {
            Some(way) => way,
            None => self.fetch(&mut group, at, key, table, &Wanted { turn, block, part: part * SLOT })?,
        };
        group.touch(way);
        let first = (at * WAYS + way) * SLOT + byte;
        let word = self.words[first / WORD].load(Relaxed) >> (8 * (first % WORD));
        let mask = if width == 1 { 0xff } else { 0xffff };
        Ok(table.value_of(turn, (word & mask) as u16))
    }

    /// Decodes a block and puts a part of it into the slot that is needed least.
    #[cold]
    fn fetch(
        &self,
        group: &mut Group,
        at: usize,
        key: Key,
        table: &Table,
        wanted: &Wanted,
    ) -> Result<usize, TableError> {
        let mut workplace = self.decoders[at % DECODERS].lock().unwrap_or_else(PoisonError::into_inner);
        let Workplace { decoder, block } = &mut *workplace;
        let len = table.block_bytes(wanted.turn);
        table.decode(wanted.turn, wanted.block, decoder, block)?;
        let way = group.stalest();
        group.keys[way] = Key::NONE;
        let part = &block[wanted.part..len.min(wanted.part + SLOT)];
        let first = (at * WAYS + way) * SLOT / WORD;
        for (word, bytes) in self.words[first..].iter().zip(part.chunks(WORD)) {
            let mut whole = [0; WORD];
            whole[..bytes.len()].copy_from_slice(bytes);
            word.store(u64::from_le_bytes(whole), Relaxed);
        }
        group.keys[way] = key;
        Ok(way)
    }

    fn group_of(&self, key: Key) -> usize {
        let mixed = key.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((u128::from(mixed) * self.groups.len() as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_for_lately_stays() {
        let mut group = Group::EMPTY;
        let key = |block| Key::new(7, Color::White, block, 0);
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
    fn keys_are_their_own() {
        let mut keys = Vec::new();
        for (table, turn, block, part) in [
            (0, Color::White, 0, 0),
            (1, Color::White, 0, 0),
            (0, Color::Black, 0, 0),
            (0, Color::White, 1, 0),
        ] {
            keys.push(Key::new(table, turn, block, part).0);
            keys.push(Key::new(table, turn, block, 255).0);
        }
        keys.push(Key::new(u16::MAX, Color::Black, u32::MAX, 255).0);
        keys.push(Key::NONE.0);
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 10);
    }
}
