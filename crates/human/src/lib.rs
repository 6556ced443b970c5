//! How people of every strength choose their moves.
//!
//! - [`Looker`] sees what there is to see: the value of every legal move at depths 1 to 6, the same on every machine;
//! - [`Scene`] sees what a move looks like: recaptures, checks, threats, retreats;
//! - [`Weights`] say how likely somebody of a rating is to choose each move; [`Fitter`] finds them, [`measure`] checks them;
//! - a [`Player`] of a [`Level`] and a [`Style`] chooses moves by them.

mod chance;
mod explain;
mod fit;
mod label;
mod measure;
mod model;
mod player;
mod scale;
mod scene;
mod sight;
mod style;
mod weights;

pub use chance::{Chance, text_number};
pub use explain::Likely;
pub use fit::{Course, Example, Fitter};
pub use label::{Choice, Label, LabelError};
pub use measure::{BLUNDER, Found, MANNERS, Manner, manners, measure};
pub use model::Position;
pub use player::{Choosing, Level, Player, RATINGS, Thoughts};
pub use scale::Scale;
pub use scene::{FEATURES, Feature, Look, SQUARES, Scene};
pub use sight::{
    DEPTHS, Effort, Looker, NODES, Seen, Sight, expectation, hundredths, material_of, with_stack,
};
pub use style::{PersonalityError, Style, keep_level};
pub use weights::{Weights, WeightsError, Without};
