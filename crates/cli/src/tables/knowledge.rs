//! Who is asked about a position: our own tablebases, or Syzygy's of some folders as well.

use std::path::PathBuf;

use quevedo_rules::{Board, Move};
use quevedo_tables::{Endgames, Metric, RatedMove, Tables, Value};

use super::folder::Folder;
use crate::console::Console;

/// What answers a question.
pub(super) enum Knowledge {
    Own(Tables),
    /// Both kinds; they speak of the next capture or pawn move only.
    WithSyzygy(Box<Endgames>),
}

impl Knowledge {
    pub(super) fn open(
        folder: &Folder<'_>,
        syzygy: &[PathBuf],
        console: &Console,
    ) -> anyhow::Result<Knowledge> {
        if syzygy.is_empty() {
            return Ok(Knowledge::Own(folder.tables(console)?));
        }
        let own = if folder.list()?.is_empty() { Vec::new() } else { vec![folder.0.to_owned()] };
        let (endgames, notes) = Endgames::open(&own, syzygy)?;
        for note in notes {
            console.note(note);
        }
        Ok(Knowledge::WithSyzygy(Box::new(endgames)))
    }

    /// The metric that the answers have when this one is wished for.
    pub(super) fn metric(&self, wished: Metric) -> Metric {
        match self {
            Knowledge::Own(_) => wished,
            Knowledge::WithSyzygy(_) => Metric::Zeroing,
        }
    }

    pub(super) fn probe(&self, metric: Metric, board: &Board) -> anyhow::Result<Option<Value>> {
        match self {
            Knowledge::Own(tables) => Ok(tables.probe(metric, board)?),
            Knowledge::WithSyzygy(endgames) => Ok(endgames.probe_zeroing(board)),
        }
    }

    pub(super) fn rate_moves(&self, metric: Metric, board: &Board) -> Vec<RatedMove> {
        match self {
            Knowledge::Own(tables) => tables.rate_moves(metric, board),
            Knowledge::WithSyzygy(endgames) => endgames.rate_by_zeroing(board).unwrap_or_default(),
        }
    }

    /// A line of best moves. By zeroing it ends with the capture or pawn move that it leads to: after that
    /// another count begins.
    pub(super) fn best_line(&self, metric: Metric, board: &Board, limit: usize) -> Vec<Move> {
        let endgames = match self {
            Knowledge::Own(tables) => return tables.best_line(metric, board, limit),
            Knowledge::WithSyzygy(endgames) => endgames,
        };
        let mut line = Vec::new();
        let mut board = *board;
        while line.len() < limit {
            let best = endgames.rate_by_zeroing(&board).and_then(|moves| moves.first().copied());
            let Some(RatedMove { mv, value: Some(Value::Win(_) | Value::Loss(_)) }) = best else { break };
            line.push(mv);
            board = board.play(mv);
            if board.halfmove_clock() == 0 {
                break;
            }
        }
        line
    }
}
