//! The last bytes of a segment, from which everything else is found.

use quevedo_rules::Board;
use quevedo_tables::Bytes;

use super::{Directory, SegmentError};

pub(super) const VERSION: u16 = 2;
/// Without themes.
const FIRST_VERSION: u16 = 1;

/// The numbers of a segment and where its directories are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Trailer {
    pub(super) games: u32,
    pub(super) positions: u64,
    pub(super) shared: u64,
    /// How many of a key's first bits number the buckets of single positions.
    pub(super) bucket_bits: u32,
    /// The bytes of all names when they are unpacked.
    pub(super) name_bytes: u64,
    /// Games, columns, names, shared and single positions, themes.
    pub(super) directories: [Directory; 6],
    /// Whether there is the last of them.
    pub(super) has_themes: bool,
}

const DIRECTORY: usize = 8 + 8 + 4 + 8;
/// Version, key of the start position, five numbers, six directories, CRC-32.
pub(super) const LENGTH: usize = 2 + 8 + (4 + 8 + 8 + 4 + 8) + 6 * DIRECTORY + 4;
/// Five directories.
const FIRST_LENGTH: usize = LENGTH - DIRECTORY;

impl Trailer {
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(LENGTH);
        out.extend(VERSION.to_le_bytes());
        out.extend(Board::start().key().0.to_le_bytes());
        out.extend(self.games.to_le_bytes());
        out.extend(self.positions.to_le_bytes());
        out.extend(self.shared.to_le_bytes());
        out.extend(self.bucket_bits.to_le_bytes());
        out.extend(self.name_bytes.to_le_bytes());
        for Directory { offset, length, crc, first } in self.directories {
            out.extend(offset.to_le_bytes());
            out.extend(length.to_le_bytes());
            out.extend(crc.to_le_bytes());
            out.extend(first.to_le_bytes());
        }
        out.extend(crc32fast::hash(&out).to_le_bytes());
        out
    }

    pub(super) fn read(bytes: &dyn Bytes) -> Result<Trailer, SegmentError> {
        let mut text = [0; LENGTH];
        let offset = bytes.len()?.checked_sub(LENGTH as u64).ok_or(SegmentError::NoSegment)?;
        bytes.read_at(offset, &mut text)?;
        // How long it is follows from its version, which is told from its checksum.
        let whole = [LENGTH, FIRST_LENGTH].into_iter().find_map(|length| {
            let (fields, crc) = text[LENGTH - length..].split_at(length - 4);
            (crc32fast::hash(fields).to_le_bytes() == crc).then_some(fields)
        });
        let Some(text) = whole else {
            return Err(SegmentError::Damaged("its last bytes; perhaps it was cut off"));
        };
        let mut fields = Fields(text);
        let found = fields.number(2) as u16;
        if ![FIRST_VERSION, VERSION].contains(&found) {
            return Err(SegmentError::Version { found });
        }
        let has_themes = found > FIRST_VERSION;
        if has_themes != (text.len() + 4 == LENGTH) {
            return Err(SegmentError::Damaged("its last bytes"));
        }
        if fields.number(8) != Board::start().key().0 {
            return Err(SegmentError::OtherKeys);
        }
        let trailer = Trailer {
            games: fields.number(4) as u32,
            positions: fields.number(8),
            shared: fields.number(8),
            bucket_bits: fields.number(4) as u32,
            name_bytes: fields.number(8),
            directories: core::array::from_fn(|place| {
                if place == 5 && !has_themes {
                    return Directory::default();
                }
                Directory {
                    offset: fields.number(8),
                    length: fields.number(8),
                    crc: fields.number(4) as u32,
                    first: fields.number(8),
                }
            }),
            has_themes,
        };
        if !(1..=40).contains(&trailer.bucket_bits) {
            return Err(SegmentError::Damaged("the number of buckets"));
        }
        Ok(trailer)
    }
}

struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    /// The next number of so many bytes.
    fn number(&mut self, width: usize) -> u64 {
        let (field, rest) = self.0.split_at(width);
        self.0 = rest;
        field.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }
}
