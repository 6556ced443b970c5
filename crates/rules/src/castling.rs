//! Who may still castle, and with which rook.

use core::fmt;

use crate::{Bitboard, Color, File, Rank, Square};

/// The two directions of castling. In Chess960 a wing is named by where the king ends: on the g
/// file (king's wing) or on the c file (queen's wing).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[doc(alias = "castling side")]
pub enum Wing {
    /// Towards the h file: O-O.
    King,
    /// Towards the a file: O-O-O.
    Queen,
}

impl Wing {
    /// Both wings, the king's first.
    pub const ALL: [Wing; 2] = [Wing::King, Wing::Queen];

    /// The wing on which a rook on `rook` stands, seen from a king on `king`.
    #[inline]
    pub const fn of(king: Square, rook: Square) -> Wing {
        if rook.index() > king.index() { Wing::King } else { Wing::Queen }
    }

    /// The square where `color`'s king ends up.
    #[inline]
    pub const fn king_target(self, color: Color) -> Square {
        let file = match self {
            Wing::King => File::G,
            Wing::Queen => File::C,
        };
        Square::at(file, Rank::First.relative_to(color))
    }

    /// The square where `color`'s rook ends up.
    #[inline]
    pub const fn rook_target(self, color: Color) -> Square {
        let file = match self {
            Wing::King => File::F,
            Wing::Queen => File::D,
        };
        Square::at(file, Rank::First.relative_to(color))
    }

    /// How the move is written: `O-O` or `O-O-O`.
    pub const fn san(self) -> &'static str {
        match self {
            Wing::King => "O-O",
            Wing::Queen => "O-O-O",
        }
    }
}

/// The castling rights of both sides: the set of rooks that have not lost theirs.
///
/// Naming the rooks' squares serves standard chess and Chess960 alike, and makes the update of a
/// move one `and`: whatever leaves or reaches such a square ends its right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CastlingRights {
    rooks: Bitboard,
}

impl CastlingRights {
    /// Nobody may castle.
    pub const NONE: CastlingRights = CastlingRights { rooks: Bitboard::EMPTY };

    /// All four rights of standard chess: rooks on a1, h1, a8 and h8.
    pub const STANDARD: CastlingRights = CastlingRights { rooks: Bitboard(0x8100_0000_0000_0081) };

    /// The rights of the rooks on these squares. Only squares of ranks 1 and 8 count.
    #[inline]
    pub const fn new(rooks: Bitboard) -> CastlingRights {
        CastlingRights { rooks: Bitboard(rooks.0 & Bitboard::BACK_RANKS.0) }
    }

    /// The squares of all rooks with a right.
    #[inline]
    pub const fn rooks(self) -> Bitboard {
        self.rooks
    }

    /// The squares of `color`'s rooks with a right.
    #[inline]
    pub const fn rooks_of(self, color: Color) -> Bitboard {
        Bitboard(self.rooks.0 & Bitboard::rank(Rank::First.relative_to(color)).0)
    }

    /// The rook with which `color`'s king on `king` may castle towards `wing`.
    pub fn rook(self, color: Color, king: Square, wing: Wing) -> Option<Square> {
        self.rooks_of(color).into_iter().find(|&rook| Wing::of(king, rook) == wing)
    }

    /// Whether nobody may castle any more.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.rooks.is_empty()
    }

    /// These rights without those of rooks on `squares`.
    #[inline]
    pub const fn without(self, squares: Bitboard) -> CastlingRights {
        CastlingRights { rooks: Bitboard(self.rooks.0 & !squares.0) }
    }

    /// These rights and that of a rook on `square`, which must be on rank 1 or 8 to count.
    pub const fn with(self, square: Square) -> CastlingRights {
        CastlingRights::new(Bitboard(self.rooks.0 | Bitboard::of(square).0))
    }
}

impl fmt::Debug for CastlingRights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CastlingRights").field(&self.rooks).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rights_name_their_rooks() {
        let all = CastlingRights::STANDARD;
        assert_eq!(all.rook(Color::White, Square::E1, Wing::King), Some(Square::H1));
        assert_eq!(all.rook(Color::Black, Square::E8, Wing::Queen), Some(Square::A8));
        let fewer = all.without(Square::H1.into());
        assert_eq!(fewer.rook(Color::White, Square::E1, Wing::King), None);
        assert_eq!(fewer.with(Square::H1), all);
        assert_eq!(fewer.with(Square::E4), fewer);
        assert_eq!(Wing::Queen.king_target(Color::Black), Square::C8);
        assert_eq!(Wing::King.rook_target(Color::White), Square::F1);
    }
}
