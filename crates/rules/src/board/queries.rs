//! Cheap questions about attacks, checks and pins.

use super::Board;
use crate::{Bitboard, Color, Piece, Square, attacks};

/// The squares on which pinned men may stay or go: for each pin the squares between king and
/// pinner, and the pinner's own. Diagonal and straight pins are kept apart, because a pinned man
/// may go only along its own kind of line.
#[derive(Clone, Copy)]
pub(super) struct PinRays {
    pub(super) diagonal: Bitboard,
    pub(super) straight: Bitboard,
}

/// What threatens a king and what shields it: found in one look from the king's square.
#[derive(Clone, Copy)]
pub(super) struct Danger {
    pub(super) checkers: Bitboard,
    pub(super) pins: PinRays,
}

impl Board {
    /// `by`'s men that attack a square.
    #[inline]
    pub fn attackers(&self, square: Square, by: Color) -> Bitboard {
        self.attackers_under(square, by, self.occupied())
    }

    /// `by`'s men that would attack a square if `occupied` were the occupied squares. Men outside
    /// of `occupied` count still; mask them off where they are meant to be gone.
    #[inline]
    pub fn attackers_under(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        (attacks::pawn(!by, square) & self.colored(by, Piece::Pawn))
            | (attacks::knight(square) & self.colored(by, Piece::Knight))
            | (attacks::king(square) & self.colored(by, Piece::King))
            | (attacks::bishop(square, occupied) & self.diagonal_sliders(by))
            | (attacks::rook(square, occupied) & self.straight_sliders(by))
    }

    /// Whether any of `by`'s men attacks a square.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.attackers(square, by).any()
    }

    /// The men that give check to the side to move. Four table look-ups; keep the answer where it
    /// is needed often.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        let (us, them) = (self.turn, !self.turn);
        let king = self.king(us);
        let occupied = self.occupied();
        // The other king cannot give check, so this is less than `attackers`.
        (attacks::pawn(us, king) & self.colored(them, Piece::Pawn))
            | (attacks::knight(king) & self.colored(them, Piece::Knight))
            | (attacks::bishop(king, occupied) & self.diagonal_sliders(them))
            | (attacks::rook(king, occupied) & self.straight_sliders(them))
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// `color`'s men that are pinned to their own king.
    #[inline]
    pub fn pinned(&self, color: Color) -> Bitboard {
        let pins = self.danger(color).pins;
        (pins.diagonal | pins.straight) & self.color(color)
    }

    /// The men of the other side that pin one of `color`'s men to its king.
    #[inline]
    pub fn pinners(&self, color: Color) -> Bitboard {
        let pins = self.danger(color).pins;
        (pins.diagonal | pins.straight) & self.color(!color)
    }

    /// Looks around from `color`'s king. An enemy slider that is seen gives check; one that is
    /// seen only through one of `color`'s own men pins it.
    #[inline]
    pub(super) fn danger(&self, color: Color) -> Danger {
        let them = !color;
        let king = self.king(color);
        let occupied = self.occupied();
        let own = self.color(color);

        let sliders = self.diagonal_sliders(them);
        let seen = attacks::bishop(king, occupied);
        let behind = attacks::bishop(king, occupied ^ (seen & own)) & !seen;
        let mut checkers = seen & sliders;
        let mut diagonal = Bitboard::EMPTY;
        for pinner in behind & sliders {
            diagonal |= attacks::between(king, pinner) | pinner;
        }

        let sliders = self.straight_sliders(them);
        let seen = attacks::rook(king, occupied);
        let behind = attacks::rook(king, occupied ^ (seen & own)) & !seen;
        checkers |= seen & sliders;
        let mut straight = Bitboard::EMPTY;
        for pinner in behind & sliders {
            straight |= attacks::between(king, pinner) | pinner;
        }

        checkers |= attacks::knight(king) & self.colored(them, Piece::Knight);
        checkers |= attacks::pawn(color, king) & self.colored(them, Piece::Pawn);
        Danger { checkers, pins: PinRays { diagonal, straight } }
    }
}
