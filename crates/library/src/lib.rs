//! Games in great numbers, asked by position: what was played here, by whom, and with what result.
//!
//! A [`Segment`] is a file of games with an index of **every** position in them. It is written once, by a [`Builder`], and never
//! changed; a collection that grows is a list of segments, which answer together ([`Explorer`]). All answers are exact: each
//! count can be made again by replaying the games.
//!
//! A [`Book`](book::Book) is what is worth playing: moves with weights, in the format of Polyglot.

pub mod book;
mod builder;
mod explorer;
mod filter;
mod game;
mod names;
mod order;
mod segment;
mod statistics;
mod varint;

pub use builder::{Builder, MOST_GAMES, Summary};
pub use explorer::{Explorer, GameNote, GameOrder};
pub use filter::{Filter, FilterError};
pub use game::GameRecord;
pub use segment::{Segment, SegmentError};
pub use statistics::{MoveStatistics, PositionStatistics, Results};

#[cfg(test)]
mod tests;
