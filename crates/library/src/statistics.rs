//! What is counted in a position.

use quevedo_games::PgnResult;
use quevedo_rules::{Board, Color, UciMove};
use serde::{Deserialize, Serialize};

/// How games ended.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug, Default)]
pub struct Results {
    /// Games.
    pub games: u64,
    /// Won by White.
    pub white: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by Black.
    pub black: u64,
    /// Without a result that anybody knows; they count as nobody's.
    pub open: u64,
}

impl Results {
    pub(crate) fn add(&mut self, result: PgnResult) {
        self.games += 1;
        *match result {
            PgnResult::Win(Color::White) => &mut self.white,
            PgnResult::Draw => &mut self.draws,
            PgnResult::Win(Color::Black) => &mut self.black,
            PgnResult::Open => &mut self.open,
        } += 1;
    }

    pub(crate) fn merge(&mut self, other: Results) {
        self.games += other.games;
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.open += other.open;
    }

    /// The share of points of a side, of the games with a result; `None` if there are none.
    pub fn score(&self, side: Color) -> Option<f64> {
        let known = self.white + self.draws + self.black;
        let won = if side == Color::White { self.white } else { self.black };
        (known > 0).then(|| (won as f64 + self.draws as f64 / 2.0) / known as f64)
    }
}

/// A move and the games in which it was played.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct MoveStatistics {
    /// The move in UCI notation, castling as it is written in standard chess.
    pub uci: UciMove,
    /// The move in algebraic notation.
    pub san: String,
    /// How these games ended.
    #[serde(flatten)]
    pub results: Results,
    /// The mean rating of those who played it, where it is known.
    pub mean_rating: Option<f64>,
    /// The last year in which it was played.
    pub last_year: Option<u16>,
}

/// All that the games say about a position.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct PositionStatistics {
    /// The position.
    pub position: Board,
    /// The games that reached it.
    #[serde(flatten)]
    pub results: Results,
    /// Of these, games that ended here.
    pub ended_here: u64,
    /// The moves, the most played first.
    pub moves: Vec<MoveStatistics>,
}

/// Counts for one move, while they are made.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count {
    pub(crate) results: Results,
    pub(crate) ratings: u64,
    pub(crate) rated: u64,
    pub(crate) last_date: u32,
}

impl Count {
    pub(crate) fn merge(&mut self, other: Count) {
        self.results.merge(other.results);
        self.ratings += other.ratings;
        self.rated += other.rated;
        self.last_date = self.last_date.max(other.last_date);
    }

    pub(crate) fn mean_rating(&self) -> Option<f64> {
        (self.rated > 0).then(|| self.ratings as f64 / self.rated as f64)
    }

    pub(crate) fn last_year(&self) -> Option<u16> {
        Some((self.last_date >> 9) as u16).filter(|&year| year > 0)
    }
}
