//! Games counted one by one.

use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

use super::sample::{Sample, sealed::Counted};

/// Won, drawn and lost games of the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tally {
    /// Games that the first player won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that the first player lost.
    pub losses: u64,
}

impl Tally {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// The points of the first player: one for a win, half of one for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The same games as the second player saw them.
    pub fn swapped(&self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            wins: self.wins.saturating_add(other.wins),
            draws: self.draws.saturating_add(other.draws),
            losses: self.losses.saturating_add(other.losses),
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Counted<3> for Tally {
    fn sample(&self) -> Option<Sample<3>> {
        Sample::new([self.losses, self.draws, self.wins], 1.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Estimate, Outcomes};
    use super::*;

    fn tally(wins: u64, draws: u64, losses: u64) -> Tally {
        Tally { wins, draws, losses }
    }

    /// Counts of every size, with zeros as likely as anything else.
    fn any_tally() -> impl Strategy<Value = Tally> {
        let count = || prop_oneof![Just(0), 1..10u64, 1..100_000u64];
        (count(), count(), count()).prop_map(|(wins, draws, losses)| tally(wins, draws, losses))
    }

    #[test]
    fn no_games_give_no_estimates() {
        let empty = Tally::default();
        assert_eq!(empty.games(), 0);
        assert_eq!(empty.elo(), None);
        assert_eq!(empty.normalized_elo(), None);
        assert_eq!(empty.los(), None);
        assert_eq!(empty.draw_rate(), None);
        assert!((empty.score() - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_perfect_record_is_finite_and_above_every_other() {
        let perfect = tally(10, 0, 0).elo().expect("games");
        let nearly = tally(9, 1, 0).elo().expect("games");
        assert!(perfect.value.is_finite() && perfect.value > nearly.value);
        assert!(perfect.error.is_infinite());
        let perfect = tally(10, 0, 0).normalized_elo().expect("games");
        let nearly = tally(9, 1, 0).normalized_elo().expect("games");
        assert!(perfect.value.is_finite() && perfect.value > nearly.value);
    }

    #[test]
    fn draws_only_mean_equality() {
        let elo = tally(0, 100, 0).elo().expect("games");
        assert!(elo.value.abs() < 1e-9, "{elo:?}");
        assert!(elo.error > 0.0 && elo.error < 10.0, "{elo:?}");
        assert!((tally(0, 100, 0).los().expect("games") - 0.5).abs() < 1e-12);
    }

    #[test]
    fn one_game_proves_nothing() {
        for game in [tally(1, 0, 0), tally(0, 1, 0), tally(0, 0, 1)] {
            assert!(game.elo().expect("a game").error.is_infinite());
        }
    }

    #[test]
    fn normalised_elo_is_logistic_elo_without_draws_near_equality() {
        let record = tally(50_100, 0, 49_900);
        let (logistic, normalised) = (record.elo().expect("games"), record.normalized_elo().expect("games"));
        assert!((logistic.value - normalised.value).abs() < 1e-4, "{logistic:?} {normalised:?}");
        assert!((logistic.error - normalised.error).abs() < 1e-3, "{logistic:?} {normalised:?}");
    }

    #[test]
    fn enormous_counts_do_not_overflow() {
        let most = tally(u64::MAX, u64::MAX, u64::MAX);
        assert_eq!((most + most).games(), u64::MAX);
        assert!(most.elo().expect("games").value.abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn estimates_are_never_nan(record in any_tally()) {
            if let Some(elo) = record.elo() {
                prop_assert!(elo.value.is_finite() && elo.error >= 0.0);
            }
            if let Some(elo) = record.normalized_elo() {
                prop_assert!(elo.value.is_finite() && elo.error >= 0.0);
            }
            if let Some(los) = record.los() {
                prop_assert!((0.0..=1.0).contains(&los));
            }
        }

        #[test]
        fn the_other_side_sees_the_opposite(record in any_tally().prop_filter("games", |t| t.games() > 0)) {
            let other = record.swapped();
            let (ours, theirs) = (record.elo().expect("games"), other.elo().expect("games"));
            prop_assert!((ours.value + theirs.value).abs() < 1e-6);
            prop_assert!(ours.error.is_infinite() == theirs.error.is_infinite());
            prop_assert!(ours.error.is_infinite() || (ours.error - theirs.error).abs() < 1e-6 * ours.error.max(1.0));
            let (ours, theirs) = (record.normalized_elo().expect("games"), other.normalized_elo().expect("games"));
            prop_assert!((ours.value + theirs.value).abs() < 1e-6 * ours.value.abs().max(1.0));
            prop_assert!((record.los().expect("games") + other.los().expect("games") - 1.0).abs() < 1e-9);
        }

        #[test]
        fn a_loss_turned_into_a_win_raises_elo(wins in 0..500u64, draws in 0..500u64, losses in 1..500u64) {
            let before = tally(wins, draws, losses).elo().expect("games").value;
            let after = tally(wins + 1, draws, losses - 1).elo().expect("games").value;
            prop_assert!(after > before);
        }

        #[test]
        fn four_times_the_games_halve_the_error(wins in 100..500u64, draws in 0..500u64, losses in 100..500u64) {
            let once = tally(wins, draws, losses);
            let four_times = tally(4 * wins, 4 * draws, 4 * losses);
            let ratio = |f: fn(&Tally) -> Option<Estimate>| f(&once).expect("games").error / f(&four_times).expect("games").error;
            prop_assert!((ratio(Tally::elo) - 2.0).abs() < 0.1);
            prop_assert!((ratio(Tally::normalized_elo) - 2.0).abs() < 1e-9);
        }
    }
}
