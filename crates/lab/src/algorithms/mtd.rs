//! Alpha-beta with windows of no width only and a memory: MTD(f) and SSS* (Plaat, Schaeffer, Pijls and de Bruin
//! 1996; Plaat's thesis is what Marsland and Björnsson refer to for such searches).
//!
//! Each pass through the tree answers one question, "at least gamma?", and narrows the bounds on the value until
//! they meet. The memory makes the passes cheap: what one pass visited the next one knows. MTD(f) asks first
//! around an estimate; asking from above, from infinity down, visits exactly the nodes of Stockman's best-first
//! SSS* (1979): hence *MT-SSS\**.

use super::mt::{Recollection, memory_test};
use crate::desk::Desk;
use crate::limits::INFINITE;
use crate::tree::GameTree;
use crate::watch::Observer;

/// MTD(f): bounds close in on the value from an estimate.
pub fn mtd_f<T: GameTree, W: Observer<T::Move>>(
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
pub fn mt_sss<T: GameTree, W: Observer<T::Move>>(
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
