//! Kinds of pieces, and men: a piece with its colour.

use core::fmt;

use crate::Color;

/// The six kinds of pieces, pawns included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Piece {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Piece {
    /// All pieces from pawn to king.
    pub const ALL: [Piece; 6] =
        [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];

    /// What a pawn may become, the weakest first.
    pub const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

    /// 0 for the pawn, 5 for the king.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The piece's English letter in lower case: `p n b r q k`.
    pub const fn char(self) -> char {
        match self {
            Piece::Pawn => 'p',
            Piece::Knight => 'n',
            Piece::Bishop => 'b',
            Piece::Rook => 'r',
            Piece::Queen => 'q',
            Piece::King => 'k',
        }
    }

    /// The piece that an English letter names, in either case.
    pub const fn from_char(letter: char) -> Option<Piece> {
        Some(match letter.to_ascii_lowercase() {
            'p' => Piece::Pawn,
            'n' => Piece::Knight,
            'b' => Piece::Bishop,
            'r' => Piece::Rook,
            'q' => Piece::Queen,
            'k' => Piece::King,
            _ => return None,
        })
    }

    /// The piece's English name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Piece::Pawn => "pawn",
            Piece::Knight => "knight",
            Piece::Bishop => "bishop",
            Piece::Rook => "rook",
            Piece::Queen => "queen",
            Piece::King => "king",
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A piece of a colour: what stands on a square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
#[doc(alias = "colored piece")]
pub enum Man {
    WhitePawn,
    BlackPawn,
    WhiteKnight,
    BlackKnight,
    WhiteBishop,
    BlackBishop,
    WhiteRook,
    BlackRook,
    WhiteQueen,
    BlackQueen,
    WhiteKing,
    BlackKing,
}

impl Man {
    /// All twelve, pawns first, White before Black.
    pub const ALL: [Man; 12] = [
        Man::WhitePawn,
        Man::BlackPawn,
        Man::WhiteKnight,
        Man::BlackKnight,
        Man::WhiteBishop,
        Man::BlackBishop,
        Man::WhiteRook,
        Man::BlackRook,
        Man::WhiteQueen,
        Man::BlackQueen,
        Man::WhiteKing,
        Man::BlackKing,
    ];

    /// The piece of that colour.
    #[inline]
    pub const fn new(color: Color, piece: Piece) -> Man {
        match (color, piece) {
            (Color::White, Piece::Pawn) => Man::WhitePawn,
            (Color::Black, Piece::Pawn) => Man::BlackPawn,
            (Color::White, Piece::Knight) => Man::WhiteKnight,
            (Color::Black, Piece::Knight) => Man::BlackKnight,
            (Color::White, Piece::Bishop) => Man::WhiteBishop,
            (Color::Black, Piece::Bishop) => Man::BlackBishop,
            (Color::White, Piece::Rook) => Man::WhiteRook,
            (Color::Black, Piece::Rook) => Man::BlackRook,
            (Color::White, Piece::Queen) => Man::WhiteQueen,
            (Color::Black, Piece::Queen) => Man::BlackQueen,
            (Color::White, Piece::King) => Man::WhiteKing,
            (Color::Black, Piece::King) => Man::BlackKing,
        }
    }

    /// 0 to 11: twice the piece's index, plus one for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whose man it is.
    #[inline]
    pub const fn color(self) -> Color {
        if self as u8 & 1 == 0 { Color::White } else { Color::Black }
    }

    /// Which piece it is.
    #[inline]
    pub const fn piece(self) -> Piece {
        match self as u8 >> 1 {
            0 => Piece::Pawn,
            1 => Piece::Knight,
            2 => Piece::Bishop,
            3 => Piece::Rook,
            4 => Piece::Queen,
            _ => Piece::King,
        }
    }

    /// `self.piece().index()`, without the way through the enumeration.
    #[inline]
    pub(crate) const fn piece_index(self) -> usize {
        self as usize >> 1
    }

    /// The letter that FEN uses: upper case for White.
    pub const fn fen_char(self) -> char {
        match self.color() {
            Color::White => self.piece().char().to_ascii_uppercase(),
            Color::Black => self.piece().char(),
        }
    }

    /// The man that a FEN letter names.
    pub const fn from_fen_char(letter: char) -> Option<Man> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match Piece::from_char(letter) {
            Some(piece) => Some(Man::new(color, piece)),
            None => None,
        }
    }

    /// The chess symbol of Unicode, `♔` to `♟`.
    pub const fn symbol(self) -> char {
        match self {
            Man::WhiteKing => '♔',
            Man::WhiteQueen => '♕',
            Man::WhiteRook => '♖',
            Man::WhiteBishop => '♗',
            Man::WhiteKnight => '♘',
            Man::WhitePawn => '♙',
            Man::BlackKing => '♚',
            Man::BlackQueen => '♛',
            Man::BlackRook => '♜',
            Man::BlackBishop => '♝',
            Man::BlackKnight => '♞',
            Man::BlackPawn => '♟',
        }
    }
}

impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", if self.color() == Color::White { "white" } else { "black" }, self.piece())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_are_made_of_their_parts() {
        for man in Man::ALL {
            assert_eq!(Man::new(man.color(), man.piece()), man);
            assert_eq!(Man::from_fen_char(man.fen_char()), Some(man));
            assert_eq!(Man::ALL[man.index()], man);
        }
        assert_eq!(Man::from_fen_char('x'), None);
        assert_eq!(Man::BlackKnight.to_string(), "black knight");
        assert_eq!(size_of::<Option<Man>>(), 1);
    }
}
