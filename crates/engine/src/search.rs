//! A search that is going on, in the hands of whoever wanted it.

use core::time::Duration;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};

use quevedo_rules::Move;
use quevedo_search::Report;
use quevedo_value::{Depth, Score, Wdl};

use crate::answer::{Answer, Origin};
use crate::control::Control;

/// News of a search.
#[derive(Clone, Debug)]
pub enum Update {
    /// A line, with its score as users are shown it.
    Line {
        /// What the search reports.
        report: Report,
        /// The chances of the side to move.
        wdl: Wdl,
    },
    /// The root move that is being looked at, in long searches.
    CurrentMove {
        /// The move.
        mv: Move,
        /// Its place in the order, from 1.
        number: usize,
    },
    /// A fault of this program; the search goes on or ends with what it has found.
    Failure(String),
}

/// What a search's thread sends.
pub(crate) enum Word {
    Update(Update),
    Answer(Box<Answer>),
}

/// What there is to hear of a search within some time.
#[derive(Clone, Debug)]
pub enum Progress {
    /// News.
    Update(Update),
    /// Nothing yet.
    Silence,
    /// The search is over: [`Search::finish`] returns at once.
    Over,
}

/// A search that is going on beside the caller. It is an iterator of [`Update`]s that ends with the search;
/// dropping it ends the search.
///
/// ```
/// use quevedo_engine::{Engine, Limits, Options, Update};
/// use quevedo_engine::rules::Game;
///
/// let mut engine = Engine::new(Options { multi_pv: 3, ..Options::default() })?;
/// let mut search = engine.search(&Game::default(), Limits { infinite: true, ..Limits::default() });
/// for update in &mut search {
///     if let Update::Line { report, .. } = update
///         && report.depth.plies() >= 5
///     {
///         break;
///     }
/// }
/// search.stop();
/// let answer = search.finish();
/// assert_eq!(answer.lines.len(), 3);
/// assert_eq!(answer.lines[0].0.line.first(), answer.best.as_ref());
/// # Ok::<(), quevedo_engine::EngineError>(())
/// ```
#[must_use = "a search that is dropped is ended"]
pub struct Search {
    control: Arc<Control>,
    words: Receiver<Word>,
    answer: Option<Box<Answer>>,
}

impl core::fmt::Debug for Search {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Search").field("answer", &self.answer).finish_non_exhaustive()
    }
}

impl Search {
    pub(crate) fn new(control: Arc<Control>, words: Receiver<Word>) -> Search {
        Search { control, words, answer: None }
    }

    /// Ends the search soon; [`finish`](Search::finish) tells what it has found.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// The expected move has been played: what was pondering becomes a search for a move, and the clock runs.
    pub fn ponder_hit(&self) {
        self.control.ponder_hit();
    }

    /// The next news, if there is any within this time.
    pub fn wait(&mut self, at_most: Duration) -> Progress {
        if self.answer.is_some() {
            return Progress::Over;
        }
        match self.words.recv_timeout(at_most) {
            Ok(Word::Update(update)) => Progress::Update(update),
            Ok(Word::Answer(answer)) => {
                self.answer = Some(answer);
                Progress::Over
            }
            Err(RecvTimeoutError::Timeout) => Progress::Silence,
            Err(RecvTimeoutError::Disconnected) => Progress::Over,
        }
    }

    /// Waits for the end and tells what was found. A search without a limit must be [stopped](Search::stop) first.
    pub fn finish(mut self) -> Answer {
        while self.next().is_some() {}
        // A thread always sends an answer, whatever happens to its search.
        self.answer.take().map_or_else(lost, |answer| *answer)
    }
}

/// In the place of an answer that never came.
fn lost() -> Answer {
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
        failure: Some("the search ended without an answer".to_owned()),
    }
}

impl Iterator for Search {
    type Item = Update;

    /// Waits for the next news; `None` when the search is over.
    fn next(&mut self) -> Option<Update> {
        if self.answer.is_some() {
            return None;
        }
        match self.words.recv() {
            Ok(Word::Update(update)) => Some(update),
            Ok(Word::Answer(answer)) => {
                self.answer = Some(answer);
                None
            }
            Err(_) => None,
        }
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.control.stop();
        self.control.wait_until_over();
    }
}
