//! What a move text says, before anybody looks at the board.

use crate::uci::promotion_piece;
use crate::{Bitboard, File, Piece, Rank, Square, Wing};

/// What a move text says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    Castle(Wing),
    Step(Step),
}

/// A piece that goes somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    /// The piece, if there is a letter for it.
    pub(super) piece: Option<Piece>,
    /// The file it comes from.
    pub(super) file: Option<File>,
    /// The rank it comes from.
    pub(super) rank: Option<Rank>,
    /// Whether the text says that something is taken.
    pub(super) takes: bool,
    /// Where it goes.
    pub(super) to: Square,
    /// What a pawn becomes.
    pub(super) promotion: Option<Piece>,
}

impl Step {
    /// The square it comes from, where the text says both file and rank.
    pub(super) fn from(self) -> Option<Square> {
        Some(Square::at(self.file?, self.rank?))
    }

    /// The squares that it can come from according to the text.
    pub(super) fn origins(self) -> Bitboard {
        self.file.map_or(Bitboard::ALL, Bitboard::file) & self.rank.map_or(Bitboard::ALL, Bitboard::rank)
    }
}

/// Reads a move text. Signs of check and praise at its end are skipped.
pub(super) fn read(text: &[u8]) -> Option<Reading> {
    // A number in front of a square is no move: `2e4`.
    let numbered = |step: Step| step.piece.is_none() && step.file.is_none() && step.rank.is_some();
    read_any(text).filter(|reading| !matches!(*reading, Reading::Step(step) if numbered(step)))
}

/// Reads from the end, where the target is.
fn read_any(mut text: &[u8]) -> Option<Reading> {
    while let [rest @ .., b'+' | b'#' | b'!' | b'?'] = text {
        text = rest;
    }
    if let [b'O' | b'0' | b'o', ..] = text {
        return read_castling(text).map(Reading::Castle);
    }
    let (text, promotion) = read_promotion(text)?;
    let [text @ .., file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text else { return None };
    let to = Square::at(File::new(file - b'a'), Rank::new(rank - b'1'));
    let (text, takes) = match text {
        [text @ .., b'x'] => (text, true),
        [text @ .., b'-'] => (text, false),
        _ => (text, false),
    };
    let (text, rank) = match text {
        [text @ .., digit @ b'1'..=b'8'] => (text, Some(Rank::new(digit - b'1'))),
        _ => (text, None),
    };
    let (text, file) = match text {
        [text @ .., letter @ b'a'..=b'h'] => (text, Some(File::new(letter - b'a'))),
        _ => (text, None),
    };
    let piece = match *text {
        [] => None,
        [letter] => Some(Piece::from_char(char::from(letter))?),
        _ => return None,
    };
    Some(Reading::Step(Step { piece, file, rank, takes, to, promotion }))
}

/// The same text with its first `b` taken for a bishop and not for the file.
pub(super) fn read_as_bishop(text: &[u8]) -> Option<Reading> {
    let [b'b', rest @ ..] = text else { return None };
    match read_any(rest)? {
        Reading::Step(step) if step.piece.is_none() => {
            Some(Reading::Step(Step { piece: Some(Piece::Bishop), ..step }))
        }
        _ => None,
    }
}

fn read_castling(text: &[u8]) -> Option<Wing> {
    match text {
        [b'O' | b'0' | b'o', b'-', b'O' | b'0' | b'o'] => Some(Wing::King),
        [b'O' | b'0' | b'o', b'-', b'O' | b'0' | b'o', b'-', b'O' | b'0' | b'o'] => Some(Wing::Queen),
        _ => None,
    }
}

/// Splits off `=Q`, `(Q)`, `/Q` or a bare `Q`; `None` if there is something of the kind that no pawn
/// becomes.
fn read_promotion(text: &[u8]) -> Option<(&[u8], Option<Piece>)> {
    match text {
        [text @ .., b'(', letter, b')'] | [text @ .., b'=' | b'/', letter] => {
            Some((text, Some(promotion_piece(*letter)?)))
        }
        [text @ .., letter] if letter.is_ascii_alphabetic() => Some((text, Some(promotion_piece(*letter)?))),
        _ => Some((text, None)),
    }
}
