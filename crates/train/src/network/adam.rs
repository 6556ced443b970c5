//! One step of the optimiser.
//!
//! The sums of all threads' gradients, the step itself and the folding of the feature weights go over the
//! rows once, while they are in the cache. The step is the exact one: rows that no position of the batch
//! touches still follow their momentum and decay. (With thousands of positions in a batch nearly all rows
//! that can be touched are, so leaving out the others would save little and change the result.)

use quevedo_simd::float::{AdamStep, adam_step, add_to};
use rayon::prelude::*;

use super::parameters::Parameters;
use super::shape::{FEATURES, Shape};
use super::state::State;

const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// Weights stay within this, so that they fit the engine's integers.
pub(super) const LIMIT: f32 = 1.98;

/// Output weights stay within this: the largest of them decides how finely all are written.
pub(super) const OUTPUT_LIMIT: f32 = 0.5;

/// The features that one task updates.
const BLOCK: usize = 16;

/// What a step depends on beside the gradient.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Pace {
    /// Positions of the batch.
    pub(super) positions: usize,
    pub(super) rate: f32,
    pub(super) decay: f32,
}

/// Moves the weights of `state` against the sum of the gradients, which are zero afterwards, and brings
/// `live`, the folded feature weights, up to date. Gives back the length of the gradient: if that is not a
/// finite number, the state is spoilt.
pub(super) fn step_down(
    state: &mut State,
    live: &mut [f32],
    gradients: &mut [&mut Parameters],
    shape: &Shape,
    pace: Pace,
) -> f32 {
    state.step += 1;
    let step = adam(state.step, pace);
    let squares = step_features(state, live, gradients, shape, &step) + step_rest(state, gradients, &step);
    squares.sqrt() as f32
}

fn adam(number: u64, pace: Pace) -> AdamStep {
    let power = i32::try_from(number).unwrap_or(i32::MAX);
    AdamStep {
        scale: 1.0 / pace.positions as f32,
        beta_1: BETA_1,
        beta_2: BETA_2,
        rate: pace.rate / (1.0 - BETA_1.powi(power)),
        square_correction: 1.0 / (1.0 - BETA_2.powi(power)),
        epsilon: EPSILON,
        keep: 1.0 - pace.rate * pace.decay,
        limit: LIMIT,
    }
}

/// Neighbouring features with all that belongs to them.
struct Block<'a> {
    weights: &'a mut [f32],
    means: &'a mut [f32],
    squares: &'a mut [f32],
    /// What the king buckets share: weights, means, squares; empty if they share nothing.
    shared: [&'a mut [f32]; 3],
    live: &'a mut [f32],
    gradients: Vec<&'a mut [f32]>,
}

fn step_features(
    state: &mut State,
    live: &mut [f32],
    gradients: &mut [&mut Parameters],
    shape: &Shape,
    step: &AdamStep,
) -> f64 {
    let hidden = shape.hidden();
    let feature = shape.king_buckets() * hidden;
    let mut blocks = blocks(state, live, gradients, BLOCK * feature, BLOCK * hidden);
    let norms: Vec<f64> = blocks.par_iter_mut().map(|block| block.step(feature, hidden, step)).collect();
    norms.iter().sum()
}

/// Divides everything that belongs to features into blocks of so many numbers.
fn blocks<'a>(
    state: &'a mut State,
    live: &'a mut [f32],
    gradients: &'a mut [&mut Parameters],
    size: usize,
    shared_size: usize,
) -> Vec<Block<'a>> {
    let mut shared = [&mut state.weights, &mut state.means, &mut state.squares].map(|parameters| {
        let Parameters { inputs, shared, .. } = parameters;
        (inputs.chunks_mut(size), shared.chunks_mut(shared_size))
    });
    let mut live = live.chunks_mut(size);
    let mut gradients: Vec<_> =
        gradients.iter_mut().map(|gradient| gradient.inputs.chunks_mut(size)).collect();
    let [weights, means, squares] = &mut shared;
    let mut blocks = Vec::with_capacity(FEATURES / BLOCK);
    while let (Some(own), Some(mean), Some(square)) = (weights.0.next(), means.0.next(), squares.0.next()) {
        blocks.push(Block {
            weights: own,
            means: mean,
            squares: square,
            shared: [&mut weights.1, &mut means.1, &mut squares.1]
                .map(|rows| rows.next().unwrap_or_default()),
            live: live.next().unwrap_or_default(),
            gradients: gradients.iter_mut().filter_map(Iterator::next).collect(),
        });
    }
    blocks
}

