//! The sequential probability ratio test: when a match may stop.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::estimate::{ratio_of_normalized_elo, score_of_elo};
use super::likelihood;
use super::sample::{Outcomes, Sample};

/// The greatest Elo difference that a hypothesis may state: a test for more is a mistake, and the
/// normalised model has no solution far beyond.
const MAX_ELO: f64 = 250.0;

/// The scale that a test's `elo0` and `elo1` are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloModel {
    /// Elo's own: differences of the expected score.
    Logistic,
    /// Differences in standard deviations of a game, so that a test takes as many games whatever the
    /// share of draws.
    #[default]
    Normalized,
}

/// A sequential test of two hypotheses: the first player is better by `elo0`, or by `elo1`.
///
/// The generalised test that fishtest, fastchess and `OpenBench` use, with the same results.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference that the null hypothesis states.
    pub elo0: f64,
    /// The difference that the alternative states; greater than `elo0`.
    pub elo1: f64,
    /// The chance to accept `elo1` although `elo0` is true.
    pub alpha: f64,
    /// The chance to accept `elo0` although `elo1` is true.
    pub beta: f64,
    /// What the differences are measured in.
    pub model: EloModel,
}

/// What is wrong with a test's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum SprtError {
    /// A hypothesis is not a number or too far from equality.
    #[error("{name} is {value}, expected a number from -{MAX_ELO} to {MAX_ELO}")]
    Elo {
        /// Which hypothesis.
        name: &'static str,
        /// What it was.
        value: f64,
    },
    /// The hypotheses are equal or in the wrong order.
    #[error("elo0 is {elo0} and elo1 is {elo1}, expected elo0 below elo1")]
    Order {
        /// The null hypothesis.
        elo0: f64,
        /// The alternative.
        elo1: f64,
    },
    /// An error rate is not a sensible chance.
    #[error("{name} is {value}, expected a chance above 0 and below 0.5")]
    Rate {
        /// Which error rate.
        name: &'static str,
        /// What it was.
        value: f64,
    },
}

/// What a test says of a match so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// Nothing yet.
    Continue,
    /// The difference is rather `elo0`: the change is no improvement.
    AcceptH0,
    /// The difference is rather `elo1`: the change is one.
    AcceptH1,
}

