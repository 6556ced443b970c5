//! Alpha-beta with windows of no width only and a memory: MTD(f) and SSS* (Plaat, Schaeffer, Pijls and de Bruin
//! 1996; Plaat's thesis is what Marsland and Björnsson refer to for such searches).
//!
//! Each pass through the tree answers one question, "at least gamma?", and narrows the bounds on the value until
//! they meet. The memory makes the passes cheap: what one pass visited the next one knows. MTD(f) asks first
//! around an estimate; asking from above, from infinity down, visits exactly the nodes of Stockman's best-first
//! SSS* (1979): hence *MT-SSS\**.

use std::collections::HashMap;

use crate::desk::Desk;
use crate::limits::INFINITE;
use crate::settings::Quiescence;
use crate::tree::GameTree;
use crate::watch::{Reason, Watch};

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

/// MTD(f): bounds close in on the value from an estimate.
pub fn mtd_f<T: GameTree, W: Watch<T::Move>>(
    desk: &mut Desk<'_, T, W>,
    memory: &mut Recollection<T::Move>,
    estimate: i32,
    depth: i32,
) -> i32 {
    let (mut low, mut high) = (-INFINITE, INFINITE);
    let mut value = estimate;
    let mut passes = 0;
    while low < high && !desk.is_over() {
        let gamma = if value == low { value + 1 } else { value };
        value = memory_test(desk, memory, gamma, depth);
        if value < gamma {
            high = value;
        } else {
            low = value;
        }
        passes += 1;
    }
    desk.counts.researches += u64::from(passes > 1) * (passes - 1);
    value
}

/// SSS* as a sequence of tests from above.
pub fn mt_sss<T: GameTree, W: Watch<T::Move>>(
    desk: &mut Desk<'_, T, W>,
    memory: &mut Recollection<T::Move>,
    depth: i32,
) -> i32 {
    let mut value = INFINITE;
    loop {
        let gamma = value;
        value = memory_test(desk, memory, gamma, depth);
        if value >= gamma || desk.is_over() {
            return value;
        }
        desk.counts.researches += 1;
    }
}

/// Plaat's MT: a fail-soft alpha-beta with the window (gamma - 1, gamma) that remembers.
fn memory_test<T: GameTree, W: Watch<T::Move>>(
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
    value
}

fn visit<T: GameTree, W: Watch<T::Move>>(
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
