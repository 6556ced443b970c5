//! Time controls and chess clocks: how much a player may think, and what is left of it. Matches between engines and
//! games of people share them.

mod clock;
mod time_control;

pub use clock::{Clock, Overstepped};
pub use time_control::{Allotment, ParseTimeControlError, TimeControl, parse_seconds};
