//! Tables in files: one format, versioned, checksummed and compressed in blocks that can be read alone.
//!
//! All numbers are little-endian. A file is a header and blocks:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `QVTABLE` and a byte 1a (hexadecimal) |
//! | 2 | version of the format: 1 |
//! | 1 | metric: 0 mate, 1 conversion, 2 zeroing |
//! | 1 | sides to move that are stored: 1 if both sides have the same men, else 2 |
//! | 10 | White's pawns, knights, bishops, rooks and queens, then Black's |
//! | 2 | 0 |
//! | 8 | positions of one side to move |
//! | 4 | positions in a block |
//! | for each side: 4 | how many different values there are |
//! | and 2 each | the values, from the worst to the best: losses as their plies, draws as 8000, wins as ffff less their plies |
//! | for each side and block: 4 + 4 | length of the block in the file, CRC-32 of those bytes |
//! | 4 | CRC-32 of everything before |
//!
//! The blocks follow, White to move first. A block holds the place of each position's value among the
//! side's values, in one byte, or two if there are more than 256 values; it is compressed with
//! Zstandard. Where all positions have one value, the block is that one place, uncompressed.
//! `docs/tables.md` tells how positions are numbered.

mod bytes;
pub(crate) mod crc;
mod encode;

use std::io;
use std::sync::{Arc, OnceLock};

pub use bytes::Bytes;
pub use encode::write;
use quevedo_rules::Color;

use crate::index::Index;
use crate::solved::{Section, Solved, longest_wins};
use crate::value::Packed;
use crate::{Ending, Metric, Value};

const MAGIC: [u8; 8] = *b"QVTABLE\x1a";
const VERSION: u16 = 1;
/// Positions in a block, as we write them.
const BLOCK: usize = 1 << 14;
/// The most that a reader accepts; it bounds the memory for a block.
pub(crate) const LARGEST_BLOCK: usize = 1 << 16;
/// The bytes before the lists.
const FIXED: usize = 36;
/// More different values than any ending of a few men has.
const MOST_VALUES: usize = 4096;

/// What is wrong with the file of a table.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// Reading failed.
    #[error("the table cannot be read: {0}")]
    Io(#[from] io::Error),
    /// Something else than a table.
    #[error("this is no table of Quevedo")]
    NoTable,
    /// Written by a program that we do not know.
    #[error("the table has format {0}, expected {VERSION}")]
    Version(u16),
    /// The header contradicts itself or its checksum.
    #[error("the header of the table is damaged: {0}")]
    Header(&'static str),
    /// A block contradicts its checksum.
    #[error("block {0} of the table is damaged")]
    Block(usize),
}

/// Where a block is in the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Location {
    offset: u64,
    len: u32,
    crc: u32,
}

/// One side to move of a table.
#[derive(Debug)]
struct Side {
    /// The values that occur.
    dictionary: Vec<Packed>,
    blocks: Vec<Location>,
}

impl Side {
    /// Bytes per position before compression.
    fn width(&self) -> usize {
        if self.dictionary.len() > 256 { 2 } else { 1 }
    }
}

/// A table in a file, ready to be asked.
#[derive(Debug)]
pub struct Table {
    ending: Ending,
    metric: Metric,
    pub(crate) index: Index,
    block_len: usize,
    sides: Vec<Side>,
    bytes: Arc<dyn Bytes>,
}

impl Table {
    /// Reads the header of a table.
    ///
    /// # Errors
    /// If it cannot be read, or is no table, or is damaged.
    pub fn open(bytes: Arc<dyn Bytes>) -> Result<Table, TableError> {
        let source = Arc::clone(&bytes);
        let mut header = HeaderReader { bytes: &*source, read: Vec::new() };
        let mut table = header.fixed_part(bytes)?;
        let places = table.index.len().div_ceil(table.block_len);
        let dictionaries: Vec<Vec<Packed>> =
            table.ending.turns().iter().map(|_| header.dictionary()).collect::<Result<_, _>>()?;
        for dictionary in dictionaries {
            let mut side = Side { dictionary, blocks: Vec::new() };
            let largest = largest_compressed(table.block_len * side.width());
            side.blocks = header.blocks(places, largest)?;
            table.sides.push(side);
        }
        let end = header.check()?;
        table.place_blocks(end)?;
        Ok(table)
    }

