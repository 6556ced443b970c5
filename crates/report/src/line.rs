//! One line of an analysis.

use quevedo_engine::Report;
use quevedo_rules::Board;
use quevedo_value::Wdl;
use serde::{Deserialize, Serialize};

use crate::{Certainty, Chances, Score};

/// A line (principal variation) and what is known about it.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PvLine {
    /// Its place among the lines, from 1.
    pub rank: usize,
    /// The iteration.
    pub depth: i32,
    /// The longest line looked at.
    pub selective_depth: usize,
    /// Nodes so far.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub nodes: u64,
    /// Time so far.
    pub seconds: f64,
    /// Nodes per second so far.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub nodes_per_second: u64,
    /// How full the hash table is, 0 to 1.
    pub hash_full: f64,
    /// White's score.
    #[serde(flatten)]
    pub score: Score,
    /// How sure that is.
    pub bound: Certainty,
    /// White's chances.
    pub wdl: Option<Chances>,
    /// The moves in UCI notation.
    pub moves: Vec<String>,
    /// The moves in algebraic notation, with numbers.
    pub san: String,
}

impl PvLine {
    /// What a search of this position reports.
    pub fn new(board: &Board, report: &Report, wdl: Wdl) -> PvLine {
        let turn = board.turn();
        let seconds = report.time.as_secs_f64();
        PvLine {
            rank: report.multi_pv,
            depth: report.depth.plies(),
            selective_depth: report.selective_depth,
            nodes: report.nodes,
            seconds,
            nodes_per_second: (report.nodes as f64 / seconds.max(1e-6)) as u64,
            hash_full: f64::from(report.fullness) / 1000.0,
            score: Score::of(report.score.verdict(), turn),
            bound: Certainty::of(report.bound, turn),
            wdl: Some(Chances::of(wdl, turn)),
            moves: board.uci_line(&report.line).map(|mv| mv.to_string()).collect(),
            san: board.san_line(&report.line),
        }
    }

    /// The score, with a sign if it is only a bound.
    pub fn marked_score(&self) -> String {
        format!("{}{}", self.bound.sign(), self.score)
    }
}
