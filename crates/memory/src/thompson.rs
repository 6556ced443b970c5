//! Which opening to play: Thompson's sampling (1933). Of every move the share of points is doubtful; one value is drawn for each from
//! what is known, and the best is played. So what is good is played most, and what is not yet known is always tried again.

use quevedo_book::Random;

use crate::Tally;

/// A move with what is known of it: a prior of so many games, and our own.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weighed<M> {
    /// The move.
    pub mv: M,
    /// The share of points that others made with it.
    pub prior: f64,
    /// Our own games.
    pub own: Tally,
}

/// So many games of our own count as much as what others did.
const PRIOR_GAMES: f64 = 4.0;

/// Chooses a move.
pub fn choose<M: Copy>(moves: &[Weighed<M>], random: &mut Random) -> Option<M> {
    let drawn = moves.iter().map(|weighed| {
        let points = weighed.own.half_points as f64 / 2.0;
        let prior = weighed.prior.clamp(0.02, 0.98);
        let won = PRIOR_GAMES * prior + points;
        let lost = PRIOR_GAMES * (1.0 - prior) + weighed.own.games as f64 - points;
        (beta(won, lost, random), weighed.mv)
    });
    drawn.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, mv)| mv)
}

/// A number between 0 and 1, both without.
fn unit(random: &mut Random) -> f64 {
    ((random.next_number() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
}

/// A draw from a beta distribution, by two from gamma distributions.
fn beta(won: f64, lost: f64, random: &mut Random) -> f64 {
    let (won, lost) = (gamma(won, random), gamma(lost, random));
    won / (won + lost).max(f64::MIN_POSITIVE)
}

/// A draw from a gamma distribution: Marsaglia and Tsang (2000), and for shapes below one their correction.
fn gamma(shape: f64, random: &mut Random) -> f64 {
    if shape < 1.0 {
        return gamma(shape + 1.0, random) * unit(random).powf(1.0 / shape.max(1e-6));
    }
    let third = shape - 1.0 / 3.0;
    let scale = 1.0 / (9.0 * third).sqrt();
    loop {
        // Box and Muller.
        let normal = (-2.0 * unit(random).ln()).sqrt() * (core::f64::consts::TAU * unit(random)).cos();
        let cube = (1.0 + scale * normal).powi(3);
        if cube > 0.0 && unit(random).ln() < 0.5 * normal * normal + third * (1.0 - cube + cube.ln()) {
            return third * cube;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_have_the_mean_and_the_spread_of_their_distribution() {
        let mut random = Random::new(5);
        for (won, lost) in [(2.0, 2.0), (0.6, 3.4), (40.0, 20.0)] {
            let draws: Vec<f64> = (0..20_000).map(|_| beta(won, lost, &mut random)).collect();
            let mean = draws.iter().sum::<f64>() / draws.len() as f64;
            let variance = draws.iter().map(|draw| (draw - mean).powi(2)).sum::<f64>() / draws.len() as f64;
            let (all, expected) = (won + lost, won / (won + lost));
            assert!((mean - expected).abs() < 0.01, "{mean} {expected}");
            let spread = expected * (1.0 - expected) / (all + 1.0);
            assert!((variance / spread - 1.0).abs() < 0.1, "{variance} {spread}");
        }
    }

    #[test]
    fn what_scores_is_played_and_nothing_is_given_up_for_ever() {
        let own = |games, half_points| Tally { games, half_points };
        let moves = [
            Weighed { mv: "good", prior: 0.5, own: own(30, 40) },
            Weighed { mv: "bad", prior: 0.5, own: own(30, 20) },
            Weighed { mv: "new", prior: 0.5, own: own(0, 0) },
        ];
        let mut random = Random::new(1);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..3000 {
            *counts.entry(choose(&moves, &mut random).expect("a move")).or_insert(0) += 1;
        }
        assert!(
            counts["good"] > 1500 && counts["new"] > 300 && counts.get("bad").is_some_and(|&bad| bad > 0),
            "{counts:?}"
        );
        assert!(counts["bad"] < counts["new"], "{counts:?}");
        assert_eq!(choose::<u8>(&[], &mut random), None);
    }
}
