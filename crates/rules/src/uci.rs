//! Moves as chess programs write them to each other: `e2e4`, `e7e8q`.

use core::fmt;
use core::str::FromStr;

use arrayvec::ArrayString;

use crate::move_text::WantedMan;
use crate::{Board, CastlingRights, Color, File, Man, Move, MoveError, MoveKind, Piece, Rank, Square, Wing};

const HINT: &str = "expected two squares and perhaps a promotion, like e2e4 or e7e8q";
const NULL_MOVE_HINT: &str = "0000 stands for no move at all, which the rules do not allow";

/// A move in the notation of the Universal Chess Interface: two squares and perhaps a promotion.
///
/// It can be read without knowing the position; [`Board::find_uci`] then finds the legal move that
/// it means.
///
/// ```
/// use quevedo_rules::{Board, UciMove};
///
/// let written: UciMove = "e2e4".parse()?;
/// assert_eq!(written.to_string(), "e2e4");
/// assert!(Board::start().find_uci(written).is_ok());
/// # Ok::<(), quevedo_rules::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UciMove {
    /// The square that the piece leaves.
    pub from: Square,
    /// The square that the piece goes to; for castling the king's target or the rook's square.
    pub to: Square,
    /// What a pawn becomes.
    pub promotion: Option<Piece>,
}

/// The text of a move that knows no board: castling is the king taking its own rook.
impl From<Move> for UciMove {
    fn from(mv: Move) -> UciMove {
        UciMove { from: mv.from(), to: mv.to(), promotion: mv.promotion() }
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = ArrayString::<5>::new();
        for square in [self.from, self.to] {
            text.push(square.file().char());
            text.push(square.rank().char());
        }
        if let Some(piece) = self.promotion {
            text.push(piece.char());
        }
        f.pad(&text)
    }
}

impl FromStr for UciMove {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<UciMove, MoveError> {
        let hint = if text == "0000" { NULL_MOVE_HINT } else { HINT };
        read(text.as_bytes()).ok_or_else(|| MoveError::syntax(text, hint))
    }
}

fn read(text: &[u8]) -> Option<UciMove> {
    let (&[from_file, from_rank, to_file, to_rank], promotion) = text.split_first_chunk()?;
    let promotion = match *promotion {
        [] => None,
        [letter] => Some(promotion_piece(letter)?),
        _ => return None,
    };
    Some(UciMove { from: square(from_file, from_rank)?, to: square(to_file, to_rank)?, promotion })
}

fn square(file: u8, rank: u8) -> Option<Square> {
    match file {
        b'a'..=b'h' => Some(Square::at(File::new(file - b'a'), Rank::from_char(char::from(rank))?)),
        _ => None,
    }
}

/// The piece that a letter names, in either case, if a pawn can become one.
pub(crate) fn promotion_piece(letter: u8) -> Option<Piece> {
    Piece::from_char(char::from(letter)).filter(|piece| Piece::PROMOTIONS.contains(piece))
}

impl Board {
    /// Reads a move like `e2e4`, `e7e8q` (or `e7e8Q`), or castling, which may be written as the
    /// king's two steps (`e1g1`) or as the king taking its own rook (`e1h1`, the only way in Chess960).
    ///
    /// ```
    /// use quevedo_rules::Board;
    ///
    /// let board = Board::start();
    /// assert_eq!(board.parse_uci("g1f3").map(|mv| board.uci(mv).to_string()), Ok("g1f3".to_owned()));
    /// let error = board.parse_uci("e2e5").unwrap_err();
    /// assert_eq!(error.to_string(), "\"e2e5\" is not legal: a pawn cannot go from e2 to e5");
    /// ```
    ///
    /// # Errors
    /// If the text is no move, or if it is not legal here, and then why.
    pub fn parse_uci(&self, text: &str) -> Result<Move, MoveError> {
        let written: UciMove = text.parse()?;
        self.find_uci(written)
    }

    /// The legal move that a move text means here.
    ///
    /// # Errors
    /// If there is no such man or if the move is not legal, and then why.
    pub fn find_uci(&self, written: UciMove) -> Result<Move, MoveError> {
        let UciMove { from, to, promotion } = written;
        let Some(man) = self.man_at(from) else {
            let wanted = WantedMan {
                color: self.turn(),
                piece: None,
                file: Some(from.file()),
                rank: Some(from.rank()),
            };
            return Err(MoveError::no_such_piece(&written.to_string(), wanted));
        };
        self.find_between(man, from, to, promotion).ok_or_else(|| {
            MoveError::illegal(&written.to_string(), self.move_fault(man, from, to, promotion))
        })
    }

    /// The legal move of a man from one square to another.
    pub(crate) fn find_between(
        &self,
        man: Man,
        from: Square,
        to: Square,
        promotion: Option<Piece>,
    ) -> Option<Move> {
        let mv = match man.piece() {
            Piece::Pawn => Move::new(from, to, self.pawn_move_kind(from, to, promotion)?),
            _ if promotion.is_some() => None,
            Piece::King => match self.castling_wing(from, to) {
                Some(wing) => {
                    Move::new(from, self.castling().rook(self.turn(), from, wing)?, MoveKind::Castle)
                }
                None => Move::new(from, to, self.piece_move_kind(to)),
            },
            _ => Move::new(from, to, self.piece_move_kind(to)),
        };
        mv.filter(|&mv| self.is_legal(mv))
    }

    pub(crate) fn piece_move_kind(&self, to: Square) -> MoveKind {
        if self.man_at(to).is_some() { MoveKind::Capture } else { MoveKind::Quiet }
    }

    /// The kind of a pawn's move, or `None` where a promotion is missing or too many.
    pub(crate) fn pawn_move_kind(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Piece>,
    ) -> Option<MoveKind> {
        let is_capture = self.man_at(to).is_some();
        if to.rank() == Rank::Eighth.relative_to(self.turn()) {
            return MoveKind::promotion(promotion?, is_capture);
        }
        if promotion.is_some() {
            return None;
        }
        Some(if is_capture {
            MoveKind::Capture
        } else if from.file() != to.file() {
            MoveKind::EnPassant
        } else if (from.rank() as u8).abs_diff(to.rank() as u8) == 2 {
            MoveKind::DoublePush
        } else {
            MoveKind::Quiet
        })
    }

    /// How programs write a legal move. Castling is the king's two steps (`e1g1`) as long as every
    /// right on the board is one of standard chess, and else the king taking its rook (`b1a1`).
    pub fn uci(&self, mv: Move) -> UciMove {
        let mut written = self.uci_chess960(mv);
        if mv.is_castle() && self.castling_is_standard() {
            written.to = Wing::of(mv.from(), mv.to()).king_target(self.turn());
        }
        written
    }

    /// How programs write a legal move in Chess960: castling is the king taking its own rook.
    pub fn uci_chess960(&self, mv: Move) -> UciMove {
        mv.into()
    }

    /// Whether every castling right is one of standard chess: a king on the e file, a rook in the corner.
    pub fn castling_is_standard(&self) -> bool {
        let king_at_home = |color: Color| {
            self.castling().rooks_of(color).is_empty() || self.king(color) == Square::E1.relative_to(color)
        };
        self.castling().rooks().is_subset_of(CastlingRights::STANDARD.rooks())
            && Color::ALL.into_iter().all(king_at_home)
    }
}

#[cfg(test)]
mod tests;
