//! When a position, by itself, ends the game.

use core::fmt;

use crate::{Bitboard, Board, Color, Piece};

/// Why a game has ended by the rules alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The side to move is in check and has no move.
    Checkmate,
    /// The side to move is not in check and has no move.
    Stalemate,
    /// Neither side could give mate with what is left, however badly the other plays.
    DeadPosition,
    /// The same position for the fifth time.
    FivefoldRepetition,
    /// 75 moves of each side without a capture or a pawn move.
    SeventyFiveMoves,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::DeadPosition => "neither side can give mate",
            Ending::FivefoldRepetition => "the same position for the fifth time",
            Ending::SeventyFiveMoves => "75 moves without a capture or a pawn move",
        })
    }
}

/// Why a player may claim a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// The same position for the third time.
    ThreefoldRepetition,
    /// 50 moves of each side without a capture or a pawn move.
    FiftyMoves,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Claim::ThreefoldRepetition => "the same position for the third time",
            Claim::FiftyMoves => "50 moves without a capture or a pawn move",
        })
    }
}

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This side won.
    Win(Color),
    /// Nobody won.
    Draw,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::Win(Color::White) => "1-0",
            Outcome::Win(Color::Black) => "0-1",
            Outcome::Draw => "1/2-1/2",
        })
    }
}

/// The plies without capture or pawn move after which a player may claim a draw.
pub const FIFTY_MOVES: u16 = 100;
/// The plies without capture or pawn move after which the game is drawn.
pub const SEVENTY_FIVE_MOVES: u16 = 150;

impl Board {
    /// Whether the side to move is mated.
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && !self.has_legal_moves()
    }

    /// Whether the side to move has no move although it is not in check.
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && !self.has_legal_moves()
    }

    /// Whether no sequence of legal moves can lead to mate, as far as the material alone tells:
    /// bare kings, one knight, or any number of bishops that all stand on squares of one colour.
    ///
    /// ```
    /// use quevedo_rules::Board;
    ///
    /// let dead = |fen| Board::from_fen(fen).map(|board| board.is_dead_by_material());
    /// assert!(dead("8/8/4k3/8/8/3KN3/8/8 w - - 0 1")?);
    /// assert!(dead("8/8/4kb2/8/8/3K4/1B6/8 w - - 0 1")?, "both bishops on dark squares");
    /// assert!(!dead("8/8/4kb2/8/8/3K4/2B5/8 w - - 0 1")?, "mate in the corner is possible");
    /// assert!(!dead("8/8/4kn2/8/8/3KN3/8/8 w - - 0 1")?, "a helpmate exists");
    /// # Ok::<(), quevedo_rules::FenError>(())
    /// ```
    pub fn is_dead_by_material(&self) -> bool {
        let majors_or_pawns = self.pieces(Piece::Pawn) | self.pieces(Piece::Rook) | self.pieces(Piece::Queen);
        if majors_or_pawns.any() {
            return false;
        }
        let knights = self.pieces(Piece::Knight);
        let bishops = self.pieces(Piece::Bishop);
        if knights.any() {
            return bishops.is_empty() && !knights.more_than_one();
        }
        bishops.is_subset_of(Bitboard::LIGHT) || bishops.is_subset_of(Bitboard::DARK)
    }

    /// Whether the position ends the game by itself; repetitions need a [`Game`](crate::Game).
    pub fn ending(&self) -> Option<Ending> {
        if !self.has_legal_moves() {
            return Some(if self.in_check() { Ending::Checkmate } else { Ending::Stalemate });
        }
        if self.is_dead_by_material() {
            return Some(Ending::DeadPosition);
        }
        (self.halfmove_clock() >= SEVENTY_FIVE_MOVES).then_some(Ending::SeventyFiveMoves)
    }

    /// The result that an ending of this position means.
    pub fn outcome(&self, ending: Ending) -> Outcome {
        match ending {
            Ending::Checkmate => Outcome::Win(!self.turn()),
            _ => Outcome::Draw,
        }
    }
}
