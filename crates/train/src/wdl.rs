//! What scores mean: the chances to win, draw and lose, fitted on our own games.
//!
//! The model is [`WdlModel`]: the chance to win is a logistic curve of the score, whose middle and
//! spread are cubic polynomials of the material on the board, and the chance to lose is the same
//! curve seen from the other side. A [`Tally`] counts what became of the positions with each score
//! and material; [`fit`] finds the curves under which that was most likely. The score that wins
//! half of the games with the usual material of move 32 is what `100 cp` should mean
//! ([`Fit::pawn`]).

mod fit;
mod picture;
mod tally;

pub use fit::{Fit, FitError, fit};
pub use picture::draw;
pub use quevedo_value::WdlModel;
pub use tally::{MATERIALS, Observed, Tally};
