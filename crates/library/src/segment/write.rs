//! Writing a segment, from front to back in one go.

use std::io::{self, Write};

use rayon::prelude::*;

use super::blocks::{Directory, ENTRY};
use super::trailer::Trailer;
use super::{BUCKETS_IN_BLOCK, Columns, MAGIC, Posting, SINGLE, themes};
use crate::varint;

/// A game meets a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Occurrence {
    pub(crate) key: u64,
    pub(crate) game: u32,
    pub(crate) ply: u16,
    /// The place of the move that follows.
    pub(crate) place: u8,
}

/// About how long a block of shared positions is.
pub(super) const SHARED_BLOCK: usize = 4096;
/// About how many single positions are in a bucket.
const IN_BUCKET: u64 = 24;
/// Zstandard's level for games and names.
const LEVEL: i32 = 9;

/// Writes a segment. `parts` are its occurrences by the first bits of their keys, in that order; how many parts there are is a power of
/// two, and not more than 256. `games` are the blocks of games. Returns the numbers of positions and of shared ones.
pub(crate) fn write(
    out: &mut dyn Write,
    games: &[Vec<u8>],
    columns: &Columns,
    names: &[u8],
    count: u32,
    parts: Vec<Vec<Occurrence>>,
    postings: Vec<Posting>,
) -> io::Result<(u64, u64)> {
    let all: u64 = parts.iter().map(|part| part.len() as u64).sum();
    // Every part has whole blocks of buckets.
    let least = parts.len().trailing_zeros() + BUCKETS_IN_BLOCK.trailing_zeros();
    let bucket_bits = (all / IN_BUCKET).max(1).ilog2().clamp(least, 36);
    let part_bits = parts.len().trailing_zeros();
    let mut file = Sections { out, at: 0 };
    file.put(&MAGIC)?;

    let packed: Vec<io::Result<Vec<u8>>> =
        games.par_iter().map(|block| zstd::bulk::compress(block, LEVEL)).collect();
    let blocks = packed.into_iter().zip(games).map(|(packed, plain)| Ok((packed?, plain.len() as u64)));
    let games = file.section(blocks)?;
    let columns = file.section(columns.blocks().into_iter().map(|block| Ok((block, 0))))?;
    let packed_names = zstd::bulk::compress(names, LEVEL)?;
    let name_section = file.section([Ok((packed_names, 0))].into_iter())?;

    let indexed: Vec<Part> = parts
        .into_par_iter()
        .enumerate()
        .map(|(number, part)| Part::of(part, number as u64, part_bits, bucket_bits))
        .collect();
    let positions = indexed.iter().map(|part| part.positions).sum();
    let shared_positions = indexed.iter().map(|part| part.shared_positions).sum();
    let (shared, single): (Vec<_>, Vec<_>) =
        indexed.into_iter().map(|part| (part.shared, part.single)).unzip();
    let shared = file.section(shared.into_iter().flatten().map(|(key, block)| Ok((block, key))))?;
    let single = file.section(single.into_iter().flatten().map(|block| Ok((block, 0))))?;

    let themes = file.section(themes::blocks(postings).into_iter().map(|(key, block)| Ok((block, key))))?;

    let trailer = Trailer {
        games: count,
        positions,
        shared: shared_positions,
        bucket_bits,
        name_bytes: names.len() as u64,
        directories: [games, columns, name_section, shared, single, themes],
        has_themes: true,
    };
    file.put(&trailer.bytes())?;
    Ok((positions, shared_positions))
}

/// A file that is written from front to back.
struct Sections<'a> {
    out: &'a mut dyn Write,
    at: u64,
}

impl Sections<'_> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.at += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    /// Writes blocks, each with a number for the directory, and the directory.
    fn section(&mut self, blocks: impl Iterator<Item = io::Result<(Vec<u8>, u64)>>) -> io::Result<Directory> {
        let first = self.at;
        let mut directory = Vec::new();
        for block in blocks {
            let (block, extra) = block?;
            directory.extend((block.len() as u32).to_le_bytes());
            directory.extend(crc32fast::hash(&block).to_le_bytes());
            directory.extend(extra.to_le_bytes());
            self.put(&block)?;
        }
        debug_assert_eq!(directory.len() % ENTRY, 0);
        let (offset, length, crc) = (self.at, directory.len() as u64, crc32fast::hash(&directory));
        self.put(&directory)?;
        Ok(Directory { offset, length, crc, first })
    }
}