    /// Blocks follow the header one after another; they must fill the file exactly.
    fn place_blocks(&mut self, header: u64) -> Result<(), TableError> {
        let mut offset = header;
        for block in self.sides.iter_mut().flat_map(|side| &mut side.blocks) {
            block.offset = offset;
            offset += u64::from(block.len);
        }
        if offset == self.bytes.len()? {
            Ok(())
        } else {
            Err(TableError::Header("the length of the file is wrong"))
        }
    }

    /// The ending.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// What the distances lead to.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// How many positions of one side to move are numbered.
    pub fn positions(&self) -> usize {
        self.index.len()
    }

    /// The longest wins of White and of Black, with either side to move, in plies.
    pub fn longest(&self) -> [u16; 2] {
        let sides = self.sides.iter().zip(Color::ALL);
        longest_wins(
            sides.flat_map(|(side, turn)| side.dictionary.iter().map(move |packed| (turn, packed.value()))),
        )
    }

    /// The length of the file.
    ///
    /// # Errors
    /// If the file cannot be asked.
    pub fn file_len(&self) -> io::Result<u64> {
        self.bytes.len()
    }

    /// Positions in a block.
    pub(crate) fn block_len(&self) -> usize {
        self.block_len
    }

    /// Bytes of a block of one side to move before compression.
    pub(crate) fn block_bytes(&self, turn: Color) -> usize {
        self.block_len * self.width(turn)
    }

    /// The bytes of each cell of a block.
    #[inline]
    pub(crate) fn width(&self, turn: Color) -> usize {
        self.sides.get(turn.index()).map_or(1, Side::width)
    }

    /// The value that a cell stands for.
    #[inline]
    pub(crate) fn value_of(&self, turn: Color, cell: u16) -> Option<Value> {
        self.sides.get(turn.index())?.dictionary.get(usize::from(cell)).map(|packed| packed.value())
    }

    /// Reads and decodes a block into the front of `cells`, which must have room for it. `scratch` is
    /// used for the compressed bytes.
    pub(crate) fn decode(
        &self,
        turn: Color,
        number: usize,
        decoder: &mut Decoder,
        cells: &mut [u8],
    ) -> Result<(), TableError> {
        let damaged = || TableError::Block(number);
        let side = self.sides.get(turn.index()).ok_or_else(damaged)?;
        let location = side.blocks.get(number).ok_or_else(damaged)?;
        let cells = cells.get_mut(..self.block_len * side.width()).ok_or_else(damaged)?;
        let packed = decoder.scratch.get_mut(..location.len as usize).ok_or_else(damaged)?;
        self.bytes.read_at(location.offset, packed)?;
        if crc::of(packed) != location.crc {
            return Err(damaged());
        }
        if packed.len() <= side.width() {
            cells
                .chunks_mut(packed.len().max(1))
                .for_each(|cell| cell.copy_from_slice(&packed[..cell.len()]));
            return Ok(());
        }
        let wanted = self.cells_in_block(number) * side.width();
        let read = decoder.zstd.decompress_to_buffer(&*packed, cells).map_err(|_| damaged())?;
        if read == wanted { Ok(()) } else { Err(damaged()) }
    }

    /// Positions in this block; the last one may have less.
    fn cells_in_block(&self, number: usize) -> usize {
        self.block_len.min(self.index.len() - (number * self.block_len).min(self.index.len()))
    }

    /// Reads the whole table into memory.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn load(&self) -> Result<Arc<Solved>, TableError> {
        let solved = Solved::new(self.ending, self.metric);
        let mut decoder = Decoder::new()?;
        let mut sides: Vec<Vec<Section>> = Vec::new();
        for (side, &turn) in self.sides.iter().zip(self.ending.turns()) {
            let mut cells = Vec::with_capacity(self.index.len() * side.width());
            let mut block = vec![0; self.block_bytes(turn)];
            for number in 0..side.blocks.len() {
                self.decode(turn, number, &mut decoder, &mut block)?;
                cells.extend_from_slice(&block[..self.cells_in_block(number) * side.width()]);
            }
            let len = self.index.slice_len * side.width();
            let sections = cells.chunks_exact(len).map(|cells| Section::stored(&side.dictionary, cells));
            sides.push(sections.collect::<Option<_>>().ok_or(TableError::Header("a value is not listed"))?);
        }
        let mut sides: Vec<_> = sides.into_iter().map(Vec::into_iter).collect();
        for slice in &solved.slices {
            let sections: Vec<Section> = sides.iter_mut().filter_map(Iterator::next).collect();
            // The slices are new, so none is filled yet.
            let _: Result<(), _> = OnceLock::set(slice, sections);
        }
        Ok(Arc::new(solved))
    }
}

