//! The queue in this process, kept in a folder so that work can be gone on with.
//!
//! Jobs are in memory only: whoever asks for a run names its jobs again. On the disk are the runs, the answers (a file
//! each), the jobs that were given up, and the blobs:
//!
//! ```text
//! runs/RUN/manifest, state, answers/JOB.OPINION, dead/JOB.OPINION      blobs/SUM
//! ```

use core::time::Duration;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::parcel;
use crate::queue::{Delivery, Queue, QueueError, Receipt};
use crate::{Answer, Class, DeadLetter, JobId, Manifest, RunId, RunState, Sign, Stored, Sum, Ticket};

/// A queue for the threads of this process.
#[derive(Debug, Clone)]
pub struct LocalQueue(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    folder: PathBuf,
    state: Mutex<State>,
    news: Condvar,
}

type Name = (JobId, u8);

#[derive(Debug, Default)]
struct State {
    waiting: HashMap<Class, VecDeque<Waiting>>,
    /// Whatever waits or is being done.
    known: HashSet<(RunId, Name)>,
    /// The answers of runs in the order in which they came, as far as they are there.
    answers: HashMap<RunId, Vec<Option<Name>>>,
    stored: HashSet<(RunId, Name)>,
    begun: HashMap<(RunId, Name), u64>,
    signs: BTreeMap<String, Sign>,
    out: HashMap<String, String>,
}

#[derive(Debug)]
struct Waiting {
    ticket: Ticket,
    tries: u64,
    not_before: Instant,
}

impl LocalQueue {
    /// A queue that keeps its answers in this folder, which is made if it is not there.
    ///
    /// # Errors
    /// If the folder cannot be made or read.
    pub fn open(folder: &Path) -> Result<LocalQueue, QueueError> {
        for part in ["runs", "blobs"] {
            fs::create_dir_all(folder.join(part))?;
        }
        let mut state = State::default();
        for run in names::<RunId>(&folder.join("runs"))? {
            let list = state.answers.entry(run).or_default();
            for part in entries(&folder.join("runs").join(run.to_string()).join("answers"))? {
                if let Some(name) = name_of(&part) {
                    list.push(Some(name));
                    state.stored.insert((run, name));
                }
            }
            list.sort_unstable();
        }
        let shared = Shared { folder: folder.to_owned(), state: Mutex::new(state), news: Condvar::new() };
        Ok(LocalQueue(Arc::new(shared)))
    }
}

