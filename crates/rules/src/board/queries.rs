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

    /// The men that give check to the side to move.
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// `color`'s men that are pinned to their own king.
    #[inline]
    pub fn pinned(&self, color: Color) -> Bitboard {
        let rays = self.pin_rays(color);
        (rays.diagonal | rays.straight) & self.color(color)
    }

    /// The men of the other side that pin one of `color`'s men to its king.
    #[inline]
    pub fn pinners(&self, color: Color) -> Bitboard {
        let rays = self.pin_rays(color);
        (rays.diagonal | rays.straight) & self.color(!color)
    }

    /// Looks through `color`'s own men from its king: an enemy slider seen only then pins.
    #[inline]
    pub(super) fn pin_rays(&self, color: Color) -> PinRays {
        let king = self.king(color);
        let occupied = self.occupied();
        let own = self.color(color);
        let seen = attacks::bishop(king, occupied);
        let behind = attacks::bishop(king, occupied ^ (seen & own)) & !seen;
        let mut diagonal = Bitboard::EMPTY;
        for pinner in behind & self.diagonal_sliders(!color) {
            diagonal |= attacks::between(king, pinner) | pinner;
        }
        let seen = attacks::rook(king, occupied);
        let behind = attacks::rook(king, occupied ^ (seen & own)) & !seen;
        let mut straight = Bitboard::EMPTY;
        for pinner in behind & self.straight_sliders(!color) {
            straight |= attacks::between(king, pinner) | pinner;
        }
        PinRays { diagonal, straight }
    }
}
