//! What is known of each game besides its moves, column by column, so that filters read only what they ask for.

use quevedo_games::{Date, PgnResult};
use quevedo_rules::{Board, Color, Move};
use quevedo_tables::Bytes;

use super::SegmentError;
use super::blocks::Blocks;
use crate::game::GameRecord;

/// The columns, in the order in which they stand in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Column {
    Result,
    WhiteRating,
    BlackRating,
    Date,
    White,
    Black,
    Event,
    Site,
    IdentityLow,
    IdentityHigh,
}

const COLUMNS: usize = 10;

/// The columns of a segment. Ratings and dates are 0 where nobody knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Columns([Vec<u32>; COLUMNS]);

impl Default for Columns {
    fn default() -> Columns {
        Columns(core::array::from_fn(|_| Vec::new()))
    }
}

impl Columns {
    /// Appends a game; players, event and site are numbers of names.
    pub(crate) fn push(&mut self, game: &GameRecord, names: [u32; 4], identity: u64) {
        let result = match game.result {
            PgnResult::Open => 0,
            PgnResult::Win(Color::White) => 1,
            PgnResult::Draw => 2,
            PgnResult::Win(Color::Black) => 3,
        };
        let [white, black, event, site] = names;
        let row = [
            result,
            u32::from(game.white_rating.unwrap_or(0)),
            u32::from(game.black_rating.unwrap_or(0)),
            pack_date(game.date),
            white,
            black,
            event,
            site,
            identity as u32,
            (identity >> 32) as u32,
        ];
        self.0.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
    }

    /// A value of a game.
    #[inline]
    pub(crate) fn get(&self, column: Column, game: u32) -> u32 {
        self.0[column as usize].get(game as usize).copied().unwrap_or(0)
    }

    pub(crate) fn result(&self, game: u32) -> PgnResult {
        match self.get(Column::Result, game) {
            1 => PgnResult::Win(Color::White),
            2 => PgnResult::Draw,
            3 => PgnResult::Win(Color::Black),
            _ => PgnResult::Open,
        }
    }

    pub(crate) fn identity(&self, game: u32) -> u64 {
        u64::from(self.get(Column::IdentityLow, game)) | u64::from(self.get(Column::IdentityHigh, game)) << 32
    }

    /// The greatest number of a name.
    pub(crate) fn most_name(&self) -> u32 {
        let named = [Column::White, Column::Black, Column::Event, Column::Site];
        named.iter().flat_map(|&column| &self.0[column as usize]).copied().max().unwrap_or(0)
    }

    /// A game with these moves.
    pub(crate) fn game(
        &self,
        game: u32,
        names: &[String],
        start: Board,
        moves: Vec<Move>,
    ) -> Option<GameRecord> {
        let name = |column| names.get(self.get(column, game) as usize).cloned();
        let rating = |column| Some(self.get(column, game) as u16).filter(|&rating| rating > 0);
        Some(GameRecord {
            start,
            moves,
            result: self.result(game),
            white: name(Column::White)?,
            black: name(Column::Black)?,
            white_rating: rating(Column::WhiteRating),
            black_rating: rating(Column::BlackRating),
            date: unpack_date(self.get(Column::Date, game)),
            event: name(Column::Event)?,
            site: name(Column::Site)?,
        })
    }

    /// Each column as bytes, with no more bytes for a number than the column needs.
    pub(super) fn blocks(&self) -> Vec<Vec<u8>> {
        let block = |column: &Vec<u32>| {
            let most = column.iter().copied().max().unwrap_or(0);
            let width = (4 - most.leading_zeros() as usize / 8).max(1);
            let numbers = column.iter().flat_map(|value| value.to_le_bytes().into_iter().take(width));
            core::iter::once(width as u8).chain(numbers).collect()
        };
        self.0.iter().map(block).collect()
    }

    pub(super) fn read(bytes: &dyn Bytes, blocks: &Blocks, games: usize) -> Result<Columns, SegmentError> {
        let mut columns = Columns::default();
        for (number, column) in columns.0.iter_mut().enumerate() {
            let block = blocks.read(bytes, number).and_then(|block| unpack(&block, games));
            *column = block.ok_or(SegmentError::Damaged("a column"))?;
        }
        Ok(columns)
    }
}

fn unpack(block: &[u8], games: usize) -> Option<Vec<u32>> {
    let (&width, rest) = block.split_first()?;
    let width = usize::from(width);
    if !(1..=4).contains(&width) || rest.len() != games.checked_mul(width)? {
        return None;
    }
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte));
    Some(rest.chunks_exact(width).map(number).collect())
}

/// A date as a number that grows with time; unknown parts are 0.
pub(crate) fn pack_date(date: Date) -> u32 {
    let part = |part: Option<u8>| u32::from(part.unwrap_or(0));
    u32::from(date.year.unwrap_or(0)) << 9 | part(date.month) << 5 | part(date.day)
}

fn unpack_date(date: u32) -> Date {
    let known = |number: u32| Some(number).filter(|&number| number > 0);
    Date {
        year: known(date >> 9).map(|year| year as u16),
        month: known(date >> 5 & 15).map(|month| month as u8),
        day: known(date & 31).map(|day| day as u8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_come_back_and_are_ordered() {
        let dates = ["????.??.??", "1997.??.??", "1997.05.11", "1997.12.31", "1998.01.01"];
        let packed = dates.map(|text| pack_date(text.parse().expect("a date")));
        assert!(packed.is_sorted());
        for (text, packed) in dates.iter().zip(packed) {
            assert_eq!(unpack_date(packed).to_string(), *text);
        }
    }

    #[test]
    fn numbers_take_as_many_bytes_as_they_need() {
        for (most, width) in [(0, 1), (255, 1), (256, 2), (70_000, 3), (u32::MAX, 4)] {
            let columns = Columns(core::array::from_fn(|_| vec![1, most, 0]));
            let blocks = columns.blocks();
            assert_eq!(blocks[0].len(), 1 + 3 * width);
            assert_eq!(unpack(&blocks[0], 3), Some(vec![1, most, 0]));
            assert_eq!(unpack(&blocks[0], 4), None);
        }
    }
}
