//! Reviews: ordered, kept before that is acknowledged, made one after the other where no person wants an engine, and read.
//! The same game, engine and care have one name, so that nothing is done twice; what was ordered and not done when the program
//! ended goes on when it is started again.

mod key;
mod record;
mod worker;

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use quevedo_games::{GameTree, Games};
use quevedo_report::Both;
use quevedo_tutor::review::{GameReview, ReviewInput};
use tokio::sync::watch;

use crate::ask::Care;
use crate::desk::{Desk, EngineMaker, PageId};
use crate::problem::Problem;
use crate::rooms::is_name;
use crate::shelf::{Drawer, Shelf};
use crate::tell::{Code, JobFacts, JobState};
use record::JobRecord;

/// So many reviews may wait.
const MOST_WAITING: usize = 100;
/// So many of the newest jobs are listed.
const MOST_LISTED: usize = 50;
/// Games longer than this are of no person.
const MOST_PLIES: usize = 1200;

/// A job while the program runs.
#[derive(Clone, Debug)]
struct Job {
    record: JobRecord,
    is_running: bool,
    progress: (usize, usize),
}

#[derive(Default)]
struct State {
    jobs: BTreeMap<String, Job>,
    /// Who ordered what, the oldest order first.
    waiting: VecDeque<(PageId, String)>,
    last_owner: Option<PageId>,
    /// The review that was read last.
    read: Option<(String, Arc<GameReview>)>,
    is_closed: bool,
}

/// All reviews.
pub(crate) struct Reviews {
    shelf: Arc<dyn Shelf>,
    desk: Arc<Desk>,
    maker: EngineMaker,
    /// Engine and options, for the names of jobs.
    identity: String,
    lanes: usize,
    state: Mutex<State>,
    changed: Condvar,
    /// Ends the review that is being made.
    stop: AtomicBool,
    pictures: watch::Sender<u64>,
}

impl core::fmt::Debug for Reviews {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Reviews").finish_non_exhaustive()
    }
}

impl Reviews {
    /// Begins with what is kept, on a thread of its own.
    pub(crate) fn open(
        shelf: Arc<dyn Shelf>,
        desk: Arc<Desk>,
        maker: EngineMaker,
        identity: String,
        engines: usize,
    ) -> std::io::Result<Arc<Reviews>> {
        let mut state = State::default();
        let owner = PageId::new();
        for name in shelf.names(Drawer::Jobs)? {
            // A record that cannot be read stays where it is; nobody is kept from playing by it.
            let read = shelf.load(Drawer::Jobs, &name).ok().flatten();
            let Some(record) = read.and_then(|text| JobRecord::read(&text)) else { continue };
            state.jobs.insert(name, Job { record, is_running: false, progress: (0, 0) });
        }
        let mut left: Vec<(&String, &Job)> =
            state.jobs.iter().filter(|(_, job)| job.record.state == JobState::Waiting).collect();
        left.sort_by(|one, other| one.1.record.ordered.cmp(&other.1.record.ordered));
        state.waiting = left.into_iter().map(|(name, _)| (owner, name.clone())).collect();
        let reviews = Arc::new(Reviews {
            shelf,
            desk,
            maker,
            identity,
            lanes: engines.min(2),
            state: Mutex::new(state),
            changed: Condvar::new(),
            stop: AtomicBool::new(false),
            pictures: watch::Sender::new(0),
        });
        let own = Arc::clone(&reviews);
        std::thread::Builder::new().name("reviews".to_owned()).spawn(move || worker::work(&own))?;
        Ok(reviews)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whoever wants to hear that something has changed.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.pictures.subscribe()
    }

    fn tell(&self) {
        self.pictures.send_modify(|count| *count += 1);
    }

    /// Ends the work; what is not done goes on next time.
    pub(crate) fn close(&self) {
        self.lock().is_closed = true;
        self.stop.store(true, Relaxed);
        self.changed.notify_all();
        self.tell();
    }

    /// Orders a review of one of the games of a text.
    pub(crate) fn submit(
        &self,
        owner: PageId,
        pgn: &[u8],
        game: usize,
        care: Care,
    ) -> Result<JobFacts, Problem> {
        let tree = pick(pgn, game)?;
        let input = ReviewInput::of(&tree).map_err(|error| Problem::new(Code::Pgn, error.to_string()))?;
        if input.plies.len() > MOST_PLIES {
            let words = format!("a review takes games of at most {MOST_PLIES} moves of both sides");
            return Err(Problem::new(Code::Range, words));
        }
        let name = key::of(&self.identity, care, &input);
        let mut state = self.lock();
        let is_wanted = |job: &Job| !matches!(job.record.state, JobState::Failed | JobState::Cancelled);
        if !state.jobs.get(&name).is_some_and(is_wanted) {
            if state.waiting.len() >= MOST_WAITING {
                return Err(Problem::new(Code::Busy, "too many reviews are waiting; try again later"));
            }
            let record = JobRecord::new(&tree, &input, care);
            // It is on the disk before anybody hears of it.
            self.keep(&name, &record)?;
            state.jobs.insert(name.clone(), Job { record, is_running: false, progress: (0, 0) });
            state.waiting.push_back((owner, name.clone()));
            self.changed.notify_all();
        }
        let facts = state.facts(&name);
        drop(state);
        self.tell();
        facts.ok_or_else(missing)
    }

