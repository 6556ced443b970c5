//! A number with its error, and the scales that scores are put on.

use serde::{Deserialize, Serialize};

use super::sample::Sample;

/// Half the width of a 95 % interval of the normal distribution, in standard deviations.
const SIGMAS_OF_95_PERCENT: f64 = 1.959_963_984_540_054;

/// Elo points per standard deviation of one game's result: with it, normalised and logistic Elo
/// agree for equal players who never draw.
const NORMALIZED_ELO_SCALE: f64 = 800.0 / std::f64::consts::LN_10;

/// A measured value with half the width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The most likely value; always finite.
    pub value: f64,
    /// The value lies within plus or minus this in 95 % of cases; infinite where the results do not
    /// limit it on one side.
    pub error: f64,
}

/// The score (0 to 1) that an advantage of so many Elo points makes one expect.
pub(super) fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The inverse of [`score_of_elo`]: infinite from a score of 1 up and of 0 down.
fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// Normalised Elo as the ratio of mean to spread of one trial of this many games.
pub(super) fn ratio_of_normalized_elo(elo: f64, games_per_trial: f64) -> f64 {
    elo / NORMALIZED_ELO_SCALE * games_per_trial.sqrt()
}

/// The logistic Elo difference; the error is half the distance between the Elo values of the ends of
/// the score's interval, as match runners print it.
pub(super) fn elo<const N: usize>(sample: &Sample<N>) -> Estimate {
    let spread = sample.with_spread();
    let score = spread.mean();
    let margin = SIGMAS_OF_95_PERCENT * (spread.variance() / spread.trials()).sqrt();
    let error = if sample.is_one_sided() {
        f64::INFINITY
    } else {
        (elo_of_score(score + margin) - elo_of_score(score - margin)) / 2.0
    };
    Estimate { value: elo_of_score(score), error }
}

/// The normalised Elo difference (Van den Bergh, "Normalized Elo", 2020): how many standard deviations
/// of one game lie between the score and equality. It says how many games a proof takes, whatever
/// the share of draws.
pub(super) fn normalized_elo<const N: usize>(sample: &Sample<N>) -> Estimate {
    let spread = sample.with_spread();
    let ratio = (spread.mean() - 0.5) / spread.variance().sqrt();
    let error = if sample.is_one_sided() {
        f64::INFINITY
    } else {
        SIGMAS_OF_95_PERCENT * NORMALIZED_ELO_SCALE / spread.games().sqrt()
    };
    Estimate { value: ratio * NORMALIZED_ELO_SCALE / spread.games_per_trial().sqrt(), error }
}

/// The likelihood of superiority: the chance that the first player's expected score is above one half.
pub(super) fn los<const N: usize>(sample: &Sample<N>) -> f64 {
    let spread = sample.with_spread();
    below((spread.mean() - 0.5) / (spread.variance() / spread.trials()).sqrt())
}

/// The share of the normal distribution below so many standard deviations.
fn below(sigmas: f64) -> f64 {
    0.5 * libm::erfc(-sigmas * std::f64::consts::FRAC_1_SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn scores_and_elo_are_inverse() {
        for elo in [-300.0, -10.0, 0.0, 0.5, 200.0] {
            assert!(close(elo_of_score(score_of_elo(elo)), elo));
        }
        assert!(close(score_of_elo(400.0), 10.0 / 11.0), "ten to one");
        assert!(elo_of_score(1.0).is_infinite() && elo_of_score(1.0) > 0.0);
        assert!(elo_of_score(-0.1).is_infinite() && elo_of_score(-0.1) < 0.0);
    }

    #[test]
    fn the_normal_distribution_has_its_known_shares() {
        assert!(close(below(0.0), 0.5));
        assert!(close(below(SIGMAS_OF_95_PERCENT), 0.975));
        assert!((below(1.0) - 0.841_344_746).abs() < 1e-9);
        assert!(below(40.0) <= 1.0 && below(-40.0) >= 0.0);
    }
}
