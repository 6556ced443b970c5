//! Where a training stands.

use super::parameters::Parameters;
use super::settings::Settings;

/// The network in training and the optimiser's memory: what a checkpoint keeps.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// Steps done.
    pub step: u64,
    /// The weights as they are now.
    pub weights: Parameters,
    pub(super) means: Parameters,
    pub(super) squares: Parameters,
    /// The sum of the batches' losses in the epoch that is not finished.
    pub(super) epoch_loss: f64,
    /// What became of each epoch so far.
    pub history: Vec<EpochRecord>,
}

/// An epoch that is done.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EpochRecord {
    /// Its number, from 1.
    pub epoch: u32,
    /// The mean squared error on the way through the epoch.
    pub learnt: f64,
    /// The mean squared error after it on positions that are not learnt from, with the last blend; not a
    /// number if there are none.
    pub held_out: f64,
    /// The length of the last step.
    pub rate: f32,
}

impl State {
    /// A network that knows nothing.
    pub fn new(settings: &Settings) -> State {
        State::from_weights(
            settings,
            Parameters::random(&settings.shape, settings.is_factorised, settings.seed),
        )
    }

    /// A network that knows something already.
    pub fn from_weights(settings: &Settings, weights: Parameters) -> State {
        let zeros = Parameters::zeros(&settings.shape, settings.is_factorised);
        State { step: 0, weights, means: zeros.clone(), squares: zeros, epoch_loss: 0.0, history: Vec::new() }
    }

    /// The epochs that are done.
    pub fn epochs(&self) -> u32 {
        self.history.len() as u32
    }
}
