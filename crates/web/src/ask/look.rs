//! What a page may ask about collections of games and the laboratory.

use serde::Deserialize;

use super::Id;

/// What was played in a position.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskExplore {
    /// The number of the question.
    pub id: Id,
    /// The collection, from 0.
    pub collection: usize,
    /// A FEN, `startpos`, or a Chess960 number like `960:518`.
    pub start: String,
    /// Moves, in UCI or algebraic notation.
    pub moves: Vec<String>,
    /// Which games count.
    pub filter: GameFilter,
}

/// Which games count; an empty text is no condition.
#[derive(Deserialize, Clone, Default, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct GameFilter {
    /// A part of either player's name.
    pub player: String,
    /// The least rating of both.
    pub least_rating: Option<u16>,
    /// The first year.
    pub since: Option<u16>,
    /// The last year.
    pub until: Option<u16>,
    /// `1-0`, `0-1`, `1/2-1/2` or nothing.
    pub result: String,
}

/// A game of a collection.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskRecord {
    /// The number of the question.
    pub id: Id,
    /// The collection, from 0.
    pub collection: usize,
    /// The segment.
    pub segment: usize,
    /// The number in the segment.
    pub number: u32,
}

/// An experiment of the laboratory.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskExperiment {
    /// The number of the question.
    pub id: Id,
    /// Its name; without, all are listed.
    pub name: Option<String>,
}

/// The tree that an algorithm visits.
#[derive(Deserialize, Clone, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskGrow {
    /// The number of the question.
    pub id: Id,
    /// A FEN, `startpos`, a Chess960 number, or `marsland` for the tree of that paper's figures.
    pub start: String,
    /// The algorithm: `alpha-beta`.
    pub algorithm: String,
    /// How deep it looks.
    pub depth: i32,
}

/// What is below a node of the tree that was grown last.
#[derive(Deserialize, Clone, Copy, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskBranches {
    /// The number of the question.
    pub id: Id,
    /// The node.
    pub node: usize,
}
