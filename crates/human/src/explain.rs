//! What somebody of a level would play, and why.

use crate::player::Thoughts;
use crate::scene::{FEATURES, Feature};
use crate::sight::DEPTHS;
use crate::weights::Weights;

/// A move that somebody may choose.
#[derive(Clone, PartialEq, Debug)]
pub struct Likely {
    /// Its place among the legal moves.
    pub place: usize,
    /// How many of a hundred people of that level play it.
    pub percent: f64,
    /// What it loses against the best move, in hundredths of expected points.
    pub loss: f64,
    /// What it has that people of that level like, the strongest first.
    pub reasons: Vec<&'static str>,
    /// For moves that lose much: so many plies ahead one has to look to see it.
    pub seen_from: Option<usize>,
}

/// A loss of expected points, in hundredths, that people want to avoid.
const GRAVE: f64 = 10.0;
/// What draws people to a move by less is no reason.
const LEAST: f64 = 0.15;

impl Thoughts {
    /// The likeliest moves, the likeliest first.
    pub fn likely(&self, weights: &Weights, many: usize) -> Vec<Likely> {
        let mut places: Vec<usize> = (0..self.chances.len()).collect();
        places
            .sort_by(|&one, &other| self.chances[other].total_cmp(&self.chances[one]).then(one.cmp(&other)));
        places.truncate(many);
        let losses = self.position.losses();
        let likely = |place: usize| Likely {
            place,
            percent: 100.0 * self.chances[place],
            loss: losses[place],
            reasons: self.reasons(weights, place),
            seen_from: (losses[place] > GRAVE).then(|| self.seen_from(place)).flatten(),
        };
        places.into_iter().map(likely).collect()
    }

    /// The features that draw people to a move more than to the others.
    fn reasons(&self, weights: &Weights, place: usize) -> Vec<&'static str> {
        let many = self.position.len().max(1) as f64;
        let pull = |feature: usize| {
            let has = |place: usize| f64::from(self.position.features(place)[feature]);
            let usual = (0..self.position.len()).map(has).sum::<f64>() / many;
            weights.feature_weight(feature, self.rating) * (has(place) - usual)
        };
        let mut pulls: Vec<(f64, &'static str)> = (0..FEATURES)
            .filter(|&feature| self.position.features(place)[feature] > 0.0)
            .map(|feature| (pull(feature), Feature::ALL[feature].words()))
            .filter(|(pull, words)| *pull > LEAST && !words.is_empty())
            .collect();
        pulls.sort_by(|one, other| other.0.total_cmp(&one.0));
        pulls.into_iter().take(3).map(|it| it.1).collect()
    }

    /// The first depth from which on the move shows half of its loss.
    fn seen_from(&self, place: usize) -> Option<usize> {
        let lost = |depth: usize| self.position.loss_at(place, depth);
        (1..=DEPTHS).find(|&depth| (depth..=DEPTHS).all(|deeper| lost(deeper) >= lost(DEPTHS) / 2.0))
    }
}
