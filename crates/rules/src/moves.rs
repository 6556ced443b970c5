//! A move in 16 bits, and a list of moves on the stack.

use core::fmt;
use core::num::NonZeroU16;
use core::ops::Deref;

use arrayvec::ArrayVec;

use crate::{Piece, Square, UciMove};

/// What a move does besides going from one square to another.
///
/// Bit 2 marks captures and bit 3 promotions, so that both questions are one test; no kind is
/// zero, so no move is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// A move to an empty square, other than those below.
    Quiet = 1,
    /// A pawn's first move over two squares.
    DoublePush = 2,
    /// Castling; `to` is the square of the rook.
    Castle = 3,
    /// A capture on the square that the piece moves to.
    Capture = 5,
    /// A pawn takes a pawn that has just passed it.
    EnPassant = 6,
    /// A pawn reaches the last rank and becomes a knight.
    PromoteKnight = 8,
    /// A pawn reaches the last rank and becomes a bishop.
    PromoteBishop = 9,
    /// A pawn reaches the last rank and becomes a rook.
    PromoteRook = 10,
    /// A pawn reaches the last rank and becomes a queen.
    PromoteQueen = 11,
    /// A pawn captures on the last rank and becomes a knight.
    CapturePromoteKnight = 12,
    /// A pawn captures on the last rank and becomes a bishop.
    CapturePromoteBishop = 13,
    /// A pawn captures on the last rank and becomes a rook.
    CapturePromoteRook = 14,
    /// A pawn captures on the last rank and becomes a queen.
    CapturePromoteQueen = 15,
}

impl MoveKind {
    const fn from_bits(bits: u16) -> Option<MoveKind> {
        Some(match bits {
            1 => MoveKind::Quiet,
            2 => MoveKind::DoublePush,
            3 => MoveKind::Castle,
            5 => MoveKind::Capture,
            6 => MoveKind::EnPassant,
            8 => MoveKind::PromoteKnight,
            9 => MoveKind::PromoteBishop,
            10 => MoveKind::PromoteRook,
            11 => MoveKind::PromoteQueen,
            12 => MoveKind::CapturePromoteKnight,
            13 => MoveKind::CapturePromoteBishop,
            14 => MoveKind::CapturePromoteRook,
            15 => MoveKind::CapturePromoteQueen,
            _ => return None,
        })
    }

    /// The kind of a promotion to `piece`, which must be one of [`Piece::PROMOTIONS`].
    pub const fn promotion(piece: Piece, is_capture: bool) -> Option<MoveKind> {
        match piece {
            Piece::Pawn | Piece::King => None,
            _ => MoveKind::from_bits(7 + piece as u16 + 4 * is_capture as u16),
        }
    }
}

const _: () = assert!(MoveKind::Capture as u16 == MoveKind::Quiet as u16 | 4);
const CAPTURE: u16 = 4 << 12;
const PROMOTION: u16 = 8 << 12;

