//! Forsyth-Edwards Notation: a position in one line.
//!
//! Two readers: the strict one takes what the standard says and nothing else, the lenient one
//! whatever has one plain meaning. Both know the three ways to write castling rights: `KQkq`, where
//! `K` is the outermost rook on the king's wing (X-FEN), the rook's file where it is not the
//! outermost one (X-FEN too), and file letters throughout (Shredder-FEN, `HAha`).

mod error;
mod read;
mod write;

use core::str::FromStr;

pub use error::FenError;
pub(crate) use read::lenient_fields;
use write::Castling;

use crate::{Board, Color, File, Man, Piece, Rank, Setup, Square, Wing};

impl Setup {
    /// Reads a FEN of six fields, written as the standard says. The position need not be legal.
    ///
    /// ```
    /// use quevedo_rules::Setup;
    ///
    /// let error = Setup::from_fen("8/8/8/8/8/8/8/8/8 w - - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "the board has 9 ranks, expected 8");
    /// ```
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn from_fen(text: &str) -> Result<Setup, FenError> {
        read::strict(text)
    }

    /// Reads a FEN as people and programs write it: with any white space or underscores between
    /// the fields, without the last fields (all but the board may be missing), with `white` for
    /// `w`, with castling rights and en-passant squares that the men contradict (those are
    /// dropped), and the like. The position need not be legal.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn from_fen_lenient(text: &str) -> Result<Setup, FenError> {
        read::lenient(text)
    }

    /// The FEN of this setup, legal or not, with castling rights as in X-FEN: `KQkq` where that is
    /// clear, the rook's file where it is not.
    pub fn fen(&self) -> String {
        write::six_fields(self, Castling::XFen)
    }

    /// The FEN of this setup with castling rights by files, like `HAha`.
    pub fn shredder_fen(&self) -> String {
        write::six_fields(self, Castling::Shredder)
    }

    /// The board, side to move, castling and en-passant fields of [`fen`](Setup::fen).
    pub(crate) fn fen_without_counters(&self) -> String {
        write::four_fields(self, Castling::XFen)
    }
}

impl Board {
    /// Reads a FEN of six fields, written as the standard says.
    ///
    /// ```
    /// use quevedo_rules::Board;
    ///
    /// let fen = "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 40";
    /// assert_eq!(Board::from_fen(fen)?.fen(), fen);
    ///
    /// let error = Board::from_fen("8/8/8/8/2kPp3/8/8/8 w - d3 0 40").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the position is not possible: White has no king; \
    ///      the en-passant square d3 is not on rank 6, with White to move"
    /// );
    /// # Ok::<(), quevedo_rules::FenError>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the text, and where; or every reason why its position is not legal.
    pub fn from_fen(text: &str) -> Result<Board, FenError> {
        Ok(Board::try_from(Setup::from_fen(text)?)?)
    }

    /// Reads a FEN as people and programs write it; see [`Setup::from_fen_lenient`].
    ///
    /// ```
    /// use quevedo_rules::Board;
    ///
    /// let pasted = " rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-\n";
    /// assert_eq!(Board::from_fen_lenient(pasted)?, Board::start());
    /// # Ok::<(), quevedo_rules::FenError>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the text, and where; or every reason why its position is not legal.
    pub fn from_fen_lenient(text: &str) -> Result<Board, FenError> {
        Ok(Board::try_from(Setup::from_fen_lenient(text)?)?)
    }

    /// The FEN of this position, with castling rights as in X-FEN (`KQkq` where that is clear, the
    /// rook's file where it is not) and an en-passant square only where a capture is legal.
    pub fn fen(&self) -> String {
        self.setup().fen()
    }

    /// The FEN of this position with castling rights by files, like `HAha`.
    pub fn shredder_fen(&self) -> String {
        self.setup().shredder_fen()
    }
}

impl FromStr for Board {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Board, FenError> {
        Board::from_fen(text)
    }
}

/// The rook that `K` or `Q` means: the outermost one on that wing of the king. Where there is no
/// king or no such rook it is the corner, whose emptiness is then named as the fault.
fn wing_rook(setup: &Setup, color: Color, wing: Wing) -> Square {
    let from_corner = |steps: u8| {
        let file = File::new(if wing == Wing::King { 7 - steps } else { steps });
        Square::at(file, Rank::First.relative_to(color))
    };
    let holds = |steps: u8, piece| setup.man_at(from_corner(steps)) == Some(Man::new(color, piece));
    let king = (0..8).find(|&steps| holds(steps, Piece::King)).unwrap_or(0);
    from_corner((0..king).find(|&steps| holds(steps, Piece::Rook)).unwrap_or(0))
}

#[cfg(test)]
mod tests;
