//! The names of openings, found by position.

mod packed;
mod table;

pub(crate) use table::is_code;

use std::collections::HashMap;
use std::io::{self, Read};
use std::sync::OnceLock;

use quevedo_rules::{Board, Key, Move, MoveError};

/// A named position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The code in the Encyclopaedia of Chess Openings, `A00` to `E99`.
    pub code: Box<str>,
    /// The name, like `Ruy Lopez: Berlin Defense`.
    pub name: Box<str>,
    /// The moves that usually lead there.
    pub moves: Box<[Move]>,
}

/// An opening that was reached in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Named<'a> {
    /// The opening.
    pub opening: &'a Opening,
    /// The number of plies after which its position was reached.
    pub ply: usize,
}

/// A table of openings. A position has its name however it came about, so that transpositions are
/// recognised.
///
/// ```
/// use quevedo_games::{GameTree, Openings};
///
/// let game = GameTree::from_pgn("1. c4 e6 2. Nc3 d5 3. d4 Nf6 *")?;
/// let named = Openings::builtin().classify(game.start(), &game.moves()).expect("it has a name");
/// assert_eq!((&*named.opening.code, named.ply), ("D35", 6));
/// assert!(named.opening.name.starts_with("Queen's Gambit Declined"));
/// # Ok::<(), quevedo_games::GameError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Openings {
    list: Vec<Opening>,
    by_key: HashMap<Key, usize>,
}

/// What is wrong with a table of openings, and on which line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EcoError {
    /// A row has too few columns.
    #[error("line {line}: expected a code, a name and moves with tabs between, found {found} columns")]
    Columns {
        /// The line, from 1.
        line: u64,
        /// How many columns there are.
        found: usize,
    },
    /// A row's code is none.
    #[error("line {line}: \"{text}\" is not a code from A00 to E99")]
    Code {
        /// The line, from 1.
        line: u64,
        /// What stands there.
        text: String,
    },
    /// A row has a move that cannot be played.
    #[error("line {line}: {error}")]
    Move {
        /// The line, from 1.
        line: u64,
        /// What is wrong with the move.
        error: MoveError,
    },
    /// A row is no text, or longer than any opening.
    #[error("line {line} is not a row of text: {reason}")]
    Line {
        /// The line, from 1.
        line: u64,
        /// Why not.
        reason: &'static str,
    },
    /// The bytes cannot be read.
    #[error("the table of openings cannot be read: {0}")]
    Read(#[from] io::Error),
}

const BUILTIN: &str = include_str!("../data/openings.tsv");

impl Openings {
    /// Quevedo's own table. Rows that could not be read would be left out; a test shows that there
    /// are none.
    pub fn builtin() -> &'static Openings {
        static OPENINGS: OnceLock<Openings> = OnceLock::new();
        OPENINGS.get_or_init(|| {
            let mut openings = Openings::default();
            // Rows after one that could not be read would be missing.
            let _: Result<(), usize> =
                packed::read(BUILTIN, |opening, board| openings.insert(opening, board.key()));
            openings
        })
    }

    /// Reads a table: rows of code, name and moves with tabs between, `#` before comments. Tables
    /// with a heading that names the columns `eco`, `name` and `pgn`, like Lichess's, are read too.
    /// A later row wins over an earlier one with the same position.
    ///
    /// # Errors
    /// What is wrong, and on which line.
    pub fn from_tsv(text: &str) -> Result<Openings, EcoError> {
        Openings::from_reader(text.as_bytes())
    }

    /// Reads a table from bytes; see [`from_tsv`](Openings::from_tsv).
    ///
    /// # Errors
    /// What is wrong, and on which line.
    pub fn from_reader(input: impl Read) -> Result<Openings, EcoError> {
        let mut openings = Openings::default();
        table::read(input, |opening, board| openings.insert(opening, board.key()))?;
        Ok(openings)
    }

    fn insert(&mut self, opening: Opening, key: Key) {
        let place = *self.by_key.entry(key).or_insert(self.list.len());
        match self.list.get_mut(place) {
            Some(known) => *known = opening,
            None => self.list.push(opening),
        }
    }

    /// The name of a position.
    pub fn lookup(&self, board: &Board) -> Option<&Opening> {
        self.list.get(*self.by_key.get(&board.key())?)
    }

    /// The last named position of a game, with the ply at which it was reached.
    pub fn classify<'a>(
        &self,
        start: &Board,
        moves: impl IntoIterator<Item = &'a Move>,
    ) -> Option<Named<'_>> {
        let mut board = *start;
        let mut last = self.lookup(&board).map(|opening| Named { opening, ply: 0 });
        for (index, &mv) in moves.into_iter().enumerate() {
            if !board.is_legal(mv) {
                break;
            }
            board = board.play(mv);
            last = self.lookup(&board).map(|opening| Named { opening, ply: index + 1 }).or(last);
        }
        last
    }

    /// All openings, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = &Opening> {
        self.list.iter()
    }

    /// How many positions have a name.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether no position has a name.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

#[cfg(test)]
mod tests;
