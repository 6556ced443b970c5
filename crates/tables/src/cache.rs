//! Decoded blocks that were asked for lately, in memory of a fixed size.

use std::io;
use std::sync::{Mutex, PoisonError};

use quevedo_rules::Color;

use crate::Value;
use crate::file::{Decoder, Table, TableError};
use crate::index::Place;

/// The room for a block; larger ones make their slot grow once.
const SLOT: usize = 1 << 14;
/// As many threads can decode at once.
const DECODERS: usize = 8;

/// A table's number, the side to move and the block.
type Key = (u32, Color, u32);

#[derive(Debug)]
struct Slot {
    key: Option<Key>,
    cells: Vec<u8>,
}

/// A cache of decoded blocks. Each block has one slot where it can be; asking allocates nothing.
#[derive(Debug)]
pub(crate) struct Cache {
    slots: Vec<Mutex<Slot>>,
    decoders: Vec<Mutex<Decoder>>,
}

impl Cache {
    /// A cache of about so many bytes.
    pub(crate) fn new(bytes: usize) -> io::Result<Cache> {
        let slot = || Mutex::new(Slot { key: None, cells: vec![0; SLOT] });
        let decoder = || Ok::<_, io::Error>(Mutex::new(Decoder::new()?));
        let slots = (0..(bytes / SLOT).max(1)).map(|_| slot()).collect();
        let decoders = (0..DECODERS).map(|_| decoder()).collect::<Result<_, _>>()?;
        Ok(Cache { slots, decoders })
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
        let key = (number, turn, block as u32);
        let at = self.slot_of(key);
        // A thread that panicked while holding a slot has left it without a key, or whole.
        let mut slot = self.slots[at].lock().unwrap_or_else(PoisonError::into_inner);
        if slot.key != Some(key) {
            slot.key = None;
            let len = table.block_bytes(turn);
            if slot.cells.len() < len {
                slot.cells.resize(len, 0);
            }
            let mut decoder = self.decoders[at % DECODERS].lock().unwrap_or_else(PoisonError::into_inner);
            table.decode(turn, block, &mut decoder, &mut slot.cells)?;
            slot.key = Some(key);
        }
        Ok(table.value_in(turn, &slot.cells, within))
    }

    fn slot_of(&self, (number, turn, block): Key) -> usize {
        let mixed = (u64::from(block) << 32 | u64::from(number) << 1 | turn.index() as u64)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((u128::from(mixed) * self.slots.len() as u128) >> 64) as usize
    }
}
