//! One search on its own thread, from its first line to its move.

use core::any::Any;
use core::cell::Cell;
use std::sync::{Arc, Mutex};

use quevedo_eval::pawns_worth;
use quevedo_rules::{Board, Key, Move};
use quevedo_search::{Budget, Limits, Outcome, Report, Searcher};
use quevedo_value::WdlModel;

use super::gate::Gate;
use super::{Sink, lock};
use crate::event::Event;
use crate::watch::Post;

/// One search, on its own thread.
pub(super) struct Job {
    pub(super) board: Board,
    pub(super) history: Vec<Key>,
    pub(super) limits: Limits,
    pub(super) budget: Budget,
    pub(super) lines: usize,
    /// What the evaluation's scores mean.
    pub(super) model: WdlModel,
    pub(super) shows_chances: bool,
    pub(super) sink: Sink,
    pub(super) gate: Arc<Gate>,
    pub(super) pool: Arc<Mutex<Box<dyn Searcher>>>,
    pub(super) watch: Arc<Post>,
    /// The best move of the last finished iteration, and the expected answer.
    pub(super) found: Cell<Option<(Move, Option<Move>)>>,
}

impl Job {
    /// Searches, waits until the move may be said, and says it.
    pub(super) fn run(self) {
        // A bug in the search must not cost the game: whatever was found last is played.
        let searched = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.search()));
        let outcome = searched.unwrap_or_else(|cause| self.emergency(&*cause));
        self.watch.release();
        self.gate.wait();
        (self.sink)(Event::BestMove {
            board: Box::new(self.board),
            best: outcome.best,
            ponder: outcome.ponder,
        });
    }

    fn search(&self) -> Outcome {
        let mut report = |report: &Report| {
            if let (1, Some(&best)) = (report.multi_pv, report.line.first()) {
                self.found.set(Some((best, report.line.get(1).copied())));
            }
            let material = pawns_worth(self.board.material());
            let wdl = self.shows_chances.then(|| self.model.chances(report.score, material));
            let report = Report { score: self.model.shown(report.score), ..report.clone() };
            (self.sink)(Event::Line { board: Box::new(self.board), report, wdl });
        };
        let mut pool = lock(&self.pool);
        let outcome =
            pool.search(&self.board, &self.history, &self.limits, &self.budget, self.lines, &mut report);
        if let Some(cause) = pool.take_failure() {
            self.complain(&cause);
        }
        outcome
    }

    /// After a panic: everything that it may have damaged is built anew.
    fn emergency(&self, cause: &(dyn Any + Send)) -> Outcome {
        lock(&self.pool).rebuild();
        self.complain(&quevedo_search::panic_words(cause));
        let legal = self.board.legal_moves();
        let (best, ponder) = match self.found.get().filter(|(best, _)| legal.contains(best)) {
            Some((best, ponder)) => (Some(best), ponder),
            None => (self.limits.search_moves.first().or(legal.first()).copied(), None),
        };
        Outcome { best, ponder, ..Outcome::nothing() }
    }

    fn complain(&self, cause: &str) {
        let words = format!("internal error in the search, please report it: {cause}");
        (self.sink)(Event::Message(words));
    }
}
