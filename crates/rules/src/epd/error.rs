//! Why an EPD record could not be read.

use crate::{FenError, MoveError};

/// What is wrong with an EPD record, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EpdError {
    /// The record is longer than this reader accepts.
    #[error("a record of {0} bytes is too long, at most 65536 are read")]
    TooLong(usize),
    /// The position is wrong.
    #[error(transparent)]
    Position(#[from] FenError),
    /// An operation does not begin with an opcode.
    #[error("\"{0}\" is not an opcode, which begins with a letter and has letters, digits and underscores")]
    Opcode(String),
    /// The operands of an operation are wrong.
    #[error("in the operation {opcode}: {fault}")]
    Operation {
        /// The opcode.
        opcode: String,
        /// What is wrong with its operands.
        fault: OperandFault,
    },
}

/// What is wrong with the operands of an operation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OperandFault {
    /// There are fewer or more than there should be.
    #[error("found {found} operands, expected {expected}")]
    Count {
        /// How many there are.
        found: usize,
        /// What should be there.
        expected: &'static str,
    },
    /// A number is none, or out of its range.
    #[error("\"{text}\" is not {expected}")]
    Number {
        /// What stands in its place.
        text: String,
        /// What should.
        expected: &'static str,
    },
    /// A text has no end.
    #[error("the closing quotation mark is missing")]
    UnclosedText,
    /// A move is wrong.
    #[error(transparent)]
    Move(#[from] MoveError),
}