impl Block<'_> {
    /// One step for all rows of the block; gives back the squared length of their gradient.
    fn step(&mut self, feature: usize, hidden: usize, step: &AdamStep) -> f64 {
        let mut norm = 0.0;
        let mut shared_gradient = vec![0.0; hidden];
        // Own and shared weights each stay within half, so that their sum fits.
        let half = AdamStep { limit: step.limit / 2.0, ..*step };
        for at in 0..self.weights.len() / feature {
            let rows = at * feature..(at + 1) * feature;
            let gradient = total(&mut self.gradients, rows.clone());
            let (weights, means) = (&mut self.weights[rows.clone()], &mut self.means[rows.clone()]);
            let squares = &mut self.squares[rows.clone()];
            let shared = at * hidden..(at + 1) * hidden;
            if self.shared[0].is_empty() {
                norm += f64::from(adam_step(weights, means, squares, gradient, step));
                self.live[rows].copy_from_slice(weights);
            } else {
                shared_gradient.fill(0.0);
                for row in gradient.chunks_exact(hidden) {
                    add_to(&mut shared_gradient, row);
                }
                let [shared_weights, shared_means, shared_squares] = &mut self.shared;
                norm += f64::from(adam_step(
                    &mut shared_weights[shared.clone()],
                    &mut shared_means[shared.clone()],
                    &mut shared_squares[shared.clone()],
                    &shared_gradient,
                    &half,
                ));
                norm += f64::from(adam_step(weights, means, squares, gradient, &half));
                let live = &mut self.live[rows];
                live.copy_from_slice(weights);
                for row in live.chunks_exact_mut(hidden) {
                    add_to(row, &shared_weights[shared.clone()]);
                }
            }
            gradient.fill(0.0);
        }
        norm
    }
}

/// Adds up the gradients of all threads in the first one, always in the same order; the others become zero.
fn total<'a>(gradients: &'a mut [&mut [f32]], range: core::ops::Range<usize>) -> &'a mut [f32] {
    let Some((first, others)) = gradients.split_first_mut() else { return &mut [] };
    let sum = &mut first[range.clone()];
    for other in others {
        add_to(sum, &other[range.clone()]);
        other[range.clone()].fill(0.0);
    }
    sum
}

/// The small layers, one after the other. Biases do not decay.
fn step_rest(state: &mut State, gradients: &mut [&mut Parameters], step: &AdamStep) -> f64 {
    const FIRST: usize = 2;
    const OUTPUTS: usize = 3;
    let undecayed = AdamStep { keep: 1.0, ..*step };
    let for_outputs = AdamStep { limit: OUTPUT_LIMIT, ..*step };
    let State { weights, means, squares, .. } = state;
    let layers = weights.layers_mut().into_iter().zip(means.layers_mut()).zip(squares.layers_mut());
    let mut norm = 0.0;
    for (layer, ((weights, means), squares)) in layers.enumerate().skip(FIRST) {
        let mut parts: Vec<&mut [f32]> =
            gradients.iter_mut().map(|gradient| nth_layer(gradient, layer)).collect();
        let gradient = total(&mut parts, 0..weights.len());
        let step = if layer == OUTPUTS { &for_outputs } else { &undecayed };
        norm += f64::from(adam_step(weights, means, squares, gradient, step));
        gradient.fill(0.0);
    }
    norm
}

fn nth_layer(parameters: &mut Parameters, layer: usize) -> &mut [f32] {
    parameters.layers_mut().into_iter().nth(layer).unwrap_or_default()
}
