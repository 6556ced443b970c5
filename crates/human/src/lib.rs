//! How people of every strength choose their moves.

mod chance;
mod label;
mod scale;
mod sight;

pub use chance::{Chance, text_number};
pub use label::{Choice, Label, LabelError};
pub use scale::Scale;
pub use sight::{
    DEPTHS, Effort, Looker, NODES, Seen, Sight, expectation, hundredths, material_of, with_stack,
};
