//! A rating list: all players of a tournament on one scale.
//!
//! The model is Bradley's and Terry's with draws as Davidson (1970) added them: win, draw and loss of
//! players with strengths a and b have chances in the proportion a : ν·√(ab) : b, with one ν for the
//! whole tournament. In logarithms it is an exponential family, so the likelihood has one summit and
//! Newton's method finds it. Ratings are scaled by 2 / (2 + ν), so that between near equals a point of
//! difference means the same expected score as a point of Elo; two players' ratings then differ
//! by their match's Elo.
//!
//! A wide prior (see [`PRIOR_SPREAD`]) holds what results do not: players who won or lost everything, and
//! groups that never met, whose errors show it.

use serde::Serialize;

use super::cholesky::Cholesky;
use super::{Estimate, Outcomes, Tally};

/// Ratings before any game: normally distributed about 0 with this deviation, in Elo points before scaling.
/// Ten games outweigh it by far.
const PRIOR_SPREAD: f64 = 1000.0;
/// The same for ln ν, about 0 (a third of the games between equals drawn).
const PRIOR_SPREAD_OF_LN_NU: f64 = 3.0;
/// Elo points per natural unit of a logarithm of strength.
const ELO_PER_NAT: f64 = 400.0 / std::f64::consts::LN_10;
/// Half the width of a 95 % interval, in standard deviations.
const SIGMAS_OF_95_PERCENT: f64 = 1.959_963_984_540_054;
/// Newton's method doubles the digits at each step; even wild results need about twenty steps.
const STEPS: usize = 100;

/// A line of the rating list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The player.
    pub name: String,
    /// The rating above the mean of all players, with its error against that mean.
    pub elo: Estimate,
    /// The player's own results against everybody.
    pub tally: Tally,
}

impl Rating {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.tally.games()
    }

    /// The share of the points, 0 to 1; one half where no game was played.
    pub fn score(&self) -> f64 {
        self.tally.score()
    }
}

/// Rates players by their results, best first: `(first, second, tally of the first)` with the players'
/// places in `names`. A result that names nobody, or a player against itself, is left out.
pub fn ratings<S: AsRef<str>>(names: &[S], results: &[(usize, usize, Tally)]) -> Vec<Rating> {
    let known =
        |&&(first, second, _): &&(usize, usize, Tally)| first != second && first.max(second) < names.len();
    let results: Vec<_> = results.iter().filter(known).copied().collect();
    let model = Model::new(names.len(), &results).fitted();
    let errors = model.errors();
    let mut list: Vec<Rating> = names
        .iter()
        .enumerate()
        .map(|(player, name)| Rating {
            name: name.as_ref().to_owned(),
            elo: Estimate { value: model.rating(player), error: errors[player] },
            tally: tally_of(player, &results),
        })
        .collect();
    list.sort_by(|a, b| b.elo.value.total_cmp(&a.elo.value));
    list
}

fn tally_of(player: usize, results: &[(usize, usize, Tally)]) -> Tally {
    let mut sum = Tally::default();
    for (first, second, tally) in results {
        if *first == player {
            sum += *tally;
        } else if *second == player {
            sum += tally.swapped();
        }
    }
    sum
}

/// Strengths of all players and ν, both as logarithms; ν's stands last.
struct Model<'a> {
    results: &'a [(usize, usize, Tally)],
    logs: Vec<f64>,
}

impl<'a> Model<'a> {
    fn new(players: usize, results: &'a [(usize, usize, Tally)]) -> Self {
        Self { results, logs: vec![0.0; players + 1] }
    }

    /// Climbs to the summit of the likelihood times the prior, with steps halved until they go up.
    fn fitted(mut self) -> Self {
        let mut height = self.height();
        for _ in 0..STEPS {
            let (slope, curvature) = self.slope_and_curvature();
            let Some(curvature) = Cholesky::new(&curvature) else { break };
            let step = curvature.solve(&slope);
            let Some((logs, higher)) = self.step_up(&step, height) else { break };
            self.logs = logs;
            height = higher;
            if step.iter().all(|part| part.abs() < 1e-10) {
                break;
            }
        }
        self
    }

    fn step_up(&self, step: &[f64], height: f64) -> Option<(Vec<f64>, f64)> {
        (0..40).map(|halvings| 0.5f64.powi(halvings)).find_map(|part| {
            let logs = self.logs.iter().zip(step).map(|(log, step)| log + part * step).collect();
            let next = Model { results: self.results, logs };
            let higher = next.height();
            (higher > height).then_some((next.logs, higher))
        })
    }

