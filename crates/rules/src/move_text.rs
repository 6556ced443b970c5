//! Why a move could not be read.

use crate::excerpt::excerpt;
use crate::{Color, File, MoveFault, Piece, Rank, San};

/// What is wrong with a move, whichever way it was written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text is no move in any position.
    #[error("\"{text}\" is not a move; {hint}")]
    Syntax {
        /// The text, or its start.
        text: String,
        /// What would have been one.
        hint: &'static str,
    },
    /// There is no man that could be meant.
    #[error("\"{text}\" is not possible: there is no {}", .wanted)]
    NoSuchPiece {
        /// The text, or its start.
        text: String,
        /// Whom the text asks for.
        wanted: WantedMan,
    },
    /// The rules do not allow the move.
    #[error("\"{text}\" is not legal: {fault}")]
    Illegal {
        /// The text, or its start.
        text: String,
        /// Why the rules do not allow it.
        fault: MoveFault,
    },
    /// Several legal moves could be meant.
    #[error("\"{text}\" is ambiguous: it can be {}", alternatives(.candidates))]
    Ambiguous {
        /// The text, or its start.
        text: String,
        /// The legal moves that could be meant.
        candidates: Vec<San>,
    },
}

impl MoveError {
    pub(crate) fn syntax(text: &str, hint: &'static str) -> MoveError {
        MoveError::Syntax { text: excerpt(text), hint }
    }

    pub(crate) fn no_such_piece(text: &str, wanted: WantedMan) -> MoveError {
        MoveError::NoSuchPiece { text: excerpt(text), wanted }
    }

    pub(crate) fn illegal(text: &str, fault: MoveFault) -> MoveError {
        MoveError::Illegal { text: excerpt(text), fault }
    }

    pub(crate) fn ambiguous(text: &str, candidates: Vec<San>) -> MoveError {
        MoveError::Ambiguous { text: excerpt(text), candidates }
    }
}

fn alternatives(candidates: &[San]) -> String {
    candidates.iter().map(San::to_string).collect::<Vec<_>>().join(" or ")
}

/// The man that a move text asks for, as far as it says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WantedMan {
    /// Whose man.
    pub color: Color,
    /// Which piece; any if `None`.
    pub piece: Option<Piece>,
    /// On which file; on any if `None`.
    pub file: Option<File>,
    /// On which rank; on any if `None`.
    pub rank: Option<Rank>,
}

impl core::fmt::Display for WantedMan {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let color = if self.color == Color::White { "white" } else { "black" };
        write!(f, "{color} {}", self.piece.map_or("man", Piece::name))?;
        match (self.file, self.rank) {
            (Some(file), Some(rank)) => write!(f, " on {file}{rank}"),
            (Some(file), None) => write!(f, " on the {file} file"),
            (None, Some(rank)) => write!(f, " on rank {rank}"),
            (None, None) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wanted_men_are_described_as_far_as_they_are_known() {
        let any = WantedMan { color: Color::White, piece: None, file: None, rank: None };
        for (wanted, words) in [
            (any, "white man"),
            (WantedMan { file: Some(File::E), rank: Some(Rank::Fourth), ..any }, "white man on e4"),
            (WantedMan { piece: Some(Piece::Rook), file: Some(File::B), ..any }, "white rook on the b file"),
            (WantedMan { color: Color::Black, rank: Some(Rank::Third), ..any }, "black man on rank 3"),
        ] {
            assert_eq!(wanted.to_string(), words);
        }
    }
}
