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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Labelled;
    use crate::tune::{DatasetBuilder, StateError, fit_target};
    use quevedo_eval::{Classical, Weights};
    use quevedo_rules::Board;

    /// Positions of random games, labelled with what the default weights think of them.
    fn datasets() -> (Dataset, Dataset) {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut evaluator = Classical::default();
        let mut builder = DatasetBuilder::new(5);
        for _ in 0..20 {
            let mut board = Board::start();
            let mut block = Vec::new();
            for _ in 0..120 {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                board = board.play(moves[dice.next_u64() as usize % moves.len()]);
                let value = evaluator.value(&board);
                let result = f32::from(i8::from(value > 100) + i8::from(value > -100)) / 2.0;
                let is_noisy = board.in_check();
                block.push(Labelled { board, result, score: Some(value), is_noisy });
            }
            builder.add_block(&block);
        }
        builder.finish(7)
    }

    fn options(target: Target) -> Options {
        Options { epochs: 40, batch: 256, rate: 2.0, pull: 0.0, target, steepness: 0.6, seed: 3 }
    }

    /// The default weights with every piece's value halved.
    fn spoilt() -> State {
        let mut state = State::new(&Weights::default());
        for pair in &mut state.row[..5] {
            *pair = pair.map(|value| value / 2.0);
        }
        state.start.clone_from(&state.row);
        state
    }

    #[test]
    fn spoilt_weights_recover() {
        let (learn, check) = datasets();
        let target = Target { result_part: 0.0, score_steepness: 0.6 };
        let spoilt = spoilt();
        let before = error_of(&learn, spoilt.row(), 0.6, target);
        let tuned = tune(&learn, &check, &options(target), spoilt, |_| ControlFlow::Continue(()));
        let after = error_of(&learn, tuned.row(), 0.6, target);
        assert!(after < before / 4.0, "{before} -> {after}");
    }

    #[test]
    fn stopping_and_going_on_changes_nothing() {
        let (learn, check) = datasets();
        let options = options(fit_target(&learn, 0.5));
        let through = tune(&learn, &check, &options, spoilt(), |_| ControlFlow::Continue(()));
        let half = tune(&learn, &check, &options, spoilt(), |progress| {
            if progress.state.epoch == 11 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(half.epoch, 11);
        let kept = State::from_json(&half.to_json().expect("writes")).expect("reads");
        let resumed = tune(&learn, &check, &options, kept, |_| ControlFlow::Continue(()));
        assert!(resumed == through);
        assert!(matches!(State::from_json("{}"), Err(StateError::Syntax(_))));
    }

    #[test]
    fn slopes_are_the_differences_of_the_error() {
        let (learn, _) = datasets();
        let target = Target { result_part: 0.5, score_steepness: 0.9 };
        let state = State::new(&Weights::default());
        let mut checked = 0;
        for index in (0..learn.len()).step_by(97) {
            let sample = learn.sample(index);
            let wanted = target.of(&sample);
            let mut gradient = vec![[0.0f32; 2]; ENTRIES];
            model::learn(&sample, state.row(), 0.6, wanted, &mut gradient);
            for entry in (0..ENTRIES).filter(|&entry| gradient[entry].iter().any(|slope| slope.abs() > 0.0)) {
                for half in 0..2 {
                    let error = |by: f32| {
                        let mut row = state.row().to_vec();
                        row[entry][half] += by;
                        let expected = model::expectation(model::value(&sample, &row), 0.6);
                        f64::from((expected - wanted).powi(2))
                    };
                    let slope = (error(0.25) - error(-0.25)) / 0.5;
                    let claimed = f64::from(gradient[entry][half]);
                    assert!((slope - claimed).abs() < 1e-5 + 0.05 * claimed.abs(), "{slope} {claimed}");
                    checked += 1;
                }
            }
        }
        assert!(checked > 1_000);
    }
}
