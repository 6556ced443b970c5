//! Beal's null-move quiescence (*Experiments with the null move*, 1989).
//!
//! What makes a move worth looking at is not that it captures but that it threatens something. So all moves are
//! candidates, and the null move chooses: a side that is content after passing needs no move, and a move after
//! which the other side is content with passing is not worth looking at either. Here passing is judged by one
//! level less of the same search (the *second order*): the opponent may use the tempo for captures, so a side
//! with a man under attack is not content. Beal bounds the search by its order; we bound it by plies, too.

use super::captures;
use crate::desk::Desk;
use crate::limits::{INFINITE, MAX_PLY};
use crate::order;
use crate::tree::{GameTree, Moves};
use crate::watch::{Observer, Reason};

/// How far beyond the horizon quiet moves are candidates; after that only captures are.
const PLIES: usize = 3;

/// The search of a node that has been entered, `beyond` plies behind the horizon.
pub(super) fn search<T: GameTree, W: Observer<T::Move>>(
    desk: &mut Desk<'_, T, W>,
    alpha: i32,
    beta: i32,
    beyond: usize,
) -> i32 {
    if beyond >= PLIES || desk.tree.ply() >= MAX_PLY {
        return captures(desk, alpha, beta, beyond);
    }
    // In check nobody may pass: nothing is known yet.
    let mut merit = pass(desk, alpha, beta, beyond).unwrap_or(-INFINITE);
    if merit >= beta || desk.is_over() {
        return merit.max(-INFINITE + 1);
    }
    desk.counts.generations += 1;
    let mut moves = desk.tree.moves();
    if moves.is_empty() {
        return desk.tree.leaf_value();
    }
    let mut ranks: Moves<i32> =
        moves.iter().map(|&mv| desk.tree.capture_rank(mv).unwrap_or(i32::MIN)).collect();
    for next in 0..moves.len() {
        order::pick(&mut moves, &mut ranks, next);
        desk.down(moves[next]);
        let (low, high) = (-beta, -alpha.max(merit));
        desk.enter_quiescence(low, high);
        let reply = search(desk, low, high, beyond + 1);
        desk.leave(reply, if reply >= high { Reason::CutOff } else { Reason::Exhausted });
        desk.up();
        if -reply > merit {
            merit = -reply;
            desk.best(moves[next]);
        }
        if merit >= beta {
            break;
        }
    }
    merit
}

/// What passing is worth: the opponent may capture, nothing more.
fn pass<T: GameTree, W: Observer<T::Move>>(
    desk: &mut Desk<'_, T, W>,
    alpha: i32,
    beta: i32,
    beyond: usize,
) -> Option<i32> {
    if !desk.pass() {
        return None;
    }
    desk.counts.null_tries += 1;
    desk.enter_quiescence(-beta, -alpha);
    let reply = captures(desk, -beta, -alpha, beyond + 1);
    desk.leave(reply, if reply >= -alpha { Reason::CutOff } else { Reason::Exhausted });
    desk.up();
    desk.counts.null_cuts += u64::from(-reply >= beta);
    Some(-reply)
}
