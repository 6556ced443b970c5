//! Which games have a theme, and from which ply on.

use core::ops::Range;

use rayon::prelude::*;

use super::write::SHARED_BLOCK;
use super::{Segment, SegmentError};
use crate::varint;

/// A game has a theme.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Posting {
    pub(crate) key: u64,
    pub(crate) game: u32,
    pub(crate) ply: u16,
    /// With the colours exchanged.
    pub(crate) is_turned: bool,
}

/// Blocks with their first keys. A theme is never divided.
pub(super) fn blocks(mut postings: Vec<Posting>) -> Vec<(u64, Vec<u8>)> {
    postings.par_sort_unstable();
    let mut blocks: Vec<(u64, Vec<u8>)> = Vec::new();
    for theme in postings.chunk_by(|one, other| one.key == other.key) {
        let mut record = Vec::new();
        varint::put(&mut record, theme.len() as u64);
        let mut last = 0;
        for posting in theme {
            let number = u64::from(posting.game) + 1;
            varint::put(&mut record, number - last);
            varint::put(&mut record, u64::from(posting.ply) << 1 | u64::from(posting.is_turned));
            last = number;
        }
        let key = theme[0].key;
        if blocks.last().is_none_or(|(_, block)| block.len() + record.len() > SHARED_BLOCK) {
            blocks.push((key, Vec::new()));
        }
        if let Some((_, block)) = blocks.last_mut() {
            block.extend(key.to_le_bytes());
            varint::put(block, record.len() as u64);
            block.extend(record);
        }
    }
    blocks
}

impl Segment {
    /// Whether games with a theme can be found.
    pub fn has_themes(&self) -> bool {
        self.themes.is_some()
    }

    /// Tells all games with a theme of these keys.
    pub(crate) fn themes(
        &self,
        keys: Range<u64>,
        mut visit: impl FnMut(Posting),
    ) -> Result<(), SegmentError> {
        let Some(themes) = &self.themes else { return Ok(()) };
        let first = self.first_themes.partition_point(|&first| first <= keys.start).saturating_sub(1);
        let end = self.first_themes.partition_point(|&first| first < keys.end);
        for block in first..end {
            let bytes = themes.read(&*self.bytes, block);
            let read = bytes.and_then(|bytes| read_block(&bytes, &keys, self.trailer.games, &mut visit));
            read.ok_or(SegmentError::Damaged("a block of themes"))?;
        }
        Ok(())
    }

    pub(super) fn check_themes(&self) -> Result<(), SegmentError> {
        self.themes(0..u64::MAX, |_| {})
    }
}

/// Tells the games of a block. `None` if it makes no sense.
fn read_block(
    mut bytes: &[u8],
    keys: &Range<u64>,
    games: u32,
    visit: &mut impl FnMut(Posting),
) -> Option<()> {
    while !bytes.is_empty() {
        let key = u64::from_le_bytes(varint::take_bytes(&mut bytes, 8)?.try_into().ok()?);
        let length = varint::take(&mut bytes)?;
        let mut record = varint::take_bytes(&mut bytes, length)?;
        if !keys.contains(&key) {
            continue;
        }
        let count = varint::take(&mut record)?;
        let mut last = 0;
        for _ in 0..count {
            last = varint::take(&mut record)?.checked_add(last)?;
            let game = u32::try_from(last).ok()?.checked_sub(1).filter(|&game| game < games)?;
            let place = varint::take(&mut record)?;
            visit(Posting { key, game, ply: u16::try_from(place >> 1).ok()?, is_turned: place & 1 > 0 });
        }
    }
    Some(())
}