impl Sprt {
    /// A test, if its numbers make sense.
    ///
    /// # Errors
    ///
    /// Hypotheses that are not finite, too far from equality or not in order; error rates outside of 0 to 0.5.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: EloModel) -> Result<Self, SprtError> {
        for (name, value) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-MAX_ELO..=MAX_ELO).contains(&value) {
                return Err(SprtError::Elo { name, value });
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(SprtError::Rate { name, value });
            }
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// The log-likelihood ratios at which the test accepts `elo0` and `elo1` (Wald, 1945).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of `elo1` against `elo0` given a [`Tally`](super::Tally) or
    /// [`Pentanomial`](super::Pentanomial); 0 where nothing was played.
    ///
    /// Results that did not occur are counted as a thousandth, as fishtest does.
    pub fn llr<const N: usize>(&self, results: &impl Outcomes<N>) -> f64 {
        results.sample().map_or(0.0, |sample| self.llr_of_sample(&sample))
    }

    /// What a log-likelihood ratio means.
    pub fn verdict(&self, llr: f64) -> Decision {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            Decision::AcceptH1
        } else if llr <= lower {
            Decision::AcceptH0
        } else {
            Decision::Continue
        }
    }

    pub(super) fn llr_of_sample<const N: usize>(&self, sample: &Sample<N>) -> f64 {
        let sample = sample.with_traces();
        let null = self.most_likely(&sample, self.elo0);
        let alternative = self.most_likely(&sample, self.elo1);
        let ratio: f64 = (0..N).map(|i| sample.shares()[i] * (alternative[i] / null[i]).ln()).sum();
        sample.trials() * ratio
    }

    fn most_likely<const N: usize>(&self, sample: &Sample<N>, elo: f64) -> [f64; N] {
        match self.model {
            EloModel::Logistic => likelihood::with_mean(sample, score_of_elo(elo)),
            EloModel::Normalized => {
                likelihood::with_ratio(sample, ratio_of_normalized_elo(elo, sample.games_per_trial()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Pentanomial, Tally};
    use super::*;

    fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).expect("a sensible test")
    }

    fn any_model() -> impl Strategy<Value = EloModel> {
        prop_oneof![Just(EloModel::Logistic), Just(EloModel::Normalized)]
    }

    fn any_test() -> impl Strategy<Value = Sprt> {
        (-MAX_ELO..MAX_ELO, 0.1..50.0f64, any_model()).prop_map(|(elo0, width, model)| {
            sprt(elo0.min(MAX_ELO - width), elo0.min(MAX_ELO - width) + width, model)
        })
    }

    fn any_pairs() -> impl Strategy<Value = Pentanomial> {
        let count = || prop_oneof![Just(0), 1..10u64, 1..100_000u64];
        [count(), count(), count(), count(), count()].prop_map(Pentanomial)
    }

    #[test]
    fn bounds_are_walds() {
        let (lower, upper) = sprt(0.0, 5.0, EloModel::Logistic).bounds();
        assert_eq!(format!("{lower:.2} {upper:.2}"), "-2.94 2.94");
        let (lower, upper) =
            Sprt::new(0.0, 3.0, 0.05, 0.10, EloModel::Normalized).expect("sensible").bounds();
        assert_eq!(format!("{lower:.2} {upper:.2}"), "-2.25 2.89");
    }

    #[test]
    fn verdicts_begin_at_the_bounds() {
        let test = sprt(0.0, 5.0, EloModel::Normalized);
        let (lower, upper) = test.bounds();
        assert_eq!(test.verdict(0.0), Decision::Continue);
        assert_eq!(test.verdict(lower), Decision::AcceptH0);
        assert_eq!(test.verdict(upper), Decision::AcceptH1);
        assert_eq!(test.verdict(upper - 1e-9), Decision::Continue);
    }

    #[test]
    fn senseless_tests_are_refused_in_words() {
        let error = |elo0, elo1, alpha, beta| {
            Sprt::new(elo0, elo1, alpha, beta, EloModel::Logistic).expect_err("senseless").to_string()
        };
        assert_eq!(error(5.0, 5.0, 0.05, 0.05), "elo0 is 5 and elo1 is 5, expected elo0 below elo1");
        assert_eq!(error(0.0, f64::NAN, 0.05, 0.05), "elo1 is NaN, expected a number from -250 to 250");
        assert_eq!(error(0.0, 5.0, 0.0, 0.05), "alpha is 0, expected a chance above 0 and below 0.5");
        assert_eq!(error(0.0, 5.0, 0.05, 0.9), "beta is 0.9, expected a chance above 0 and below 0.5");
    }

    #[test]
    fn nothing_played_says_nothing() {
        let test = sprt(0.0, 5.0, EloModel::Normalized);
        assert!(test.llr(&Tally::default()).abs() < 1e-12);
        assert!(test.llr(&Pentanomial::default()).abs() < 1e-12);
    }

    /// Without draws the constrained distribution is the binomial one: a closed formula.
    #[test]
    fn without_draws_it_is_the_binomial_test() {
        let (wins, losses) = (537.0f64, 463.0f64);
        let (s0, s1) = (score_of_elo(0.0), score_of_elo(10.0));
        let expected = wins * (s1 / s0).ln() + losses * ((1.0 - s1) / (1.0 - s0)).ln();
        let found = sprt(0.0, 10.0, EloModel::Logistic).llr(&Tally { wins: 537, draws: 0, losses: 463 });
        assert!((found - expected).abs() < 2e-3, "{found} {expected}, apart by the trace of a draw");
    }

    /// For long matches and small differences the ratio comes near its well-known normal approximation.
    #[test]
    fn long_matches_come_near_the_normal_approximation() {
        let pairs = Pentanomial([1447, 13972, 26437, 14412, 1441]);
        let (n, mean, variance) = (57_709.0, pairs.score(), {
            let mean = pairs.score();
            (0..5).map(|i| pairs.0[i] as f64 / 57_709.0 * (i as f64 / 4.0 - mean).powi(2)).sum::<f64>()
        });
        let (s0, s1) = (score_of_elo(0.0), score_of_elo(2.0));
        let expected = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let found = sprt(0.0, 2.0, EloModel::Logistic).llr(&pairs);
        assert!((found - expected).abs() < 0.01, "{found} {expected}");
    }

    proptest! {
        #[test]
        fn the_ratio_is_always_a_number(test in any_test(), pairs in any_pairs()) {
            let [losses, _, draws, _, wins] = pairs.0;
            prop_assert!(test.llr(&pairs).is_finite());
            let games = Tally { wins, draws, losses };
            prop_assert!(test.llr(&games).is_finite());
        }

        #[test]
        fn the_other_side_sees_the_opposite(test in any_test(), pairs in any_pairs()) {
            let opposite = sprt(-test.elo1, -test.elo0, test.model);
            let (ours, theirs) = (test.llr(&pairs), opposite.llr(&pairs.swapped()));
            prop_assert!((ours + theirs).abs() <= 1e-5 * ours.abs().max(1.0), "{ours} {theirs}");
        }

        #[test]
        fn twice_the_results_say_twice_as_much(test in any_test(), pairs in prop::array::uniform5(1..1000u64)) {
            let (once, twice) = (test.llr(&Pentanomial(pairs)), test.llr(&Pentanomial(pairs.map(|n| 2 * n))));
            prop_assert!((twice - 2.0 * once).abs() <= 1e-6 * once.abs().max(1.0));
        }

        #[test]
        fn losses_turned_into_wins_speak_for_the_alternative(
            wins in 0..500u64, draws in 0..500u64, losses in 1..500u64, model in any_model(),
        ) {
            let test = sprt(0.0, 5.0, model);
            let before = test.llr(&Tally { wins, draws, losses });
            let after = test.llr(&Tally { wins: wins + 1, draws, losses: losses - 1 });
            prop_assert!(after > before, "{before} {after}");
        }

        /// The profile likelihood has one summit, the score seen: beyond it every step down is a loss.
        #[test]
        fn a_score_above_both_hypotheses_favours_the_alternative(pairs in any_pairs().prop_filter("pairs", |p| p.pairs() > 10)) {
            let elo = pairs.elo().expect("pairs").value;
            prop_assume!(elo.abs() < 200.0);
            prop_assert!(sprt(elo - 12.0, elo - 2.0, EloModel::Logistic).llr(&pairs) > 0.0);
            prop_assert!(sprt(elo + 2.0, elo + 12.0, EloModel::Logistic).llr(&pairs) < 0.0);
        }
    }
}
