//! The playing search.
//!
//! One generic body ([`Worker`]) searches a root by iterative deepening; [`heuristic`] says which of
//! its methods can be switched off, [`params`] lists its numbers. `docs/search.md` walks through the
//! search of one node.

mod bench;
mod deepening;
mod deferral;
mod endgames;
pub mod heuristic;
mod history;
mod limits;
mod negamax;
mod node;
pub mod params;
mod picker;
mod pool;
mod pruning;
mod quiescence;
mod reduction;
mod root;
mod sacrifices;
mod table;
mod time;
mod worker;

pub use bench::{BENCH_DEPTH, BENCH_POSITIONS, Bench, bench};
pub use deepening::{FinalLine, Report, SearchResult};
pub use endgames::TableUse;
pub use heuristic::{Heuristic, HeuristicSet, Play, Profile, Tunable};
pub use limits::{Limits, PlayerClock};
pub use params::{Parameter, Params};
pub use pool::{NewEvaluator, Pool, STACK_SIZE, Searcher, panic_words, player, tunable_searcher};
pub use table::{Entry, OutOfMemory, Table};
pub use time::Budget;
pub use worker::{Shared, Worker};
