//! Blocks of bytes, each with its checksum, and their directory.

use std::sync::Arc;

use quevedo_tables::Bytes;

use super::SegmentError;

/// Where a directory stands: offset, length, CRC-32, and where the first of its blocks begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Directory {
    pub(super) offset: u64,
    pub(super) length: u64,
    pub(super) crc: u32,
    pub(super) first: u64,
}

/// Bytes of a block in its directory: length, CRC-32 and a number of its section's own.
pub(super) const ENTRY: usize = 16;

/// The blocks of a section. Their directory has 16 bytes for each.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    entries: Arc<[Entry]>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    offset: u64,
    length: u32,
    crc: u32,
    /// For games: how long the block is when it is unpacked. For shared positions: the first key.
    extra: u64,
}

impl Blocks {
    /// Reads a directory.
    pub(super) fn open(bytes: &dyn Bytes, place: Directory) -> Result<Blocks, SegmentError> {
        let text = checked(bytes, place.offset, place.length, place.crc);
        let text = text.ok_or(SegmentError::Damaged("a directory"))?;
        let mut offset = place.first;
        let mut entries = Vec::with_capacity(text.len() / ENTRY);
        for entry in text.chunks_exact(ENTRY) {
            let number = |from: usize| {
                u32::from_le_bytes([entry[from], entry[from + 1], entry[from + 2], entry[from + 3]])
            };
            let (length, crc) = (number(0), number(4));
            let extra = u64::from(number(8)) | u64::from(number(12)) << 32;
            entries.push(Entry { offset, length, crc, extra });
            offset += u64::from(length);
        }
        // Blocks stand before their directory.
        if offset != place.offset {
            return Err(SegmentError::Damaged("a directory"));
        }
        Ok(Blocks { entries: entries.into() })
    }

    /// How many.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The first keys of blocks that have one.
    pub(super) fn keys(&self) -> Arc<[u64]> {
        self.entries.iter().map(|entry| entry.extra).collect()
    }

    /// The section's own number of a block.
    pub(super) fn extra(&self, block: usize) -> Option<u64> {
        self.entries.get(block).map(|entry| entry.extra)
    }

    /// A block; `None` if there is no such block, or it is not what was written.
    pub(super) fn read(&self, bytes: &dyn Bytes, block: usize) -> Option<Vec<u8>> {
        let entry = self.entries.get(block)?;
        checked(bytes, entry.offset, u64::from(entry.length), entry.crc)
    }
}

/// Bytes of the file, if they agree with their checksum.
fn checked(bytes: &dyn Bytes, offset: u64, length: u64, crc: u32) -> Option<Vec<u8>> {
    // Before anything is reserved: the bytes are there.
    if offset.checked_add(length)? > bytes.len().ok()? {
        return None;
    }
    let mut buffer = vec![0; usize::try_from(length).ok()?];
    bytes.read_at(offset, &mut buffer).ok()?;
    (crc32fast::hash(&buffer) == crc).then_some(buffer)
}
