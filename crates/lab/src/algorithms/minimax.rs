//! Minimax (von Neumann and Morgenstern 1944; Shannon's type A), in the negamax framework.
//!
//! Marsland and Björnsson, section 2.1: `MinMax(n) = MAX_i(-MinMax(n_i))`. Every leaf is visited, W^D of them in
//! a uniform tree. All other algorithms are measured against its value.

use crate::desk::Desk;
use crate::limits::INFINITE;
use crate::tree::GameTree;
use crate::watch::{Observer, Reason};

/// The value of the node for the side to move, `depth` plies deep.
pub fn minimax<T: GameTree, W: Observer<T::Move>>(desk: &mut Desk<'_, T, W>, depth: i32) -> i32 {
    if let Some(value) = desk.enter(-INFINITE, INFINITE, depth) {
        return value;
    }
    let moves = desk.moves();
    if moves.is_empty() {
        return desk.leaf();
    }
    let mut merit = -INFINITE;
    for &mv in &moves {
        desk.down(mv);
        let value = -minimax(desk, depth - 1);
        desk.up();
        if value > merit {
            merit = value;
            desk.best(mv);
        }
    }
    desk.leave(merit, Reason::Exhausted)
}
