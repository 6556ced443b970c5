//! The walk downhill.

use core::ops::ControlFlow;

use quevedo_eval::terms::ENTRIES;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

use super::dataset::Dataset;
use super::model::{self, Target};
use super::state::{Row, State};

/// How to walk.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// How often to go through all positions.
    pub epochs: u32,
    /// Positions per step.
    pub batch: usize,
    /// The length of the first steps, in hundredths of a pawn; it falls to a fiftieth along half a
    /// cosine.
    pub rate: f32,
    /// How strongly weights are drawn back to where they started, per position.
    pub pull: f32,
    /// What to predict.
    pub target: Target,
    /// How steeply values turn into expected results.
    pub steepness: f32,
    /// For the order of the batches.
    pub seed: u64,
}

/// How far the walk has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The state after the epoch: what a checkpoint keeps.
    pub state: &'a State,
    /// The mean squared error on the way through the epoch.
    pub learn_error: f64,
    /// The mean squared error on positions that were not learnt from.
    pub check_error: f64,
}

/// The parts of a batch that are added up one after the other, so that the number of cores does not
/// change the sum.
const PARTS: usize = 16;
const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;

/// Improves the weights until all epochs are done or `progress` says stop. Starting again from a
/// state that `progress` has seen gives the same weights as not having stopped.
pub fn tune(
    learn: &Dataset,
    check: &Dataset,
    options: &Options,
    mut state: State,
    mut progress: impl FnMut(&Progress<'_>) -> ControlFlow<()>,
) -> State {
    let mut gradients = vec![vec![[0.0f32; 2]; ENTRIES]; PARTS];
    let batches = learn.len().div_ceil(options.batch.max(1));
    while state.epoch < options.epochs && batches > 0 {
        let mut order: Vec<u32> = (0..batches as u32).collect();
        shuffle(&mut order, options.seed ^ u64::from(state.epoch + 1) << 32);
        let mut error = 0.0;
        for (step, &batch) in order.iter().enumerate() {
            let first = batch as usize * options.batch;
            let last = (first + options.batch).min(learn.len());
            error += learn_batch(learn, first..last, options, &state.row, &mut gradients);
            let done = (state.epoch as f32 + step as f32 / batches as f32) / options.epochs as f32;
            step_down(&mut state, &gradients, last - first, options, rate_at(options.rate, done));
        }
        state.epoch += 1;
        let check_error = error_of(check, &state.row, options.steepness, options.target);
        let seen = Progress { state: &state, learn_error: error / learn.len() as f64, check_error };
        if progress(&seen).is_break() {
            break;
        }
    }
    state
}

fn rate_at(rate: f32, done: f32) -> f32 {
    let cosine = 0.5 * (1.0 + (core::f32::consts::PI * done).cos());
    rate * (0.02 + 0.98 * cosine)
}

/// Fills the gradients of a batch; gives back the sum of its squared errors.
fn learn_batch(
    data: &Dataset,
    batch: core::ops::Range<usize>,
    options: &Options,
    row: &Row,
    gradients: &mut [Vec<[f32; 2]>],
) -> f64 {
    let part = batch.len().div_ceil(PARTS);
    let errors: Vec<f64> = gradients
        .par_iter_mut()
        .enumerate()
        .map(|(index, gradient)| {
            gradient.fill([0.0; 2]);
            let first = (batch.start + index * part).min(batch.end);
            let last = (first + part).min(batch.end);
            let mut error = 0.0;
            for sample in (first..last).map(|index| data.sample(index)) {
                let target = options.target.of(&sample);
                error += f64::from(model::learn(&sample, row, options.steepness, target, gradient));
            }
            error
        })
        .collect();
    errors.iter().sum()
}

/// One step of Adam.
fn step_down(state: &mut State, gradients: &[Vec<[f32; 2]>], positions: usize, options: &Options, rate: f32) {
    state.step += 1;
    let correction_1 = 1.0 - BETA_1.powi(state.step as i32);
    let correction_2 = 1.0 - BETA_2.powi(state.step as i32);
    let scale = 1.0 / positions as f32;
    for entry in 0..ENTRIES {
        for half in 0..2 {
            let sum: f32 = gradients.iter().map(|gradient| gradient[entry][half]).sum();
            let drawn = options.pull * (state.row[entry][half] - state.start[entry][half]);
            let slope = sum * scale + drawn;
            let mean = &mut state.mean[entry][half];
            let square = &mut state.square[entry][half];
            *mean += (1.0 - BETA_1) * (slope - *mean);
            *square += (1.0 - BETA_2) * (slope * slope - *square);
            let length = (*square / correction_2).sqrt() + 1e-9;
            state.row[entry][half] -= rate * (*mean / correction_1) / length;
        }
    }
}

/// The mean squared error of the predictions of these weights.
pub fn error_of(data: &Dataset, row: &Row, steepness: f32, target: Target) -> f64 {
    if data.is_empty() {
        return 0.0;
    }
    let parts: Vec<f64> = (0..data.len().div_ceil(4096))
        .into_par_iter()
        .map(|part| {
            let mut sum = 0.0;
            for index in part * 4096..((part + 1) * 4096).min(data.len()) {
                let sample = data.sample(index);
                let error = model::expectation(model::value(&sample, row), steepness) - target.of(&sample);
                sum += f64::from(error * error);
            }
            sum
        })
        .collect();
    parts.iter().sum::<f64>() / data.len() as f64
}

/// Fisher and Yates.
pub(super) fn shuffle(order: &mut [u32], seed: u64) {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    for index in (1..order.len()).rev() {
        let other = ((u128::from(dice.next_u64()) * (index as u128 + 1)) >> 64) as usize;
        order.swap(index, other);
    }
}
