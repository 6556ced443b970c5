//! The history heuristic (Schaeffer 1983, 1989).
//!
//! A pair of tables of 64 x 64 counters, one for each side, tells how often a move was the best one anywhere in
//! the tree. A success counts 2^depth, because it saved a subtree of about that many branches.

use crate::tree::HISTORY_SLOTS;

/// Counters never grow beyond this; then all are halved.
const LIMIT: u32 = 1 << 24;

/// The counters.
#[derive(Clone, Debug)]
pub(crate) struct History {
    counters: Vec<u32>,
}

impl History {
    pub(crate) fn new() -> History {
        History { counters: vec![0; HISTORY_SLOTS] }
    }

    /// A move was best with so many plies below it.
    pub(crate) fn credit(&mut self, slot: Option<usize>, depth: i32) {
        let Some(counter) = slot.and_then(|slot| self.counters.get_mut(slot)) else { return };
        *counter += 1 << depth.clamp(0, 20);
        if *counter > LIMIT {
            self.counters.iter_mut().for_each(|counter| *counter /= 2);
        }
    }

    /// How often the move was best.
    #[inline]
    pub(crate) fn rank(&self, slot: Option<usize>) -> i32 {
        slot.and_then(|slot| self.counters.get(slot)).map_or(0, |&counter| counter as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn success_counts_by_depth_and_is_bounded() {
        let mut history = History::new();
        history.credit(Some(5), 3);
        history.credit(Some(5), 1);
        history.credit(None, 3);
        assert_eq!([history.rank(Some(5)), history.rank(Some(6)), history.rank(None)], [10, 0, 0]);
        for _ in 0..100 {
            history.credit(Some(6), 20);
        }
        assert!(history.rank(Some(6)) <= LIMIT as i32 && history.rank(Some(5)) < 10);
    }
}
