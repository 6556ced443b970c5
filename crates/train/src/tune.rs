//! Tuning of the classical evaluation's weights by logistic regression (Texel's method).
//!
//! Each [labelled position](crate::data::Labelled) is evaluated once under the eyes of a trace; what remains of it
//! is a short list of counts ([`Dataset`]). From then on an evaluation is a sum of products, and so
//! is its derivative by every weight. [`tune`] walks down the error of the predicted results in
//! mini-batches with Adam (Kingma and Ba, 2015), on all cores, and comes to the same weights whatever
//! their number.

mod dataset;
mod model;
mod optimise;
mod state;
mod write;

pub use dataset::{Dataset, DatasetBuilder};
pub use model::{Target, fit_steepness, fit_target};
pub use optimise::{Options, Progress, error_of, tune};
pub use state::{Row, State, StateError};
pub use write::{json, rust_source, settle};
