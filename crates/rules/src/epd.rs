//! Extended Position Description: a position with operations, one record a line.
//!
//! Test suites come in this form: `bm` names the best moves, `id` the record. All opcodes of the
//! standard have a type of their own, others are kept as they are.

mod error;
mod operation;
mod read;
mod token;
mod write;

use core::fmt;
use core::str::FromStr;

pub use error::{EpdError, OperandFault};
pub use operation::{Operand, Operation};

use crate::{Board, Move};

/// A position with what somebody has to say about it.
///
/// ```
/// use quevedo_rules::Epd;
///
/// let line = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";";
/// let epd: Epd = line.parse()?;
/// assert_eq!(epd.id(), Some("BK.01"));
/// assert_eq!(epd.board.uci(epd.best_moves()[0]).to_string(), "d6d1");
/// assert_eq!(epd.to_string(), line);
/// # Ok::<(), quevedo_rules::EpdError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position. Its counters are what `hmvc` and `fmvn` say.
    pub board: Board,
    /// The operations, in their order.
    pub operations: Vec<Operation>,
}

impl Epd {
    /// A position without any operation.
    pub fn new(board: Board) -> Epd {
        Epd { board, operations: Vec::new() }
    }

    /// The best moves (`bm`); empty if there is no such operation.
    pub fn best_moves(&self) -> &[Move] {
        self.find(|operation| match operation {
            Operation::BestMoves(moves) => Some(&moves[..]),
            _ => None,
        })
        .unwrap_or_default()
    }

    /// The moves to be avoided (`am`); empty if there is no such operation.
    pub fn avoid_moves(&self) -> &[Move] {
        self.find(|operation| match operation {
            Operation::AvoidMoves(moves) => Some(&moves[..]),
            _ => None,
        })
        .unwrap_or_default()
    }

    /// The predicted variation (`pv`); empty if there is no such operation.
    pub fn predicted_variation(&self) -> &[Move] {
        self.find(|operation| match operation {
            Operation::PredictedVariation(moves) => Some(&moves[..]),
            _ => None,
        })
        .unwrap_or_default()
    }

    /// The name of the record (`id`).
    pub fn id(&self) -> Option<&str> {
        self.find(|operation| match operation {
            Operation::Id(id) => Some(id.as_str()),
            _ => None,
        })
    }

    /// In how many moves the side to move mates, negative if it is mated (`dm`).
    pub fn direct_mate(&self) -> Option<i32> {
        self.find(|operation| match operation {
            Operation::DirectMate(moves) => Some(*moves),
            _ => None,
        })
    }

    /// The comment with this number, 0 to 9 (`c0` to `c9`).
    pub fn comment(&self, number: u8) -> Option<&str> {
        self.find(|operation| match operation {
            Operation::Comment(this, text) if *this == number => Some(text.as_str()),
            _ => None,
        })
    }

    fn find<'a, T>(&'a self, wanted: impl Fn(&'a Operation) -> Option<T>) -> Option<T> {
        self.operations.iter().find_map(wanted)
    }
}

impl FromStr for Epd {
    type Err = EpdError;

    /// Reads one record, forgiving what is often done wrong: the position as in
    /// [`Setup::from_fen_lenient`](crate::Setup::from_fen_lenient), moves as in [`Board::parse_san`],
    /// a missing last semicolon, texts without quotation marks, counters as in FEN.
    fn from_str(text: &str) -> Result<Epd, EpdError> {
        read::read(text)
    }
}

impl fmt::Display for Epd {
    /// One record on one line, with `hmvc` and `fmvn` where the board's counters need them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write::write(self, f)
    }
}

#[cfg(test)]
mod tests;
