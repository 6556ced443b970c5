//! What a match proves: pure mathematics from counts of results to ratings, verdicts and a picture.
//!
//! A [`Tally`] counts games, a [`Pentanomial`] counts pairs of games with colours reversed, which says
//! more, because the two games of an opening depend on each other. Both give [Elo differences with
//! errors](Estimate) and feed the [sequential test](Sprt) that decides when a match may stop.
//! [`ratings`] puts the players of a tournament in one list, [`plot_svg`] draws how a match went.
//!
//! Where a formula would divide by zero (an empty, an all-draw, an all-win record) the behaviour is
//! written at the function; nothing here panics or gives a NaN.

mod cholesky;
mod estimate;
mod likelihood;
mod pentanomial;
mod plot;
mod rating;
#[cfg(test)]
mod recorded;
mod sample;
mod sprt;
mod tally;

pub use estimate::Estimate;
pub use pentanomial::Pentanomial;
pub use plot::{Point, plot_svg};
pub use rating::{Rating, ratings};
pub use sample::Outcomes;
pub use sprt::{Decision, EloModel, Sprt, SprtError};
pub use tally::Tally;