    fn keep(&self, name: &str, record: &JobRecord) -> Result<(), Problem> {
        let kept = self.shelf.save(Drawer::Jobs, name, &record.write());
        kept.map_err(|error| Problem::new(Code::Fault, format!("the order could not be kept: {error}")))
    }

    /// Nobody wants a review any more that is not done.
    pub(crate) fn cancel(&self, name: &str) -> Result<JobFacts, Problem> {
        let mut state = self.lock();
        let job = state.jobs.get_mut(name).ok_or_else(missing)?;
        if job.is_running {
            job.record.state = JobState::Cancelled;
            self.stop.store(true, Relaxed);
        } else if job.record.state == JobState::Waiting {
            job.record.state = JobState::Cancelled;
        } else {
            return Err(Problem::new(Code::Rules, "this review is over"));
        }
        self.keep(name, &job.record.clone())?;
        state.waiting.retain(|(_, other)| other != name);
        let facts = state.facts(name);
        drop(state);
        self.tell();
        facts.ok_or_else(missing)
    }

    /// One job.
    pub(crate) fn job(&self, name: &str) -> Result<JobFacts, Problem> {
        self.lock().facts(name).ok_or_else(missing)
    }

    /// The newest jobs; those that are not done first.
    pub(crate) fn list(&self) -> Vec<JobFacts> {
        let state = self.lock();
        let mut names: Vec<&String> = state.jobs.keys().collect();
        names.sort_by_cached_key(|name| {
            let job = &state.jobs[*name];
            core::cmp::Reverse((job.record.state == JobState::Waiting, job.record.ordered.clone()))
        });
        names.into_iter().take(MOST_LISTED).filter_map(|name| state.facts(name)).collect()
    }

    /// A review that is done.
    pub(crate) fn read(&self, name: &str) -> Result<Arc<GameReview>, Problem> {
        {
            let state = self.lock();
            if let Some((known, review)) = &state.read
                && known == name
            {
                return Ok(Arc::clone(review));
            }
            let job = state.jobs.get(name).ok_or_else(missing)?;
            if job.record.state != JobState::Done {
                return Err(Problem::new(Code::Rules, "this review is not done yet"));
            }
        }
        let fault = |words: String| Problem::new(Code::Fault, format!("the review cannot be read: {words}"));
        let text = if is_name(name) { self.shelf.load(Drawer::Reviews, name) } else { Ok(None) };
        let text = text.map_err(|error| fault(error.to_string()))?.ok_or_else(missing)?;
        let review: GameReview = serde_json::from_str(&text).map_err(|error| fault(error.to_string()))?;
        let review = Arc::new(review);
        self.lock().read = Some((name.to_owned(), Arc::clone(&review)));
        Ok(review)
    }

    /// The game of a job as it was sent.
    pub(crate) fn game(&self, name: &str) -> Result<GameTree, Problem> {
        let state = self.lock();
        let record = &state.jobs.get(name).ok_or_else(missing)?.record;
        GameTree::from_pgn(&record.pgn).map_err(|error| Problem::new(Code::Fault, error.to_string()))
    }
}

impl State {
    fn facts(&self, name: &str) -> Option<JobFacts> {
        let job = self.jobs.get(name)?;
        let record = &job.record;
        let is_waiting = record.state == JobState::Waiting;
        Some(JobFacts {
            job: name.to_owned(),
            title: record.title.clone(),
            ordered: record.ordered.get(..16).unwrap_or_default().replace('T', " "),
            care: record.care,
            plies: record.plies,
            result: record.result.clone(),
            state: if is_waiting && job.is_running { JobState::Running } else { record.state },
            place: self.waiting.iter().position(|(_, other)| other == name).map(|place| place + 1),
            done: job.progress.0,
            total: job.progress.1,
            fault: record.fault.clone(),
            accuracy: record.accuracy.map(|[white, black]| Both { white, black }),
        })
    }

    /// The next order: of another than the last one, if there is one.
    fn next(&mut self) -> Option<String> {
        let place = self.waiting.iter().position(|(owner, _)| Some(*owner) != self.last_owner).unwrap_or(0);
        let (owner, name) = self.waiting.remove(place)?;
        self.last_owner = Some(owner);
        Some(name)
    }
}

fn missing() -> Problem {
    Problem::new(Code::Missing, "there is no such review")
}

/// One game of a text; nothing is reviewed of one that cannot be read to its end.
fn pick(pgn: &[u8], wanted: usize) -> Result<GameTree, Problem> {
    let game = Games::new(pgn).nth(wanted);
    let game = game.ok_or_else(|| Problem::new(Code::Pgn, "there is no such game in this text"))?;
    game.map_err(|error| Problem::new(Code::Pgn, error.to_string()))
}

#[cfg(test)]
mod tests;