/// A move: from, to and [kind](MoveKind), in 16 bits.
///
/// A move knows nothing of the board that it belongs to; a move from elsewhere (a hash table, a
/// file) must pass [`Board::is_legal`](crate::Board::is_legal) before it is played. There is no
/// "null" value: where a move may be missing, write `Option<Move>`, which is just as small.
///
/// Castling is written as the king taking its own rook, because that says the same in standard
/// chess and in Chess960.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    /// Puts a move together, or `None` if `from` and `to` are the same square.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Option<Move> {
        if from.index() == to.index() {
            return None;
        }
        Some(Move::pack(from, to, kind))
    }

    /// Puts a move together; the generator's squares always differ.
    #[inline]
    pub(crate) const fn pack(from: Square, to: Square, kind: MoveKind) -> Move {
        Move::of_bits(from.index() as u16 | (to.index() as u16) << 6 | (kind as u16) << 12)
    }

    /// A quiet move or a capture, without a branch.
    #[inline]
    pub(crate) const fn ordinary(from: Square, to: Square, is_capture: bool) -> Move {
        let kind = (MoveKind::Quiet as u16) << 12 | (is_capture as u16) << CAPTURE.trailing_zeros();
        Move::of_bits(from.index() as u16 | (to.index() as u16) << 6 | kind)
    }

    /// The bits of a kind are never all zero, and the compiler sees it.
    #[inline]
    const fn of_bits(bits: u16) -> Move {
        match NonZeroU16::new(bits) {
            Some(bits) => Move(bits),
            None => Move(NonZeroU16::MIN),
        }
    }

    /// The 16 bits, for a hash table. Never zero.
    #[inline]
    pub const fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// A move from its 16 bits, or `None` if they are no move's.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        if bits & 63 == bits >> 6 & 63 || MoveKind::from_bits(bits >> 12).is_none() {
            return None;
        }
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }

    /// The square that the piece leaves.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new(self.0.get() as u8)
    }

    /// The square that the piece goes to; for castling, the rook's square.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0.get() >> 6) as u8)
    }

    /// What the move does.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match MoveKind::from_bits(self.0.get() >> 12) {
            Some(kind) => kind,
            None => MoveKind::Quiet,
        }
    }

    /// Whether a man is taken, en passant included.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.0.get() & CAPTURE != 0
    }

    /// Whether a pawn is promoted.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0.get() & PROMOTION != 0
    }

    /// Whether nothing is taken and nothing promoted.
    #[inline]
    pub const fn is_quiet(self) -> bool {
        self.0.get() & (CAPTURE | PROMOTION) == 0
    }

    /// Whether this is castling.
    #[inline]
    pub const fn is_castle(self) -> bool {
        self.0.get() >> 12 == MoveKind::Castle as u16
    }

    /// Whether this is a capture en passant.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.0.get() >> 12 == MoveKind::EnPassant as u16
    }

    /// What the pawn becomes, if the move is a promotion.
    #[inline]
    pub const fn promotion(self) -> Option<Piece> {
        if !self.is_promotion() {
            return None;
        }
        Some(match self.0.get() >> 12 & 3 {
            0 => Piece::Knight,
            1 => Piece::Bishop,
            2 => Piece::Rook,
            _ => Piece::Queen,
        })
    }
}

/// The move as programs write it, `e2e4` or `e7e8q`; castling is the king taking its own rook (`e1h1`).
///
/// That is what a move can say without its board, and [`Board::parse_uci`](crate::Board::parse_uci) reads
/// all of it. [`Board::uci`](crate::Board::uci) writes castling as the board's kind of chess does, and
/// [`Board::san`](crate::Board::san) writes for people.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        UciMove::from(*self).fmt(f)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({:?})", self.kind())
    }
}

/// A move that the rules do not allow where it was to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0} is not a legal move here")]
pub struct IllegalMove(pub Move);

/// The moves of one position, on the stack.
///
/// No legal position has more than 218 moves, and [`Board`](crate::Board) accepts no position with
/// more men or more promoted men than a game can have, so the room always suffices.
#[derive(Clone, Default)]
pub struct MoveList(ArrayVec<Move, 256>);

impl MoveList {
    /// An empty list.
    #[inline]
    pub fn new() -> MoveList {
        MoveList(ArrayVec::new_const())
    }

    #[inline]
    pub(crate) fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }

    /// Keeps only the moves that the test accepts, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        self.0.retain(|mv| keep(*mv));
    }

    /// The moves as a slice that may be reordered.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [Move] {
        &mut self.0
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = arrayvec::IntoIter<Move, 256>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = core::iter::Copied<core::slice::Iter<'a, Move>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().copied()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_round_trip() {
        for bits in 0..=u16::MAX {
            if let Some(mv) = Move::from_bits(bits) {
                assert_eq!(mv.to_bits(), bits);
                assert_eq!(Move::new(mv.from(), mv.to(), mv.kind()), Some(mv));
                assert_eq!(mv.promotion().is_some(), mv.is_promotion());
                assert_eq!(mv.to_string().parse(), Ok(UciMove::from(mv)));
            }
        }
        assert_eq!(Move::new(Square::E4, Square::E4, MoveKind::Quiet), None);
        assert_eq!(Move::from_bits(0), None);
    }

    #[test]
    fn promotions_know_their_piece() {
        for piece in Piece::PROMOTIONS {
            for capture in [false, true] {
                let kind = MoveKind::promotion(piece, capture).expect("a promotion");
                let mv = Move::new(Square::A7, Square::B8, kind).expect("two squares");
                assert_eq!((mv.promotion(), mv.is_capture()), (Some(piece), capture));
            }
        }
        assert_eq!(MoveKind::promotion(Piece::King, false), None);
    }
}
