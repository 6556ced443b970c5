//! The walk downhill.

use core::ops::Range;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

use super::adam::{Pace, step_down};
use super::example::Example;
use super::features::Features;
use super::loss::mean_loss;
use super::parameters::{Parameters, folded};
use super::pass::{Layers, SCALE, Sums};
use super::settings::Settings;
use super::state::{EpochRecord, State};
use super::teacher::Teacher;

/// Why training cannot go on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TrainError {
    /// There is nothing to learn from.
    #[error("there are no positions to learn from")]
    Nothing,
    /// More positions than can be numbered.
    #[error("there are more than four thousand million positions")]
    TooMany,
    /// The state is of a network of another shape.
    #[error("the state to go on from is that of a network with other sizes")]
    OtherShape,
    /// The error of a batch is not a number: nothing has been learnt from it.
    #[error("the loss of step {step} is not a finite number; the network before it is unharmed")]
    Loss {
        /// The step's number, from 1.
        step: u64,
    },
    /// The gradient of a batch is not a number, and so are the weights now.
    #[error(
        "the gradient of step {step} is not finite; go on from the last checkpoint with a lower learning rate"
    )]
    Gradient {
        /// The step's number, from 1.
        step: u64,
    },
}

/// What a step has brought.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moment {
    /// The mean squared error of the batch before the step.
    pub loss: f64,
    /// The length of the gradient.
    pub gradient: f32,
    /// The length of the step.
    pub rate: f32,
    /// The epoch that this step has finished.
    pub epoch: Option<EpochRecord>,
}

/// One of the parts of a batch that are learnt from side by side.
#[derive(Debug)]
struct Part {
    gradient: Parameters,
    sums: Sums,
    teacher: Teacher,
}

/// Trains a network on positions.
///
/// The same settings and positions give the same network, bit for bit: the parts of a batch are fixed by
/// [`Settings::parts`], not by the threads that happen to be free, and are added up in order. Going on from
/// a [`State`] gives the same network as not having stopped.
#[derive(Debug)]
pub struct Trainer<'a, E> {
    settings: Settings,
    learn: &'a [E],
    check: &'a [E],
    state: State,
    /// The folded feature weights.
    live: Vec<f32>,
    parts: Vec<Part>,
    order: Vec<u32>,
    /// The epoch that `order` is for.
    ordered: Option<u64>,
}

/// Positions are evaluated in portions of this size where their order does not matter.
const PORTION: usize = 4096;

