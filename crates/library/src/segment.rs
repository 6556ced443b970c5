//! Games in a file, with an index of every position. Written once, never changed.
//!
//! All numbers are little-endian. A file is eight bytes (`QVEXPLR` and a byte 1a, hexadecimal), six sections and a trailer.
//! A section is a run of blocks, each with a CRC-32, in a directory of its own that is a block too:
//!
//! | section | blocks |
//! |---|---|
//! | games | 64 games each, compressed with Zstandard: start, and each move as its place among the legal ones ([`order`](crate::order)) |
//! | columns | one for each column: result, ratings, date, players, event, site, identity |
//! | names | all names, compressed |
//! | shared | positions of two games or more, sorted by key, about 4 KiB: key, and for each move who played it |
//! | single | positions of one game, by the first bits of their key: 16 further bits and the game |
//! | themes | structures of pawns and kinds of endings ([`theme`](crate::theme)), sorted by key: games, each with the ply from which on it has it |
//!
//! In `shared`, games are the differences of their numbers, as variable-length integers. In `single`, a hit is only a hint that
//! is **proved by replaying the game**, so that keys that agree by accident cannot lie. A game counts once for each position,
//! with the move that it played there first.
//!
//! The trailer, the last bytes of the file, holds the version, the numbers of everything, where the directories are, the key of the
//! start position (which says whether our keys are still those of the file), and a CRC-32 of itself.

mod blocks;
mod columns;
mod themes;
mod trailer;
mod write;

use std::fmt;
use std::io;
use std::sync::{Arc, OnceLock};

use quevedo_rules::{Board, Move};
use quevedo_tables::Bytes;

use crate::game::GameRecord;
use crate::order::{self, NO_MOVE};
use crate::{names, varint};

use blocks::Blocks;
pub(crate) use blocks::Directory;
pub(crate) use columns::{Column, Columns, pack_date};
pub(crate) use themes::Posting;
use trailer::Trailer;
pub(crate) use write::{Occurrence, write};

const MAGIC: [u8; 8] = *b"QVEXPLR\x1a";
/// Games in a block.
pub(crate) const GAMES_IN_BLOCK: usize = 64;
/// Buckets of single positions in a block.
const BUCKETS_IN_BLOCK: usize = 32;
/// More than any block has when it is unpacked: it bounds the memory that a false number can ask for.
const MOST_UNPACKED: usize = 1 << 28;
/// Bytes of a single position: 16 bits of its key, and the game.
const SINGLE: usize = 5;

/// What is wrong with the file of a segment.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SegmentError {
    /// Reading failed.
    #[error("the games cannot be read: {0}")]
    Io(#[from] io::Error),
    /// Something else than a segment.
    #[error("this is no file of games with an index (.qvx)")]
    NoSegment,
    /// Written by a program that we do not know.
    #[error("the file has format {found}, expected {}", trailer::VERSION)]
    Version {
        /// The file's.
        found: u16,
    },
    /// Made when positions had other keys.
    #[error(
        "the file was made by a version of Quevedo with other position keys; build it again from its games"
    )]
    OtherKeys,
    /// A part contradicts its checksum or itself.
    #[error("the file is damaged: {0}")]
    Damaged(&'static str),
}

/// An open segment.
#[derive(Clone)]
pub struct Segment {
    bytes: Arc<dyn Bytes>,
    trailer: Trailer,
    games: Blocks,
    columns: Columns,
    names: Arc<OnceLock<Vec<String>>>,
    name_blocks: Blocks,
    shared: Blocks,
    /// The first key of each block of shared positions.
    first_keys: Arc<[u64]>,
    single: Blocks,
    /// Files of the first version have none.
    themes: Option<Blocks>,
    first_themes: Arc<[u64]>,
}

impl fmt::Debug for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Segment").field("trailer", &self.trailer).finish_non_exhaustive()
    }
}

impl Segment {
    /// Opens a segment: reads its directories and columns, each against its checksum.
    ///
    /// # Errors
    /// If it is none, or damaged in these parts. The rest is checked when it is read.
    pub fn open(bytes: Arc<dyn Bytes>) -> Result<Segment, SegmentError> {
        let mut magic = [0; 8];
        if bytes.len()? < (MAGIC.len() + trailer::LENGTH) as u64 {
            return Err(SegmentError::NoSegment);
        }
        bytes.read_at(0, &mut magic)?;
        if magic != MAGIC {
            return Err(SegmentError::NoSegment);
        }
        let trailer = Trailer::read(&*bytes)?;
        let [games, columns, names, shared, single, themes] = trailer.directories;
        let themes = trailer.has_themes.then(|| Blocks::open(&*bytes, themes)).transpose()?;
        let shared_blocks = Blocks::open(&*bytes, shared)?;
        let first_keys = shared_blocks.keys();
        let columns = Columns::read(&*bytes, &Blocks::open(&*bytes, columns)?, trailer.games as usize)?;
        Ok(Segment {
            games: Blocks::open(&*bytes, games)?,
            columns,
            names: Arc::default(),
            name_blocks: Blocks::open(&*bytes, names)?,
            shared: shared_blocks,
            first_keys,
            single: Blocks::open(&*bytes, single)?,
            first_themes: themes.as_ref().map_or_else(|| Arc::from([]), Blocks::keys),
            themes,
            trailer,
            bytes,
        })
    }