/// The names of files and folders in a folder.
fn entries(folder: &Path) -> io::Result<Vec<String>> {
    match fs::read_dir(folder) {
        Ok(found) => found.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

fn names<T: core::str::FromStr>(folder: &Path) -> io::Result<Vec<T>> {
    Ok(entries(folder)?.iter().filter_map(|name| name.parse().ok()).collect())
}

/// `JOB.OPINION`; what else is in the folder (files that were being written) is none of ours.
fn name_of(text: &str) -> Option<Name> {
    let (job, opinion) = text.split_once('.')?;
    Some((job.parse().ok()?, opinion.parse().ok()?))
}

/// Writes a file so that it is there as a whole or not at all.
fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut aside = tempfile::NamedTempFile::new_in(folder)?;
    aside.write_all(content)?;
    aside.as_file().sync_data()?;
    aside.persist(path)?;
    // The name should last, too; systems that cannot do this do it by themselves.
    let _: io::Result<()> = fs::File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, QueueError> {
    read(path)?.map(|bytes| Ok(serde_json::from_slice(&bytes)?)).transpose()
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self, run: RunId) -> PathBuf {
        self.folder.join("runs").join(run.to_string())
    }

    fn answer(&self, run: RunId, (job, opinion): Name) -> PathBuf {
        self.run(run).join("answers").join(format!("{job}.{opinion}"))
    }

    fn dead(&self, run: RunId, (job, opinion): Name) -> PathBuf {
        self.run(run).join("dead").join(format!("{job}.{opinion}"))
    }

    fn write_json(&self, run: RunId, name: &str, value: &impl Serialize) -> Result<(), QueueError> {
        Ok(write(&self.run(run).join(name), &serde_json::to_vec(value)?)?)
    }

    fn read_answer(&self, run: RunId, name: Name) -> Result<Option<Answer>, QueueError> {
        let Some(bytes) = read(&self.answer(run, name))? else { return Ok(None) };
        let (head, body): (Answer, _) = parcel::unpack(&bytes)?;
        Ok(Some(Answer { body, ..head }))
    }

    fn put_back(&self, ticket: Ticket, tries: u64, delay: Duration) {
        let not_before = Instant::now() + delay;
        let mut state = self.lock();
        state.waiting.entry(ticket.class).or_default().push_back(Waiting { ticket, tries, not_before });
        self.news.notify_all();
    }

    fn settle(&self, ticket: &Ticket) {
        self.lock().known.remove(&(ticket.run, (ticket.job, ticket.opinion)));
    }
}

impl Queue for LocalQueue {
    fn put_run(&self, manifest: &Manifest) -> Result<(), QueueError> {
        self.0.write_json(manifest.id(), "manifest", manifest)
    }

    fn run(&self, run: RunId) -> Result<Option<Manifest>, QueueError> {
        read_json(&self.0.run(run).join("manifest"))
    }

    fn runs(&self) -> Result<Vec<RunId>, QueueError> {
        Ok(names(&self.0.folder.join("runs"))?)
    }

    fn state(&self, run: RunId) -> Result<RunState, QueueError> {
        Ok(read_json(&self.0.run(run).join("state"))?.unwrap_or_default())
    }

    fn set_state(&self, run: RunId, state: &RunState) -> Result<(), QueueError> {
        self.0.write_json(run, "state", state)
    }

    fn forget_run(&self, run: RunId) -> Result<(), QueueError> {
        self.withdraw(run, None)?;
        let mut state = self.0.lock();
        state.answers.remove(&run);
        state.stored.retain(|(of, _)| *of != run);
        match fs::remove_dir_all(self.0.run(run)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }

    fn give(&self, tickets: &[Ticket]) -> Result<(), QueueError> {
        let mut state = self.0.lock();
        for ticket in tickets {
            let name = (ticket.run, (ticket.job, ticket.opinion));
            if !state.stored.contains(&name) && state.known.insert(name) {
                let waiting = Waiting { ticket: ticket.clone(), tries: 0, not_before: Instant::now() };
                state.waiting.entry(ticket.class).or_default().push_back(waiting);
            }
        }
        self.0.news.notify_all();
        Ok(())
    }

    fn withdraw(&self, run: RunId, job: Option<JobId>) -> Result<(), QueueError> {
        let mut state = self.0.lock();
        let State { waiting, known, .. } = &mut *state;
        for waiting in waiting.values_mut().flat_map(|list| list.extract_if_all(run, job)) {
            known.remove(&(run, (waiting.ticket.job, waiting.ticket.opinion)));
        }
        Ok(())
    }

    fn take(&self, class: Class, wait: Duration) -> Result<Option<Box<dyn Delivery>>, QueueError> {
        let end = Instant::now() + wait;
        let mut state = self.0.lock();
        loop {
            let now = Instant::now();
            let list = state.waiting.entry(class).or_default();
            if let Some(place) = list.iter().position(|waiting| waiting.not_before <= now)
                && let Some(Waiting { ticket, tries, .. }) = list.remove(place)
            {
                let taken =
                    Taken { shared: Arc::clone(&self.0), ticket, tries: tries + 1, ended: false.into() };
                return Ok(Some(Box::new(taken)));
            }
            let soonest = list.iter().map(|waiting| waiting.not_before).min().unwrap_or(end).min(end);
            if now >= end {
                return Ok(None);
            }
            let pause = soonest.saturating_duration_since(now);
            state = self.0.news.wait_timeout(state, pause).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn answers(&self, run: RunId, behind: u64, wait: Duration) -> Result<Vec<Stored>, QueueError> {
        const MOST: usize = 64;
        let end = Instant::now() + wait;
        let mut state = self.0.lock();
        let found: Vec<(u64, Name)> = loop {
            let list = state.answers.entry(run).or_default();
            let new = list.iter().enumerate().skip(behind as usize);
            let found: Vec<(u64, Name)> = new
                .filter_map(|(place, name)| name.map(|name| (place as u64 + 1, name)))
                .take(MOST)
                .collect();
            let now = Instant::now();
            if !found.is_empty() || now >= end {
                break found;
            }
            state = self.0.news.wait_timeout(state, end - now).unwrap_or_else(PoisonError::into_inner).0;
        };
        drop(state);
        let mut stored = Vec::with_capacity(found.len());
        for (place, name) in found {
            if let Some(answer) = self.0.read_answer(run, name)? {
                stored.push(Stored { place, answer });
            }
        }
        Ok(stored)
    }

    fn answer(&self, run: RunId, job: JobId, opinion: u8) -> Result<Option<Answer>, QueueError> {
        self.0.read_answer(run, (job, opinion))
    }

    fn answered(&self, run: RunId) -> Result<u64, QueueError> {
        let state = self.0.lock();
        let list = state.answers.get(&run).into_iter().flatten();
        Ok(list.flatten().filter(|(_, opinion)| *opinion == 1).count() as u64)
    }

    fn drop_answer(&self, run: RunId, job: JobId, opinion: u8) -> Result<(), QueueError> {
        let name = (job, opinion);
        let mut state = self.0.lock();
        state.stored.remove(&(run, name));
        for place in state.answers.entry(run).or_default() {
            if *place == Some(name) {
                *place = None;
            }
        }
        Ok(remove(&self.0.answer(run, name))?)
    }

    fn dead(&self, run: RunId) -> Result<Vec<DeadLetter>, QueueError> {
        let folder = self.0.run(run).join("dead");
        let mut letters = Vec::new();
        for name in entries(&folder)?.iter().filter(|name| name_of(name).is_some()) {
            letters.extend(read_json(&folder.join(name))?);
        }
        Ok(letters)
    }

    fn revive(&self, run: RunId, job: JobId, opinion: u8) -> Result<(), QueueError> {
        self.0.lock().begun.remove(&(run, (job, opinion)));
        Ok(remove(&self.0.dead(run, (job, opinion)))?)
    }

    fn hello(&self, sign: &Sign) -> Result<(), QueueError> {
        self.0.lock().signs.insert(sign.name.clone(), sign.clone());
        Ok(())
    }

    fn good_bye(&self, worker: &str) -> Result<(), QueueError> {
        self.0.lock().signs.remove(worker);
        Ok(())
    }

    fn workers(&self) -> Result<Vec<Sign>, QueueError> {
        Ok(self.0.lock().signs.values().cloned().collect())
    }

    fn put_out(&self, worker: &str, reason: &str) -> Result<(), QueueError> {
        self.0.lock().out.insert(worker.to_owned(), reason.to_owned());
        Ok(())
    }

    fn is_out(&self, worker: &str) -> Result<Option<String>, QueueError> {
        Ok(self.0.lock().out.get(worker).cloned())
    }

    fn put_blob(&self, content: &[u8]) -> Result<Sum, QueueError> {
        let sum = Sum::of(content);
        let path = self.0.folder.join("blobs").join(sum.to_string());
        if !path.exists() {
            write(&path, content)?;
        }
        Ok(sum)
    }

    fn blob(&self, sum: Sum) -> Result<Vec<u8>, QueueError> {
        let path = self.0.folder.join("blobs").join(sum.to_string());
        let content = read(&path)?.ok_or_else(|| QueueError::Refused(format!("there is no file {sum}")))?;
        if Sum::of(&content) != sum {
            return Err(QueueError::Damaged(format!("the file {sum} has another content")));
        }
        Ok(content)
    }
}

/// Taking some out of a list.
trait Extract {
    fn extract_if_all(&mut self, run: RunId, job: Option<JobId>) -> Vec<Waiting>;
}

impl Extract for VecDeque<Waiting> {
    fn extract_if_all(&mut self, run: RunId, job: Option<JobId>) -> Vec<Waiting> {
        let is_meant =
            |waiting: &Waiting| waiting.ticket.run == run && job.is_none_or(|job| waiting.ticket.job == job);
        let (taken, left): (VecDeque<Waiting>, _) = core::mem::take(self).into_iter().partition(is_meant);
        *self = left;
        taken.into()
    }
}

/// A job in a thread's hands.
struct Taken {
    shared: Arc<Shared>,
    ticket: Ticket,
    tries: u64,
    ended: core::sync::atomic::AtomicBool,
}

impl Taken {
    fn end(&self) {
        self.ended.store(true, core::sync::atomic::Ordering::Relaxed);
    }

    fn name(&self) -> Name {
        (self.ticket.job, self.ticket.opinion)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        if !self.ended.load(core::sync::atomic::Ordering::Relaxed) {
            self.shared.put_back(self.ticket.clone(), self.tries, Duration::ZERO);
        }
    }
}

impl Delivery for Taken {
    fn ticket(&self) -> &Ticket {
        &self.ticket
    }

    fn tries(&self) -> u64 {
        self.tries
    }

    fn begun(&self) -> Result<u64, QueueError> {
        let key = (self.ticket.run, self.name());
        Ok(self.shared.lock().begun.get(&key).copied().unwrap_or(0))
    }

    fn set_begun(&self, times: u64) -> Result<(), QueueError> {
        let key = (self.ticket.run, self.name());
        self.shared.lock().begun.insert(key, times);
        Ok(())
    }

    fn sign_within(&self) -> Duration {
        Duration::from_secs(30)
    }

    fn sign(&self) {}

    fn answer(&self, answer: &Answer, _: &dyn Fn() -> bool) -> Result<Receipt, QueueError> {
        let key = (self.ticket.run, self.name());
        let is_there = self.shared.lock().stored.contains(&key);
        if !is_there {
            let path = self.shared.answer(self.ticket.run, self.name());
            write(&path, &parcel::pack(answer, &answer.body)?)?;
            let mut state = self.shared.lock();
            state.stored.insert(key);
            state.answers.entry(key.0).or_default().push(Some(key.1));
            self.shared.news.notify_all();
        }
        self.done();
        Ok(if is_there { Receipt::Late } else { Receipt::Kept })
    }

    fn done(&self) {
        self.shared.settle(&self.ticket);
        self.end();
    }

    fn give_back(&self, delay: Duration) {
        self.shared.put_back(self.ticket.clone(), self.tries, delay);
        self.end();
    }

    fn bury(&self, letter: &DeadLetter) -> Result<(), QueueError> {
        write(&self.shared.dead(self.ticket.run, self.name()), &serde_json::to_vec(letter)?)?;
        self.done();
        Ok(())
    }
}
