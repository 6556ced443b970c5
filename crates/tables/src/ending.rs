//! The material of a table: which men each side has.

use core::fmt;
use core::str::FromStr;
use std::collections::BTreeSet;

use quevedo_rules::{Color, Man, Material, Piece};

use crate::index::Index;

/// Tables have at most so many men, kings included.
pub const MAX_MEN: usize = 5;

/// The pieces that an ending is made of, besides the kings, the strongest first.
const STRONGEST_FIRST: [Piece; 5] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];

/// The material of an ending, the stronger side as White. Two kings and up to three other men.
///
/// ```
/// use quevedo_tables::Ending;
///
/// let ending: Ending = "KRvKQ".parse()?;
/// assert_eq!(ending.to_string(), "KQKR", "the stronger side comes first");
/// assert_eq!(ending.men(), 4);
/// # Ok::<(), quevedo_tables::EndingError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[doc(alias = "material configuration")]
pub struct Ending {
    /// How many pieces of each kind but the king, by colour and kind.
    counts: [[u8; 5]; 2],
}

/// Why a text names no ending.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EndingError {
    /// A letter that is no piece.
    #[error("{0:?} in the name of an ending is no piece; expected letters like KQKR or KQvKR")]
    Letter(char),
    /// Not exactly two kings, each before its side's men.
    #[error("the name of an ending has two kings, each before the men of its side, like KQKR")]
    Kings,
    /// More men than tables can hold.
    #[error("the ending has {0} men; tables have at most {MAX_MEN}")]
    TooManyMen(usize),
}

impl Ending {
    /// The ending with these men, and whether the colours had to be changed to put the stronger side
    /// first. `None` for more than [`MAX_MEN`] men.
    pub fn of(material: Material) -> Option<(Ending, bool)> {
        let count = |color, piece| material.count(color, piece) as u8;
        let side = |color| [0, 1, 2, 3, 4].map(|index| count(color, Piece::ALL[index]));
        Ending::from_counts([side(Color::White), side(Color::Black)])
    }

    fn from_counts(counts: [[u8; 5]; 2]) -> Option<(Ending, bool)> {
        let ending = Ending { counts };
        let swapped = strength(counts[0]) < strength(counts[1]);
        (ending.men() <= MAX_MEN).then(|| (if swapped { ending.swapped() } else { ending }, swapped))
    }

    /// The ending that a file says it has; `None` unless the stronger side is White and there are
    /// neither too many men nor too few.
    pub(crate) fn stored(counts: [[u8; 5]; 2]) -> Option<Ending> {
        let is_small = counts.as_flattened().iter().all(|&count| usize::from(count) <= MAX_MEN);
        let (ending, swapped) = is_small.then(|| Ending::from_counts(counts)).flatten()?;
        (!swapped && ending.men() > 2).then_some(ending)
    }

    /// How many pieces of each kind but the king, by colour and kind.
    pub(crate) fn to_counts(self) -> [[u8; 5]; 2] {
        self.counts
    }

    fn swapped(self) -> Ending {
        Ending { counts: [self.counts[1], self.counts[0]] }
    }

    /// How many men there are, kings included.
    pub fn men(self) -> usize {
        2 + self.counts.iter().flatten().map(|&count| usize::from(count)).sum::<usize>()
    }

    /// How many pieces of a kind a side has besides the king.
    pub fn count(self, color: Color, piece: Piece) -> u8 {
        self.counts[color.index()].get(piece.index()).copied().unwrap_or(1)
    }

    /// How many positions of one side to move are numbered, mirrored ones being one.
    pub fn positions(self) -> u64 {
        Index::new(self).len() as u64
    }

    /// Whether there are pawns.
    pub fn has_pawns(self) -> bool {
        self.counts.iter().any(|side| side[Piece::Pawn.index()] > 0)
    }

    /// Whether both sides have the same men, so that one side to move stands for both.
    pub fn is_symmetric(self) -> bool {
        self.counts[0] == self.counts[1]
    }

