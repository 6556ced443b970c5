//! PVS over a minimal window search with transposition table (Marsland 1991, Fig. 7).
//!
//! The minimal window part of PVS becomes a procedure of its own, which knows only beta: its window is
//! (beta - 1, beta). The table serves it in three ways: a value or bound ends the node, a move is tried before
//! any move is generated, and transpositions need no second search. As in the figure, the table is asked before the
//! horizon is: also a frontier node may be known, from a deeper search. `CUTOFF` stores a lower bound, a node whose
//! moves were all examined stores an upper bound.
//!
//! *Of course the transposition access methods must also be put into PVS*, says the text, and so they are: below
//! the root a deep enough entry narrows the window or ends the node, and PVS alone stores exact values. Where such a
//! value ends a node of the principal variation its line is read from the table, so that lines stay whole. With a
//! table in between Reinefeld's rule does not hold (a value may be an old bound), so every fail-high is searched
//! again.

use quevedo_value::Bound;

use crate::desk::Desk;
use crate::limits::INFINITE;
use crate::tree::GameTree;
use crate::watch::{Observer, Reason};

/// PVS (Fig. 5) with table and with [`mws`] for its minimal windows.
pub fn pvs_over_mws<T: GameTree, W: Observer<T::Move>>(
    desk: &mut Desk<'_, T, W>,
    mut alpha: i32,
    mut beta: i32,
    depth: i32,
) -> i32 {
    if let Some(value) = desk.arrive(alpha, beta, depth) {
        return value;
    }
    let entry = desk.retrieve();
    if let Some(entry) = entry.filter(|entry| desk.tree.ply() > 0 && desk.is_deep_enough(entry, depth)) {
        match entry.flag {
            Bound::Exact => (alpha, beta) = (entry.merit, entry.merit),
            Bound::Lower => alpha = alpha.max(entry.merit),
            Bound::Upper => beta = beta.min(entry.merit),
        }
        if alpha >= beta {
            desk.counts.table_cutoffs += 1;
            if entry.flag == Bound::Exact {
                desk.recall_line(depth);
            }
            return desk.leave_known(entry.merit, depth);
        }
    }
    if let Some(value) = desk.settle(alpha, beta, depth) {
        return value;
    }
    let table_move = entry.and_then(|entry| entry.mv);
    let mut moves = desk.moves();
    if moves.is_empty() {
        return desk.leaf();
    }
    if let Some(at) = moves.iter().position(|&mv| Some(mv) == table_move) {
        moves[..=at].rotate_right(1);
    }
    let (mut merit, mut best) = (-INFINITE, None);
    for (j, &mv) in moves.iter().enumerate() {
        let low = alpha.max(merit);
        desk.down(mv);
        let mut value = if j == 0 { low } else { -mws(desk, -low, depth - 1) };
        if j == 0 || low < value && value < beta {
            desk.counts.researches += u64::from(j > 0);
            value = -pvs_over_mws(desk, -beta, if j == 0 { -low } else { -value }, depth - 1);
        }
        desk.up();
        if value > merit {
            (merit, best) = (value, Some(mv));
            desk.best(mv);
        }
        if merit >= beta {
            desk.store(depth, merit, Bound::Lower, best);
            return desk.cut_off(merit, &moves[j + 1..]);
        }
    }
    desk.store(depth, merit, if merit > alpha { Bound::Exact } else { Bound::Upper }, best);
    desk.leave(merit, Reason::Exhausted)
}

/// The figure's `MWS(p, beta, depth)`.
pub fn mws<T: GameTree, W: Observer<T::Move>>(desk: &mut Desk<'_, T, W>, beta: i32, depth: i32) -> i32 {
    if let Some(value) = desk.arrive(beta - 1, beta, depth) {
        return value;
    }
    let entry = desk.retrieve();
    if let Some(entry) = entry.filter(|entry| desk.is_deep_enough(entry, depth)) {
        // Node seen before.
        let enough = match entry.flag {
            Bound::Exact => true,
            Bound::Lower => entry.merit >= beta,
            Bound::Upper => entry.merit < beta,
        };
        if enough {
            desk.counts.table_cutoffs += 1;
            return desk.leave_known(entry.merit, depth);
        }
    }
    if let Some(value) = desk.settle(beta - 1, beta, depth) {
        return value;
    }
    // Save a move generation?
    let (mut merit, mut best) = (-INFINITE, None);
    let table_move = entry.and_then(|entry| entry.mv);
    if let Some(mv) = table_move {
        (merit, best) = (reply(desk, mv, beta, depth), Some(mv));
        if merit >= beta {
            desk.store(depth, merit, Bound::Lower, best);
            return desk.cut_off(merit, &[]);
        }
    }
    let moves = desk.moves();
    if moves.is_empty() {
        return desk.leaf();
    }
    for (j, &mv) in moves.iter().enumerate().filter(|&(_, &mv)| Some(mv) != table_move) {
        let value = reply(desk, mv, beta, depth);
        if value > merit {
            (merit, best) = (value, Some(mv));
        }
        if merit >= beta {
            desk.store(depth, merit, Bound::Lower, best);
            return desk.cut_off(merit, &moves[j + 1..]);
        }
    }
    desk.store(depth, merit, Bound::Upper, best);
    desk.leave(merit, Reason::Exhausted)
}

/// The value of a move in the minimal window.
fn reply<T: GameTree, W: Observer<T::Move>>(
    desk: &mut Desk<'_, T, W>,
    mv: T::Move,
    beta: i32,
    depth: i32,
) -> i32 {
    desk.down(mv);
    let value = -mws(desk, 1 - beta, depth - 1);
    desk.up();
    value
}
