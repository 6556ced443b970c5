//! The type B strategy: forceful variations, until the position is stable.

use quevedo_rules::Board;

use super::forcefulness::{forceful_enough, threshold};
use super::stability::is_stable;
use super::type_a::ended;
use super::{INFINITY, Style};

/// How far variations go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// At least so many plies, stable or not.
    pub least: u32,
    /// Never more than so many.
    pub most: u32,
}

impl Default for Extent {
    /// "Always going at least two moves and never more than, say, 10."
    fn default() -> Extent {
        Extent { least: 2, most: 10 }
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
) -> i32 {
    if let Some(value) = ended(board, ply as i32) {
        return value;
    }
    let plies = ply as u32;
    if plies >= extent.most || (plies >= extent.least && is_stable(board)) {
        return style.value(board);
    }
    let in_check = board.in_check();
    let required = if in_check { 0 } else { threshold(ply) };
    let mut best = if required == 0 { -INFINITY } else { style.value(board) };
    if best >= beta {
        return best;
    }
    alpha = alpha.max(best);
    let mut moves: Vec<_> = board
        .legal_moves()
        .iter()
        .filter_map(|&mv| Some((forceful_enough(board, mv, required)?, mv)))
        .collect();
    moves.sort_by_key(|&(force, _)| core::cmp::Reverse(force));
    for (_, mv) in moves {
        let value = -explore(&board.play(mv), style, extent, ply + 1, (-beta, -alpha));
        best = best.max(value);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}
