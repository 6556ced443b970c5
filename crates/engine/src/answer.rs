//! What a search has come to.

use core::time::Duration;

use quevedo_rules::Move;
use quevedo_search::Report;
use quevedo_value::{Depth, Score, Wdl};

/// Where a move comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// It was searched for.
    Search,
    /// The opening book has it; nothing was searched.
    Book,
    /// What was found turned out badly in a game before, and this one better: see the option Learning.
    Memory,
    /// A tablebase knows it; nothing was searched.
    Tablebase,
    /// The rules leave no choice: no legal move at all.
    Rules,
    /// The search failed; this is the last move that it had found, or any legal one.
    Emergency,
}

/// The end of a search.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The move to play; `None` if there is no legal move.
    pub best: Option<Move>,
    /// The expected answer.
    pub ponder: Option<Move>,
    /// Where the move comes from.
    pub origin: Origin,
    /// The score for the side to move, as users are shown it; `None` if the search did not come that far.
    pub score: Option<Score>,
    /// The score for the side to move in the evaluation's own hundredths, for data to learn from.
    pub value: Score,
    /// The last finished iteration.
    pub depth: Depth,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The time from the order to think to the end.
    pub time: Duration,
    /// The last report of every line with the chances of the side to move, the best line first.
    pub lines: Vec<(Report, Wdl)>,
    /// What went wrong on the way, if anything did: a fault of this program.
    pub failure: Option<String>,
}

impl Answer {
    /// Before anything is known, or where nothing can be.
    pub(crate) fn empty() -> Answer {
        Answer {
            best: None,
            ponder: None,
            origin: Origin::Emergency,
            score: None,
            value: Score::DRAW,
            depth: Depth::ZERO,
            nodes: 0,
            time: Duration::ZERO,
            lines: Vec::new(),
            failure: None,
        }
    }

    /// Puts a report in its place among the lines.
    pub(crate) fn take(&mut self, report: Report, wdl: Wdl) {
        let place = report.multi_pv.max(1) - 1;
        match self.lines.get_mut(place) {
            Some(line) => *line = (report, wdl),
            None => self.lines.push((report, wdl)),
        }
    }
}
