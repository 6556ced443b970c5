//! Endgame tables: perfect knowledge about positions with few men, made here by retrograde analysis,
//! checked, stored and asked.

mod ending;
mod generate;
mod index;
mod placement;
mod solved;
mod symmetry;
mod value;

pub use ending::{Ending, EndingError, MAX_MEN};
pub use generate::{GenerateError, Unwatched, Watch, generate};
pub use solved::{Library, Solved};
pub use value::{Metric, Step, UnknownMetric, Value, Wdl};
