//! Narrow-window aspiration search (Marsland 1991, Fig. 3).
//!
//! Alpha-beta with a window around an estimate V. If the value falls inside, the search was cheaper; if not, it
//! is repeated on the side to which it failed. *Iterated* aspiration (Slate and Atkin 1977) takes V from the
//! iteration before: switch deepening on.

use super::alpha_beta;
use crate::desk::Desk;
use crate::limits::INFINITE;
use crate::tree::GameTree;
use crate::watch::Observer;

/// The value found from an estimate and its expected error.
pub fn aspiration<T: GameTree, W: Observer<T::Move>>(
    desk: &mut Desk<'_, T, W>,
    estimate: i32,
    error: i32,
    depth: i32,
) -> i32 {
    aspire(desk, estimate, error, |desk, alpha, beta| alpha_beta(desk, alpha, beta, depth))
}

/// The figure, around any search that takes a window.
pub(crate) fn aspire<T: GameTree, W: Observer<T::Move>>(
    desk: &mut Desk<'_, T, W>,
    estimate: i32,
    error: i32,
    mut search: impl FnMut(&mut Desk<'_, T, W>, i32, i32) -> i32,
) -> i32 {
    let alpha = estimate - error;
    let beta = estimate + error;
    let value = search(desk, alpha, beta);
    // One beyond V: a value of exactly V must fall inside the open window to bring its line.
    let (alpha, beta) = match value {
        high if high >= beta => (high - 1, INFINITE),
        low if low <= alpha => (-INFINITE, low + 1),
        inside => return inside,
    };
    desk.counts.researches += 1;
    let value = search(desk, alpha, beta);
    if alpha < value && value < beta {
        return value;
    }
    // Tables and pruning can contradict themselves; then only the whole window helps.
    desk.counts.researches += 1;
    search(desk, -INFINITE, INFINITE)
}
