//! Finished slices on their way to disk, so that a killed generator can go on where it was.

use std::io;

use crate::file::crc;
use crate::index::Index;
use crate::solved::{Section, Solved};
use crate::value::Packed;

const MAGIC: [u8; 8] = *b"QVPART\x1a\x01";
/// Quick rather than small: parts do not live long.
const LEVEL: i32 = 1;

/// Keeps finished parts of tables.
pub trait Parts: Sync {
    /// What was saved as part `number` of the table being made.
    fn load(&self, number: usize) -> Option<Vec<u8>>;

    /// Saves part `number` of the table being made.
    ///
    /// # Errors
    /// If it cannot be written.
    fn save(&self, number: usize, part: &[u8]) -> io::Result<()>;
}

/// The slices of a group, packed; `None` if one is not solved.
pub(super) fn pack(table: &Solved, group: &[usize]) -> io::Result<Option<Vec<u8>>> {
    let mut part = MAGIC.to_vec();
    part.extend(fingerprint(table, group));
    for &slice in group {
        let Some(sections) = table.slices[slice].get() else { return Ok(None) };
        for section in sections {
            let cells = section.bytes();
            let packed = zstd::bulk::compress(&cells, LEVEL)?;
            part.extend((section.dictionary().len() as u32).to_le_bytes());
            part.extend(section.dictionary().iter().flat_map(|value| value.0.to_le_bytes()));
            part.extend((packed.len() as u32).to_le_bytes());
            part.extend(packed);
        }
    }
    part.extend(crc::of(&part).to_le_bytes());
    Ok(Some(part))
}

/// The slices that a part has; `None` if it is damaged or belongs to something else.
pub(super) fn unpack(table: &Solved, group: &[usize], part: &[u8]) -> Option<Vec<Vec<Section>>> {
    let (body, checksum) = part.split_last_chunk::<4>()?;
    if crc::of(body) != u32::from_le_bytes(*checksum) {
        return None;
    }
    let mut rest = body.strip_prefix(&MAGIC)?.strip_prefix(&fingerprint(table, group)[..])?;
    let mut slices = Vec::with_capacity(group.len());
    for _ in group {
        let sections = table.ending.turns().iter().map(|_| section(&table.index, &mut rest));
        slices.push(sections.collect::<Option<Vec<Section>>>()?);
    }
    rest.is_empty().then_some(slices)
}

/// What the part belongs to.
fn fingerprint(table: &Solved, group: &[usize]) -> Vec<u8> {
    let mut mark = vec![table.metric as u8];
    mark.extend(table.ending.to_counts().as_flattened());
    mark.extend(group.iter().flat_map(|&slice| (slice as u32).to_le_bytes()));
    mark
}

fn section(index: &Index, rest: &mut &[u8]) -> Option<Section> {
    let values = number(rest)?;
    let dictionary: Vec<Packed> = take(rest, values.checked_mul(2)?)?
        .chunks_exact(2)
        .map(|pair| Packed(u16::from_le_bytes([pair[0], pair[1]])))
        .collect();
    let packed_len = number(rest)?;
    let packed = take(rest, packed_len)?;
    let width = if dictionary.len() > 256 { 2 } else { 1 };
    let cells = zstd::bulk::decompress(packed, index.slice_len * width).ok()?;
    (cells.len() == index.slice_len * width).then(|| Section::stored(&dictionary, &cells)).flatten()
}

fn number(rest: &mut &[u8]) -> Option<usize> {
    let (bytes, after) = rest.split_first_chunk::<4>()?;
    *rest = after;
    Some(u32::from_le_bytes(*bytes) as usize)
}

fn take<'a>(rest: &mut &'a [u8], len: usize) -> Option<&'a [u8]> {
    let (bytes, after) = rest.split_at_checked(len)?;
    *rest = after;
    Some(bytes)
}
