//! Opening books: moves with weights, in the format of Polyglot, which every chess program reads.
//!
//! A file is a list of 16-byte records, big-endian, sorted by key: the position's key, a move, its weight, and a number for
//! learning. There is no header and no checksum; what is wrong shows only in its length, its order and in moves that are not legal.

//!
//! ```
//! use quevedo_book::{Book, Choice};
//! use quevedo_rules::Game;
//!
//! let book = Book::builtin();
//! let known = book.fit(&Game::default());
//! let mv = Choice { variety: 100 }.choose(&known, 42).and_then(|chosen| chosen.mv());
//! assert!(mv.is_some());
//! ```

mod builtin;
mod choice;
mod random;
mod record;
mod walk;

use quevedo_rules::{Board, Game, Key, Move};
use serde::{Deserialize, Serialize};

pub use choice::Choice;
pub use random::Random;
use record::{LENGTH, Record};
pub use walk::{Reached, walk};

/// A book in memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    /// Sorted by key, then by weight, the greatest first.
    records: Vec<Record>,
}

/// What is wrong with the bytes of a book.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// The records do not fill the file.
    #[error("a Polyglot book has 16 bytes for each move; these {0} bytes are {left} too many", left = .0 % LENGTH)]
    Length(usize),
    /// It holds nothing.
    #[error("the book is empty")]
    Empty,
}

/// A move that a book knows.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct BookMove {
    /// The move as 16 bits: see [`Move::to_bits`].
    #[serde(skip)]
    bits: u16,
    /// How good, or how often played; only the proportions mean something.
    pub weight: u16,
}

impl BookMove {
    /// The move.
    pub fn mv(&self) -> Option<Move> {
        Move::from_bits(self.bits)
    }
}

/// The key under which a book has a position; `last` is the move that led there, if it is known.
pub fn key(board: &Board, last: Option<Move>) -> Key {
    last.map_or_else(|| board.polyglot_key(), |last| board.polyglot_key_after(last))
}

impl Book {
    /// A book of moves, each with the [`key`] of its position and its weight.
    pub fn from_moves(moves: impl IntoIterator<Item = (Key, Move, u16)>) -> Book {
        let record = |(key, mv, weight): (Key, Move, u16)| Record {
            key: key.0,
            mv: Record::code(mv),
            weight,
            learn: 0,
        };
        Book::of(moves.into_iter().map(record).collect())
    }

    /// Reads a book. Records that are out of order are put in order.
    ///
    /// # Errors
    /// If the length is not that of a book.
    pub fn read(bytes: &[u8]) -> Result<Book, BookError> {
        if bytes.is_empty() {
            return Err(BookError::Empty);
        }
        let (records, rest) = bytes.as_chunks::<LENGTH>();
        if !rest.is_empty() {
            return Err(BookError::Length(bytes.len()));
        }
        Ok(Book::of(records.iter().map(Record::read).collect()))
    }

    pub(crate) fn of(mut records: Vec<Record>) -> Book {
        // What is equal stays in its order, so that a file comes back as it was.
        records.sort_by_key(|record| (record.key, core::cmp::Reverse(record.weight)));
        Book { records }
    }

    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        self.records.iter().flat_map(Record::bytes).collect()
    }

    /// How many moves it knows in all.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// How many positions it knows.
    pub fn positions(&self) -> usize {
        self.records.chunk_by(|one, other| one.key == other.key).count()
    }

    /// The legal moves that it knows here, the heaviest first. `last` is the move that led here, if it is known: see
    /// [`Board::polyglot_key_after`].
    pub fn moves(&self, board: &Board, last: Option<Move>) -> Vec<BookMove> {
        let key = key(board, last);
        let mut found = self.at(key, board);
        if found.is_empty() && key != board.polyglot_key() {
            // Many programs forget the pinned pawn, too.
            found = self.at(board.polyglot_key(), board);
        }
        found
    }

    fn at(&self, Key(key): Key, board: &Board) -> Vec<BookMove> {
        let first = self.records.partition_point(|record| record.key < key);
        let here = self.records[first..].iter().take_while(|record| record.key == key);
        let known = here.filter_map(|record| Some((record.find(board)?, record.weight)));
        let mut moves: Vec<BookMove> = Vec::new();
        for (mv, weight) in known {
            if moves.iter().all(|other| other.bits != mv.to_bits()) {
                moves.push(BookMove { bits: mv.to_bits(), weight });
            }
        }
        moves
    }

    /// The moves that may be played here in a game: those of some weight that do not lead back to a position of the game.
    pub fn fit(&self, game: &Game) -> Vec<BookMove> {
        let board = game.board();
        let mut moves = self.moves(board, game.moves().last().copied());
        moves.retain(|known| {
            let after = known.mv().map(|mv| board.play(mv).key());
            known.weight > 0 && game.boards().iter().all(|before| Some(before.key()) != after)
        });
        moves
    }

    /// The book without this move of this position.
    pub fn remove(&mut self, board: &Board, last: Option<Move>, mv: Move) {
        let keys = [key(board, last).0, board.polyglot_key().0];
        self.records.retain(|record| !(keys.contains(&record.key) && record.find(board) == Some(mv)));
    }

    /// This book, and of another one the positions that it does not know.
    pub fn with(&self, other: &Book) -> Book {
        let knows = |key| self.records.binary_search_by_key(&key, |record| record.key).is_ok();
        let new = other.records.iter().filter(|record| !knows(record.key));
        Book::of(self.records.iter().chain(new).copied().collect())
    }

    /// Both books in one: where they know the same position, each has the same say, and moves of both count twice.
    pub fn merge(&self, other: &Book) -> Book {
        let share = |book: &Book| {
            book.records
                .chunk_by(|one, other| one.key == other.key)
                .flat_map(|here| {
                    let total: u64 = here.iter().map(|record| u64::from(record.weight)).sum();
                    let share = move |weight| u64::from(weight) * HALF / total.max(1);
                    here.iter().map(move |record| (record.key, record.mv, share(record.weight)))
                })
                .collect::<Vec<_>>()
        };
        let mut all = share(self);
        all.extend(share(other));
        all.sort_unstable();
        let merged = all.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)).map(|same| {
            let weight: u64 = same.iter().map(|(_, _, weight)| weight).sum();
            Record { key: same[0].0, mv: same[0].1, weight: weight.min(u64::from(u16::MAX)) as u16, learn: 0 }
        });
        Book::of(merged.collect())
    }
}

/// The say that a book has in a merged one.
const HALF: u64 = 32_767;

#[cfg(test)]
mod tests;