    /// The sides to move that have values of their own: White alone if both sides are alike.
    pub fn turns(self) -> &'static [Color] {
        if self.is_symmetric() { &Color::ALL[..1] } else { &Color::ALL }
    }

    /// The kinds of men other than kings and pawns with their numbers, White's first, the strongest first.
    pub(crate) fn groups(self) -> impl Iterator<Item = (Man, usize)> {
        Color::ALL.into_iter().flat_map(move |color| {
            STRONGEST_FIRST[..4].iter().filter_map(move |&piece| match self.count(color, piece) {
                0 => None,
                count => Some((Man::new(color, piece), usize::from(count))),
            })
        })
    }

    /// The number of men of each kind as [`Material::to_bits`] has it, kings included.
    pub(crate) fn to_bits(self) -> u64 {
        let mut bits = (1 << (4 * Man::WhiteKing as u32)) | (1 << (4 * Man::BlackKing as u32));
        for color in Color::ALL {
            for piece in STRONGEST_FIRST {
                bits += u64::from(self.count(color, piece)) << (4 * Man::new(color, piece) as u32);
            }
        }
        bits
    }

    /// The same with colours changed.
    pub(crate) fn to_swapped_bits(self) -> u64 {
        self.swapped().to_bits()
    }

    /// The endings that one capture or promotion leads to; bare kings, which are always drawn, left out.
    pub fn successors(self) -> BTreeSet<Ending> {
        let mut found = BTreeSet::new();
        for by in Color::ALL {
            for promoted in self.promotions(by) {
                found.extend(promoted.captures(by).chain([promoted]));
            }
            found.extend(self.captures(by));
        }
        found
            .into_iter()
            .filter_map(|ending| Ending::from_counts(ending.counts))
            .map(|(ending, _)| ending)
            .filter(|ending| ending.men() > 2)
            .collect()
    }

    /// What is left after each capture that `by` can make; no order of sides.
    fn captures(self, by: Color) -> impl Iterator<Item = Ending> {
        let victim = by.other().index();
        (0..5).filter(move |&piece| self.counts[victim][piece] > 0).map(move |piece| {
            let mut left = self;
            left.counts[victim][piece] -= 1;
            left
        })
    }

    fn promotions(self, by: Color) -> impl Iterator<Item = Ending> {
        let pawn = Piece::Pawn.index();
        let can = self.counts[by.index()][pawn] > 0;
        Piece::PROMOTIONS.into_iter().filter(move |_| can).map(move |piece| {
            let mut promoted = self;
            promoted.counts[by.index()][pawn] -= 1;
            promoted.counts[by.index()][piece.index()] += 1;
            promoted
        })
    }

    /// The ending and all that can come of it, each after everything that it leads to.
    pub fn with_successors(self) -> Vec<Ending> {
        let mut known = BTreeSet::from([self]);
        let mut open = vec![self];
        while let Some(ending) = open.pop() {
            open.extend(ending.successors().into_iter().filter(|&next| known.insert(next)));
        }
        let mut sorted: Vec<Ending> = known.into_iter().collect();
        sorted.sort_by_key(|ending| ending.order());
        sorted
    }

    /// All endings with this many men, each after everything that it leads to.
    pub fn all_with(men: usize) -> Vec<Ending> {
        let mut sides: Vec<Vec<[u8; 5]>> = vec![vec![[0; 5]]];
        for _ in 2..men.min(MAX_MEN) {
            let last = sides.last().map_or(&[][..], Vec::as_slice);
            let grown: BTreeSet<[u8; 5]> =
                last.iter().flat_map(|side| (0..5).map(|piece| one_more(*side, piece))).collect();
            sides.push(grown.into_iter().collect());
        }
        let mut found = BTreeSet::new();
        if (3..=MAX_MEN).contains(&men) {
            for of_white in 0..=men - 2 {
                for white in &sides[of_white] {
                    let endings = sides[men - 2 - of_white].iter().map(|black| [*white, *black]);
                    found.extend(endings.filter_map(Ending::from_counts).map(|(ending, _)| ending));
                }
            }
        }
        let mut sorted: Vec<Ending> = found.into_iter().collect();
        sorted.sort_by_key(|ending| ending.order());
        sorted
    }

    /// Sorts endings so that captures and promotions lead to earlier ones.
    fn order(self) -> (usize, u8, [[u8; 5]; 2]) {
        let pawns = self.counts[0][0] + self.counts[1][0];
        (self.men(), pawns, self.counts)
    }
}

