//! Games in great numbers, asked by position: what was played here, by whom, and with what result.
//!
//! A [`Segment`] is a file of games with an index of **every** position in them. It is written once, by a [`Builder`], and never
//! changed; a collection that grows is a list of segments, which answer together ([`Explorer`]). All answers are exact: each
//! count can be made again by replaying the games.
//!
//! A book of what is worth playing is made by a [`Recipe`].

mod builder;
mod explorer;
mod filter;
mod game;
mod names;
mod order;
mod plan;
mod recipe;
mod segment;
mod similar;
mod statistics;
mod structure;
mod theme;
mod varint;

pub use builder::{Builder, MOST_GAMES, Summary};
pub use explorer::{Explorer, GameNote, GameOrder};
pub use filter::{Filter, FilterError};
pub use game::GameRecord;
pub use plan::{Plan, PlanEvent, Plans};
pub use recipe::{Recipe, Weighting, make_book};
pub use segment::{Segment, SegmentError};
pub use similar::{Case, CaseResult, Likeness, Similar, Wish};
pub use statistics::{MoveStatistics, PositionStatistics, Results};
pub use structure::Structure;

#[cfg(test)]
mod tests;
