//! Training of the network: from positions with scores and results to a file that the engine evaluates with.
//!
//! The network sees a position from both sides. Each side has a row of [`Shape::hidden`] sums, to which every
//! man adds the weights of its [feature](Features); the squares of the sums, clipped to 0..1, times the output
//! weights are the value. [`Trainer`] walks down the [error](mean_loss) of the values in mini-batches with `AdamW`
//! on all cores; its [`State`] can be kept and gone on from; [`quantised`] makes the engine's network of it.

mod adam;
mod checkpoint;
mod example;
mod export;
mod features;
mod growth;
mod loss;
mod parameters;
mod pass;
mod schedule;
mod settings;
mod shape;
mod state;
mod teacher;
mod trainer;

pub use checkpoint::{Checkpoint, CheckpointError};
pub use example::Example;
pub use export::{Difference, ExportError, difference, quantised};
pub use features::Features;
pub use growth::{OtherSizes, taken_up};
pub use loss::{best_scale, mean_loss};
pub use parameters::Parameters;
pub use schedule::{Course, Schedule};
pub use settings::Settings;
pub use shape::{FEATURES, Shape, ShapeError};
pub use state::{EpochRecord, State};
pub use teacher::Teacher;
pub use trainer::{Moment, TrainError, Trainer};

#[cfg(test)]
mod tests;
