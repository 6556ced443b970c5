//! Games counted in pairs.

use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

use super::sample::{Sample, sealed::Counted};

/// Pairs of games from one opening with colours reversed, by the points that the first player made of
/// the two: 0, 1/2, 1, 3/2, 2.
///
/// An opening that favours one colour gives each player a win: one trial without any surprise, where
/// games counted one by one would see two surprises. So pairs measure the same difference with less error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// Counts a pair by the half points (0 lost, 1 drawn, 2 won) that the first player made in each
    /// game; more than 2 counts as 2.
    pub fn add_pair(&mut self, half_points: [u8; 2]) {
        let sum = half_points.map(|half_points| usize::from(half_points.min(2))).iter().sum::<usize>();
        self.0[sum] = self.0[sum].saturating_add(1);
    }

    /// The same pairs as the second player saw them.
    pub fn swapped(&self) -> Self {
        let mut counts = self.0;
        counts.reverse();
        Self(counts)
    }

    /// Pairs won for each pair lost; nothing where none was lost.
    pub fn pairs_ratio(&self) -> Option<f64> {
        let [lost, half, _, more, won] = self.0.map(|count| count as f64);
        (lost + half > 0.0).then(|| (more + won) / (lost + half))
    }
}

impl Add for Pentanomial {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i].saturating_add(other.0[i])))
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Counted<5> for Pentanomial {
    fn sample(&self) -> Option<Sample<5>> {
        Sample::new(self.0, 2.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Outcomes, Tally};
    use super::*;

    fn any_pairs() -> impl Strategy<Value = Pentanomial> {
        let count = || prop_oneof![Just(0), 1..10u64, 1..100_000u64];
        [count(), count(), count(), count(), count()].prop_map(Pentanomial)
    }

    #[test]
    fn pairs_are_counted_by_their_points() {
        let mut pairs = Pentanomial::default();
        for (first, second) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (9, 9)] {
            pairs.add_pair([first, second]);
        }
        assert_eq!(pairs, Pentanomial([1, 2, 2, 1, 2]));
        assert_eq!(pairs.pairs(), 8);
        assert_eq!(pairs.draw_rate(), Some(0.25));
        assert_eq!(pairs.pairs_ratio(), Some(1.0));
    }

    #[test]
    fn no_pairs_give_no_estimates() {
        let empty = Pentanomial::default();
        assert_eq!(
            (empty.elo(), empty.normalized_elo(), empty.los(), empty.draw_rate()),
            (None, None, None, None)
        );
        assert_eq!(empty.pairs_ratio(), None);
        assert!((empty.score() - 0.5).abs() < 1e-12);
    }

    #[test]
    fn pairs_that_do_not_depend_on_each_other_say_what_games_say() {
        // Two games of independent results: won, drawn and lost with chances 0.4, 0.4, 0.2, in 2500 pairs.
        let pairs = Pentanomial([100, 400, 800, 800, 400]);
        let games = Tally { wins: 2000, draws: 2000, losses: 1000 };
        let (by_pairs, by_games) = (pairs.elo().expect("pairs"), games.elo().expect("games"));
        assert!((by_pairs.value - by_games.value).abs() < 1e-9);
        assert!((by_pairs.error - by_games.error).abs() < 1e-9);
        let (by_pairs, by_games) =
            (pairs.normalized_elo().expect("pairs"), games.normalized_elo().expect("games"));
        assert!((by_pairs.value - by_games.value).abs() < 1e-9);
        assert!((by_pairs.error - by_games.error).abs() < 1e-9);
        assert!((pairs.los().expect("pairs") - games.los().expect("games")).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn estimates_are_never_nan(pairs in any_pairs()) {
            for estimate in [pairs.elo(), pairs.normalized_elo()].into_iter().flatten() {
                prop_assert!(estimate.value.is_finite() && estimate.error >= 0.0);
            }
            prop_assert!(pairs.los().is_none_or(|los| (0.0..=1.0).contains(&los)));
        }

        #[test]
        fn the_other_side_sees_the_opposite(pairs in any_pairs().prop_filter("pairs", |p| p.pairs() > 0)) {
            let other = pairs.swapped();
            let (ours, theirs) = (pairs.elo().expect("pairs"), other.elo().expect("pairs"));
            prop_assert!((ours.value + theirs.value).abs() < 1e-6);
            prop_assert!(ours.error.is_infinite() == theirs.error.is_infinite());
            prop_assert!(ours.error.is_infinite() || (ours.error - theirs.error).abs() < 1e-6 * ours.error.max(1.0));
            prop_assert!((pairs.los().expect("pairs") + other.los().expect("pairs") - 1.0).abs() < 1e-9);
        }

        #[test]
        fn half_a_point_more_raises_elo(pairs in any_pairs(), worse in 0..4usize) {
            let (mut before, mut after) = (pairs, pairs);
            before.0[worse] += 1;
            after.0[worse + 1] += 1;
            prop_assert!(after.elo().expect("pairs").value > before.elo().expect("pairs").value);
        }
    }
}
