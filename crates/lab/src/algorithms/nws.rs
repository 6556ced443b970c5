//! Null window search enhanced with table, extensions, null move and credit (Marsland and Björnsson, Fig. 1).
//!
//! What most programs of the 1990s ran. The figure's steps stand in its order. Two slips of the print are put
//! right: the window after the null move is (-beta, -beta + 1) and not (-beta - 1, -beta), and the new best move
//! is the one just searched. `Extend` obeys the extension switches, `NullMove` the null-move switch (standard
//! cut-offs only); table and credit (history) are always there.

use quevedo_value::Bound;

use crate::desk::Desk;
use crate::limits::INFINITE;
use crate::null_move::Advice;
use crate::picker::Picker;
use crate::tree::GameTree;
use crate::watch::{Observer, Reason};

/// The figure's `NWS(height, alpha, beta)`.
pub fn nws<T: GameTree, W: Observer<T::Move>>(
    desk: &mut Desk<'_, T, W>,
    height: i32,
    mut alpha: i32,
    mut beta: i32,
) -> i32 {
    // Extend forced moves; a draw, or quiescence search if the horizon is reached.
    let height = height.max(0) + desk.extension(height.max(0));
    if let Some(value) = desk.enter(alpha, beta, height) {
        return value;
    }

    // Look the position up in the transposition table.
    let entry = desk.retrieve();
    if let Some(entry) = entry.filter(|entry| desk.tree.ply() > 0 && desk.is_deep_enough(entry, height)) {
        match entry.flag {
            Bound::Exact => (alpha, beta) = (entry.merit, entry.merit),
            Bound::Upper => beta = beta.min(entry.merit),
            Bound::Lower => alpha = alpha.max(entry.merit),
        }
        if alpha >= beta {
            desk.counts.table_cutoffs += 1;
            return desk.leave(entry.merit, Reason::Table);
        }
    }

    // Do a null-move search with reduction R, if not in check and the last move was none.
    if beta < INFINITE && height > desk.settings.null_move.reduction(height, desk.tree.piece_count()) {
        let advice = desk.try_null_move(beta, height, false, |desk, left| nws(desk, left, -beta, -beta + 1));
        if let Advice::CutOff(_) = advice {
            return desk.leave(beta, Reason::NullMove);
        }
    }

    // Search the principal move before the others, those with a minimal window.
    let mut picker = Picker::new(entry.and_then(|entry| entry.mv), None);
    let (mut best_score, mut best_move) = (-INFINITE, None);
    while best_score < beta {
        let Some(mv) = picker.next(desk) else { break };
        let bound = alpha.max(best_score);
        desk.down(mv);
        let score = if best_move.is_none() {
            -nws(desk, height - 1, -beta, -alpha)
        } else {
            let score = -nws(desk, height - 1, -bound - 1, -bound);
            if score > bound && score < beta {
                desk.counts.researches += 1;
                -nws(desk, height - 1, -beta, -score)
            } else {
                score
            }
        };
        desk.up();
        if score > best_score {
            (best_score, best_move) = (score, Some(mv));
            desk.best(mv);
        }
    }
    // If there was no legal move, either a mate or a stalemate.
    let Some(mv) = best_move else { return desk.leaf() };

    // Update the table and the move ordering information.
    let bound = match best_score {
        score if score >= beta => Bound::Lower,
        score if score <= alpha => Bound::Upper,
        _ => Bound::Exact,
    };
    desk.store(height, best_score, bound, Some(mv));
    if bound != Bound::Upper {
        desk.add_credit(mv, height, bound == Bound::Lower);
    }
    if bound == Bound::Lower {
        desk.cut_off(best_score, picker.rest())
    } else {
        desk.leave(best_score, Reason::Exhausted)
    }
}
