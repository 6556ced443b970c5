//! What can be wrong with a game on paper, and where.

use core::fmt;
use std::io;

use quevedo_rules::{Board, Color, FenError, MoveError};

use crate::GameTree;

/// Where a game stands in its file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Place {
    /// The number of the game, from 1.
    pub number: u64,
    /// The line on which it starts, from 1.
    pub line: u64,
    /// The byte at which it starts, from 0.
    pub offset: u64,
}

/// The number that a move has on a score sheet: `23.` for White's, `23...` for Black's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveNumber {
    /// The number, from 1.
    pub number: u16,
    /// Who is to move.
    pub color: Color,
}

impl MoveNumber {
    /// The number of the move that is made on a board.
    pub fn on(board: &Board) -> MoveNumber {
        MoveNumber { number: board.fullmove_number(), color: board.turn() }
    }
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, if self.color == Color::White { "." } else { "..." })
    }
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PgnFault {
    /// The `Variant` tag names a game that is not chess.
    #[error("the variant \"{0}\" is not supported, only standard chess and Chess960 are")]
    Variant(String),
    /// The `FEN` tag holds no position.
    #[error("the FEN tag cannot be used: {0}")]
    Start(FenError),
    /// A word in the main line is no legal move.
    #[error("move {number} {error}")]
    Move {
        /// The number that the move would have.
        number: MoveNumber,
        /// The ply in the game, from 1.
        ply: usize,
        /// What is wrong with it.
        error: StepError,
    },
    /// A word in a variation is no legal move.
    #[error("in a variation, move {number} {error}")]
    Variation {
        /// The number that the move would have.
        number: MoveNumber,
        /// What is wrong with it.
        error: StepError,
    },
    /// The game has more moves than a reader may hold in memory.
    #[error("the game has more than {0} moves, variations included; the rest is left out")]
    TooManyMoves(usize),
    /// The game's variations are nested deeper than a reader may hold in memory.
    #[error("variations are nested more than {0} deep; the rest is left out")]
    TooDeep(usize),
    /// The file ends inside a comment.
    #[error("a comment is never closed: its \"}}\" is missing, and the rest of the file is taken as comment")]
    OpenComment,
}

/// Why a word is no step in a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StepError {
    /// It is no legal move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// It says to pass, but the king is in check.
    #[error("\"--\" is not possible: the king is in check")]
    PassInCheck,
}

/// A game that is not quite one: what is wrong with it, and what could be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenGame {
    /// Where it stands.
    pub place: Place,
    /// The first thing that is wrong.
    pub fault: PgnFault,
    /// The tags and the moves before the fault. If only a variation is at fault, the rest of it is
    /// missing and all else is here.
    pub game: GameTree,
}

impl fmt::Display for BrokenGame {
    /// Like `game 17 ("Smith - Jones, 1987", line 301): move 23... "Nxe5" is not legal: …`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { number, line, .. } = self.place;
        write!(f, "game {number} (\"{}\", line {line}): {}", self.game.headers().title(), self.fault)
    }
}

/// Why a game could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// Something is wrong with the game; those after it can still be read.
    #[error("{0}")]
    Broken(Box<BrokenGame>),
    /// The file or stream itself cannot be read any further.
    #[error("reading failed after game {after}: {error}")]
    Read {
        /// How many games were read before.
        after: u64,
        /// What the system says.
        error: io::Error,
    },
    /// There is no game in the text.
    #[error("there is no game in the text")]
    NoGame,
}

impl GameError {
    /// What could be read of the game.
    pub fn into_game(self) -> Option<GameTree> {
        match self {
            GameError::Broken(broken) => Some(broken.game),
            GameError::Read { .. } | GameError::NoGame => None,
        }
    }
}
