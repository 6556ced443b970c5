//! How well the model tells what people play, on positions that nobody has learnt from.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::fit::Example;
use crate::scene::Feature;
use crate::style::{Style, keep_level};
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

/// What a style makes of positions: shares of moves per cent, and what they lose.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Manner {
    /// The style's name.
    pub style: String,
    /// How often another move is chosen than without it, per cent.
    pub differs: f64,
    /// Checks, even trades, moves that give material in the exchange, moves of men towards the king, retreats, and moves that
    /// leave something hanging, per cent.
    pub shares: [f64; 6],
    /// Hundredths of expected points that a move loses.
    pub loss: f64,
}

/// The features that [`Manner::shares`] counts, and what they are called.
pub const MANNERS: [(Feature, &str); 6] = [
    (Feature::Check, "checks"),
    (Feature::EqualTrade, "trades"),
    (Feature::LosesExchange, "gives"),
    (Feature::TowardsKing, "to king"),
    (Feature::Retreats, "back"),
    (Feature::LeavesHanging, "hangs"),
];

/// What styles make of the same positions, the level kept; the first is no style.
pub fn manners(weights: &Weights, examples: &[Example]) -> Vec<Manner> {
    let styles = core::iter::once(None).chain(Style::NAMES.into_iter().map(Style::from_name));
    styles.map(|style| manner(weights, examples, style.as_ref())).collect()
}

fn manner(weights: &Weights, examples: &[Example], style: Option<&Style>) -> Manner {
    let name = style.map_or("none", |style| &style.name).to_owned();
    let mut found = Manner { style: name, differs: 0.0, shares: [0.0; 6], loss: 0.0 };
    for Example { position, rating, .. } in examples {
        let rating = f64::from(*rating);
        let plain = weights.chances(position, rating, &[]);
        let losses = position.losses();
        let mean =
            |chances: &[f64]| chances.iter().zip(&losses).map(|(chance, loss)| chance * loss).sum::<f64>();
        let chances = match style {
            None => plain.clone(),
            Some(style) => {
                let mut chances = weights.chances(position, rating, &style.liking(position));
                keep_level(&mut chances, &losses, mean(&plain));
                chances
            }
        };
        found.loss += mean(&chances);
        found.differs +=
            50.0 * chances.iter().zip(&plain).map(|(one, other)| (one - other).abs()).sum::<f64>();
        for (place, chance) in chances.iter().enumerate() {
            for (share, (feature, _)) in found.shares.iter_mut().zip(MANNERS) {
                *share += if position.features(place)[feature as usize] > 0.0 { 100.0 * chance } else { 0.0 };
            }
        }
    }
    let many = examples.len().max(1) as f64;
    found.loss /= many;
    found.differs /= many;
    found.shares = found.shares.map(|share| share / many);
    found
}
