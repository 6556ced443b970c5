//! The type B strategy: forceful variations, until the position is stable.

use quevedo_rules::Board;

use super::forcefulness::{forceful_enough, threshold};
use super::stability::is_stable;
use super::type_a::ended;
use super::{Effort, INFINITY, Style};

/// How far variations go, in plies. (Shannon counts moves: one for each side.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// At least so many plies, stable or not.
    pub least: u32,
    /// Never more than so many.
    pub most: u32,
}

impl Default for Extent {
    /// "Always, however, going at least two moves and never more, say, 10."
    fn default() -> Extent {
        Extent::of_moves(2, 10)
    }
}

impl Extent {
    /// At least and at most so many moves, as the paper counts them: "after three moves (for each side)".
    pub const fn of_moves(least: u32, most: u32) -> Extent {
        Extent { least: 2 * least, most: 2 * most }
    }
}

/// The value of a position for the side to move.
///
/// Where h(P, M) leaves moves out, the side to move need not play any of the others: f(P) is what it has
/// without them. In check there is no such choice, and every move is looked at. (The paper does not say;
/// without it a single bad capture would be forced.)
pub(super) fn explore(
    board: &Board,
    style: &Style,
    extent: Extent,
    ply: usize,
    (mut alpha, beta): (i32, i32),
    effort: &mut Effort,
) -> i32 {
    effort.visit();
    let plies = ply as u32;
    if let Some(value) = ended(board, ply as i32) {
        effort.end(plies);
        return value;
    }
    if plies >= extent.most || (plies >= extent.least && is_stable(board)) {
        effort.end(plies);
        return style.value(board);
    }
    let in_check = board.in_check();
    let required = if in_check { 0 } else { threshold(ply) };
    let mut best = if required == 0 { -INFINITY } else { style.value(board) };
    if best >= beta {
        effort.end(plies);
        return best;
    }
    alpha = alpha.max(best);
    let mut moves: Vec<_> = board
        .legal_moves()
        .iter()
        .filter_map(|&mv| Some((forceful_enough(board, mv, required)?, mv)))
        .collect();
    moves.sort_by_key(|&(force, _)| core::cmp::Reverse(force));
    if moves.is_empty() {
        effort.end(plies);
    }
    for (_, mv) in moves {
        let value = -explore(&board.play(mv), style, extent, ply + 1, (-beta, -alpha), effort);
        best = best.max(value);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}
