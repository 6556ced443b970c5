//! Depth-limited, fail-soft alpha-beta under negamax search (Marsland 1991, Fig. 1).
//!
//! The window (alpha, beta) holds what the two sides can already have elsewhere. A move that reaches beta refutes
//! the line that led here, so its brothers need not be looked at. Fishburn's `max(alpha, merit)` is the
//! *fail-soft* condition: the value returned is the best one found, even outside the window, and then it is a
//! bound on the true one.

use crate::desk::Desk;
use crate::limits::INFINITE;
use crate::tree::GameTree;
use crate::watch::{Observer, Reason};

/// The figure's `AB(p, alpha, beta, depth)`.
pub fn alpha_beta<T: GameTree, W: Observer<T::Move>>(
    desk: &mut Desk<'_, T, W>,
    alpha: i32,
    beta: i32,
    depth: i32,
) -> i32 {
    if let Some(value) = desk.enter(alpha, beta, depth) {
        return value;
    }
    let moves = desk.moves();
    if moves.is_empty() {
        return desk.leaf();
    }
    // Find the merit of the best variation.
    let mut merit = -INFINITE;
    for (j, &mv) in moves.iter().enumerate() {
        desk.down(mv);
        let value = -alpha_beta(desk, -beta, -alpha.max(merit), depth - 1);
        desk.up();
        if value > merit {
            merit = value;
            desk.best(mv);
        }
        if merit >= beta {
            return desk.cut_off(merit, &moves[j + 1..]);
        }
    }
    desk.leave(merit, Reason::Exhausted)
}
