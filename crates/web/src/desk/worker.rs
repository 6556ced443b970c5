//! The life of an engine: it serves one errand after the other.

use core::time::Duration;
use std::sync::PoisonError;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use quevedo_engine::{Engine, Limits, Options, Progress, Update};
use quevedo_report::PvLine;
use quevedo_rules::Move;
use quevedo_tutor::practice::{Card, Correctness, Grader};
use quevedo_tutor::{Explanation, Question, Tutor};
use quevedo_value::Bound;

use super::{Class, Desk, EngineMaker, Errand, News, Want};

/// Lines are told at most so often: ten times a second.
const PICTURE_EVERY: Duration = Duration::from_millis(100);
/// How often is looked whether anybody still wants the search.
const LOOK_EVERY: Duration = Duration::from_millis(25);
/// So long may an analysis go on while others wait.
pub(super) const FAIR_SHARE: Duration = Duration::from_secs(30);
/// So long while a person waits for the engine's move.
const SHARE_BEFORE_PLAYERS: Duration = Duration::from_secs(2);

/// How the service of an errand ended.
enum End {
    Told(News),
    GaveWay,
}

/// Serves until the desk is closed.
pub(super) fn work(desk: &Desk, maker: &EngineMaker) {
    // Whoever judges can explain and search, too.
    let mut grader = None;
    while let Some(errand) = next(desk) {
        if grader.is_none() {
            grader = match maker() {
                Ok(engine) => Some(Grader::new(Tutor::with_engine(engine))),
                Err(words) => {
                    desk.lock().release(errand.page);
                    (errand.tell)(News::Over(Err(words)));
                    continue;
                }
            };
        }
        let Some(grader) = grader.as_mut() else { continue };
        let end = match &errand.want {
            Want::Search(limits, lines) => search(desk, grader.tutor().engine(), &errand, limits, *lines),
            Want::Explain(question) => End::Told(News::Explained(explain(grader.tutor(), &errand, question))),
            Want::Judge(card, mv) => End::Told(News::Judged(judge(grader, &errand, card, *mv))),
        };
        let mut queue = desk.lock();
        queue.release(errand.page);
        match end {
            End::GaveWay => {
                queue.push_again(errand);
                drop(queue);
                desk.changed.notify_all();
            }
            End::Told(news) => {
                drop(queue);
                desk.changed.notify_all();
                (errand.tell)(news);
            }
        }
    }
}

fn next(desk: &Desk) -> Option<Errand> {
    let mut queue = desk.lock();
    loop {
        if queue.is_closed() {
            return None;
        }
        if let Some(errand) = queue.pop() {
            return Some(errand);
        }
        queue = if queue.holds_analyses() {
            // Nobody says when their time comes.
            desk.changed.wait_timeout(queue, LOOK_EVERY).unwrap_or_else(PoisonError::into_inner).0
        } else {
            desk.changed.wait(queue).unwrap_or_else(PoisonError::into_inner)
        };
    }
}

fn judge(grader: &mut Grader, errand: &Errand, card: &Card, mv: Move) -> Result<Correctness, String> {
    grader.judge(card, errand.game.board(), mv).map_err(|error| error.to_string())
}

fn explain(tutor: &mut Tutor, errand: &Errand, question: &Question) -> Result<Box<Explanation>, String> {
    tutor.explain(&errand.game, question).map(Box::new).map_err(|error| error.to_string())
}

fn search(desk: &Desk, engine: &mut Engine, errand: &Errand, limits: &Limits, lines: usize) -> End {
    let over = |answer| End::Told(News::Over(answer));
    let wanted = Options { multi_pv: lines, ..engine.options().clone() };
    if let Err(error) = engine.configure(wanted) {
        return over(Err(error.to_string()));
    }
    let began = Instant::now();
    let mut search = match errand.class {
        Class::Play => engine.play(&errand.game, limits.clone()),
        Class::Words | Class::Analysis => engine.search(&errand.game, limits.clone()),
    };
    let mut picture = Picture::default();
    loop {
        match search.wait(LOOK_EVERY) {
            Progress::Update(Update::Line { report, wdl }) => {
                picture.take(PvLine::new(errand.game.board(), &report, wdl), report.bound);
            }
            Progress::Update(_) | Progress::Silence => {}
            Progress::Over => break,
        }
        if picture.is_due() {
            (errand.tell)(News::Lines(picture.show()));
        }
        if errand.stop.load(Relaxed) || desk.lock().is_closed() {
            search.stop();
        } else if errand.class == Class::Analysis && must_give_way(desk, began) {
            drop(search);
            return End::GaveWay;
        }
    }
    if picture.is_new {
        (errand.tell)(News::Lines(picture.show()));
    }
    let answer = search.finish();
    match answer.failure.clone().filter(|_| answer.best.is_none()) {
        Some(words) => over(Err(words)),
        None => over(Ok(Box::new(answer))),
    }
}

fn must_give_way(desk: &Desk, began: Instant) -> bool {
    let elapsed = began.elapsed();
    if elapsed < SHARE_BEFORE_PLAYERS {
        return false;
    }
    let queue = desk.lock();
    queue.has_waiting_player() || (elapsed >= FAIR_SHARE && (queue.has_waiting() || queue.is_starving()))
}

/// The lines as they are now.
#[derive(Default)]
struct Picture {
    lines: Vec<PvLine>,
    is_new: bool,
    told: Option<Instant>,
}

impl Picture {
    /// Puts a line in its place. What is only a bound does not push out what is exact: it would make lines dance.
    fn take(&mut self, line: PvLine, bound: Bound) {
        let place = line.rank.max(1) - 1;
        let known = self.lines.len();
        match self.lines.get_mut(place) {
            Some(_) if bound != Bound::Exact => return,
            Some(old) => *old = line,
            None if place == known => self.lines.push(line),
            None => return,
        }
        self.is_new = true;
    }

    fn is_due(&self) -> bool {
        self.is_new && self.told.is_none_or(|told| told.elapsed() >= PICTURE_EVERY)
    }

    fn show(&mut self) -> Vec<PvLine> {
        self.is_new = false;
        self.told = Some(Instant::now());
        self.lines.clone()
    }
}
