//! Trees without a game: every node has the same number of branches, and values come from a hash of the path.
//!
//! Knuth and Moore's formulas are about such trees. Three kinds of order matter to them:
//! - *random*: the values of the leaves are independent;
//! - *perfect*: the first move is always the best;
//! - *strong*: the first move is the best with a stated probability, as in the trees of chess programs that
//!   order their moves well (Marsland and Campbell 1982).
//!
//! In the two ordered kinds values are handed down from the root: a node worth v gives one child -v and every
//! other child at least that, so that the value of the root is known before anybody searches.

use crate::tree::{GameTree, MAX_WIDTH, Moves};

/// How the moves of a synthetic tree are ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Independent leaves.
    Random,
    /// Independent leaves, and different paths can lead to the same position: the position depends on the moves
    /// of each side but not on their sequence.
    Transposing,
    /// The best move comes first.
    Perfect,
    /// The best move comes first in so many of a hundred nodes, and anywhere else in the others.
    Strong(u8),
}

/// A uniform tree whose values come from a seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntheticTree {
    width: usize,
    height: usize,
    order: Order,
    spread: i32,
    ragged: bool,
    path: Vec<Place>,
}

/// A node: its fingerprint, and the value handed down to it in ordered trees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    hash: u64,
    /// What each side's moves add up to, for transposing trees.
    sums: [u32; 2],
    value: i32,
}

/// Steele, Lea and Flood's `SplitMix64` as a hash.
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

impl SyntheticTree {
    /// A tree with so many moves at every node, so many plies high. Widths are kept between 1 and
    /// [`MAX_WIDTH`].
    pub fn new(width: usize, height: usize, order: Order, seed: u64) -> SyntheticTree {
        let hash = mix(seed);
        let value = (hash % 201) as i32 - 100;
        let root = Place { hash, sums: [0; 2], value };
        SyntheticTree {
            width: width.clamp(1, MAX_WIDTH),
            height,
            order,
            spread: 1_000,
            ragged: false,
            path: vec![root],
        }
    }

    /// A tree with independent leaves.
    pub fn random(width: usize, height: usize, seed: u64) -> SyntheticTree {
        SyntheticTree::new(width, height, Order::Random, seed)
    }

    /// Leaf values between minus and plus this much; small numbers make many equal values.
    pub fn with_spread(mut self, spread: i32) -> SyntheticTree {
        self.spread = spread.clamp(0, 10_000);
        self
    }

    /// Not uniform after all: each node has between no and all of its moves, so some lines end early. Only
    /// trees with independent leaves can be ragged.
    pub fn ragged(mut self) -> SyntheticTree {
        self.ragged = matches!(self.order, Order::Random | Order::Transposing);
        self
    }

    /// The number of moves at each node.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of plies.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The value of the root where it is handed down: in perfectly and strongly ordered trees.
    pub fn known_value(&self) -> Option<i32> {
        matches!(self.order, Order::Perfect | Order::Strong(_)).then(|| self.path[0].value)
    }

    /// The terminal nodes of the minimal tree of this width, searched to a depth (Knuth and Moore 1975):
    /// W^ceil(D/2) + W^floor(D/2) - 1.
    ///
    /// ```
    /// assert_eq!(quevedo_lab::SyntheticTree::minimal_leaves(3, 3), 9 + 3 - 1);
    /// ```
    pub fn minimal_leaves(width: usize, depth: u32) -> u64 {
        let power = |exponent| (width as u64).saturating_pow(exponent);
        power(depth.div_ceil(2)).saturating_add(power(depth / 2)) - 1
    }

    fn here(&self) -> Place {
        // The path never loses its root.
        self.path.last().copied().unwrap_or(Place { hash: 0, sums: [0; 2], value: 0 })
    }

    /// Which of the moves keeps the node's value.
    fn best_move(&self, hash: u64) -> usize {
        let chance = mix(hash ^ 0x5eed);
        match self.order {
            Order::Strong(percent) if chance % 100 >= u64::from(percent) && self.width > 1 => {
                1 + (mix(chance) % (self.width as u64 - 1)) as usize
            }
            _ => 0,
        }
    }

    /// The node below a move.
    fn child(&self, index: usize) -> Place {
        let here = self.here();
        let side = self.ply() % 2;
        let mut sums = here.sums;
        sums[side] = sums[side].wrapping_add(1 + (index as u32));
        let hash = match self.order {
            Order::Transposing => {
                let root = self.path[0].hash;
                mix(root ^ mix(u64::from(sums[0]) << 40 ^ u64::from(sums[1]) << 8 ^ self.path.len() as u64))
            }
            _ => mix(here.hash ^ mix(index as u64 + 1)),
        };
        let worse = if index == self.best_move(here.hash) { 0 } else { (hash >> 40) as i32 % 100 };
        Place { hash, sums, value: -here.value + worse }
    }
}

impl GameTree for SyntheticTree {
    type Move = u16;

    fn moves(&self) -> Moves<u16> {
        if self.ply() >= self.height {
            return Moves::new();
        }
        // The root always has all its moves, so that ragged trees are not mostly bare.
        let width = if self.ragged && self.ply() > 0 {
            (mix(self.here().hash ^ 0x7a_66ed) % (self.width as u64 + 1)) as usize
        } else {
            self.width
        };
        (0..width as u16).collect()
    }

    fn make(&mut self, mv: u16) {
        let child = self.child(mv.into());
        self.path.push(child);
    }

    fn unmake(&mut self) {
        if self.path.len() > 1 {
            self.path.pop();
        }
    }

    fn ply(&self) -> usize {
        self.path.len() - 1
    }

    fn evaluate(&mut self) -> i32 {
        let here = self.here();
        match self.order {
            Order::Random | Order::Transposing => {
                (mix(here.hash ^ 0xea7) % (2 * self.spread as u64 + 1)) as i32 - self.spread
            }
            Order::Perfect | Order::Strong(_) => here.value,
        }
    }

    fn key(&self) -> u64 {
        self.here().hash
    }

    /// Branches are numbered from 1, as in Marsland's figures.
    fn name(&self, mv: u16) -> String {
        (mv + 1).to_string()
    }

    fn is_legal(&self, mv: u16) -> bool {
        self.moves().len() > mv.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transpositions_share_a_key_and_paths_do_not() {
        let walk = |order, moves: [u16; 4]| {
            let mut tree = SyntheticTree::new(3, 6, order, 7);
            for mv in moves {
                tree.make(mv);
            }
            tree.key()
        };
        assert_eq!(walk(Order::Transposing, [0, 2, 1, 0]), walk(Order::Transposing, [1, 0, 0, 2]));
        assert_ne!(walk(Order::Transposing, [0, 2, 1, 0]), walk(Order::Transposing, [1, 0, 1, 2]));
        assert_ne!(walk(Order::Random, [0, 2, 1, 0]), walk(Order::Random, [1, 0, 0, 2]));
    }

    #[test]
    fn strong_trees_put_the_best_move_first_as_often_as_they_say() {
        let first = (0..2_000).filter(|&seed| {
            let tree = SyntheticTree::new(5, 2, Order::Strong(70), seed);
            tree.best_move(tree.here().hash) == 0
        });
        let first = first.count();
        assert!((1_300..1_500).contains(&first), "{first} of 2000");
    }
}
