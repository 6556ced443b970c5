//! Why a FEN could not be read.

use crate::excerpt::visible;
use crate::{IllegalPosition, Rank};

/// What is wrong with a FEN, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// There is nothing but white space.
    #[error("the FEN is empty")]
    Empty,
    /// The text is longer than any FEN.
    #[error("a text of {0} bytes is no FEN; the longest has about 90")]
    TooLong(usize),
    /// A space at the start, at the end, or beside another one (strict reading only).
    #[error("there is a superfluous space at character {0}; fields are separated by single spaces")]
    SuperfluousSpace(usize),
    /// Fewer than six fields (strict reading only).
    #[error(
        "found {0} of the 6 fields of a FEN (board, side to move, castling, en passant, \
         half-move clock, move number)"
    )]
    MissingFields(usize),
    /// More than six fields.
    #[error("a FEN ends after 6 fields, but \"{0}\" follows")]
    ExtraFields(String),
    /// The board has more or fewer ranks than eight.
    #[error("the board has {} {}, expected 8", .0, if *.0 == 1 { "rank" } else { "ranks" })]
    RankCount(usize),
    /// A rank has more or fewer squares than eight.
    #[error("rank {rank} (the {} from the left) describes {squares} {}, expected 8",
        ordinal(*.rank), if *.squares == 1 { "square" } else { "squares" })]
    RankLength {
        /// The rank.
        rank: Rank,
        /// How many squares it describes.
        squares: u32,
    },
    /// A rank has a character that stands for no man and for no number of empty squares.
    #[error("\"{}\" on rank {rank} is not a piece letter (PNBRQK, pnbrqk) and not a digit from 1 to 8",
        visible(*.letter).collect::<String>())]
    PieceLetter {
        /// The rank.
        rank: Rank,
        /// The character.
        letter: char,
    },
    /// Two numbers of empty squares stand side by side (strict reading only).
    #[error("rank {0} has two digits side by side; their sum is written as one digit")]
    AdjacentDigits(Rank),
    /// The side to move is neither White nor Black.
    #[error("\"{0}\" is not a side to move, expected w or b")]
    SideToMove(String),
    /// The castling field has a character that names no rook.
    #[error(
        "\"{}\" in the castling field \"{field}\" is not one of K, Q, k, q or a rook's file letter; \
         without any right the field is \"-\"",
        visible(*.letter).collect::<String>()
    )]
    CastlingLetter {
        /// The whole field.
        field: String,
        /// The character.
        letter: char,
    },
    /// The castling field names one rook twice (strict reading only).
    #[error("the castling field \"{field}\" names the same rook twice (the second time as {letter})")]
    CastlingRepeated {
        /// The whole field.
        field: String,
        /// The letter that is too many.
        letter: char,
    },
    /// The en-passant field is neither a square nor a dash.
    #[error("\"{0}\" is not an en-passant square, expected a square like e3, or -")]
    EnPassantSquare(String),
    /// The half-move clock is not a number, or too big.
    #[error("\"{0}\" is not a half-move clock, expected a whole number from 0 to 65535")]
    HalfmoveClock(String),
    /// The move number is not a number, zero, or too big.
    #[error("\"{0}\" is not a move number, expected a whole number from 1 to 65535")]
    FullmoveNumber(String),
    /// The text can be read, but its position breaks the rules.
    #[error("the position is not possible: {0}")]
    Illegal(#[from] IllegalPosition),
}

/// Where a rank stands in the text, which begins with rank 8.
fn ordinal(rank: Rank) -> &'static str {
    const ORDINALS: [&str; 8] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "last"];
    ORDINALS[7 - rank.index()]
}
