//! Where two kings can stand: 462 pairs without pawns, 3612 with them (1806 if left and right are one,
//! which the pawns' files decide).

use std::sync::LazyLock;

use quevedo_rules::Square;

use crate::symmetry::Symmetry;

/// Marks squares that touch.
const TOUCHING: u16 = u16::MAX;

/// Numbers the pairs of squares that two kings can have.
#[derive(Debug)]
pub(crate) struct Kings {
    /// White's and Black's king, by number.
    pub(crate) pairs: Vec<(Square, Square)>,
    /// The number of each pair of squares, and how to get there.
    numbers: Vec<(u16, Symmetry)>,
}

impl Kings {
    /// The number of a pair and the symmetry that leads to it; `None` if the kings touch.
    #[inline]
    pub(crate) fn find(&self, white: Square, black: Square) -> Option<(usize, Symmetry)> {
        let (number, symmetry) = *self.numbers.get(white.index() * 64 + black.index())?;
        (number != TOUCHING).then_some((usize::from(number), symmetry))
    }

    /// Numbers the pairs that `canonical` leaves alone, and finds all others by way of it.
    fn new(canonical: impl Fn(Square, Square) -> Symmetry) -> Kings {
        let squares = || Square::all().flat_map(|white| Square::all().map(move |black| (white, black)));
        let image = |white, black| {
            let symmetry: Symmetry = canonical(white, black);
            (symmetry, (symmetry.apply(white), symmetry.apply(black)))
        };
        let is_apart = |&(white, black): &(Square, Square)| white.distance(black) > 1;
        let pairs: Vec<_> = squares()
            .filter(is_apart)
            .filter(|&(white, black)| image(white, black).1 == (white, black))
            .collect();
        let number = |(white, black)| {
            let (symmetry, pair) = image(white, black);
            let number = pairs.binary_search(&pair).map_or(TOUCHING, |number| number as u16);
            (number, symmetry)
        };
        let numbers = squares().map(number).collect();
        Kings { pairs, numbers }
    }
}

/// White's king in the triangle a1-d1-d4; if on the diagonal, Black's king on it or below.
fn fold(white: Square, black: Square) -> Symmetry {
    let symmetry = Symmetry::into_triangle(white);
    let (king, other) = (symmetry.apply(white).index(), symmetry.apply(black).index());
    let needs_diagonal = king % 8 == king / 8 && other / 8 > other % 8;
    if needs_diagonal { Symmetry::new(white.index() % 8 > 3, white.index() / 8 > 3, true) } else { symmetry }
}

/// The pairs for endings without pawns.
pub(super) fn without_pawns() -> &'static Kings {
    static KINGS: LazyLock<Kings> = LazyLock::new(|| Kings::new(fold));
    &KINGS
}

/// The pairs for endings with pawns.
pub(super) fn with_pawns() -> &'static Kings {
    static KINGS: LazyLock<Kings> = LazyLock::new(|| Kings::new(|_, _| Symmetry::IDENTITY));
    &KINGS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_as_many_as_everybody_counts() {
        assert_eq!(without_pawns().pairs.len(), 462);
        assert_eq!(with_pawns().pairs.len(), 3612);
        for kings in [without_pawns(), with_pawns()] {
            for white in Square::all() {
                for black in Square::all() {
                    let found = kings.find(white, black);
                    assert_eq!(found.is_some(), white.distance(black) > 1);
                    if let Some((number, symmetry)) = found {
                        assert_eq!(kings.pairs[number], (symmetry.apply(white), symmetry.apply(black)));
                    }
                }
            }
        }
    }
}
