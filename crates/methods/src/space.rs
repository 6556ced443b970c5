//! All scenes of a cast, numbered so that those that mirror each other share a number.
//!
//! Without pawns there are eight ways to look at a board and 462 pairs of kings; with a pawn there are two ways.

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use quevedo_rules::Square;

use crate::leaving::is_answered;
use crate::scene::{Cast, MAX_MEN, Scene, Side};
use crate::symmetry::Symmetry;

/// Marks kings that touch.
const TOUCHING: u16 = u16::MAX;

/// The number of a scene in its [`Space`].
pub(crate) type Cell = u32;

/// Pairs of kings that do not touch, for boards without pawns.
#[derive(Debug)]
struct Kings {
    pairs: Vec<(Square, Square)>,
    numbers: Vec<(u16, Symmetry)>,
    /// Whether both stand on the diagonal, by number.
    on_diagonal: Vec<bool>,
}

static KINGS: LazyLock<Kings> = LazyLock::new(|| {
    let squares = || Square::all().flat_map(|king| Square::all().map(move |bare| (king, bare)));
    // Of the eight images of a pair the smallest stands for all.
    let smallest = |king: Square, bare: Square| {
        let images = Symmetry::all().into_iter().map(|it| (it.apply(king), it.apply(bare), it));
        images.min_by_key(|&(king, bare, _)| (king, bare)).unwrap_or((king, bare, Symmetry::IDENTITY))
    };
    let is_own = |&(king, bare): &(Square, Square)| {
        let image = smallest(king, bare);
        (image.0, image.1) == (king, bare) && king.distance(bare) > 1
    };
    let pairs: Vec<_> = squares().filter(is_own).collect();
    let number = |(king, bare)| {
        let (image_king, image_bare, symmetry) = smallest(king, bare);
        let number = pairs.binary_search(&(image_king, image_bare));
        (number.map_or(TOUCHING, |number| number as u16), symmetry)
    };
    let numbers = squares().map(number).collect();
    let lies_on = |square: Square| square.index() / 8 == square.index() % 8;
    let on_diagonal = pairs.iter().map(|&(king, bare)| lies_on(king) && lies_on(bare)).collect();
    Kings { pairs, numbers, on_diagonal }
});

/// The numbering of a cast's scenes, and which of them the rules allow.
#[derive(Debug)]
pub(crate) struct Space {
    pub(crate) cast: Cast,
    has_pawns: bool,
    /// Two men of one kind in the third and fourth slots.
    has_twins: bool,
    legal: [Bits; 2],
    /// For each scene of the weak side how many scenes it can go to; [`ESCAPES`] if a move changes the men.
    replies: Vec<u8>,
    answered: Vec<Cell>,
}

/// The weak side can take something for nothing.
pub(crate) const ESCAPES: u8 = u8::MAX;

/// Cells next to a scene, each once. A queen and a king have no more moves than this.
pub(crate) type Neighbours = ArrayVec<Cell, 64>;

/// A set of cells.
#[derive(Clone, Debug)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    pub(crate) fn new(len: usize) -> Bits {
        Bits(vec![0; len.div_ceil(64)])
    }

    #[inline]
    pub(crate) fn contains(&self, cell: Cell) -> bool {
        self.0[cell as usize / 64] >> (cell % 64) & 1 != 0
    }

    #[inline]
    pub(crate) fn insert(&mut self, cell: Cell) {
        self.0[cell as usize / 64] |= 1 << (cell % 64);
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.0.iter().enumerate().flat_map(|(place, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(place as Cell * 64 + bit)
            })
        })
    }
}

