//! Where the walk stands: what a checkpoint keeps.

use quevedo_eval::terms::ENTRIES;
use quevedo_eval::{Pair, Weights};
use serde::{Deserialize, Serialize};

/// Fractional weights of all entries, as [middlegame, endgame].
pub type Row = [[f32; 2]];

/// Weights on their way, and the memory of the optimiser.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// Epochs done.
    pub epoch: u32,
    pub(super) step: u32,
    pub(super) row: Vec<[f32; 2]>,
    pub(super) start: Vec<[f32; 2]>,
    pub(super) mean: Vec<[f32; 2]>,
    pub(super) square: Vec<[f32; 2]>,
}

/// Why a checkpoint cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// It is not what was written.
    #[error("the checkpoint cannot be read: {0}")]
    Syntax(#[from] serde_json::Error),
    /// It was made for other terms.
    #[error("the checkpoint has {found} weights, but the evaluation now has {ENTRIES}; start afresh")]
    Terms {
        /// How many weights the checkpoint has.
        found: usize,
    },
}

/// Numbers are kept by their bits, so that nothing is lost on the way through text.
#[derive(Serialize, Deserialize)]
struct Kept {
    epoch: u32,
    step: u32,
    row: Vec<[u32; 2]>,
    start: Vec<[u32; 2]>,
    mean: Vec<[u32; 2]>,
    square: Vec<[u32; 2]>,
}

fn to_bits(row: &Row) -> Vec<[u32; 2]> {
    row.iter().map(|pair| pair.map(f32::to_bits)).collect()
}

fn from_bits(row: &[[u32; 2]]) -> Vec<[f32; 2]> {
    row.iter().map(|pair| pair.map(f32::from_bits)).collect()
}

impl State {
    /// Starts from these weights.
    pub fn new(weights: &Weights) -> State {
        let row: Vec<[f32; 2]> =
            weights.row().iter().map(|pair| [pair.middlegame() as f32, pair.endgame() as f32]).collect();
        let zero = vec![[0.0; 2]; ENTRIES];
        State { epoch: 0, step: 0, start: row.clone(), row, mean: zero.clone(), square: zero }
    }

    /// The fractional weights.
    pub fn row(&self) -> &Row {
        &self.row
    }

    /// The weights, rounded.
    pub fn weights(&self) -> Weights {
        let mut row = [Pair::ZERO; ENTRIES];
        for (pair, fractions) in row.iter_mut().zip(&self.row) {
            let [middlegame, endgame] = fractions.map(|value| value.round() as i16);
            *pair = Pair::new(middlegame, endgame);
        }
        Weights::new(row)
    }

    /// The state as text for a checkpoint.
    ///
    /// # Errors
    /// None in practice; the writer of JSON can refuse in theory.
    pub fn to_json(&self) -> Result<String, StateError> {
        Ok(serde_json::to_string(&Kept {
            epoch: self.epoch,
            step: self.step,
            row: to_bits(&self.row),
            start: to_bits(&self.start),
            mean: to_bits(&self.mean),
            square: to_bits(&self.square),
        })?)
    }

    /// The state of a checkpoint.
    ///
    /// # Errors
    /// If the text is not a checkpoint, or one of an evaluation with other terms.
    pub fn from_json(text: &str) -> Result<State, StateError> {
        let kept: Kept = serde_json::from_str(text)?;
        for row in [&kept.row, &kept.start, &kept.mean, &kept.square] {
            if row.len() != ENTRIES {
                return Err(StateError::Terms { found: row.len() });
            }
        }
        Ok(State {
            epoch: kept.epoch,
            step: kept.step,
            row: from_bits(&kept.row),
            start: from_bits(&kept.start),
            mean: from_bits(&kept.mean),
            square: from_bits(&kept.square),
        })
    }
}
