//! Minimal window Principal Variation Search (Marsland and Campbell 1982; Marsland 1991, Fig. 5).
//!
//! The first move is searched with the whole window, the others with one of no width around the best value so
//! far: they only have to be proved inferior. One that is not is searched again. By Reinefeld's rule this second
//! search can be left out at a remaining depth of 2 or less, because the fail-soft value is exact there: the reply
//! nodes below were evaluated all, and statically. (With a quiescence search the frontier itself gives only
//! bounds, so then the rule does not apply.)

use crate::desk::Desk;
use crate::settings::Quiescence;
use crate::tree::GameTree;
use crate::watch::{Observer, Reason};

/// The figure's `PVS(p, alpha, beta, depth)`.
pub fn pvs<T: GameTree, W: Observer<T::Move>>(
    desk: &mut Desk<'_, T, W>,
    mut alpha: i32,
    beta: i32,
    depth: i32,
) -> i32 {
    if let Some(value) = desk.enter(alpha, beta, depth) {
        return value;
    }
    let moves = desk.moves();
    let Some(&first) = moves.first() else { return desk.leaf() };
    let exact_below = if desk.settings.quiescence == Quiescence::Off { 2 } else { 0 };

    // Principal variation?
    desk.down(first);
    let mut merit = -pvs(desk, -beta, -alpha, depth - 1);
    desk.up();
    desk.best(first);
    for (j, &mv) in moves.iter().enumerate().skip(1) {
        if merit >= beta {
            return desk.cut_off(merit, &moves[j..]);
        }
        alpha = alpha.max(merit);
        desk.down(mv);
        // A search with the minimal, zero-width window; again, if it fails high.
        let mut value = -pvs(desk, -alpha - 1, -alpha, depth - 1);
        if value > merit && alpha < value && value < beta && depth > exact_below {
            desk.counts.researches += 1;
            value = -pvs(desk, -beta, -value, depth - 1);
        }
        desk.up();
        if value > merit {
            merit = value;
            desk.best(mv);
        }
    }
    if merit >= beta { desk.cut_off(merit, &[]) } else { desk.leave(merit, Reason::Exhausted) }
}
