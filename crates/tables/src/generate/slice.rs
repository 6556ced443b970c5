//! The board of the generator: positions with the same pawns, 64 at a time.
//!
//! A *word* stands for all squares of Black's king while every other man keeps its place. Sets of
//! positions are then sets of words, a move of any other man carries a whole word along, and a move of
//! Black's king happens within a word.

use arrayvec::ArrayVec;
use quevedo_rules::{Bitboard, Color, Man, Piece, Square, attacks};

use crate::MAX_MEN;
use crate::index::Index;
use crate::placement::Placement;
use crate::symmetry::Symmetry;

/// The squares of White's king without pawns: the triangle a1-d1-d4.
const TRIANGLE: [Square; 10] = [
    Square::A1,
    Square::B1,
    Square::C1,
    Square::D1,
    Square::B2,
    Square::C2,
    Square::D2,
    Square::C3,
    Square::D3,
    Square::D4,
];

/// The men and pawns of a slice, and how its words are numbered: White's king first, then the other
/// men but pawns, 64 squares each.
#[derive(Debug)]
pub(super) struct Slice {
    pub(super) pawns: Placement,
    men: ArrayVec<Man, { MAX_MEN - 2 }>,
    /// The place of White's king among the numbers, and how to get there.
    kings: [(u8, Symmetry); 64],
    king_squares: ArrayVec<Square, 64>,
}

/// The men of a word: everything but Black's king.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    pub(super) number: usize,
    pub(super) king: Square,
    squares: [Square; MAX_MEN - 2],
    pub(super) placement: Placement,
    pub(super) occupied: Bitboard,
}

impl Slice {
    pub(super) fn new(index: &Index, slice: usize) -> Slice {
        let men = index
            .groups
            .iter()
            .flat_map(|group| core::iter::repeat_n(group.man, group.count))
            .collect::<ArrayVec<Man, { MAX_MEN - 2 }>>();
        let has_pawns = !index.pawns.is_empty();
        let king_squares: ArrayVec<Square, 64> =
            if has_pawns { Square::all().collect() } else { TRIANGLE.into_iter().collect() };
        let mut kings = [(0, Symmetry::IDENTITY); 64];
        for square in Square::all() {
            let symmetry = if has_pawns { Symmetry::IDENTITY } else { Symmetry::into_triangle(square) };
            let image = symmetry.apply(square);
            let place = king_squares.iter().position(|&king| king == image).unwrap_or(0);
            kings[square.index()] = (place as u8, symmetry);
        }
        Slice { pawns: index.pawns.placement(slice), men, kings, king_squares }
    }

    /// How many words there are.
    pub(super) fn words(&self) -> usize {
        self.king_squares.len() << (6 * self.men.len())
    }

    /// The distance between the numbers of words whose man in this place stands on neighbouring squares.
    fn stride(&self, place: usize) -> usize {
        1 << (6 * (self.men.len() - 1 - place))
    }

    /// The number of the word with White's king and the other men there, and the symmetry that brings
    /// Black's king along.
    fn number(&self, king: Square, squares: &[Square]) -> (usize, Symmetry) {
        let (place, symmetry) = self.kings[king.index()];
        let number = squares
            .iter()
            .fold(usize::from(place), |number, &square| number << 6 | symmetry.apply(square).index());
        (number, symmetry)
    }

    /// The number of the word in which men of the index's groups stand as given, White's king being
    /// where the index puts it.
    pub(super) fn king_base(&self, king: Square) -> usize {
        usize::from(self.kings[king.index()].0) << (6 * self.men.len())
    }

    /// The men of a word; `None` if two stand on one square.
    pub(super) fn word(&self, number: usize) -> Option<Word> {
        let men = self.men.len();
        let king = *self.king_squares.get(number >> (6 * men))?;
        let mut placement = self.pawns;
        let mut occupied = placement.occupied();
        let mut squares = [Square::A1; MAX_MEN - 2];
        if occupied.contains(king) {
            return None;
        }
        placement.put(Man::WhiteKing, king);
        occupied.insert(king);
        for (place, &man) in self.men.iter().enumerate() {
            let square = Square::new((number >> (6 * (men - 1 - place)) & 63) as u8);
            if occupied.contains(square) {
                return None;
            }
            occupied.insert(square);
            placement.put(man, square);
            squares[place] = square;
        }
        Some(Word { number, king, squares, placement, occupied })
    }

    /// The positions of a word from which a quiet move of `mover` leads into a set of positions of the
    /// other side, as far as `wanted` asks.
    #[inline]
    pub(super) fn leading_into(&self, set: &[u64], word: &Word, mover: Color, wanted: u64) -> u64 {
        let mut found = match mover {
            Color::White => self.by_white_king(set, word),
            Color::Black => king_steps(set[word.number]),
        };
        for (place, &man) in self.men.iter().enumerate() {
            if wanted & !found == 0 {
                break;
            }
            if man.color() == mover {
                found |= self.by_man(set, word, place, man.piece(), wanted & !found);
            }
        }
        wanted & found
    }

    fn by_white_king(&self, set: &[u64], word: &Word) -> u64 {
        let squares = &word.squares[..self.men.len()];
        let mut found = 0;
        for to in attacks::king(word.king) - word.occupied {
            let (number, symmetry) = self.number(to, squares);
            found |= symmetry.undo(set[number]);
        }
        found
    }

    #[inline]
    fn by_man(&self, set: &[u64], word: &Word, place: usize, piece: Piece, wanted: u64) -> u64 {
        let from = word.squares[place];
        let stride = self.stride(place);
        let base = word.number - from.index() * stride;
        let mut found = 0;
        for to in attacks::of(piece, Color::White, from, word.occupied) - word.occupied {
            // Black's king may stand in the way.
            found |= set[base + to.index() * stride] & !attacks::between(from, to).0;
            if wanted & !found == 0 {
                break;
            }
        }
        found
    }
}

/// The squares from which a king steps into a set.
#[inline]
pub(super) fn king_steps(set: u64) -> u64 {
    let set = Bitboard(set);
    let sides = set.east() | set.west();
    let wide = set | sides;
    (sides | wide.north() | wide.south()).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kings_step_to_their_neighbours() {
        for seed in 1..500u64 {
            let set = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) & seed.wrapping_mul(0xd1b5_4a32_d192_ed03);
            let slow: Bitboard =
                Square::all().filter(|&from| attacks::king(from).intersects(Bitboard(set))).collect();
            assert_eq!(king_steps(set), slow.0);
        }
    }

    #[test]
    fn words_are_numbered_by_their_men() {
        for name in ["KQRK", "KQPKR"] {
            let index = Index::new(name.parse().expect("an ending"));
            let slice = Slice::new(&index, 0);
            for number in (0..slice.words()).step_by(31) {
                let Some(word) = slice.word(number) else { continue };
                let squares = &word.squares[..slice.men.len()];
                assert_eq!(slice.number(word.king, squares), (number, Symmetry::IDENTITY));
            }
        }
    }
}
