//! How large a network is.

use quevedo_eval::nnue::{self, KingTable};
use serde::{Deserialize, Serialize};

pub use nnue::FEATURES;
use nnue::{MAX_HIDDEN, MAX_OUTPUT_BUCKETS};

/// The engine's rows of sums go through registers of this many numbers.
const HIDDEN_STEP: usize = 16;

/// The sizes of a network.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shape {
    hidden: usize,
    king_buckets: usize,
    output_buckets: usize,
    /// The bucket of a king for rank * 4 + file, files a to d.
    king_table: KingTable,
}

/// Why there is no such network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ShapeError {
    /// The rows of sums are too long, too short or uneven.
    #[error(
        "the hidden size is {0}; it must be a multiple of {HIDDEN_STEP} from {HIDDEN_STEP} to {MAX_HIDDEN}"
    )]
    Hidden(usize),
    /// No table divides the board so.
    #[error("there are {0} king buckets; there can be 1, 2, 4, 8, 16 or 32")]
    KingBuckets(usize),
    /// Too many outputs or none.
    #[error("there are {0} output buckets; there can be 1 to {MAX_OUTPUT_BUCKETS}")]
    OutputBuckets(usize),
}

impl Shape {
    /// A network with these sizes.
    ///
    /// # Errors
    /// If the engine could not use it.
    pub fn new(hidden: usize, king_buckets: usize, output_buckets: usize) -> Result<Shape, ShapeError> {
        if !(HIDDEN_STEP..=MAX_HIDDEN).contains(&hidden) || !hidden.is_multiple_of(HIDDEN_STEP) {
            return Err(ShapeError::Hidden(hidden));
        }
        if !(1..=MAX_OUTPUT_BUCKETS).contains(&output_buckets) {
            return Err(ShapeError::OutputBuckets(output_buckets));
        }
        let king_table = king_table(king_buckets).ok_or(ShapeError::KingBuckets(king_buckets))?;
        Ok(Shape { hidden, king_buckets, output_buckets, king_table })
    }

    /// The sums of one side.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// How many sets of feature weights there are, by where the own king stands.
    pub fn king_buckets(&self) -> usize {
        self.king_buckets
    }

    /// How many sets of output weights there are, by the number of men.
    pub fn output_buckets(&self) -> usize {
        self.output_buckets
    }

    /// The bucket of a king for rank * 4 + file, files a to d.
    pub fn king_table(&self) -> &KingTable {
        &self.king_table
    }

    /// The set of output weights for so many men.
    pub(super) fn output_bucket(&self, men: usize) -> usize {
        (men.saturating_sub(2) * self.output_buckets / 32).min(self.output_buckets - 1)
    }

    /// The numbers of the feature weights.
    pub(super) fn inputs(&self) -> usize {
        FEATURES * self.king_buckets * self.hidden
    }
}

/// The home rank is where kings live while there is much to evaluate, so it is divided most finely.
#[rustfmt::skip]
fn king_table(buckets: usize) -> Option<KingTable> {
    match buckets {
        1 => Some([0; 32]),
        2 => Some([
            0, 0, 0, 0,  0, 0, 0, 0,
            1, 1, 1, 1,  1, 1, 1, 1,  1, 1, 1, 1,  1, 1, 1, 1,  1, 1, 1, 1,  1, 1, 1, 1,
        ]),
        4 => Some([
            0, 0, 1, 1,  2, 2, 2, 2,
            3, 3, 3, 3,  3, 3, 3, 3,  3, 3, 3, 3,  3, 3, 3, 3,  3, 3, 3, 3,  3, 3, 3, 3,
        ]),
        8 => Some([
            0, 1, 2, 3,  4, 4, 5, 5,
            6, 6, 6, 6,  6, 6, 6, 6,  7, 7, 7, 7,  7, 7, 7, 7,  7, 7, 7, 7,  7, 7, 7, 7,
        ]),
        16 => Some([
            0, 1, 2, 3,  4, 5, 6, 7,
            8, 8, 9, 9,  10, 10, 11, 11,  12, 12, 13, 13,  12, 12, 13, 13,  14, 14, 15, 15,  14, 14, 15, 15,
        ]),
        32 => Some(core::array::from_fn(|square| square as u8)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bucket_has_a_square() {
        for buckets in [1, 2, 4, 8, 16, 32] {
            let table = king_table(buckets).expect("there is such a table");
            for bucket in 0..buckets {
                assert!(table.contains(&(bucket as u8)), "{bucket} of {buckets}");
            }
            assert!(table.iter().all(|&bucket| usize::from(bucket) < buckets));
        }
    }

    #[test]
    fn impossible_sizes_are_refused_in_words() {
        assert_eq!(Shape::new(24, 1, 1), Err(ShapeError::Hidden(24)));
        assert_eq!(Shape::new(0, 1, 1), Err(ShapeError::Hidden(0)));
        assert_eq!(Shape::new(16, 3, 1), Err(ShapeError::KingBuckets(3)));
        let error = Shape::new(16, 1, 9).expect_err("too many");
        assert_eq!(error.to_string(), "there are 9 output buckets; there can be 1 to 8");
    }

    #[test]
    fn output_buckets_follow_the_men() {
        let shape = Shape::new(16, 1, 8).expect("a shape");
        let buckets = [2, 5, 6, 9, 10, 29, 30, 32].map(|men| shape.output_bucket(men));
        assert_eq!(buckets, [0, 0, 1, 1, 2, 6, 7, 7]);
        let one = Shape::new(16, 1, 1).expect("a shape");
        assert!((0..=32).all(|men| one.output_bucket(men) == 0));
    }
}
