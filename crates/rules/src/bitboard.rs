//! Sets of squares, one bit a square.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use crate::{Color, File, Rank, Square};

/// A set of squares in 64 bits: a1 is the lowest bit, h8 the highest.
///
/// Sets combine with `&`, `|`, `^`, `!` and `-` (difference), iterate over their squares from a1
/// to h8, and draw themselves:
///
/// ```
/// use quevedo_rules::{Bitboard, File, Rank, Square};
///
/// let cross = Bitboard::from(File::D) ^ Bitboard::from(Rank::Fourth);
/// assert_eq!(cross.len(), 14);
/// assert!(!cross.contains(Square::D4));
/// assert_eq!(cross.to_string(), "\
/// . . . 1 . . . .
/// . . . 1 . . . .
/// . . . 1 . . . .
/// . . . 1 . . . .
/// 1 1 1 . 1 1 1 1
/// . . . 1 . . . .
/// . . . 1 . . . .
/// . . . 1 . . . .
/// ");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const ALL: Bitboard = Bitboard(!0);
    /// The 32 light squares, h1 among them.
    pub const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);
    /// The 32 dark squares, a1 among them.
    pub const DARK: Bitboard = Bitboard(!Self::LIGHT.0);
    /// Ranks 1 and 8, where no pawn can stand.
    pub const BACK_RANKS: Bitboard = Bitboard(0xff00_0000_0000_00ff);

    /// The set of one square, usable in constants (elsewhere `square.into()` or `Bitboard::from`).
    #[inline]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// The squares of one rank.
    #[inline]
    pub const fn rank(rank: Rank) -> Bitboard {
        Bitboard(0xff << (8 * rank as u8))
    }

    /// The squares of one file.
    #[inline]
    pub const fn file(file: File) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << file as u8)
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the set has no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has any square.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set has two squares or more.
    #[inline]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the two sets share a square.
    #[inline]
    pub const fn intersects(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether every square of this set is in the other.
    #[inline]
    pub const fn is_subset_of(self, other: Bitboard) -> bool {
        self.0 & !other.0 == 0
    }

    /// How many squares the set has.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The lowest square, a1 before h8.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::new(self.0.trailing_zeros() as u8)) }
    }

    /// The highest square, h8 before a1.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::new(63 - self.0.leading_zeros() as u8)) }
    }

    /// The only square of the set, if there is exactly one.
    #[inline]
    pub const fn single(self) -> Option<Square> {
        if self.more_than_one() { None } else { self.first() }
    }

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.index();
    }

    /// Takes a square away.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square.index());
    }

    /// Every square moved one rank up; rank 8 falls off the board.
    #[inline]
    pub const fn north(self) -> Bitboard {
        Bitboard(self.0 << 8)
    }

    /// Every square moved one rank down; rank 1 falls off the board.
    #[inline]
    pub const fn south(self) -> Bitboard {
        Bitboard(self.0 >> 8)
    }

    /// Every square moved one file to the right; the h file falls off the board.
    #[inline]
    pub const fn east(self) -> Bitboard {
        Bitboard((self.0 & NOT_H) << 1)
    }

    /// Every square moved one file to the left; the a file falls off the board.
    #[inline]
    pub const fn west(self) -> Bitboard {
        Bitboard((self.0 & NOT_A) >> 1)
    }

    /// Every square moved one step towards the far side of the board, as `color` sees it.
    #[inline]
    pub const fn forward(self, color: Color) -> Bitboard {
        match color {
            Color::White => self.north(),
            Color::Black => self.south(),
        }
    }

    /// The set mirrored top to bottom.
    #[inline]
    pub const fn flip_ranks(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }

    /// The subsets of this set, the empty one first, this set last.
    ///
    /// The walk is the carry-rippler trick: subtracting the set carries through its gaps.
    pub fn subsets(self) -> impl Iterator<Item = Bitboard> {
        let mut next = Some(0u64);
        core::iter::from_fn(move || {
            let subset = next?;
            let following = subset.wrapping_sub(self.0) & self.0;
            next = (following != 0).then_some(following);
            Some(Bitboard(subset))
        })
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Bitboard {
        Bitboard::of(square)
    }
}

impl From<File> for Bitboard {
    #[inline]
    fn from(file: File) -> Bitboard {
        Bitboard::file(file)
    }
}

impl From<Rank> for Bitboard {
    #[inline]
    fn from(rank: Rank) -> Bitboard {
        Bitboard::rank(rank)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | Bitboard::of(square))
    }
}

macro_rules! binary_operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign_method:ident, $combine:expr) => {
        impl<B: Into<Bitboard>> $trait<B> for Bitboard {
            type Output = Bitboard;

            #[inline]
            fn $method(self, other: B) -> Bitboard {
                let combine: fn(u64, u64) -> u64 = $combine;
                Bitboard(combine(self.0, other.into().0))
            }
        }

        impl<B: Into<Bitboard>> $assign_trait<B> for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: B) {
                *self = self.$method(other);
            }
        }
    };
}

binary_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, |a, b| a & b);
binary_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |a, b| a | b);
binary_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, |a, b| a ^ b);
binary_operator!(Sub, sub, SubAssign, sub_assign, |a, b| a & !b);

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

/// Walks the squares of a set from a1 to h8.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let mark = if self.contains(Square::at(file, rank)) { '1' } else { '.' };
                write!(f, "{mark}{}", if file == File::H { '\n' } else { ' ' })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_behaves_like_a_set() {
        let mut set: Bitboard = [Square::A1, Square::C3, Square::H8].into_iter().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), [Square::A1, Square::C3, Square::H8]);
        assert_eq!((set.first(), set.last(), set.len()), (Some(Square::A1), Some(Square::H8), 3));
        set.remove(Square::A1);
        set.insert(Square::B2);
        assert_eq!(set - Square::H8, Bitboard::of(Square::B2) | Square::C3);
        assert_eq!(Bitboard::of(Square::E4).single(), Some(Square::E4));
        assert_eq!((set.single(), Bitboard::EMPTY.single()), (None, None));
        assert!(set.more_than_one() && !Bitboard::of(Square::E4).more_than_one());
    }

    #[test]
    fn steps_do_not_wrap_around_the_edge() {
        assert_eq!(Bitboard::from(File::H).east(), Bitboard::EMPTY);
        assert_eq!(Bitboard::from(File::A).west(), Bitboard::EMPTY);
        assert_eq!(Bitboard::from(Rank::Eighth).north(), Bitboard::EMPTY);
        assert_eq!(Bitboard::from(Rank::First).south(), Bitboard::EMPTY);
        assert_eq!(Bitboard::of(Square::E4).forward(Color::Black), Bitboard::of(Square::E3));
    }

    #[test]
    fn subsets_are_all_there_once() {
        let set = Bitboard::of(Square::A1) | Square::D4 | Square::H8;
        let subsets: Vec<_> = set.subsets().collect();
        assert_eq!(subsets.len(), 8);
        assert!(subsets.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(subsets.iter().all(|subset| subset.is_subset_of(set)));
    }

    #[test]
    fn half_the_squares_are_light() {
        for square in Square::all() {
            assert_eq!(square.is_light(), Bitboard::LIGHT.contains(square));
        }
    }
}
