//! What a line of UCI asks for.

use quevedo_engine::Command;
use quevedo_rules::{FenError, MoveError};

use crate::text::TooLong;

/// Something that a line asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// `uci`: say who you are and what can be set.
    Uci,
    /// `isready`: answer at once.
    IsReady,
    /// `debug on` or `debug off`.
    Debug(bool),
    /// Something for the engine.
    Command(Command),
    /// `go perft N`: count the lines of this many plies.
    Perft(u32),
    /// `d`: show the position.
    Display,
    /// `eval`: explain the evaluation of the position.
    Eval,
    /// `flip`: change the colours of the position.
    Flip,
    /// `bench`: the speed test, with the words after it.
    Bench(Vec<String>),
    /// `compiler`: say how the program was built.
    Compiler,
    /// `help`.
    Help,
    /// `xboard`: whoever is there speaks the other protocol.
    XBoard,
    /// A line without a known word, or its start. UCI says: ignore it.
    Unknown(String),
    /// Something that cannot be done; to be said with [`info_string`](super::info_string). Whatever
    /// was set before stays.
    Refused(Refusal),
}

/// Why something cannot be done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The line is too long.
    #[error("a line of {bytes} bytes is too long and was ignored; at most {} are read", crate::LONGEST_LINE)]
    LineTooLong {
        /// Its length.
        bytes: usize,
    },
    /// `position` names no position.
    #[error("position must be followed by startpos or fen, not \"{0}\"; the last position stays")]
    PositionKind(String),
    /// The FEN cannot be read.
    #[error("{0}; the last position stays")]
    Fen(#[from] FenError),
    /// A word stands where `moves` was expected.
    #[error("expected the word moves after the position, not \"{0}\"; the last position stays")]
    MovesKeyword(String),
    /// One of the moves of `position` is none.
    #[error("move {number} of the position: {error}; the last position stays")]
    PositionMove {
        /// Which one, counted from 1.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// One of the moves of `searchmoves` is none.
    #[error("searchmoves: {0}; it is ignored")]
    SearchMove(MoveError),
    /// A limit of `go` without its number.
    #[error("go {0} must be followed by a number; it is ignored")]
    GoNumber(&'static str),
    /// `setoption` without a name.
    #[error("setoption must be followed by name and the option's name")]
    OptionName,
}

impl From<TooLong> for Refusal {
    fn from(line: TooLong) -> Refusal {
        Refusal::LineTooLong { bytes: line.bytes }
    }
}