/// What decoding needs besides the table; made once and used again.
pub(crate) struct Decoder {
    zstd: zstd::bulk::Decompressor<'static>,
    scratch: Vec<u8>,
}

impl core::fmt::Debug for Decoder {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Decoder").finish_non_exhaustive()
    }
}

impl Decoder {
    pub(crate) fn new() -> io::Result<Decoder> {
        let scratch = vec![0; largest_compressed(2 * LARGEST_BLOCK)];
        Ok(Decoder { zstd: zstd::bulk::Decompressor::new()?, scratch })
    }
}

/// No compressed block is longer than this; Zstandard's own bound for what cannot be compressed.
const fn largest_compressed(len: usize) -> usize {
    len + (len >> 8) + 64
}

/// Reads a header piece by piece, and remembers it for the checksum.
struct HeaderReader<'a> {
    bytes: &'a dyn Bytes,
    read: Vec<u8>,
}

impl HeaderReader<'_> {
    /// The next bytes.
    fn next(&mut self, len: usize) -> Result<&[u8], TableError> {
        let start = self.read.len();
        let end = start as u64 + len as u64;
        if end > self.bytes.len()? {
            return Err(if start < MAGIC.len() {
                TableError::NoTable
            } else {
                TableError::Header("it is too short")
            });
        }
        self.read.resize(start + len, 0);
        self.bytes.read_at(start as u64, &mut self.read[start..])?;
        Ok(&self.read[start..])
    }

    fn u32(&mut self) -> Result<u32, TableError> {
        Ok(self.next(4)?.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte)))
    }

    fn fixed_part(&mut self, bytes: Arc<dyn Bytes>) -> Result<Table, TableError> {
        let fixed = self.next(FIXED)?;
        let (magic, rest) = fixed.split_at(MAGIC.len());
        if magic != MAGIC {
            return Err(TableError::NoTable);
        }
        let number = |range: core::ops::Range<usize>| {
            rest[range].iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte))
        };
        match number(0..2) as u16 {
            VERSION => {}
            version => return Err(TableError::Version(version)),
        }
        let metric = *Metric::ALL.get(usize::from(rest[2])).ok_or(TableError::Header("unknown metric"))?;
        let mut counts = [[0u8; 5]; 2];
        counts.as_flattened_mut().copy_from_slice(&rest[4..14]);
        let ending = Ending::stored(counts).ok_or(TableError::Header("no ending has these men"))?;
        let index = Index::new(ending);
        let block_len = number(24..28) as usize;
        if usize::from(rest[3]) != ending.turns().len() || number(16..24) != index.len() as u64 {
            return Err(TableError::Header("its sizes do not fit the ending"));
        }
        if !(1..=LARGEST_BLOCK).contains(&block_len) {
            return Err(TableError::Header("its blocks are too large"));
        }
        Ok(Table { ending, metric, index, block_len, sides: Vec::new(), bytes })
    }

    fn dictionary(&mut self) -> Result<Vec<Packed>, TableError> {
        let len = self.u32()? as usize;
        if !(1..=MOST_VALUES).contains(&len) {
            return Err(TableError::Header("it has too many values"));
        }
        let values = self.next(2 * len)?;
        Ok(values.chunks_exact(2).map(|pair| Packed(u16::from_le_bytes([pair[0], pair[1]]))).collect())
    }

    /// The blocks of a side, not yet placed.
    fn blocks(&mut self, count: usize, largest: usize) -> Result<Vec<Location>, TableError> {
        let list = self.next(8 * count)?;
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte));
        let location =
            |entry: &[u8]| Location { offset: 0, len: number(&entry[..4]), crc: number(&entry[4..]) };
        let blocks: Vec<Location> = list.chunks_exact(8).map(location).collect();
        let is_sound = blocks.iter().all(|block| (1..=largest).contains(&(block.len as usize)));
        if is_sound { Ok(blocks) } else { Err(TableError::Header("a block has an impossible length")) }
    }

    /// Compares the checksum; where the header ends.
    fn check(&mut self) -> Result<u64, TableError> {
        let expected = crc::of(&self.read);
        let found = self.u32()?;
        if found == expected {
            Ok(self.read.len() as u64)
        } else {
            Err(TableError::Header("its checksum is wrong"))
        }
    }
}
