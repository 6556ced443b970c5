//! How well the model tells what people play, on positions that nobody has learnt from.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::fit::Example;
use crate::weights::Weights;

/// Losses of expected points beyond this many hundredths are blunders.
pub const BLUNDER: f64 = 15.0;
/// Points of a band.
const BAND: u32 = 200;

/// What was found in a band of ratings. Shares are per cent, losses hundredths of expected points a move.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Found {
    /// Where the band begins.
    pub from: u32,
    /// Positions.
    pub positions: usize,
    /// How often people play the best move of the last depth.
    pub best: f64,
    /// How often they play the model's likeliest move.
    pub hit: f64,
    /// How often one of its three likeliest.
    pub top_three: f64,
    /// The surprise, in nats a move.
    pub nats: f64,
    /// What people lose.
    pub loss: f64,
    /// What the model loses, if its moves are drawn.
    pub model_loss: f64,
    /// How often people blunder.
    pub blunders: f64,
    /// How often the model does.
    pub model_blunders: f64,
}

impl Found {
    fn add(&mut self, example: &Example, chances: &[f64]) {
        let losses = example.position.losses();
        let chosen = chances[example.chosen];
        let better = chances.iter().filter(|&&chance| chance > chosen).count();
        let flag = |is_so: bool| f64::from(u8::from(is_so));
        self.positions += 1;
        self.best += flag(losses[example.chosen] <= 0.0 || example.chosen == example.best);
        self.hit += flag(better == 0);
        self.top_three += flag(better < 3);
        self.nats -= libm::log(chosen.max(1e-12));
        self.loss += losses[example.chosen];
        self.blunders += flag(losses[example.chosen] > BLUNDER);
        self.model_loss += losses.iter().zip(chances).map(|(loss, chance)| loss * chance).sum::<f64>();
        let blunders = losses.iter().zip(chances).filter(|(loss, _)| **loss > BLUNDER);
        self.model_blunders += blunders.map(|(_, chance)| chance).sum::<f64>();
    }

    fn mean(self) -> Found {
        let many = (self.positions as f64).max(1.0);
        Found {
            best: 100.0 * self.best / many,
            hit: 100.0 * self.hit / many,
            top_three: 100.0 * self.top_three / many,
            nats: self.nats / many,
            loss: self.loss / many,
            model_loss: self.model_loss / many,
            blunders: 100.0 * self.blunders / many,
            model_blunders: 100.0 * self.model_blunders / many,
            ..self
        }
    }
}

/// Looks at examples with the weights: the bands, and all of them together.
pub fn measure(weights: &Weights, examples: &[Example]) -> (Vec<Found>, Found) {
    let mut bands: BTreeMap<u32, Found> = BTreeMap::new();
    let mut all = Found::default();
    for example in examples {
        let chances = weights.chances(&example.position, f64::from(example.rating), &[]);
        let from = example.rating / BAND * BAND;
        bands.entry(from).or_insert_with(|| Found { from, ..Found::default() }).add(example, &chances);
        all.add(example, &chances);
    }
    (bands.into_values().map(Found::mean).collect(), all.mean())
}
