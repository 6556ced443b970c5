//! Where the pawns can stand. They never go back, so each way they stand is a slice of its own that
//! can be solved once everything that their moves lead to is known.

use quevedo_rules::{Bitboard, Color, Man, Piece, Square};

use crate::Ending;
use crate::index::choose;
use crate::placement::Placement;
use crate::symmetry::Symmetry;

/// The squares on which pawns can stand.
const SQUARES: usize = 48;
const NOWHERE: u32 = u32::MAX;
/// Added to the number of a slice that is reached by mirroring.
const MIRRORED: u32 = 1 << 31;

/// Numbers the ways in which the pawns of an ending can stand, left and right being one.
#[derive(Debug)]
pub(crate) struct Pawns {
    /// White's and Black's pawns, by number.
    slices: Vec<[Bitboard; 2]>,
    /// The number of each way, by the squares as digits; empty without pawns.
    numbers: Vec<u32>,
}

impl Pawns {
    pub(crate) fn new(ending: Ending) -> Pawns {
        let counts = Color::ALL.map(|color| usize::from(ending.count(color, Piece::Pawn)));
        if counts == [0, 0] {
            return Pawns { slices: vec![[Bitboard::EMPTY; 2]], numbers: Vec::new() };
        }
        let mut ways = all_ways(counts);
        ways.sort_unstable_by_key(|way| key(*way));
        let slices: Vec<[Bitboard; 2]> =
            ways.iter().copied().filter(|&way| key(way) <= key(mirrored(way))).collect();
        let mut numbers = vec![NOWHERE; SQUARES.pow((counts[0] + counts[1]) as u32)];
        for (number, &way) in slices.iter().enumerate() {
            numbers[key(mirrored(way))] = number as u32 | MIRRORED;
            numbers[key(way)] = number as u32;
        }
        Pawns { slices, numbers }
    }

    /// Whether the ending has no pawns.
    pub(crate) fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// How many slices there are.
    pub(crate) fn slices(&self) -> usize {
        self.slices.len()
    }

    /// The slice of a position and whether it has to be mirrored for it; `None` if a pawn stands where
    /// none can.
    #[inline]
    pub(crate) fn slice(&self, placement: &Placement) -> Option<(usize, Symmetry)> {
        if self.numbers.is_empty() {
            return Some((0, Symmetry::IDENTITY));
        }
        let pawns = Color::ALL.map(|color| placement.set(color, Piece::Pawn));
        if (pawns[0] | pawns[1]).intersects(Bitboard::BACK_RANKS) {
            return None;
        }
        match *self.numbers.get(key(pawns))? {
            NOWHERE => None,
            number if number & MIRRORED != 0 => Some(((number - MIRRORED) as usize, Symmetry::MIRROR)),
            number => Some((number as usize, Symmetry::IDENTITY)),
        }
    }

    /// The pawns of a slice, nothing else.
    pub(crate) fn placement(&self, slice: usize) -> Placement {
        let mut placement = Placement::EMPTY;
        if let Some([white, black]) = self.slices.get(slice) {
            white.into_iter().for_each(|square| placement.put(Man::WhitePawn, square));
            black.into_iter().for_each(|square| placement.put(Man::BlackPawn, square));
        }
        placement
    }

    /// The slices in the order in which they can be solved: those of one group depend only on earlier
    /// groups, because every pawn move brings the pawns one step further.
    pub(crate) fn groups_to_solve(&self) -> Vec<Vec<usize>> {
        let advance = |way: &[Bitboard; 2]| {
            let white: usize = way[0].into_iter().map(|square| square.rank().index()).sum();
            let black: usize = way[1].into_iter().map(|square| 7 - square.rank().index()).sum();
            white + black
        };
        let most = 7 * 3;
        (0..=most)
            .rev()
            .map(|level| (0..self.slices()).filter(|&slice| advance(&self.slices[slice]) == level).collect())
            .filter(|group: &Vec<usize>| !group.is_empty())
            .collect()
    }
}

/// All ways to put so many white and black pawns on different squares.
fn all_ways(counts: [usize; 2]) -> Vec<[Bitboard; 2]> {
    let sets = |count: usize| {
        (0..choose(64, count))
            .map(move |rank| super::set_of(rank, count))
            .filter(|set| !set.intersects(Bitboard::BACK_RANKS))
            .collect::<Vec<_>>()
    };
    let black = sets(counts[1]);
    sets(counts[0])
        .into_iter()
        .flat_map(|white| {
            black.iter().filter(move |black| !white.intersects(**black)).map(move |&black| [white, black])
        })
        .collect()
}

/// The squares as digits of a number, White's from a2 on, then Black's.
#[inline]
fn key(pawns: [Bitboard; 2]) -> usize {
    let digits = |key: usize, square: Square| key * SQUARES + (square.index().wrapping_sub(8) % SQUARES);
    pawns[1].into_iter().fold(pawns[0].into_iter().fold(0, digits), digits)
}

fn mirrored(way: [Bitboard; 2]) -> [Bitboard; 2] {
    way.map(|pawns| Symmetry::MIRROR.apply_to(pawns))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_move_to_groups_that_are_solved_before() {
        for name in ["KPK", "KPPK", "KPKP", "KPPKP"] {
            let pawns = Pawns::new(name.parse().expect("an ending"));
            let groups = pawns.groups_to_solve();
            assert_eq!(groups.iter().map(Vec::len).sum::<usize>(), pawns.slices());
            let mut solved = vec![false; pawns.slices()];
            for group in groups {
                for &slice in &group {
                    let placement = pawns.placement(slice);
                    for (man, square) in Color::ALL.iter().flat_map(|&color| placement.men(color)) {
                        let ahead = Bitboard::of(square).forward(man.color()) - placement.occupied();
                        let Some(to) = (ahead - Bitboard::BACK_RANKS).single() else { continue };
                        let mut next = placement;
                        next.take(man, square);
                        next.put(man, to);
                        let (next, _) = pawns.slice(&next).expect("pawns on their squares");
                        assert!(solved[next]);
                    }
                }
                for slice in group {
                    solved[slice] = true;
                }
            }
        }
    }
}