    /// The chances that the first player wins, draws and loses.
    fn chances(&self, first: usize, second: usize) -> [f64; 3] {
        let (a, b) = (self.logs[first], self.logs[second]);
        let logs = [a, self.ln_nu() + f64::midpoint(a, b), b];
        let greatest = logs.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let parts = logs.map(|log| (log - greatest).exp());
        let sum: f64 = parts.iter().sum();
        parts.map(|part| part / sum)
    }

    /// The logarithm of likelihood times prior.
    fn height(&self) -> f64 {
        let likelihood: f64 = self
            .results
            .iter()
            .map(|&(first, second, tally)| {
                let counts = [tally.wins, tally.draws, tally.losses];
                let terms = self.chances(first, second).into_iter().zip(counts);
                terms
                    .filter(|(_, count)| *count > 0)
                    .map(|(chance, count)| count as f64 * chance.ln())
                    .sum::<f64>()
            })
            .sum();
        let prior: f64 =
            self.logs.iter().enumerate().map(|(i, log)| self.prior_weight(i) * log * log / 2.0).sum();
        likelihood - prior
    }

    /// First derivatives, and second derivatives with the sign turned, of the [height](Self::height).
    fn slope_and_curvature(&self) -> (Vec<f64>, Vec<Vec<f64>>) {
        let size = self.logs.len();
        let mut slope: Vec<f64> = (0..size).map(|i| -self.prior_weight(i) * self.logs[i]).collect();
        let mut curvature = vec![vec![0.0; size]; size];
        for (i, row) in curvature.iter_mut().enumerate() {
            row[i] = self.prior_weight(i);
        }
        for &(first, second, tally) in self.results {
            let games = tally.games() as f64;
            let [win, draw, loss] = self.chances(first, second);
            // A result's weights on the first player, the second, and ν: a draw is half of each.
            let weights = [[1.0, 0.5, 0.0], [0.0, 0.5, 1.0], [0.0, 1.0, 0.0]];
            let seen = [tally.wins as f64, tally.draws as f64, tally.losses as f64];
            let chances = [win, draw, loss];
            let expected = weights.map(|weights| dot(&weights, &chances));
            let places = [first, second, size - 1];
            for (a, &row) in places.iter().enumerate() {
                slope[row] += dot(&weights[a], &seen) - games * expected[a];
                for (b, &column) in places.iter().enumerate() {
                    let product: f64 = (0..3).map(|r| chances[r] * weights[a][r] * weights[b][r]).sum();
                    curvature[row][column] += games * (product - expected[a] * expected[b]);
                }
            }
        }
        (slope, curvature)
    }

    fn prior_weight(&self, place: usize) -> f64 {
        let spread =
            if place + 1 == self.logs.len() { PRIOR_SPREAD_OF_LN_NU } else { PRIOR_SPREAD / ELO_PER_NAT };
        1.0 / (spread * spread)
    }

    fn ln_nu(&self) -> f64 {
        self.logs.last().copied().unwrap_or_default()
    }

    /// Elo points per unit of a logarithm of strength.
    fn scale(&self) -> f64 {
        ELO_PER_NAT * 2.0 / (2.0 + self.ln_nu().exp())
    }

    fn rating(&self, player: usize) -> f64 {
        self.logs[player] * self.scale()
    }

    /// The error of each player's distance from the mean of all, by the curvature at the summit.
    fn errors(&self) -> Vec<f64> {
        let players = self.logs.len() - 1;
        let (_, curvature) = self.slope_and_curvature();
        let Some(curvature) = Cholesky::new(&curvature) else { return vec![f64::INFINITY; players] };
        let distance_from_mean = |player: usize| -> Vec<f64> {
            let share = 1.0 / players as f64;
            (0..=players)
                .map(|i| if i == players { 0.0 } else { f64::from(u8::from(i == player)) - share })
                .collect()
        };
        (0..players)
            .map(|player| {
                let direction = distance_from_mean(player);
                let variance: f64 =
                    curvature.solve(&direction).iter().zip(&direction).map(|(a, b)| a * b).sum();
                SIGMAS_OF_95_PERCENT * variance.max(0.0).sqrt() * self.scale()
            })
            .collect()
    }
}

fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn tally(wins: u64, draws: u64, losses: u64) -> Tally {
        Tally { wins, draws, losses }
    }

    #[test]
    fn two_players_differ_by_the_elo_of_their_match() {
        for record in [tally(880, 1863, 759), tally(537, 20, 463), tally(300, 500, 310)] {
            let list = ratings(&["a", "b"], &[(0, 1, record)]);
            let found = list.iter().find(|r| r.name == "a").expect("listed").elo.value * 2.0;
            let expected = record.elo().expect("games").value;
            assert!((found - expected).abs() < 0.1, "{found} {expected}");
        }
    }

    #[test]
    fn errors_of_a_match_are_half_the_match_error() {
        let record = tally(880, 1863, 759);
        let list = ratings(&["a", "b"], &[(0, 1, record)]);
        let expected = record.elo().expect("games").error / 2.0;
        assert!((list[0].elo.error - expected).abs() < 0.05, "{} {expected}", list[0].elo.error);
        assert!((list[0].elo.error - list[1].elo.error).abs() < 1e-9);
    }

    #[test]
    fn strengths_that_made_the_results_are_found_again() {
        // Exact expectations of Davidson's model with ν = 1 and ratings of 200, 0, -50, -150 before scaling.
        let truth = [200.0, 0.0, -50.0, -150.0];
        let mut results = Vec::new();
        for first in 0..4 {
            for second in first + 1..4 {
                let strength = |player: usize| 10f64.powf(truth[player] / 400.0);
                let (a, b) = (strength(first), strength(second));
                let sum = a + b + (a * b).sqrt();
                let count = |part: f64| (1e6 * part / sum).round() as u64;
                results.push((first, second, tally(count(a), count((a * b).sqrt()), count(b))));
            }
        }
        let list = ratings(&["0", "1", "2", "3"], &results);
        for (place, rating) in list.iter().enumerate() {
            assert_eq!(rating.name, place.to_string());
            assert!((rating.elo.value - truth[place] * 2.0 / 3.0).abs() < 0.01, "{rating:?}");
        }
    }

    #[test]
    fn winning_everything_is_rated_high_and_uncertain() {
        let list = ratings(
            &["loser", "winner", "third"],
            &[(1, 0, tally(10, 0, 0)), (1, 2, tally(10, 0, 0)), (0, 2, tally(3, 4, 3))],
        );
        assert_eq!(list[0].name, "winner");
        assert_eq!((list[0].games(), list[0].score()), (20, 1.0));
        assert!(list[0].elo.value > 200.0 && list[0].elo.value < 2000.0, "{:?}", list[0]);
        assert!(list[0].elo.error > 100.0, "{:?}", list[0]);
    }

    #[test]
    fn groups_that_never_met_say_so_in_their_errors() {
        let results = [(0, 1, tally(400, 300, 300)), (2, 3, tally(400, 300, 300))];
        let list = ratings(&["a", "b", "c", "d"], &results);
        assert!(list.iter().all(|rating| rating.elo.error > 200.0), "{list:?}");
    }

    #[test]
    fn odd_input_is_harmless() {
        assert!(ratings::<&str>(&[], &[(0, 1, tally(1, 1, 1))]).is_empty());
        let list = ratings(&["alone"], &[(0, 0, tally(1, 0, 0)), (0, 7, tally(1, 0, 0))]);
        assert_eq!((list.len(), list[0].games()), (1, 0));
        assert!(list[0].elo.value.abs() < 1e-9 && list[0].elo.error.is_finite());
        assert!(ratings(&["a", "b"], &[]).iter().all(|rating| rating.elo.value.abs() < 1e-9));
        let most = tally(u64::MAX, 0, u64::MAX);
        assert!(ratings(&["a", "b"], &[(0, 1, most)]).iter().all(|rating| rating.elo.value.is_finite()));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn ratings_are_numbers_about_a_mean_of_zero(
            results in prop::collection::vec((0..6usize, 0..6usize, 0..200u64, 0..200u64, 0..200u64), 0..20),
        ) {
            let results: Vec<_> = results.into_iter().map(|(a, b, w, d, l)| (a, b, tally(w, d, l))).collect();
            let list = ratings(&["a", "b", "c", "d", "e", "f"], &results);
            prop_assert!(list.iter().all(|r| r.elo.value.is_finite() && r.elo.error.is_finite() && r.elo.error > 0.0));
            prop_assert!(list.iter().map(|r| r.elo.value).sum::<f64>().abs() < 1e-3);
            prop_assert!(list.is_sorted_by(|a, b| a.elo.value >= b.elo.value));
        }
    }
}