/// The index of the positions whose keys begin with the same bits.
struct Part {
    positions: u64,
    shared_positions: u64,
    /// Blocks with their first keys.
    shared: Vec<(u64, Vec<u8>)>,
    single: Vec<Vec<u8>>,
}

impl Part {
    fn of(mut part: Vec<Occurrence>, number: u64, part_bits: u32, bucket_bits: u32) -> Part {
        part.sort_unstable();
        // A game counts once for each position.
        part.dedup_by_key(|occurrence| (occurrence.key, occurrence.game));
        let positions = part.len() as u64;
        let mut shared = Shared::default();
        let mut buckets = Buckets::new(number, part_bits, bucket_bits);
        for meeting in part.chunk_by_mut(|one, other| one.key == other.key) {
            match meeting {
                [only] => buckets.put(only.key, only.game),
                games => shared.put(games),
            }
        }
        shared.finish_block();
        let Shared { blocks, count, .. } = shared;
        Part { positions, shared_positions: count, shared: blocks, single: buckets.finish() }
    }
}

/// Blocks of shared positions.
#[derive(Default)]
struct Shared {
    blocks: Vec<(u64, Vec<u8>)>,
    first: u64,
    block: Vec<u8>,
    count: u64,
}

impl Shared {
    /// Appends the games of one position.
    fn put(&mut self, games: &mut [Occurrence]) {
        games.sort_unstable_by_key(|occurrence| (occurrence.place, occurrence.game));
        let key = games[0].key;
        let mut record = Vec::new();
        for alike in games.chunk_by(|one, other| one.place == other.place) {
            record.push(alike[0].place);
            varint::put(&mut record, alike.len() as u64);
            let mut last = 0;
            for occurrence in alike {
                let number = u64::from(occurrence.game) + 1;
                varint::put(&mut record, number - last);
                last = number;
            }
        }
        if self.block.len() + record.len() > SHARED_BLOCK {
            self.finish_block();
        }
        if self.block.is_empty() {
            self.first = key;
        }
        self.block.extend(key.to_le_bytes());
        varint::put(&mut self.block, record.len() as u64);
        self.block.extend(record);
        self.count += 1;
    }

    fn finish_block(&mut self) {
        if !self.block.is_empty() {
            self.blocks.push((self.first, std::mem::take(&mut self.block)));
        }
    }
}

/// Buckets of single positions, in blocks.
struct Buckets {
    bucket_bits: u32,
    /// The bucket that is being filled, and the first one after this part.
    bucket: u64,
    end: u64,
    counts: Vec<u16>,
    entries: Vec<u8>,
    blocks: Vec<Vec<u8>>,
}

impl Buckets {
    fn new(part: u64, part_bits: u32, bucket_bits: u32) -> Buckets {
        let in_part = 1 << (bucket_bits - part_bits);
        Buckets {
            bucket_bits,
            bucket: part * in_part,
            end: (part + 1) * in_part,
            counts: vec![0],
            entries: Vec::new(),
            blocks: Vec::new(),
        }
    }

    fn put(&mut self, key: u64, game: u32) {
        let bucket = key >> (64 - self.bucket_bits);
        while self.bucket < bucket {
            self.next_bucket();
        }
        let mark = (key >> (48 - self.bucket_bits)) as u16;
        let [low, middle, high, _] = game.to_le_bytes();
        self.entries.extend(mark.to_le_bytes());
        self.entries.extend([low, middle, high]);
        debug_assert_eq!(self.entries.len() % SINGLE, 0);
        // Keys are random numbers: 65,535 in a bucket of about 24 do not happen, and one left out would be found by `check`.
        if let Some(count) = self.counts.last_mut() {
            *count = count.saturating_add(1);
        }
    }

    fn next_bucket(&mut self) {
        self.bucket += 1;
        if self.bucket.is_multiple_of(BUCKETS_IN_BLOCK as u64) {
            let mut block: Vec<u8> = self.counts.drain(..).flat_map(u16::to_le_bytes).collect();
            block.append(&mut self.entries);
            self.blocks.push(block);
        }
        self.counts.push(0);
    }

    fn finish(mut self) -> Vec<Vec<u8>> {
        while self.bucket < self.end {
            self.next_bucket();
        }
        self.blocks
    }
}
