//! Practising: cards made of one's own mistakes, asked again when they are about to be forgotten.
//!
//! A [`Deck`] is plain data; whoever keeps it says what day it is. Among the mistakes stand some positions in which the obvious
//! move was right, because in a game nobody says that there is something to be found.

mod card;
mod deck;
mod grader;
mod schedule;

pub use card::{Card, CardKind};
pub use deck::{DECK_VERSION, Deck, DeckCounts, HERRINGS_PER_MISTAKE};
pub use grader::{Correctness, Grader};
pub use schedule::{Grade, Schedule};
