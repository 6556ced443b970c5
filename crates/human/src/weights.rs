//! The numbers of the model of choice, and the file that they are kept in.

use serde::{Deserialize, Serialize};

use crate::chance::Chance;
use crate::scale::Scale;
use crate::scene::{FEATURES, SQUARES};
use crate::sight::DEPTHS;

/// Ways to look at a position: not ahead at all, or to each of the depths. Somebody who looks so far this time misses what is
/// refuted deeper.
pub(crate) const WAYS: usize = DEPTHS + 1;
/// Each number is a polynomial of the rating with so many coefficients.
pub(crate) const POWERS: usize = 3;
/// Of each depth: the loss of expected points, and the logarithm of the loss in hundredths.
pub(crate) const VALUES: usize = 2 * DEPTHS;
/// What is known about a move.
pub(crate) const KNOWN: usize = FEATURES + VALUES;
/// What is known about the position: rating, its square, the phase, the expected points, the lead.
pub(crate) const CONTEXT: usize = 5;
pub(crate) const INPUTS: usize = KNOWN + CONTEXT + 1;
/// Units of the layer.
pub(crate) const HIDDEN: usize = 16;

/// Which number stands where in the list of all.
pub(crate) mod layout {
    use super::{FEATURES, HIDDEN, INPUTS, POWERS, SQUARES, WAYS};

    /// Logits of the ways.
    pub const MIX: usize = 0;
    /// Weights of the two losses in each way.
    pub const LOSSES: usize = MIX + WAYS * POWERS;
    pub const FEATURE: usize = LOSSES + WAYS * 2 * POWERS;
    /// Squares have a constant and a slope.
    pub const SQUARE: usize = FEATURE + FEATURES * POWERS;
    pub const LAYER: usize = SQUARE + SQUARES * 2;
    pub const OUT: usize = LAYER + INPUTS * HIDDEN;
    pub const ALL: usize = OUT + HIDDEN;
}

/// What is left out of a model, to see what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[allow(clippy::struct_excessive_bools)] // switches
pub struct Without {
    /// The values of the search.
    pub values: bool,
    /// What is seen without thinking ahead.
    pub features: bool,
    /// The squares.
    pub squares: bool,
    /// The layer of units.
    pub layer: bool,
    /// The mixture: everybody looks to the last depth.
    pub mixture: bool,
}

/// The weights of the model for one rating scale.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// Whose ratings.
    pub scale: Scale,
    /// The ratings for which there was enough data; beyond them levels are extrapolated.
    pub range: (u32, u32),
    /// What is left out.
    pub without: Without,
    /// How they were made.
    pub made: String,
    pub(crate) numbers: Vec<f32>,
}

/// Why a file of weights cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    /// It is no file of ours.
    #[error("not a file of weights: {0}")]
    Text(#[from] serde_json::Error),
    /// It is made for another program.
    #[error("the weights are of version {0} and have {1} numbers; this program reads version {VERSION} with {all}", all = layout::ALL)]
    Other(u32, usize),
    /// A scale that there is none of.
    #[error("there is no rating scale \"{0}\"")]
    Scale(String),
}

const VERSION: u32 = 1;
/// Numbers are kept in ten-thousandths.
const STEPS: f32 = 10_000.0;

#[derive(Serialize, Deserialize)]
struct File {
    version: u32,
    scale: String,
    range: (u32, u32),
    without: Without,
    made: String,
    ten_thousandths: Vec<i32>,
}

impl Weights {
    /// Weights that know nothing yet.
    pub fn new(scale: Scale, range: (u32, u32), without: Without) -> Weights {
        let mut numbers = vec![0.0; layout::ALL];
        for way in 1..WAYS {
            numbers[layout::LOSSES + way * 2 * POWERS] = -0.5;
            numbers[layout::LOSSES + (way * 2 + 1) * POWERS] = -0.5;
        }
        let mut chance = Chance::of(&[19, 50]);
        for number in &mut numbers[layout::LAYER..] {
            *number = 0.1 * chance.normal() as f32;
        }
        Weights { scale, range, without, made: String::new(), numbers }
    }

    /// Takes over what other weights know of moves at a glance: the squares, features and the layer.
    pub fn begin_with(&mut self, other: &Weights) {
        let known = layout::FEATURE..layout::ALL;
        self.numbers[known.clone()].copy_from_slice(&other.numbers[known]);
    }

    /// The built-in weights of a scale.
    pub fn builtin(scale: Scale) -> Weights {
        let text = match scale {
            Scale::Lichess => include_str!("../weights/lichess.json"),
            Scale::Fide => include_str!("../weights/fide.json"),
        };
        // A test reads both.
        Weights::read(text).unwrap_or_else(|_| Weights::new(scale, (1000, 2400), Without::default()))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is none of ours.
    pub fn read(text: &str) -> Result<Weights, WeightsError> {
        let file: File = serde_json::from_str(text)?;
        if file.version != VERSION || file.ten_thousandths.len() != layout::ALL {
            return Err(WeightsError::Other(file.version, file.ten_thousandths.len()));
        }
        let scale = Scale::from_name(&file.scale).ok_or(WeightsError::Scale(file.scale))?;
        let numbers = file.ten_thousandths.iter().map(|&number| number as f32 / STEPS).collect();
        Ok(Weights { scale, range: file.range, without: file.without, made: file.made, numbers })
    }

    /// The text of a file.
    pub fn write(&self) -> String {
        let file = File {
            version: VERSION,
            scale: self.scale.name().to_owned(),
            range: self.range,
            without: self.without,
            made: self.made.clone(),
            ten_thousandths: self.numbers.iter().map(|number| (number * STEPS).round() as i32).collect(),
        };
        // Numbers and names only: nothing of it can fail.
        serde_json::to_string(&file).unwrap_or_default() + "\n"
    }

    /// The powers of a rating, near 0 in the middle of what people have.
    pub(crate) fn powers(&self, rating: f64) -> [f32; POWERS] {
        let (low, high) = (f64::from(self.range.0), f64::from(self.range.1));
        let middle = f64::midpoint(low, high);
        let part = |rating: f64| ((rating - middle) / 500.0) as f32;
        // Beyond the data the curve goes on as a line.
        let (bent, straight) = (part(rating.clamp(low, high)), part(rating));
        [1.0, straight, bent * bent]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_weights_can_be_read_and_written() {
        for (scale, text) in [
            (Scale::Lichess, include_str!("../weights/lichess.json")),
            (Scale::Fide, include_str!("../weights/fide.json")),
        ] {
            let weights = Weights::read(text).expect("weights");
            assert_eq!(weights.scale, scale);
            assert!(weights.numbers.iter().all(|number| number.is_finite()));
            assert_eq!(weights.write(), text);
            assert!(!weights.made.is_empty());
        }
        assert!(Weights::read("{}").is_err());
    }
}
