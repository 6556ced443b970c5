//! What a page is told about collections of games and the laboratory.

use serde::Serialize;

/// A collection of games.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CollectionFacts {
    /// Its name.
    pub name: String,
    /// How many games it has.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub games: u64,
}

/// What was played in a position.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ExploredFacts {
    /// How the games went on which reached it.
    pub results: ResultCounts,
    /// The moves, the most played first.
    pub moves: Vec<ExploredMove>,
    /// The games of the strongest players.
    pub games: Vec<FoundGame>,
}

/// How games ended.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ResultCounts {
    /// All.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub games: u64,
    /// Won by White.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub white: u64,
    /// Drawn.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub draws: u64,
    /// Won by Black.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub black: u64,
}

/// A move that was played.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ExploredMove {
    /// The move.
    pub uci: String,
    /// The same in algebraic notation.
    pub san: String,
    /// How these games ended.
    pub results: ResultCounts,
    /// The mean rating of those who played it.
    pub rating: Option<u32>,
    /// The last year in which it was played.
    pub year: Option<u16>,
}

/// A game of a collection.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FoundGame {
    /// Where it stands.
    pub segment: usize,
    /// The number in there.
    pub number: u32,
    /// `Kasparov (2849) - Topalov (2700)`
    pub players: String,
    /// `Wijk aan Zee, 1999`
    pub event: String,
    /// The result as PGN writes it.
    pub result: String,
}

/// An experiment's name and title.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ExperimentName {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The paper.
    pub paper: String,
}

/// What an experiment has found out.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ExperimentFacts {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The paper.
    pub paper: String,
    /// How it was measured, in paragraphs.
    pub method: Vec<String>,
    /// The tables.
    pub tables: Vec<LabTable>,
    /// The plots' names and titles; the pictures are at `/api/v1/lab/{experiment}/{plot}`.
    pub plots: Vec<LabPlot>,
    /// What the paper claims, and whether it holds.
    pub findings: Vec<LabFinding>,
    /// The command that makes it again, when, and on what.
    pub setting: String,
}

/// A table.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LabTable {
    /// Its title.
    pub title: String,
    /// What the columns hold.
    pub heads: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
    /// A note below it.
    pub note: String,
}

/// A plot.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LabPlot {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
}

/// A claim and what was found.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LabFinding {
    /// What the paper says.
    pub claim: String,
    /// `holds`, `does not hold`, `open`.
    pub verdict: String,
    /// The figures.
    pub figures: String,
}

/// A tree that an algorithm has visited.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GrownFacts {
    /// What the algorithm does, and where it is from.
    pub about: String,
    /// The root's value, for the side to move.
    pub value: i32,
    /// The line it found.
    pub line: Vec<String>,
    /// How many nodes were visited.
    pub visited: usize,
    /// How many branches were cut off.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub cutoffs: u64,
    /// Whether there were too many nodes to keep.
    pub is_cropped: bool,
    /// The root.
    pub root: LabNode,
}

/// A node of such a tree.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LabNode {
    /// Its number.
    pub node: usize,
    /// The branch that leads here, in the words of the game; empty at the root.
    pub branch: String,
    /// The window's lower end, if it has one.
    pub alpha: Option<i32>,
    /// The window's upper end, if it has one.
    pub beta: Option<i32>,
    /// The value it was left with, for the side to move there; nothing if it was never looked at.
    pub value: Option<i32>,
    /// Why it was left, or not looked at.
    pub reason: String,
    /// Whether the same branch was looked at before.
    pub is_again: bool,
    /// How many branches it has.
    pub children: usize,
}
