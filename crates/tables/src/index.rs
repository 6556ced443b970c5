//! The number of a position among all of its ending: positions that mirror each other share one.
//!
//! An index is a *slice* (where the pawns stand) and a *cell* within it (where the kings stand, then
//! the other men). Without pawns the board has eight symmetries, which leave 462 pairs of kings; with
//! pawns only left and right can be exchanged, and the pawns' files decide it. Men of one kind and
//! colour are counted as a set, so that two rooks have 2016 places, not 4096.

mod kings;
mod pawns;

use arrayvec::ArrayVec;
use quevedo_rules::{Bitboard, Color, Man, Square};

pub(crate) use self::kings::Kings;
pub(crate) use self::pawns::Pawns;
use crate::placement::Placement;
use crate::symmetry::Symmetry;
use crate::{Ending, MAX_MEN};

/// Men of one kind and colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    pub(crate) man: Man,
    pub(crate) count: usize,
    /// In how many ways they can stand.
    pub(crate) size: usize,
}

/// Numbers the positions of one ending.
#[derive(Debug)]
pub(crate) struct Index {
    pub(crate) kings: &'static Kings,
    /// Where the pawns can stand; one empty way if there are none.
    pub(crate) pawns: Pawns,
    pub(crate) groups: ArrayVec<Group, { MAX_MEN - 2 }>,
    /// How many cells a slice has.
    pub(crate) slice_len: usize,
}

/// A position's number: the slice and the cell in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) slice: usize,
    pub(crate) cell: usize,
}

impl Index {
    pub(crate) fn new(ending: Ending) -> Index {
        let kings = if ending.has_pawns() { kings::with_pawns() } else { kings::without_pawns() };
        let groups: ArrayVec<Group, { MAX_MEN - 2 }> =
            ending.groups().map(|(man, count)| Group { man, count, size: choose(64, count) }).collect();
        let slice_len = groups.iter().map(|group| group.size).product::<usize>() * kings.pairs.len();
        Index { kings, pawns: Pawns::new(ending), groups, slice_len }
    }

    /// How many positions of one side to move there are, those that no game can reach included.
    pub(crate) fn len(&self) -> usize {
        self.slice_len * self.pawns.slices()
    }

    /// The number of a position, whose men must be those of the ending. `None` if the kings touch or a
    /// pawn stands on the first or last rank.
    #[inline]
    pub(crate) fn of(&self, placement: &Placement) -> Option<Place> {
        let (slice, mirror) = self.pawns.slice(placement)?;
        let (white, black) = (placement.king(Color::White), placement.king(Color::Black));
        let (pair, symmetry) = if mirror == Symmetry::IDENTITY {
            self.kings.find(white, black)?
        } else {
            (self.kings.find(mirror.apply(white), mirror.apply(black))?.0, mirror)
        };
        let mut cell = pair;
        for group in &self.groups {
            let squares = placement.set(group.man.color(), group.man.piece());
            cell = cell * group.size + rank_of(squares, symmetry);
        }
        Some(Place { slice, cell })
    }

    /// The position with this number; men may stand on one square.
    pub(crate) fn placement(&self, place: Place, turn: Color) -> Placement {
        let mut placement = self.pawns.placement(place.slice).with_turn(turn);
        let mut rest = place.cell;
        for group in self.groups.iter().rev() {
            for square in set_of(rest % group.size, group.count) {
                placement.put(group.man, square);
            }
            rest /= group.size;
        }
        let (white, black) = self.kings.pairs.get(rest).copied().unwrap_or((Square::A1, Square::A1));
        placement.put(Man::WhiteKing, white);
        placement.put(Man::BlackKing, black);
        placement
    }

    /// Whether no other number with the same men is a mirror image with a smaller number. Positions
    /// whose kings both stand on the diagonal, or whose pawns mirror themselves, are numbered twice.
    pub(crate) fn is_first_of_its_mirrors(&self, place: Place) -> bool {
        let placement = self.placement(place, Color::White);
        let mirrored = |symmetry: Symmetry| {
            let mut image = Placement::EMPTY;
            for color in Color::ALL {
                for (man, square) in placement.men(color) {
                    image.put(man, symmetry.apply(square));
                }
            }
            self.of(&image)
        };
        let symmetry =
            if self.pawns.is_empty() { Symmetry::new(false, false, true) } else { Symmetry::MIRROR };
        let image = mirrored(symmetry);
        image.is_none_or(|image| image.slice != place.slice || image.cell >= place.cell)
    }
}