fn one_more(mut side: [u8; 5], piece: usize) -> [u8; 5] {
    side[piece] += 1;
    side
}

/// What a side's men are worth (9, 5, 3, 3, 1), then which are the strongest.
fn strength(side: [u8; 5]) -> (u32, [u8; 5]) {
    let worth = [1, 3, 3, 5, 9];
    let sum = side.iter().zip(worth).map(|(&count, worth)| u32::from(count) * worth).sum();
    let mut strongest_first = side;
    strongest_first.reverse();
    (sum, strongest_first)
}

impl fmt::Display for Ending {
    /// `KQKR`, White's men first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = String::with_capacity(MAX_MEN);
        for color in Color::ALL {
            name.push('K');
            for piece in STRONGEST_FIRST {
                for _ in 0..self.count(color, piece) {
                    name.push(piece.char().to_ascii_uppercase());
                }
            }
        }
        f.pad(&name)
    }
}

impl FromStr for Ending {
    type Err = EndingError;

    /// Reads `KQKR`, `KQvKR` or `kqkr`, either side first.
    fn from_str(text: &str) -> Result<Ending, EndingError> {
        let mut counts = [[0u8; 5]; 2];
        let mut kings = 0usize;
        let mut men = 0usize;
        for letter in text.chars() {
            if letter.eq_ignore_ascii_case(&'v') && kings == 1 {
                continue;
            }
            men += 1;
            match Piece::from_char(letter).ok_or(EndingError::Letter(letter))? {
                Piece::King => kings += 1,
                piece => {
                    let side = counts.get_mut(kings.wrapping_sub(1)).ok_or(EndingError::Kings)?;
                    side[piece.index()] = side[piece.index()].saturating_add(1);
                }
            }
        }
        if kings != 2 {
            return Err(EndingError::Kings);
        }
        if men > MAX_MEN {
            return Err(EndingError::TooManyMen(men));
        }
        Ending::from_counts(counts).map(|(ending, _)| ending).ok_or(EndingError::TooManyMen(men))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ending(name: &str) -> Ending {
        name.parse().expect("an ending")
    }

    fn names(endings: impl IntoIterator<Item = Ending>) -> Vec<String> {
        endings.into_iter().map(|ending| ending.to_string()).collect()
    }

    #[test]
    fn names_are_read_and_written() {
        for (text, name) in
            [("KQKR", "KQKR"), ("krvkq", "KQKR"), ("KNNvKQ", "KQKNN"), ("KNKB", "KBKN"), ("KPKP", "KPKP")]
        {
            assert_eq!(ending(text).to_string(), name);
        }
        let words = |text: &str| text.parse::<Ending>().expect_err("no ending").to_string();
        assert_eq!(
            words("KQKX"),
            "'X' in the name of an ending is no piece; expected letters like KQKR or KQvKR"
        );
        assert_eq!(
            words("QKKR"),
            "the name of an ending has two kings, each before the men of its side, like KQKR"
        );
        assert_eq!(words("KQ"), words("QKKR"));
        assert_eq!(words("KQQQKRR"), "the ending has 7 men; tables have at most 5");
        assert!("".parse::<Ending>().is_err() && "é".parse::<Ending>().is_err());
    }

    #[test]
    fn all_endings_are_counted() {
        assert_eq!(names(Ending::all_with(3)), ["KQK", "KRK", "KBK", "KNK", "KPK"]);
        assert_eq!(Ending::all_with(4).len(), 30);
        assert_eq!(Ending::all_with(5).len(), 110);
        assert!(Ending::all_with(2).is_empty() && Ending::all_with(6).is_empty());
    }

    #[test]
    fn what_an_ending_leads_to_comes_before_it() {
        assert_eq!(names(ending("KQKR").successors()), ["KQK", "KRK"]);
        assert_eq!(names(ending("KPK").successors()), ["KQK", "KRK", "KBK", "KNK"]);
        assert_eq!(ending("KPKP").with_successors().len(), 5 + 4 + 10 + 1);
        for men in 3..=5 {
            for ending in Ending::all_with(men) {
                let order = ending.with_successors();
                assert_eq!(order.last(), Some(&ending));
                for (place, one) in order.iter().enumerate() {
                    assert!(one.successors().iter().all(|next| order[..place].contains(next)));
                }
            }
        }
    }
}
