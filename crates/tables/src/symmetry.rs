//! The eight ways to turn and mirror a board without pawns.

use quevedo_rules::{Bitboard, Square};

/// Mirror files, then ranks, then along the diagonal from a1 to h8; each or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Symmetry(u8);

impl Symmetry {
    pub(crate) const IDENTITY: Symmetry = Symmetry(0);
    pub(crate) const MIRROR: Symmetry = Symmetry(1);

    pub(crate) const fn new(files: bool, ranks: bool, diagonal: bool) -> Symmetry {
        Symmetry(files as u8 | (ranks as u8) << 1 | (diagonal as u8) << 2)
    }

    /// The symmetry that brings a square into the triangle a1-d1-d4.
    pub(crate) const fn into_triangle(square: Square) -> Symmetry {
        let (file, rank) = (square.index() % 8, square.index() / 8);
        let (files, ranks) = (file > 3, rank > 3);
        let folded_file = if files { 7 - file } else { file };
        let folded_rank = if ranks { 7 - rank } else { rank };
        Symmetry::new(files, ranks, folded_rank > folded_file)
    }

    /// Where a square goes.
    #[inline]
    pub(crate) const fn apply(self, square: Square) -> Square {
        let mut index = square.index() as u8;
        if self.0 & 1 != 0 {
            index ^= 0o07;
        }
        if self.0 & 2 != 0 {
            index ^= 0o70;
        }
        if self.0 & 4 != 0 {
            index = index >> 3 | (index & 7) << 3;
        }
        Square::new(index)
    }

    /// The squares that go to the given ones.
    #[inline]
    pub(crate) fn undo(self, mut squares: u64) -> u64 {
        if self.0 & 4 != 0 {
            squares = flip_diagonal(squares);
        }
        if self.0 & 2 != 0 {
            squares = squares.swap_bytes();
        }
        if self.0 & 1 != 0 {
            squares = squares.reverse_bits().swap_bytes();
        }
        squares
    }

    /// Where a set of squares goes.
    pub(crate) fn apply_to(self, squares: Bitboard) -> Bitboard {
        squares.into_iter().map(|square| self.apply(square)).collect()
    }
}

/// Mirrors along the diagonal a1-h8 by swapping ever smaller blocks.
const fn flip_diagonal(mut squares: u64) -> u64 {
    let mut moved = 0x0f0f_0f0f_0000_0000 & (squares ^ (squares << 28));
    squares ^= moved ^ (moved >> 28);
    moved = 0x3333_0000_3333_0000 & (squares ^ (squares << 14));
    squares ^= moved ^ (moved >> 14);
    moved = 0x5500_5500_5500_5500 & (squares ^ (squares << 7));
    squares ^ moved ^ (moved >> 7)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_squares_go_the_same_way() {
        for bits in 0..8 {
            let symmetry = Symmetry(bits);
            for square in Square::all() {
                let image = symmetry.apply(square);
                assert_eq!(symmetry.undo(Bitboard::of(image).0), Bitboard::of(square).0);
                assert_eq!(symmetry.apply_to(square.into()), image.into());
            }
        }
    }

    #[test]
    fn every_square_finds_the_triangle() {
        for square in Square::all() {
            let image = Symmetry::into_triangle(square).apply(square);
            assert!(image.index() % 8 <= 3 && image.index() / 8 <= image.index() % 8, "{square}");
        }
    }
}
