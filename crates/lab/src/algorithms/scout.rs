//! SCOUT (Pearl 1980).
//!
//! It is cheaper to prove a move inferior than to find out its value. The first move is evaluated; every other
//! is only *tested* for being better, and evaluated if it is. The test is a search of its own that returns yes or
//! no; PVS is what became of SCOUT when the test was seen to be alpha-beta with a window of no width.

use crate::desk::Desk;
use crate::limits::INFINITE;
use crate::tree::GameTree;
use crate::watch::{Observer, Reason};

/// The value of the node: Pearl's `EVAL`.
pub fn scout<T: GameTree, W: Observer<T::Move>>(desk: &mut Desk<'_, T, W>, depth: i32) -> i32 {
    if let Some(value) = desk.enter(-INFINITE, INFINITE, depth) {
        return value;
    }
    let moves = desk.moves();
    if moves.is_empty() {
        return desk.leaf();
    }
    let mut merit = -INFINITE;
    for (j, &mv) in moves.iter().enumerate() {
        desk.down(mv);
        // We are better than `merit` with this move if the opponent cannot have -merit.
        let worth_it = j == 0 || !test(desk, -merit, depth - 1);
        if worth_it {
            desk.counts.researches += u64::from(j > 0);
            let value = -scout(desk, depth - 1);
            if value > merit {
                merit = value;
                desk.up();
                desk.best(mv);
                continue;
            }
        }
        desk.up();
    }
    desk.leave(merit, Reason::Exhausted)
}

/// Whether the node is worth at least `bound` to the side to move: Pearl's `TEST`.
fn test<T: GameTree, W: Observer<T::Move>>(desk: &mut Desk<'_, T, W>, bound: i32, depth: i32) -> bool {
    if let Some(value) = desk.enter(bound - 1, bound, depth) {
        return value >= bound;
    }
    let moves = desk.moves();
    if moves.is_empty() {
        return desk.leaf() >= bound;
    }
    for (j, &mv) in moves.iter().enumerate() {
        desk.down(mv);
        let reached = !test(desk, 1 - bound, depth - 1);
        desk.up();
        if reached {
            desk.cut_off(bound, &moves[j + 1..]);
            return true;
        }
    }
    desk.leave(bound - 1, Reason::Exhausted);
    false
}
