//! The work of one search, from its first line to its move.

use core::any::Any;
use std::sync::{Arc, Mutex};

use quevedo_eval::pawns_worth;
use quevedo_rules::{Board, Game, Key, Move};
use quevedo_search::{Report, SearchResult, Searcher};
use quevedo_value::{Wdl, WdlModel};

use crate::answer::{Answer, Origin};
use crate::control::{Control, lock};
use crate::persona::{Manners, Persona};
use crate::search::Update;

/// One search: what is looked at, and with what.
pub(crate) struct Job {
    pub(crate) board: Board,
    /// A move of the book: nothing is searched then.
    pub(crate) known: Option<Move>,
    /// A move that is left out because it turned out badly, and what it turned out to be worth: it is played if all others are worse.
    pub(crate) avoided: Option<(Move, i32)>,
    pub(crate) history: Vec<Key>,
    pub(crate) game: Game,
    /// Who plays in the engine's place.
    pub(crate) persona: Option<Persona>,
    /// What a choice among nearly equal moves looks at.
    pub(crate) manners: Option<Manners>,
    pub(crate) lines: usize,
    /// What the evaluation's scores mean.
    pub(crate) model: WdlModel,
    pub(crate) control: Arc<Control>,
    pub(crate) pool: Arc<Mutex<Box<dyn Searcher>>>,
}

impl Job {
    /// Searches and tells of it. A bug in the search must not cost the game: whatever was found last is the answer then.
    pub(crate) fn search(&self, tell: &mut dyn FnMut(Update)) -> Answer {
        if self.known.is_some() {
            let time = self.control.budget.elapsed();
            return Answer { best: self.known, origin: Origin::Book, time, ..Answer::empty() };
        }
        let mut answer = Answer { best: None, origin: Origin::Rules, ..self.without_search() };
        let searched = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            if let Some(persona) = &self.persona {
                answer = persona.answer(&self.game, &self.control.limits, &self.control.shared(), tell);
                return None;
            }
            Some(self.search_tree(&mut |report, wdl| {
                answer.take(report.clone(), wdl);
                tell(Update::Line { report, wdl });
            }))
        }));
        match searched {
            Ok(None) => {}
            Ok(Some((outcome, failure))) => {
                self.settle(&mut answer, &outcome, failure);
                if let Some(manners) = &self.manners {
                    manners.choose(&self.game, &mut answer);
                }
            }
            Err(cause) => self.emergency(&mut answer, &*cause),
        }
        answer.time = self.control.budget.elapsed();
        if let Some(failure) = &answer.failure {
            tell(Update::Failure(format!("internal error in the search, please report it: {failure}")));
        }
        answer
    }

    /// The answer where nothing can be searched: any legal move.
    pub(crate) fn without_search(&self) -> Answer {
        let asked_for = self.control.limits.search_moves.first();
        Answer { best: asked_for.or(self.board.legal_moves().first()).copied(), ..Answer::empty() }
    }

    fn search_tree(&self, tell: &mut dyn FnMut(Report, Wdl)) -> (SearchResult, Option<String>) {
        let material = pawns_worth(self.board.material());
        let mut report = |report: &Report| {
            let wdl = if report.table_draw { Wdl::DRAW } else { self.model.chances(report.score, material) };
            tell(Report { score: self.model.shown(report.score), ..report.clone() }, wdl);
        };
        let Control { limits, budget, .. } = &*self.control;
        let mut pool = lock(&self.pool);
        let outcome = pool.search(&self.board, &self.history, limits, budget, self.lines, &mut report);
        (outcome, pool.take_failure())
    }

    fn settle(&self, answer: &mut Answer, outcome: &SearchResult, failure: Option<String>) {
        answer.best = outcome.best;
        answer.ponder = outcome.ponder;
        answer.depth = outcome.depth;
        answer.nodes = outcome.nodes;
        answer.failure = failure;
        answer.origin = match outcome.best {
            None => Origin::Rules,
            Some(_) if Job::was_looked_up(answer) => Origin::Tablebase,
            Some(_) => Origin::Search,
        };
        let shown = self.model.shown(outcome.score);
        answer.score = Some(shown);
        answer.value = outcome.score;
        if let Some((mv, _)) = self.avoided.filter(|&(_, value)| shown.verdict().centipawns() < value) {
            (answer.best, answer.ponder, answer.origin) = (Some(mv), None, Origin::Memory);
        }
    }

    /// Whether tablebases knew it all: then every node is a position that was found in them.
    fn was_looked_up(answer: &Answer) -> bool {
        answer
            .lines
            .first()
            .is_some_and(|(report, _)| report.table_hits > 0 && report.table_hits >= answer.nodes)
    }

    /// After a panic: everything that it may have damaged is built anew.
    fn emergency(&self, answer: &mut Answer, cause: &(dyn Any + Send)) {
        lock(&self.pool).rebuild();
        let legal = self.board.legal_moves();
        let found = answer.lines.first().map(|(report, _)| &report.line[..]);
        let found = found.filter(|line| line.first().is_some_and(|best| legal.contains(best)));
        answer.best = found.map_or_else(|| self.without_search().best, |line| line.first().copied());
        answer.ponder = found.and_then(|line| line.get(1).copied());
        answer.score = found.and_then(|_| answer.lines.first().map(|(report, _)| report.score));
        answer.origin = Origin::Emergency;
        answer.failure = Some(quevedo_search::panic_words(cause));
    }
}
