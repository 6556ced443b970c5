//! Counted results on an evenly spaced scale from 0 to 1: what games and pairs of games have in common.

use super::estimate::{self, Estimate};

/// Counted results of `N` kinds, games one by one or in pairs, and what they say about the players.
///
/// Closed: the mathematics is made for the two counts of this module.
pub trait Outcomes<const N: usize>: sealed::Counted<N> {
    /// The difference in logistic Elo; nothing where nothing was counted.
    ///
    /// A record of wins only (losses only) is valued as if half a point of half a trial (a game or a pair) had been
    /// lost (won), with an infinite error. The error is also infinite where the score's interval reaches 0 or 1.
    fn elo(&self) -> Option<Estimate> {
        self.sample().map(|sample| estimate::elo(&sample))
    }

    /// The difference in normalised Elo; nothing where nothing was counted.
    fn normalized_elo(&self) -> Option<Estimate> {
        self.sample().map(|sample| estimate::normalized_elo(&sample))
    }

    /// The likelihood of superiority of the first player, 0 to 1; nothing where nothing was counted.
    fn los(&self) -> Option<f64> {
        self.sample().map(|sample| estimate::los(&sample))
    }

    /// The share of the middle result: of drawn games, or of pairs that nobody won; nothing where nothing was counted.
    fn draw_rate(&self) -> Option<f64> {
        self.sample().map(|sample| sample.shares()[N / 2])
    }

    /// The share of the points, 0 to 1; one half where nothing was counted.
    fn score(&self) -> f64 {
        self.sample().map_or(0.5, |sample| sample.mean())
    }
}

impl<const N: usize, T: sealed::Counted<N>> Outcomes<N> for T {}

pub(super) mod sealed {
    /// The counts behind [`Outcomes`](super::Outcomes).
    pub trait Counted<const N: usize> {
        /// The counts; nothing where there are none.
        fn sample(&self) -> Option<super::Sample<N>>;
    }
}

/// How often each of `N` results was seen; result `i` is worth `i / (N - 1)` points of a trial.
#[derive(Clone, Copy, Debug)]
pub struct Sample<const N: usize> {
    counts: [f64; N],
    games_per_trial: f64,
}

impl<const N: usize> Sample<N> {
    /// Nothing where nothing was counted.
    pub(super) fn new(counts: [u64; N], games_per_trial: f64) -> Option<Self> {
        counts
            .iter()
            .any(|&count| count > 0)
            .then(|| Self { counts: counts.map(|count| count as f64), games_per_trial })
    }

    /// The worth of result `i`.
    pub(super) fn value(i: usize) -> f64 {
        i as f64 / (N - 1) as f64
    }

    pub(super) fn trials(&self) -> f64 {
        self.counts.iter().sum()
    }

    pub(super) fn games_per_trial(&self) -> f64 {
        self.games_per_trial
    }

    pub(super) fn games(&self) -> f64 {
        self.trials() * self.games_per_trial
    }

    /// The share of each result.
    pub(super) fn shares(&self) -> [f64; N] {
        let trials = self.trials();
        self.counts.map(|count| count / trials)
    }

    pub(super) fn mean(&self) -> f64 {
        self.shares().iter().enumerate().map(|(i, share)| share * Self::value(i)).sum()
    }

    pub(super) fn variance(&self) -> f64 {
        let mean = self.mean();
        self.shares().iter().enumerate().map(|(i, share)| share * (Self::value(i) - mean).powi(2)).sum()
    }

    /// Whether every trial was won or every trial was lost.
    pub(super) fn is_one_sided(&self) -> bool {
        let seen = self.only_result();
        seen == Some(0) || seen == Some(N - 1)
    }

    /// The same sample where results differ. Where all trials ended alike, half a trial is counted with
    /// the neighbouring results instead, because a few equal results do not prove that others are
    /// impossible: all-win records get a finite value, all-draw records an error.
    pub(super) fn with_spread(&self) -> Self {
        let Some(only) = self.only_result() else { return *self };
        let neighbours = [only.checked_sub(1), (only + 1 < N).then_some(only + 1)];
        let share = 0.5 / neighbours.iter().flatten().count() as f64;
        let mut spread = *self;
        spread.counts[only] -= 0.5;
        for neighbour in neighbours.into_iter().flatten() {
            spread.counts[neighbour] += share;
        }
        spread
    }

    /// The same sample with a thousandth of a trial for every result not seen, as fishtest has it, so that
    /// no likelihood is the logarithm of zero.
    pub(super) fn with_traces(&self) -> Self {
        const TRACE: f64 = 1e-3;
        Self { counts: self.counts.map(|count| count.max(TRACE)), ..*self }
    }

    fn only_result(&self) -> Option<usize> {
        let mut seen = (0..N).filter(|&i| self.counts[i] > 0.0);
        let first = seen.next();
        first.filter(|_| seen.next().is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_counted_is_no_sample() {
        assert!(Sample::new([0, 0, 0], 1.0).is_none());
        assert!(Sample::new([0, 1, 0], 1.0).is_some());
    }

    #[test]
    fn half_a_trial_spreads_equal_results() {
        let quarters = |counts: [u64; 3]| {
            let spread = Sample::new(counts, 1.0).expect("not empty").with_spread();
            spread.counts.map(|count| (4.0 * count) as u64)
        };
        assert_eq!(quarters([0, 4, 0]), [1, 14, 1]);
        assert_eq!(quarters([0, 0, 4]), [0, 2, 14]);
        assert_eq!(quarters([4, 0, 0]), [14, 2, 0]);
        assert_eq!(quarters([1, 4, 0]), [4, 16, 0]);
    }

    #[test]
    fn mean_and_variance_are_the_textbook_ones() {
        let sample = Sample::new([1, 2, 1], 1.0).expect("not empty");
        assert!((sample.mean() - 0.5).abs() < 1e-12);
        assert!((sample.variance() - 0.125).abs() < 1e-12);
    }
}
