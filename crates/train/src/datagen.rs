//! Games of the engine against itself, as food for a network: every position with the score of a
//! search and the result of its game.
//!
//! A [`Player`] plays the game with a given number: some random moves, then one search a move, until
//! the rules or a [`Judge`] end it. The same settings and number make the same game, on every machine
//! and whoever plays it, because each game draws from dice of its own and begins with an empty
//! memory. So [a crew](Job) of any number of threads writes the same file, and one that was
//! stopped goes on as if nothing had happened.

mod crew;
mod evaluator;
mod judge;
mod opening;
mod player;
mod settings;

pub use crew::{Crew, CrewError, Job, admit, openings_sum};
pub use evaluator::NewEvaluator;
pub use judge::{DrawRule, Judge, WinRule};
pub use player::{Player, signature};
pub use settings::Settings;