/// How many sets of `count` squares there are among `squares`.
pub(crate) const fn choose(squares: usize, count: usize) -> usize {
    match count {
        0 => 1,
        1 => squares,
        2 => squares * squares.saturating_sub(1) / 2,
        _ => squares * squares.saturating_sub(1) * squares.saturating_sub(2) / 6,
    }
}

/// The number of a set of up to three squares among all sets of that size.
#[inline]
fn rank_of(squares: Bitboard, symmetry: Symmetry) -> usize {
    let mut moved: ArrayVec<usize, { MAX_MEN - 2 }> = ArrayVec::new();
    for square in squares {
        if moved.try_push(symmetry.apply(square).index()).is_err() {
            break;
        }
    }
    if let [one] = moved[..] {
        return one;
    }
    moved.sort_unstable();
    moved.iter().enumerate().map(|(place, &square)| choose(square, place + 1)).sum()
}

/// The set of `count` squares with this number.
pub(crate) fn set_of(mut rank: usize, count: usize) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    for place in (1..=count).rev() {
        let square = (0..64).rev().find(|&square| choose(square, place) <= rank).unwrap_or(0);
        rank -= choose(square, place).min(rank);
        set.insert(Square::new(square as u8));
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_without_gaps() {
        for count in 1..=3 {
            for rank in 0..choose(64, count) {
                let set = set_of(rank, count);
                assert_eq!(set.len() as usize, count);
                assert_eq!(rank_of(set, Symmetry::IDENTITY), rank);
            }
        }
    }

    #[test]
    fn numbers_and_positions_belong_together() {
        for men in 3..=5 {
            for ending in Ending::all_with(men) {
                let index = Index::new(ending);
                let step = index.len() / 3000 + 1;
                for number in (0..index.len()).step_by(step) {
                    let place = Place { slice: number / index.slice_len, cell: number % index.slice_len };
                    let placement = index.placement(place, Color::White);
                    let pawns = Color::ALL.map(|color| placement.set(color, quevedo_rules::Piece::Pawn));
                    if pawns[0].intersects(pawns[1]) {
                        continue;
                    }
                    let found = index.of(&placement).expect("kings that do not touch");
                    assert_eq!(found.slice, place.slice, "{ending} {number}");
                    if index.is_first_of_its_mirrors(place) {
                        assert_eq!(found, place, "{ending} {number}");
                    }
                }
            }
        }
    }

    #[test]
    fn mirrored_positions_share_a_number() {
        for ending in ["KQRK", "KRKB", "KRRK"].map(|name| name.parse().expect("an ending")) {
            let index = Index::new(ending);
            for cell in (0..index.slice_len).step_by(97) {
                let placement = index.placement(Place { slice: 0, cell }, Color::White);
                let found = index.of(&placement);
                for bits in 0..8u8 {
                    let symmetry = Symmetry::new(bits & 1 != 0, bits & 2 != 0, bits & 4 != 0);
                    let mut image = Placement::EMPTY;
                    for color in Color::ALL {
                        placement.men(color).for_each(|(man, square)| image.put(man, symmetry.apply(square)));
                    }
                    let first = index.is_first_of_its_mirrors(Place { slice: 0, cell });
                    assert!(
                        !first
                            || index.of(&image) == found
                            || found != Some(Place { slice: 0, cell })
                            || !index.is_first_of_its_mirrors(index.of(&image).expect("kings apart"))
                    );
                }
            }
        }
    }

    #[test]
    fn sizes_are_the_known_ones() {
        let len = |name: &str| Index::new(name.parse().expect("an ending")).len();
        assert_eq!(len("KQK"), 462 * 64);
        assert_eq!(len("KPK"), 24 * 3612);
        assert_eq!(len("KRRK"), 462 * 2016);
        assert_eq!(len("KPPK"), 576 * 3612);
        assert_eq!(len("KQRKQ"), 462 * 64 * 64 * 64);
    }
}
