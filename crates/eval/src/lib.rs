//! What a position looks like it is worth, without looking ahead.
//!
//! - [`Shannon`] is f(P) of the paper of 1950, to the letter, and the list of its appendix;
//! - [`Classical`] is a weighted sum of what chess players look at, with one [table of terms](terms),
//!   a [trace](Trace) for the tuner and a [breakdown](Breakdown) for people;
//! - [`nnue`] is a network that is trained on games and updated move by move;
//! - [`Evaluator`] is the boundary at which the search meets any of them;
//! - [`endings`] and [`torres`] know what endings are worth and how rook and king mate.

mod breakdown;
mod classical;
pub mod endings;
mod evaluator;
mod masks;
mod material_count;
pub mod nnue;
pub mod shannon;
pub mod torres;

pub use breakdown::{Breakdown, BreakdownRow};
pub use classical::terms;
pub use classical::{
    Classical, DANGER_LIMIT, HitRate, NoTrace, PHASES, Pair, Slopes, SmoothSums, Stats, Sums, Trace, Tracer,
    Weights,
};
pub use evaluator::{AnyEvaluator, Evaluation, Evaluator};
pub use material_count::pawns_worth;
pub use shannon::Shannon;
