//! From counts to a predicted result, and back to slopes.

use quevedo_eval::{SmoothSums, Sums};

use super::dataset::{Count, Dataset, Sample};
use super::state::Row;

/// What a position is taught to predict: part the result of its game, part the score of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Target {
    /// The part of the result, 0 to 1. Positions without a score are taught the result alone.
    pub result_part: f32,
    /// How steeply search scores turn into expected results.
    pub score_steepness: f32,
}

/// The expected result of a value in hundredths of a pawn.
#[inline]
pub(super) fn expectation(value: f32, steepness: f32) -> f32 {
    1.0 / (1.0 + (-steepness * value / 100.0).exp())
}

impl Target {
    #[inline]
    pub(super) fn of(self, sample: &Sample<'_>) -> f32 {
        let head = sample.head;
        if head.score.is_nan() {
            return head.result;
        }
        let score = expectation(head.score, self.score_steepness);
        self.result_part * head.result + (1.0 - self.result_part) * score
    }
}

#[inline]
fn dot(counts: &[Count], row: &Row) -> [f32; 2] {
    let mut sum = [0.0; 2];
    for count in counts {
        let weight = row[usize::from(count.entry)];
        let times = f32::from(count.count);
        sum[0] += times * weight[0];
        sum[1] += times * weight[1];
    }
    sum
}

#[inline]
fn scatter(counts: &[Count], slope: [f32; 2], gradient: &mut Row) {
    for count in counts {
        let times = f32::from(count.count);
        let target = &mut gradient[usize::from(count.entry)];
        target[0] += times * slope[0];
        target[1] += times * slope[1];
    }
}

fn sums(sample: &Sample<'_>, row: &Row) -> SmoothSums {
    SmoothSums {
        linear: dot(sample.linear, row),
        danger: sample.danger.map(|counts| dot(counts, row)),
        complexity: dot(sample.complexity, row)[1],
        phase: f32::from(sample.head.phase),
        scale: f32::from(sample.head.scale),
    }
}

/// The value of a position under these weights.
#[inline]
pub(super) fn value(sample: &Sample<'_>, row: &Row) -> f32 {
    Sums::smooth(&sums(sample, row)).0
}

/// Adds the slopes of a position's squared error to the gradient; gives back the squared error.
#[inline]
pub(super) fn learn(sample: &Sample<'_>, row: &Row, steepness: f32, target: f32, gradient: &mut Row) -> f32 {
    let (value, slopes) = Sums::smooth(&sums(sample, row));
    let expected = expectation(value, steepness);
    let error = expected - target;
    let slope = 2.0 * error * expected * (1.0 - expected) * steepness / 100.0;
    let times = |pair: [f32; 2]| [slope * pair[0], slope * pair[1]];
    scatter(sample.linear, times(slopes.linear), gradient);
    scatter(sample.danger[0], times(slopes.danger[0]), gradient);
    scatter(sample.danger[1], times(slopes.danger[1]), gradient);
    scatter(sample.complexity, [0.0, slope * slopes.complexity], gradient);
    error * error
}

/// The steepness that turns search scores into results best.
pub fn fit_target(data: &Dataset, result_part: f32) -> Target {
    let steepness = search_minimum(|steepness| {
        let mut sum = 0.0;
        for index in (0..data.len()).step_by(7) {
            let head = data.sample(index).head;
            if !head.score.is_nan() {
                sum += f64::from(expectation(head.score, steepness) - head.result).powi(2);
            }
        }
        sum
    });
    Target { result_part, score_steepness: steepness }
}

/// The steepness that turns the values of these weights into the target best.
pub fn fit_steepness(data: &Dataset, row: &Row, target: Target) -> f32 {
    search_minimum(|steepness| super::optimise::error_of(data, row, steepness, target))
}

/// Golden-section search between 0.05 and 4.
fn search_minimum(error: impl Fn(f32) -> f64) -> f32 {
    let ratio = 0.618_034;
    let (mut low, mut high) = (0.05f32, 4.0f32);
    let mut left = high - ratio * (high - low);
    let mut right = low + ratio * (high - low);
    let (mut at_left, mut at_right) = (error(left), error(right));
    while high - low > 0.002 {
        if at_left < at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - ratio * (high - low);
            at_left = error(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + ratio * (high - low);
            at_right = error(right);
        }
    }
    f32::midpoint(low, high)
}
