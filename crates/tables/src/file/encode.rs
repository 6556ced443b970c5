//! Writing the file of a table.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::sync::OnceLock;

use rayon::prelude::*;

use super::{BLOCK, MAGIC, VERSION, crc};
use crate::solved::{Section, Solved};
use crate::value::Packed;

/// How hard Zstandard tries; more is hardly smaller and much slower.
const LEVEL: i32 = 15;

/// One side to move, compressed.
struct Encoded {
    dictionary: Vec<Packed>,
    blocks: Vec<Vec<u8>>,
}

/// Writes a finished table as a file.
///
/// Equal tables make equal bytes.
///
/// # Errors
/// If writing fails, or if the table is not finished.
pub fn write(table: &Solved, out: &mut dyn Write) -> io::Result<()> {
    let slices: Vec<&Vec<Section>> = table.slices.iter().filter_map(OnceLock::get).collect();
    if slices.len() != table.slices.len() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the table is not finished"));
    }
    let sides = (0..table.ending.turns().len())
        .map(|side| {
            let sections: Vec<&Section> = slices.iter().filter_map(|slice| slice.get(side)).collect();
            encode(&sections, table.index.slice_len)
        })
        .collect::<io::Result<Vec<Encoded>>>()?;
    let mut header = fixed_part(table);
    for side in &sides {
        header.extend((side.dictionary.len() as u32).to_le_bytes());
        header.extend(side.dictionary.iter().flat_map(|value| value.0.to_le_bytes()));
    }
    for block in sides.iter().flat_map(|side| &side.blocks) {
        header.extend((block.len() as u32).to_le_bytes());
        header.extend(crc::of(block).to_le_bytes());
    }
    header.extend(crc::of(&header).to_le_bytes());
    out.write_all(&header)?;
    sides.iter().flat_map(|side| &side.blocks).try_for_each(|block| out.write_all(block))
}

fn fixed_part(table: &Solved) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend(VERSION.to_le_bytes());
    header.push(table.metric as u8);
    header.push(table.ending.turns().len() as u8);
    header.extend(table.ending.to_counts().as_flattened());
    header.extend([0, 0]);
    header.extend((table.index.len() as u64).to_le_bytes());
    header.extend((BLOCK as u32).to_le_bytes());
    header
}

/// Compresses the sections of one side to move.
fn encode(sections: &[&Section], slice_len: usize) -> io::Result<Encoded> {
    let values: BTreeSet<Packed> =
        sections.iter().flat_map(|section| section.dictionary().iter().copied()).collect();
    let dictionary: Vec<Packed> = values.into_iter().collect();
    let recoded: Vec<Vec<u16>> =
        sections.par_iter().map(|section| places_in(section.dictionary(), &dictionary)).collect();
    let width = if dictionary.len() > 256 { 2 } else { 1 };
    let len = slice_len * sections.len();
    let blocks = (0..len.div_ceil(BLOCK))
        .into_par_iter()
        .map(|number| {
            let cells = number * BLOCK..((number + 1) * BLOCK).min(len);
            let mut bytes = Vec::with_capacity(width * BLOCK);
            for cell in cells {
                let slice = cell / slice_len;
                let local = sections[slice].place(cell % slice_len);
                let place = recoded[slice].get(local).copied().unwrap_or(0);
                bytes.extend_from_slice(&place.to_le_bytes()[..width]);
            }
            compress(&bytes, width)
        })
        .collect::<io::Result<Vec<_>>>()?;
    Ok(Encoded { dictionary, blocks })
}

/// The place of each value of one list in another, sorted one.
fn places_in(values: &[Packed], dictionary: &[Packed]) -> Vec<u16> {
    values.iter().map(|value| dictionary.binary_search(value).unwrap_or(0) as u16).collect()
}

fn compress(cells: &[u8], width: usize) -> io::Result<Vec<u8>> {
    let first = &cells[..width.min(cells.len())];
    if cells.chunks(width).all(|cell| cell == first) {
        return Ok(first.to_vec());
    }
    let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
    compressor.include_checksum(false)?;
    compressor.include_contentsize(false)?;
    compressor.compress(cells)
}
