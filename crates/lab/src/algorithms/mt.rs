//! Plaat's MT: a memory-enhanced test, the building block of [`mtd_f`](super::mtd_f) and
//! [`mt_sss`](super::mt_sss).
//!
//! A fail-soft alpha-beta with the window (gamma - 1, gamma) that remembers a lower and an upper bound for every
//! node it has left.

use std::collections::HashMap;

use crate::desk::Desk;
use crate::limits::INFINITE;
use crate::settings::Quiescence;
use crate::tree::GameTree;
use crate::watch::{Observer, Reason};

/// Nodes remembered at most; those beyond are searched again in every pass.
const MOST: usize = 1 << 21;

/// The bounds of the nodes visited so far, by key and depth.
pub type Recollection<M> = HashMap<(u64, i32), Known<M>>;

/// What is known about a node.
#[derive(Clone, Copy, Debug)]
pub struct Known<M> {
    low: i32,
    high: i32,
    mv: Option<M>,
}

/// Whether the node is worth at least gamma: a lower bound if so, an upper bound if not.
pub(super) fn memory_test<T: GameTree, W: Observer<T::Move>>(
    desk: &mut Desk<'_, T, W>,
    memory: &mut Recollection<T::Move>,
    gamma: i32,
    depth: i32,
) -> i32 {
    let place = (desk.tree.key(), depth);
    let mut known = memory.get(&place).copied().unwrap_or(Known { low: -INFINITE, high: INFINITE, mv: None });
    desk.counts.table_probes += 1;
    let value = match known {
        Known { low, .. } if low >= gamma => low,
        Known { high, .. } if high < gamma => high,
        _ => {
            let value = visit(desk, memory, gamma, depth, &mut known);
            if value < gamma {
                known.high = value;
            } else {
                known.low = value;
            }
            if memory.len() < MOST || memory.contains_key(&place) {
                memory.insert(place, known);
            }
            return value;
        }
    };
    desk.counts.table_cutoffs += 1;
    desk.forget_line();
    value
}

fn visit<T: GameTree, W: Observer<T::Move>>(
    desk: &mut Desk<'_, T, W>,
    memory: &mut Recollection<T::Move>,
    gamma: i32,
    depth: i32,
    known: &mut Known<T::Move>,
) -> i32 {
    // An evaluation or the end of the game does not depend on the question; a quiescence search does.
    if let Some(value) = desk.enter(gamma - 1, gamma, depth) {
        if desk.settings.quiescence == Quiescence::Off {
            (known.low, known.high) = (value, value);
        }
        return value;
    }
    let mut moves = desk.moves();
    if moves.is_empty() {
        let value = desk.leaf();
        (known.low, known.high) = (value, value);
        return value;
    }
    // The move that was best in an earlier pass comes first. (SSS* would not find its nodes again without it.)
    if let Some(at) = moves.iter().position(|&mv| Some(mv) == known.mv) {
        moves[..=at].rotate_right(1);
    }
    let mut merit = -INFINITE;
    for (j, &mv) in moves.iter().enumerate() {
        desk.down(mv);
        let value = -memory_test(desk, memory, 1 - gamma, depth - 1);
        desk.up();
        if value > merit {
            merit = value;
            known.mv = Some(mv);
            desk.best(mv);
        }
        if merit >= gamma {
            return desk.cut_off(merit, &moves[j + 1..]);
        }
    }
    desk.leave(merit, Reason::Exhausted)
}
