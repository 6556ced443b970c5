//! All weights in one row.

use super::pair::Pair;
use super::terms::{DEFAULTS, ENTRIES, WeightIndex};

/// The weight of every entry of every term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights([Pair; ENTRIES]);

impl Weights {
    /// Weights from a row in the order of the table.
    pub const fn new(row: [Pair; ENTRIES]) -> Weights {
        Weights(row)
    }

    /// The weight of an entry.
    #[inline]
    pub fn of(&self, entry: WeightIndex) -> Pair {
        self.0[entry.index()]
    }

    /// All weights in the order of the table.
    pub fn row(&self) -> &[Pair; ENTRIES] {
        &self.0
    }
}

impl Default for Weights {
    /// The tuned weights; docs/results/tuning.md says how they came about.
    fn default() -> Weights {
        Weights(DEFAULTS)
    }
}