impl Space {
    pub(crate) fn new(cast: Cast) -> Space {
        let men = cast.men();
        let has_twins = men.len() > 3 && men[2] == men[3];
        let mut space = Space {
            cast,
            has_pawns: cast.has_pawns(),
            has_twins,
            legal: [Bits::new(0), Bits::new(0)],
            replies: Vec::new(),
            answered: Vec::new(),
        };
        let mut legal = [Bits::new(space.len()), Bits::new(space.len())];
        for cell in 0..space.len() as Cell {
            let scene = space.scene(cell);
            let occupied = cast.occupied(&scene);
            if occupied.len() as usize != men.len() || space.cell(&scene) != Some(cell) {
                continue;
            }
            for (side, set) in [Side::Strong, Side::Weak].into_iter().zip(&mut legal) {
                if cast.is_legal(&scene, side) {
                    set.insert(cell);
                }
            }
        }
        let mut replies = vec![0; space.len()];
        for cell in legal[1].cells() {
            let count = space.count_replies(&space.scene(cell));
            replies[cell as usize] = count.unwrap_or(ESCAPES);
            if count == Some(0) && space.cast.can_reply(&space.scene(cell)) {
                space.answered.push(cell);
            }
        }
        space.legal = legal;
        space.replies = replies;
        space
    }

    /// How many scenes the weak side can go to; `None` if it can take something for nothing.
    fn count_replies(&self, scene: &Scene) -> Option<u8> {
        let mut cells = Neighbours::new();
        let mut escapes = false;
        self.cast.weak_plies(scene, |ply| {
            if ply.leaves() {
                escapes = !is_answered(self.cast, scene, ply);
            } else if let Some(cell) = self.cell(&scene.after(ply)).filter(|cell| !cells.contains(cell)) {
                cells.push(cell);
            }
            !escapes
        });
        (!escapes).then_some(cells.len() as u8)
    }

    /// Scenes in which the weak side can only take, and is taken back into a won ending.
    pub(crate) fn answered(&self) -> &[Cell] {
        &self.answered
    }

    /// For each scene of the weak side how many scenes it can go to.
    pub(crate) fn replies(&self) -> &[u8] {
        &self.replies
    }

    /// How many numbers there are, some of them of no legal scene.
    pub(crate) fn len(&self) -> usize {
        let others = 64usize.pow(self.cast.men().len() as u32 - 2);
        if self.cast.pawn().is_some() {
            64 * others
        } else if self.has_pawns {
            64 * 64 / 2 * others
        } else {
            KINGS.pairs.len() * others
        }
    }

    /// The cells of legal scenes with this side to move.
    pub(crate) fn legal(&self, side: Side) -> &Bits {
        match side {
            Side::Strong => &self.legal[0],
            Side::Weak => &self.legal[1],
        }
    }

    /// The number of a scene; `None` if the kings touch.
    #[inline]
    pub(crate) fn cell(&self, scene: &Scene) -> Option<Cell> {
        self.find(scene).map(|(cell, _)| cell)
    }

    /// The number of a scene and the symmetry that leads to the one that stands for all of its images.
    #[inline]
    pub(crate) fn find(&self, scene: &Scene) -> Option<(Cell, Symmetry)> {
        if self.has_pawns {
            let symmetry = if scene.first().index() % 8 > 3 { Symmetry::MIRROR } else { Symmetry::IDENTITY };
            let is_there = self.cast.pawn().is_none_or(|square| symmetry.apply(scene.first()) == square);
            return is_there.then(|| (self.number_with_pawn(scene, symmetry), symmetry));
        }
        let (pair, symmetry) = KINGS.numbers[scene.king().index() << 6 | scene.bare().index()];
        if pair == TOUCHING {
            return None;
        }
        let cell = self.number(pair, scene, symmetry);
        // Kings on one diagonal leave two images: the smaller number stands for both.
        let on_diagonal = |square: Square| {
            let square = symmetry.apply(square).index();
            square / 8 == square % 8
        };
        if on_diagonal(scene.king()) && on_diagonal(scene.bare()) {
            let mirrored = symmetry.mirrored();
            let other = self.number(pair, scene, mirrored);
            return Some(if other < cell { (other, mirrored) } else { (cell, symmetry) });
        }
        Some((cell, symmetry))
    }

    #[inline]
    fn number(&self, pair: u16, scene: &Scene, symmetry: Symmetry) -> Cell {
        let mut at = scene.at;
        for square in &mut at[2..self.cast.men().len()] {
            *square = symmetry.apply(*square);
        }
        if self.has_twins && at[3] < at[2] {
            at.swap(2, 3);
        }
        at[2..self.cast.men().len()]
            .iter()
            .fold(Cell::from(pair), |cell, square| cell << 6 | square.index() as Cell)
    }