    /// How many games it holds.
    pub fn games(&self) -> u32 {
        self.trailer.games
    }

    /// How many positions: all games' first meetings with each.
    pub fn positions(&self) -> u64 {
        self.trailer.positions
    }

    /// How many different positions occur in two games or more.
    pub fn shared_positions(&self) -> u64 {
        self.trailer.shared
    }

    pub(crate) fn columns(&self) -> &Columns {
        &self.columns
    }

    /// All names, by their numbers.
    pub(crate) fn names(&self) -> Result<&[String], SegmentError> {
        if let Some(names) = self.names.get() {
            return Ok(names);
        }
        let read = || {
            let packed = self.name_blocks.read(&*self.bytes, 0)?;
            let limit =
                usize::try_from(self.trailer.name_bytes).ok().filter(|&bytes| bytes <= MOST_UNPACKED)?;
            names::read(&zstd::bulk::decompress(&packed, limit).ok()?)
        };
        let names = read().ok_or(SegmentError::Damaged("the names"))?;
        if self.columns.most_name() >= names.len() as u32 {
            return Err(SegmentError::Damaged("the names are too few"));
        }
        Ok(self.names.get_or_init(|| names))
    }

    /// The start and the moves of a game.
    ///
    /// # Errors
    /// If its block is damaged.
    pub fn moves(&self, game: u32) -> Result<(Board, Vec<Move>), SegmentError> {
        let damaged = SegmentError::Damaged("a block of games");
        let block = game as usize / GAMES_IN_BLOCK;
        let Some(packed) = self.games.read(&*self.bytes, block) else { return Err(damaged) };
        let limit = self.games.extra(block).filter(|&bytes| bytes <= MOST_UNPACKED as u64);
        let Some(limit) = limit else { return Err(damaged) };
        let Ok(plain) = zstd::bulk::decompress(&packed, limit as usize) else { return Err(damaged) };
        let mut rest = plain.as_slice();
        for _ in 0..game as usize % GAMES_IN_BLOCK {
            skip_game(&mut rest).ok_or(SegmentError::Damaged("a block of games"))?;
        }
        read_game(&mut rest).ok_or(damaged)
    }

    /// A whole game.
    ///
    /// # Errors
    /// If a part of the file that it is in is damaged.
    pub fn game(&self, game: u32) -> Result<GameRecord, SegmentError> {
        let (start, moves) = self.moves(game)?;
        let names = self.names()?;
        self.columns.game(game, names, start, moves).ok_or(SegmentError::Damaged("the columns"))
    }

    /// Tells every game in which this position occurs, with the place of the move played there ([`NO_MOVE`] at a game's end).
    /// The games of one move come one after the other, in their order.
    pub(crate) fn occurrences(
        &self,
        board: &Board,
        mut visit: impl FnMut(u8, u32),
    ) -> Result<(), SegmentError> {
        let key = board.key().0;
        let block = self.first_keys.partition_point(|&first| first <= key);
        if let Some(block) = block.checked_sub(1) {
            let bytes = self.shared.read(&*self.bytes, block);
            let bytes = bytes.ok_or(SegmentError::Damaged("a block of shared positions"))?;
            let found = shared_position(&bytes, key, self.trailer.games, &mut visit);
            if found.ok_or(SegmentError::Damaged("a block of shared positions"))? {
                return Ok(());
            }
        }
        for game in self.hints(key)? {
            if let Some(place) = self.replayed(board, game)? {
                visit(place, game);
            }
        }
        Ok(())
    }

    /// The games that may have this position alone.
    fn hints(&self, key: u64) -> Result<Vec<u32>, SegmentError> {
        let damaged = || SegmentError::Damaged("a block of single positions");
        let bits = self.trailer.bucket_bits;
        let bucket = (key >> (64 - bits)) as usize;
        let mark = (key >> (48 - bits)) as u16;
        let block = self.single.read(&*self.bytes, bucket / BUCKETS_IN_BLOCK).ok_or_else(damaged)?;
        let (counts, entries) = block.split_at_checked(2 * BUCKETS_IN_BLOCK).ok_or_else(damaged)?;
        let count = |bucket: &[u8]| usize::from(u16::from_le_bytes([bucket[0], bucket[1]]));
        let mut counts = counts.chunks_exact(2);
        let before: usize = counts.by_ref().take(bucket % BUCKETS_IN_BLOCK).map(count).sum();
        let own = counts.next().map_or(0, count);
        let entries = entries.get(SINGLE * before..SINGLE * (before + own)).ok_or_else(damaged)?;
        let games = entries.chunks_exact(SINGLE).filter(|entry| entry[..2] == mark.to_le_bytes());
        games
            .map(|entry| u32::from_le_bytes([entry[2], entry[3], entry[4], 0]))
            .map(|game| if game < self.trailer.games { Ok(game) } else { Err(damaged()) })
            .collect()
    }

