//! What a training is told.

use serde::{Deserialize, Serialize};

use super::example::Example;
use super::pass::expectation;
use super::schedule::Schedule;
use super::shape::Shape;

/// Everything that decides what comes out, beside the positions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The sizes of the network.
    pub shape: Shape,
    /// Whether king buckets share weights while they are trained.
    pub is_factorised: bool,
    /// How often to go through all positions.
    pub epochs: u32,
    /// The first of these epochs in which a teacher is imitated, before the positions' own scores are learnt.
    pub lessons: u32,
    /// Positions per step.
    pub batch: usize,
    /// The length of steps.
    pub rate: Schedule,
    /// The part of the game's result in what is predicted; the rest is the search's score.
    pub blend: Schedule,
    /// The hundredths of a pawn by which scores change the odds of the expected result by a factor of e.
    pub score_scale: f32,
    /// How much of a weight decays per step, times the rate.
    pub decay: f32,
    /// For the first weights and the order of the positions.
    pub seed: u64,
    /// The parts of a batch that are learnt from side by side. Another number is another order of sums, and
    /// so, in the last bits, another network.
    pub parts: usize,
}

impl Settings {
    /// The steps of an epoch with so many positions. What is left over after the last whole batch is left
    /// out; every epoch that is something else.
    pub(super) fn steps_per_epoch(&self, positions: usize) -> usize {
        (positions / self.batch.max(1)).max(1)
    }

    /// What to predict of a position.
    pub fn target(&self, example: &impl Example, blend: f32) -> f32 {
        let by_score = expectation(example.score() / self.score_scale);
        blend * example.result() + (1.0 - blend) * by_score
    }
}