    #[inline]
    fn number_with_pawn(&self, scene: &Scene, symmetry: Symmetry) -> Cell {
        let at = |slot: usize| symmetry.apply(scene.at[slot]).index() as Cell;
        let pawn = at(2);
        let folded = if self.cast.pawn().is_some() { 0 } else { (pawn / 8) << 2 | (pawn % 8) };
        let start = (folded << 6 | at(0)) << 6 | at(1);
        (3..self.cast.men().len()).fold(start, |cell, slot| cell << 6 | at(slot))
    }

    /// Whether the men beside the kings can be moved in the number itself.
    #[inline]
    pub(crate) fn is_plain(&self, cell: Cell) -> bool {
        !self.has_pawns && !self.has_twins && !KINGS.on_diagonal[(cell >> self.shift()) as usize]
    }

    /// The number of bits of the men beside the kings.
    #[inline]
    fn shift(&self) -> u32 {
        6 * (self.cast.men().len() as u32 - 2)
    }

    /// The number with another square for a man, if it is [plain](Space::is_plain).
    #[inline]
    pub(crate) fn replaced(&self, cell: Cell, slot: usize, square: Square) -> Cell {
        let shift = 6 * (self.cast.men().len() - 1 - slot) as u32;
        (cell & !(63 << shift)) | (square.index() as Cell) << shift
    }

    /// The scene with this number.
    pub(crate) fn scene(&self, cell: Cell) -> Scene {
        let mut scene = Scene { at: [Square::A1; MAX_MEN] };
        let mut rest = cell;
        let mut next = || {
            let square = Square::new((rest & 63) as u8);
            rest >>= 6;
            square
        };
        let men = self.cast.men().len();
        if self.has_pawns {
            (3..men).rev().for_each(|slot| scene.at[slot] = next());
            scene.at[1] = next();
            scene.at[0] = next();
            let folded = next().index() as u8;
            let pawn = Square::new((folded >> 2) * 8 + (folded & 3));
            scene.at[2] = self.cast.pawn().unwrap_or(pawn);
        } else {
            (2..men).rev().for_each(|slot| scene.at[slot] = next());
            (scene.at[0], scene.at[1]) = KINGS.pairs[rest as usize];
        }
        scene
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_rules::Man::{BlackKing, WhiteBishop, WhiteKing, WhitePawn, WhiteRook};

    #[test]
    fn numbers_and_scenes_belong_together() {
        for men in [
            &[WhiteKing, BlackKing, WhiteRook][..],
            &[WhiteKing, BlackKing, WhitePawn],
            &[WhiteKing, BlackKing, WhiteBishop, WhiteBishop],
        ] {
            let space = Space::new(Cast::new(men));
            for cell in space.legal(Side::Weak).cells().step_by(17) {
                let scene = space.scene(cell);
                assert_eq!(space.cell(&scene), Some(cell));
                let images = if space.has_pawns { 2 } else { 8 };
                for symmetry in Symmetry::all().into_iter().take(images) {
                    let image = Scene { at: scene.at.map(|square| symmetry.apply(square)) };
                    let (found, back) = space.find(&image).expect("kings apart");
                    assert_eq!(found, cell, "{scene:?} {symmetry:?}");
                    let men = 2..space.cast.men().len();
                    let mut moved: Vec<Square> =
                        image.at[men.clone()].iter().map(|&it| back.apply(it)).collect();
                    if space.has_twins {
                        moved.sort();
                    }
                    assert_eq!(moved, scene.at[men]);
                }
            }
        }
    }

    #[test]
    fn rook_endings_are_as_many_as_everybody_counts() {
        let space = Space::new(Cast::new(&[WhiteKing, BlackKing, WhiteRook]));
        assert_eq!(KINGS.pairs.len(), 462);
        assert_eq!(space.legal(Side::Weak).len(), 28_056, "the positions of UCI's KRK data, Black to move");
    }
}