impl<'a, E: Example> Trainer<'a, E> {
    /// Begins, or goes on from a state. `learn` is learnt from, `check` only looked at.
    ///
    /// # Errors
    /// If there is nothing to learn from or the state does not belong to the settings.
    pub fn new(
        settings: Settings,
        learn: &'a [E],
        check: &'a [E],
        state: State,
    ) -> Result<Trainer<'a, E>, TrainError> {
        if learn.is_empty() {
            return Err(TrainError::Nothing);
        }
        if u32::try_from(learn.len()).is_err() {
            return Err(TrainError::TooMany);
        }
        let shape = &settings.shape;
        let expected = Parameters::zeros(shape, settings.is_factorised);
        for parameters in [&state.weights, &state.means, &state.squares] {
            let sizes = |parameters: &Parameters| parameters.layers().map(<[f32]>::len);
            if sizes(parameters) != sizes(&expected) {
                return Err(TrainError::OtherShape);
            }
        }
        let part = || Part {
            gradient: Parameters::zeros(shape, false),
            sums: Sums::new(shape.hidden()),
            teacher: Teacher::default(),
        };
        Ok(Trainer {
            live: folded(&state.weights, shape),
            parts: (0..settings.parts.max(1)).map(|_| part()).collect(),
            order: Vec::new(),
            ordered: None,
            learn,
            check,
            state,
            settings,
        })
    }

    /// Where the training stands.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The state alone, when training is over.
    pub fn into_state(self) -> State {
        self.state
    }

    /// The steps of the whole training.
    pub fn steps(&self) -> u64 {
        self.steps_per_epoch() * u64::from(self.settings.epochs)
    }

    /// The steps of one epoch.
    pub fn steps_per_epoch(&self) -> u64 {
        self.settings.steps_per_epoch(self.learn.len()) as u64
    }

    /// Whether all epochs are done.
    pub fn is_done(&self) -> bool {
        self.state.step >= self.steps()
    }

    /// Learns from one batch, if not [done](Trainer::is_done); after the last one of an epoch looks at the
    /// positions held out.
    ///
    /// # Errors
    /// If numbers go out of bounds; the last good state is then that of the step before.
    pub fn step(&mut self) -> Result<Moment, TrainError> {
        let (step, per_epoch) = (self.state.step, self.steps_per_epoch());
        self.put_in_order(step / per_epoch);
        let batch = (step % per_epoch) as usize;
        let size = self.settings.batch.max(1).min(self.learn.len());
        let rate = self.settings.rate.at(step, self.steps());
        let blend = self.settings.blend.at(step, self.steps());
        let is_lesson = step / per_epoch < u64::from(self.settings.lessons);
        let loss = if is_lesson {
            self.learn_lessons(batch * size..(batch + 1) * size)
        } else {
            self.learn_batch(batch * size..(batch + 1) * size, blend)
        };
        if !loss.is_finite() {
            return Err(TrainError::Loss { step: step + 1 });
        }
        let mut gradients: Vec<&mut Parameters> =
            self.parts.iter_mut().map(|part| &mut part.gradient).collect();
        let pace = Pace { positions: size, rate, decay: self.settings.decay };
        let gradient = step_down(&mut self.state, &mut self.live, &mut gradients, &self.settings.shape, pace);
        if !gradient.is_finite() {
            return Err(TrainError::Gradient { step: step + 1 });
        }
        self.state.epoch_loss += loss;
        let is_last = batch as u64 + 1 == per_epoch;
        let epoch = is_last.then(|| self.finish_epoch(rate));
        Ok(Moment { loss, gradient, rate, epoch })
    }

    fn finish_epoch(&mut self, rate: f32) -> EpochRecord {
        let record = EpochRecord {
            epoch: self.state.epochs() + 1,
            learnt: self.state.epoch_loss / self.steps_per_epoch() as f64,
            held_out: self.held_out_loss(),
            rate,
        };
        self.state.epoch_loss = 0.0;
        self.state.history.push(record);
        record
    }

    /// The order of the positions in an epoch depends on nothing but the seed and the epoch.
    fn put_in_order(&mut self, epoch: u64) {
        if self.ordered != Some(epoch) {
            self.order.clear();
            self.order.extend(0..self.learn.len() as u32);
            shuffle(&mut self.order, mixed(self.settings.seed, epoch));
            self.ordered = Some(epoch);
        }
    }

    /// Fills the gradients of a batch; gives back its mean squared error.
    fn learn_batch(&mut self, batch: Range<usize>, blend: f32) -> f64 {
        self.learn_parts(batch, |example, _, settings| {
            (Features::of(example, &settings.shape), settings.target(example, blend))
        })
    }

    /// The same with lessons in the place of the positions: new ones in each epoch.
    fn learn_lessons(&mut self, batch: Range<usize>) -> f64 {
        let chance = mixed(self.settings.seed, self.state.step);
        self.learn_parts(batch, |example, (teacher, index), settings| {
            let lesson = example.lesson(teacher, mixed(chance, u64::from(index)));
            (Features::of(&lesson, &settings.shape), settings.target(&lesson, 0.0))
        })
    }

    fn learn_parts(
        &mut self,
        batch: Range<usize>,
        ask: impl Fn(&E, (&mut Teacher, u32), &Settings) -> (Features, f32) + Sync,
    ) -> f64 {
        let order = &self.order[batch.start..batch.end.min(self.order.len())];
        let layers = Layers::new(&self.live, &self.state.weights);
        let (settings, learn) = (&self.settings, self.learn);
        let share = order.len().div_ceil(self.parts.len()).max(1);
        let losses: Vec<f64> = self
            .parts
            .par_iter_mut()
            .zip(order.par_chunks(share))
            .map(|(part, order)| {
                let mut loss = 0.0;
                for &index in order {
                    let (features, target) =
                        ask(&learn[index as usize], (&mut part.teacher, index), settings);
                    loss += f64::from(layers.learn(&features, target, &mut part.sums, &mut part.gradient));
                }
                loss
            })
            .collect();
        losses.iter().sum::<f64>() / order.len().max(1) as f64
    }

    /// The mean squared error on the positions held out; not a number if there are none.
    fn held_out_loss(&self) -> f64 {
        let values = self.values(self.check);
        mean_loss(&self.settings, self.check, &values, SCALE, self.settings.blend.last)
    }

    /// The network's values of positions for the side to move, in hundredths of a pawn.
    pub fn values(&self, examples: &[E]) -> Vec<f32> {
        let layers = Layers::new(&self.live, &self.state.weights);
        let shape = &self.settings.shape;
        let portions = examples.par_chunks(PORTION).flat_map_iter(|portion| {
            let mut sums = Sums::new(shape.hidden());
            let values = portion
                .iter()
                .map(move |example| SCALE * layers.value(&Features::of(example, shape), &mut sums));
            values.collect::<Vec<_>>()
        });
        portions.collect()
    }
}

/// A number for chance to begin with.
fn mixed(seed: u64, number: u64) -> u64 {
    seed ^ (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Fisher and Yates.
fn shuffle(order: &mut [u32], seed: u64) {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    for index in (1..order.len()).rev() {
        let other = ((u128::from(dice.next_u64()) * (index as u128 + 1)) >> 64) as usize;
        order.swap(index, other);
    }
}
