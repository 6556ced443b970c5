//! The distribution of results that explains a sample best and keeps a given expectation.
//!
//! Both hypotheses of a sequential test say only one thing about the results: their mean, or their mean
//! in standard deviations. Everything else is taken from the sample by maximum likelihood (the
//! generalised test of Van den Bergh, "A practical introduction to the GSPRT").

use super::sample::Sample;

/// Halvings of an interval: enough for every bit of a floating-point number's fraction.
const HALVINGS: usize = 100;
/// Improvements of a linearised condition; five do in practice.
const ROUNDS: usize = 50;

/// The most likely shares under which the expected result is `mean`, which must lie between 0 and 1.
pub(super) fn with_mean<const N: usize>(sample: &Sample<N>, mean: f64) -> [f64; N] {
    let shares = sample.shares();
    balanced(&shares, &std::array::from_fn(|i| Sample::<N>::value(i) - mean))
}

/// The most likely shares under which the expected result exceeds one half by `ratio` standard
/// deviations.
///
/// The condition mean - 1/2 = ratio · deviation is not linear in the shares, so it is replaced by its
/// tangent at the last solution until nothing changes.
pub(super) fn with_ratio<const N: usize>(sample: &Sample<N>, ratio: f64) -> [f64; N] {
    let shares = sample.shares();
    let mut solution = [1.0 / N as f64; N];
    for _ in 0..ROUNDS {
        let next = balanced(&shares, &tangent(&solution, ratio));
        let change = (0..N).map(|i| (next[i] - solution[i]).abs()).fold(0.0, f64::max);
        solution = next;
        if change < 1e-12 {
            break;
        }
    }
    solution
}

/// The weights whose expectation is zero on the tangent of the ratio's condition at these shares.
///
/// The deviation's derivative by one share is ((value - mean)² + terms that normalisation removes) / (2 · deviation).
fn tangent<const N: usize>(shares: &[f64; N], ratio: f64) -> [f64; N] {
    let value = Sample::<N>::value;
    let mean: f64 = (0..N).map(|i| shares[i] * value(i)).sum();
    let variance: f64 = (0..N).map(|i| shares[i] * (value(i) - mean).powi(2)).sum();
    let deviation = variance.sqrt().max(1e-9);
    std::array::from_fn(|i| {
        let off = (value(i) - mean) / deviation;
        value(i) - 0.5 - ratio * deviation * (1.0 + off * off) / 2.0
    })
}

/// The most likely shares under which the weights' expectation is zero.
///
/// By Lagrange's multipliers each share is the seen one divided by (1 + t · weight), where t makes the
/// expectation vanish. It falls with t from plus to minus infinity between the poles, so halving finds it.
fn balanced<const N: usize>(seen: &[f64; N], weights: &[f64; N]) -> [f64; N] {
    let greatest = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = weights.iter().copied().fold(f64::INFINITY, f64::min);
    if !(least < 0.0 && greatest > 0.0) {
        return *seen; // No shares can balance weights of one sign.
    }
    let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
    let shares = |t: f64| -> [f64; N] { std::array::from_fn(|i| seen[i] / (1.0 + t * weights[i])) };
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        let expectation: f64 = shares(middle).iter().zip(weights).map(|(share, weight)| share * weight).sum();
        if expectation > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    shares(f64::midpoint(low, high))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_sample() -> impl Strategy<Value = Sample<5>> {
        let count = || prop_oneof![Just(0), 1..10u64, 1..100_000u64];
        [count(), count(), count(), count(), count()]
            .prop_filter_map("empty", |counts| Sample::new(counts, 2.0))
            .prop_map(|sample| sample.with_traces())
    }

    fn moments(shares: &[f64; 5]) -> (f64, f64, f64) {
        let value = Sample::<5>::value;
        let sum = shares.iter().sum::<f64>();
        let mean = (0..5).map(|i| shares[i] * value(i)).sum::<f64>();
        let variance = (0..5).map(|i| shares[i] * (value(i) - mean).powi(2)).sum::<f64>();
        (sum, mean, variance.sqrt())
    }

    #[test]
    fn the_sample_itself_is_most_likely_at_its_own_mean() {
        let sample = Sample::new([3, 10, 20, 14, 5], 2.0).expect("not empty");
        let found = with_mean(&sample, sample.mean());
        for (found, seen) in found.iter().zip(sample.shares()) {
            assert!((found - seen).abs() < 1e-9);
        }
    }

    proptest! {
        #[test]
        fn the_expectation_is_kept(sample in any_sample(), mean in 0.2..0.8f64) {
            let (sum, found, _) = moments(&with_mean(&sample, mean));
            prop_assert!((sum - 1.0).abs() < 1e-6, "{sum}");
            prop_assert!((found - mean).abs() < 1e-6, "{found} {mean}");
        }

        #[test]
        fn the_ratio_is_kept(sample in any_sample(), ratio in -0.8..0.8f64) {
            let (sum, mean, deviation) = moments(&with_ratio(&sample, ratio));
            prop_assert!((sum - 1.0).abs() < 1e-6, "{sum}");
            prop_assert!((mean - 0.5 - ratio * deviation).abs() < 1e-6, "{mean} {deviation}");
        }

        /// Nothing else with the same mean explains the sample better: every small step along the
        /// condition loses likelihood.
        #[test]
        fn no_neighbour_is_more_likely(sample in any_sample(), mean in 0.3..0.7f64, i in 0..3usize, step in -0.2..0.2f64) {
            let best = with_mean(&sample, mean);
            let likelihood = |shares: &[f64; 5]| (0..5).map(|i| sample.shares()[i] * shares[i].ln()).sum::<f64>();
            let mut other = best;
            let room = best[i].min(best[i + 1] / 2.0).min(best[i + 2]);
            other[i] += step * room;
            other[i + 1] -= 2.0 * step * room;
            other[i + 2] += step * room;
            prop_assert!(likelihood(&other) <= likelihood(&best) + 1e-12);
        }
    }
}
