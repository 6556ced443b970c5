//! Conspiracy numbers (`McAllester` 1988).
//!
//! How much can the value of a tree be trusted? Ask how many of its leaves would have to change their values, all
//! in favour of the same side, for the root to reach another value: that many must *conspire*. To raise a node to
//! v one child suffices, so the number is the least of its children's; to press it down to v all children must
//! give way, so it is the sum. A value that few leaves hold up is worth another ply; one that only a great
//! conspiracy could change is not.

use crate::limits::{INFINITE, MAX_DEPTH};
use crate::tree::GameTree;

/// How many leaves must change for the root to be worth something else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conspirators {
    /// The other value.
    pub value: i32,
    /// Leaves that must change for the root to be worth at least as much; `None` if no conspiracy is enough,
    /// because ends of the game cannot change.
    pub to_rise: Option<u32>,
    /// Leaves that must change for the root to be worth at most as much.
    pub to_fall: Option<u32>,
}

/// The minimax value of a small tree and the conspiracies that could change it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conspiracy {
    /// The value of the root.
    pub value: i32,
    /// The leaves of the tree.
    pub leaves: u64,
    /// For each value asked about.
    pub numbers: Vec<Conspirators>,
}

/// What no conspiracy can do.
const NEVER: u32 = u32::MAX;

/// Builds the whole tree to a depth (so it must be small) and counts the conspirators for each of the values.
///
/// ```
/// use quevedo_lab::{ChessTree, Judge, conspiracy_numbers};
/// use quevedo_rules::Board;
///
/// // White to move: a pawn up or not, as far as one ply shows.
/// let board = Board::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?;
/// let found = conspiracy_numbers(&mut ChessTree::new(&board, Judge::Material), 1, &[200, 0]);
/// assert_eq!((found.value, found.leaves), (100, 6));
/// assert_eq!(found.numbers[0].to_rise, Some(1), "one good move is enough to be worth more");
/// assert_eq!(found.numbers[1].to_fall, Some(6), "all six must be bad for White to be worth less");
/// # Ok::<(), quevedo_rules::FenError>(())
/// ```
pub fn conspiracy_numbers<T: GameTree>(tree: &mut T, depth: i32, values: &[i32]) -> Conspiracy {
    let mut leaves = 0;
    let root = numbers(tree, depth.min(MAX_DEPTH), values, 1, &mut leaves);
    let number = |count: u32| (count != NEVER).then_some(count);
    let numbers = values
        .iter()
        .zip(root.rise.iter().zip(&root.fall))
        .map(|(&value, (&rise, &fall))| Conspirators { value, to_rise: number(rise), to_fall: number(fall) });
    Conspiracy { value: root.value, leaves, numbers: numbers.collect() }
}

/// A node: its value for its side to move, and its conspirators for each value asked about.
struct Numbers {
    value: i32,
    rise: Vec<u32>,
    fall: Vec<u32>,
}

/// `sign` turns the root's values into those of the side to move.
fn numbers<T: GameTree>(tree: &mut T, depth: i32, values: &[i32], sign: i32, leaves: &mut u64) -> Numbers {
    let moves = if tree.is_draw() { crate::tree::Moves::new() } else { tree.moves() };
    if depth <= 0 || moves.is_empty() {
        *leaves += 1;
        return leaf(tree, values, sign, moves.is_empty());
    }
    let mut node = Numbers { value: -INFINITE, rise: vec![NEVER; values.len()], fall: vec![0; values.len()] };
    for &mv in &moves {
        tree.make(mv);
        let child = numbers(tree, depth - 1, values, -sign, leaves);
        tree.unmake();
        node.value = node.value.max(-child.value);
        for (mine, theirs) in node.rise.iter_mut().zip(child.fall) {
            *mine = (*mine).min(theirs);
        }
        for (mine, theirs) in node.fall.iter_mut().zip(child.rise) {
            *mine = mine.saturating_add(theirs);
        }
    }
    node
}

fn leaf<T: GameTree>(tree: &mut T, values: &[i32], sign: i32, is_end: bool) -> Numbers {
    let value = match is_end {
        true if tree.is_draw() => 0,
        true => tree.leaf_value(),
        false => tree.evaluate(),
    };
    let change = if is_end { NEVER } else { 1 };
    let count = |reached: bool| if reached { 0 } else { change };
    Numbers {
        value,
        rise: values.iter().map(|&wanted| count(value >= sign * wanted)).collect(),
        fall: values.iter().map(|&wanted| count(value <= sign * wanted)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SyntheticTree;

    /// The value of a tree of width 2 and height 3 with these leaves, for the player at the root.
    fn minimax(leaves: &[i32]) -> i32 {
        let level_two: Vec<i32> = leaves.chunks(2).map(|pair| pair[0].max(pair[1])).collect();
        let level_one: Vec<i32> = level_two.chunks(2).map(|pair| pair[0].min(pair[1])).collect();
        level_one[0].max(level_one[1])
    }

    /// The smallest set of leaves that, changed to `to`, brings the root where it is wanted.
    fn smallest(leaves: &[i32], to: i32, wanted: impl Fn(i32) -> bool) -> u32 {
        let sets = (0_u32..1 << leaves.len()).filter(|set| {
            let changed: Vec<i32> = leaves
                .iter()
                .enumerate()
                .map(|(i, &leaf)| if set >> i & 1 == 1 { to } else { leaf })
                .collect();
            wanted(minimax(&changed))
        });
        sets.map(u32::count_ones).min().expect("all of them")
    }

    #[test]
    fn numbers_are_the_sizes_of_the_smallest_conspiracies() {
        for seed in 0..60 {
            // Four plies high, searched to three, so that the leaves can change.
            let mut tree = SyntheticTree::random(2, 4, seed).with_spread(9);
            let mut leaves = Vec::new();
            for path in 0..8_u16 {
                let moves = [path >> 2 & 1, path >> 1 & 1, path & 1];
                for mv in moves {
                    tree.make(mv);
                }
                leaves.push(-tree.evaluate());
                for _ in moves {
                    tree.unmake();
                }
            }
            let values: Vec<i32> = (-10..=10).collect();
            let found = conspiracy_numbers(&mut tree, 3, &values);
            assert_eq!((found.value, found.leaves), (minimax(&leaves), 8));
            for number in found.numbers {
                let wanted = number.value;
                assert_eq!(
                    number.to_rise,
                    Some(smallest(&leaves, INFINITE, |value| value >= wanted)),
                    "{seed}"
                );
                assert_eq!(
                    number.to_fall,
                    Some(smallest(&leaves, -INFINITE, |value| value <= wanted)),
                    "{seed}"
                );
            }
        }
    }

    #[test]
    fn ends_of_the_game_do_not_conspire() {
        let mut tree = SyntheticTree::random(2, 2, 5);
        let found = conspiracy_numbers(&mut tree, 2, &[5_000, -5_000]);
        assert!(found.numbers.iter().all(|number| number.to_rise.is_none() != number.to_fall.is_none()));
    }
}