    /// The move that the game played in this position; `None` if the position does not occur in it.
    fn replayed(&self, board: &Board, game: u32) -> Result<Option<u8>, SegmentError> {
        let (start, moves) = self.moves(game)?;
        let mut here = start;
        for &mv in &moves {
            if is_same_position(&here, board) {
                return Ok(Some(order::place(&here, mv)));
            }
            here.make(mv);
        }
        Ok(is_same_position(&here, board).then_some(NO_MOVE))
    }

    /// Reads all of it against its checksums, replays every game, and looks up each of its positions again. Says what is wrong
    /// first. `watch` is told how many games were checked, and says whether to go on.
    ///
    /// # Errors
    /// If the file is damaged or an answer of the index is not what replaying says.
    pub fn check(&self, mut watch: impl FnMut(u32) -> bool) -> Result<(), SegmentError> {
        self.names()?;
        for block in 0..self.shared.len() {
            self.shared
                .read(&*self.bytes, block)
                .ok_or(SegmentError::Damaged("a block of shared positions"))?;
        }
        for block in 0..self.single.len() {
            self.single
                .read(&*self.bytes, block)
                .ok_or(SegmentError::Damaged("a block of single positions"))?;
        }
        self.check_themes()?;
        for number in 0..self.games() {
            let game = self.game(number)?;
            if game.identity() != self.columns.identity(number) {
                return Err(SegmentError::Damaged("a game is not the one that was stored"));
            }
            // The last position is the rarest, and stands for the way to it.
            let last = game.moves.iter().fold(game.start, |board, &mv| board.play(mv));
            let mut is_found = false;
            self.occurrences(&last, |_, found| is_found |= found == number)?;
            if !is_found {
                return Err(SegmentError::Damaged("the index does not know a position of a game"));
            }
            if !watch(number + 1) {
                break;
            }
        }
        Ok(())
    }
}

/// Placement, turn, castling and en passant; the clocks do not count.
fn is_same_position(one: &Board, other: &Board) -> bool {
    one.key() == other.key()
        && one.occupied() == other.occupied()
        && one.occupied().into_iter().all(|square| one.man_at(square) == other.man_at(square))
}

/// Appends a game to a block.
pub(crate) fn put_game(out: &mut Vec<u8>, start: &Board, places: &[u8]) {
    let fen = if *start == Board::start() { String::new() } else { start.fen() };
    varint::put(out, fen.len() as u64);
    out.extend(fen.as_bytes());
    varint::put(out, places.len() as u64);
    out.extend(places);
}

fn take_game<'a>(bytes: &mut &'a [u8]) -> Option<(&'a [u8], &'a [u8])> {
    let length = varint::take(bytes)?;
    let fen = varint::take_bytes(bytes, length)?;
    let length = varint::take(bytes)?;
    Some((fen, varint::take_bytes(bytes, length)?))
}

fn skip_game(bytes: &mut &[u8]) -> Option<()> {
    take_game(bytes).map(|_| ())
}

fn read_game(bytes: &mut &[u8]) -> Option<(Board, Vec<Move>)> {
    let (fen, places) = take_game(bytes)?;
    let start = if fen.is_empty() {
        Board::start()
    } else {
        Board::from_fen(core::str::from_utf8(fen).ok()?).ok()?
    };
    let mut board = start;
    let mut moves = Vec::with_capacity(places.len());
    for &place in places {
        let mv = order::at_place(&board, place)?;
        board.make(mv);
        moves.push(mv);
    }
    Some((start, moves))
}

/// Looks for a key in a block of shared positions, and tells its games. `None` if the block makes no sense.
fn shared_position(mut bytes: &[u8], key: u64, games: u32, visit: &mut impl FnMut(u8, u32)) -> Option<bool> {
    while !bytes.is_empty() {
        let own = u64::from_le_bytes(varint::take_bytes(&mut bytes, 8)?.try_into().ok()?);
        let length = varint::take(&mut bytes)?;
        let mut record = varint::take_bytes(&mut bytes, length)?;
        if own > key {
            break;
        }
        if own < key {
            continue;
        }
        while !record.is_empty() {
            let (&place, rest) = record.split_first()?;
            record = rest;
            let count = varint::take(&mut record)?;
            let mut game = 0;
            for _ in 0..count {
                game = varint::take(&mut record)?.checked_add(game)?;
                // Numbers are one more than the difference, so that the first may be 0.
                let number = u32::try_from(game).ok()?.checked_sub(1).filter(|&number| number < games)?;
                visit(place, number);
            }
        }
        return Some(true);
    }
    Some(false)
}
