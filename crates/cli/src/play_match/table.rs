//! The crosstable of a tournament.

use std::fmt::Write as _;

use quevedo_arena::stats::Tally;
use quevedo_arena::{Match, Standing};

use super::summary::{RatingSummary, percent, with_error};

/// Players by rating, each with its points against each other one.
pub(super) fn crosstable(game: &Match, standing: &Standing, ratings: &[RatingSummary]) -> Vec<String> {
    let place = |name: &str| game.contestants.iter().position(|contestant| contestant.name == name);
    let order: Vec<usize> = ratings.iter().filter_map(|rating| place(&rating.name)).collect();
    let name_width = ratings.iter().map(|rating| rating.name.chars().count()).max().unwrap_or(0).max(4);
    let error_width = ratings.iter().map(|rating| with_error(rating.elo).chars().count()).max().unwrap_or(0);
    let mut head = format!("    {:<name_width$}  {:>error_width$}  games    score", "name", "Elo");
    for number in 1..=ratings.len() {
        let _ = write!(head, "  {number:>9}");
    }
    let mut lines = vec![head];
    for (number, (rating, &us)) in ratings.iter().zip(&order).enumerate() {
        let score = if rating.games == 0 { 0.0 } else { rating.points / rating.games as f64 };
        let mut line = format!(
            "{:>2}  {:<name_width$}  {:>error_width$}  {:>5}  {:>7}",
            number + 1,
            rating.name,
            with_error(rating.elo),
            rating.games,
            percent(score)
        );
        for &them in &order {
            let _ = write!(line, "  {:>9}", cell(&met(game, standing, us, them)));
        }
        lines.push(line);
    }
    lines
}

/// What one player has done against another one.
fn met(game: &Match, standing: &Standing, us: usize, them: usize) -> Tally {
    let mut sum = Tally::default();
    for (&(one, two), pairing) in game.schedule.pairings().iter().zip(standing.pairings()) {
        if (one, two) == (us, them) {
            sum += pairing.tally;
        } else if (two, one) == (us, them) {
            sum += pairing.tally.swapped();
        }
    }
    sum
}

fn cell(tally: &Tally) -> String {
    if tally.games() == 0 { "-".to_owned() } else { format!("{}/{}", tally.points(), tally.games()) }
}
