//! Who does the jobs: some threads that take them up one after the other, and a sign of life.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use core::time::Duration;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread;
use std::time::Instant;

use quevedo_engine::{STACK_SIZE, panic_words};

use crate::queue::{Delivery, Receipt};
use crate::{
    Answer, Class, DeadLetter, JobId, Manifest, Queue, QueueError, RunId, RunState, Sign, Sum, Ticket, Work,
    WorkError, Workshop,
};

/// A worker of a farm.
#[derive(Debug)]
pub struct Worker {
    /// Its name, which nobody else has.
    pub name: String,
    /// Its program, with the version.
    pub version: String,
    /// The number of nodes of its engine's bench.
    pub signature: u64,
    /// Nodes a second of one thread.
    pub speed: u64,
    /// Jobs at a time.
    pub threads: usize,
    /// Whether it starts programs that come with runs.
    pub programs: bool,
    /// Where there is nothing to do, a thread looks after so long at most whether it should end. Each look is a request
    /// to the server.
    pub longest_wait: Duration,
}

/// What happens at a worker.
#[derive(Clone, PartialEq, Debug)]
pub enum News {
    /// A job is done.
    Done {
        /// Its run.
        run: RunId,
        /// The job.
        job: JobId,
        /// How long it took.
        seconds: f64,
        /// Whether somebody else was first.
        late: bool,
    },
    /// A job could not be done.
    Failed {
        /// Its run.
        run: RunId,
        /// The job.
        job: JobId,
        /// Why.
        reason: String,
        /// Whether it is given up.
        buried: bool,
    },
    /// The queue cannot be reached.
    Trouble(String),
    /// It can be reached again.
    Over,
    /// A job does not end although its time is long up; only the end of this process helps.
    Stuck(JobId),
}

/// Why a worker ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// Somebody wanted it.
    Stopped,
    /// Its answers were wrong.
    PutOut(String),
    /// It failed again and again.
    Failing(String),
}

/// How often a worker shows that it lives.
const SIGN_EVERY: Duration = Duration::from_secs(5);
/// So long a thread waits for a job at first before it looks whether it should end.
const SHORTEST_WAIT: Duration = Duration::from_millis(250);
/// Who fails so often without a success between ends; others should have its jobs.
const FAILURES: u64 = 5;
/// A job that is not for us is left to others for so long at least, and at most for twice as long.
const FOR_OTHERS: Duration = Duration::from_secs(1);
/// Second opinions wait for another worker; this often one may come by in vain.
const IN_VAIN: u64 = 1000;
/// What does not stop so long after it was asked to is stuck.
const STUCK: Duration = Duration::from_mins(1);
/// How long the state of a run is believed.
const FRESH: Duration = Duration::from_secs(1);

/// The room that a job has while it is done.
#[allow(dead_code)]
enum Room<'a> {
    Beside(RwLockReadGuard<'a, ()>),
    Alone(RwLockWriteGuard<'a, ()>),
}

/// What the threads of a worker share.
struct Common<'a> {
    worker: &'a Worker,
    queue: &'a dyn Queue,
    workshop: &'a dyn Workshop,
    stop: &'a AtomicBool,
    tell: &'a (dyn Fn(News) + Sync),
    ending: AtomicBool,
    end: Mutex<Option<End>>,
    done: AtomicU64,
    failed: AtomicU64,
    failures: AtomicU64,
    busy_ms: AtomicU64,
    in_trouble: AtomicBool,
    runs: Mutex<HashMap<RunId, (Manifest, RunState, Instant)>>,
    /// A job with which somebody vanished before is done alone, so that no other one is blamed if it ends this process.
    alone: RwLock<()>,
}

/// How long a job that is not for a worker is left to others. Always the same time would come round with the waits of the workers, so
/// that the same one may get it each time.
fn for_others(worker: &str, ticket: &Ticket, tries: u64) -> Duration {
    let [lot] =
        Sum::of_parts(&[worker.as_bytes(), ticket.job.to_string().as_bytes(), &tries.to_le_bytes()]).first();
    FOR_OTHERS + FOR_OTHERS.mul_f64(f64::from(lot) / 256.0)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Worker {
    /// The classes of jobs that it may do.
    fn classes(&self) -> Vec<Class> {
        let signature = self.signature;
        let own = Class { signature, programs: false };
        if self.programs { vec![own, Class { signature, programs: true }] } else { vec![own] }
    }

    /// Does jobs until `stop` is set or there is a reason to end.
    pub fn run(
        &self,
        queue: &dyn Queue,
        workshop: &dyn Workshop,
        stop: &AtomicBool,
        tell: &(dyn Fn(News) + Sync),
    ) -> End {
        let common = Common {
            worker: self,
            queue,
            workshop,
            stop,
            tell,
            ending: AtomicBool::new(false),
            end: Mutex::new(None),
            done: AtomicU64::new(0),
            failed: AtomicU64::new(0),
            failures: AtomicU64::new(0),
            busy_ms: AtomicU64::new(0),
            in_trouble: AtomicBool::new(false),
            runs: Mutex::default(),
            alone: RwLock::new(()),
        };
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let work = || common.work();
                if let Err(error) = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work) {
                    common.finish(End::Failing(format!("cannot start a thread: {error}")));
                }
            }
            common.show_signs();
        });
        // Nobody needs to hear it: the sign of life ends by itself.
        let _ = queue.good_bye(&self.name);
        let end = lock(&common.end).take();
        end.unwrap_or(End::Stopped)
    }
}

impl Common<'_> {
    fn is_ending(&self) -> bool {
        self.ending.load(Relaxed) || self.stop.load(Relaxed)
    }

    fn finish(&self, end: End) {
        lock(&self.end).get_or_insert(end);
        self.ending.store(true, Relaxed);
    }

    fn trouble(&self, error: &QueueError) {
        if !self.in_trouble.swap(true, Relaxed) && !self.is_ending() {
            (self.tell)(News::Trouble(error.to_string()));
        }
    }

    fn no_trouble(&self) {
        if self.in_trouble.swap(false, Relaxed) {
            (self.tell)(News::Over);
        }
    }

    /// Shows that the worker lives, and looks whether it is still wanted.
    fn show_signs(&self) {
        let began = Instant::now();
        while !self.is_ending() {
            let sign = Sign {
                name: self.worker.name.clone(),
                version: self.worker.version.clone(),
                signature: self.worker.signature,
                speed: self.worker.speed,
                threads: self.worker.threads,
                programs: self.worker.programs,
                done: self.done.load(Relaxed),
                failed: self.failed.load(Relaxed),
                busy: self.busy_ms.load(Relaxed) as f64 / 1000.0,
                up: began.elapsed().as_secs_f64(),
                runs: lock(&self.runs).keys().copied().collect(),
            };
            match self.queue.hello(&sign).and_then(|()| self.queue.is_out(&self.worker.name)) {
                Ok(Some(reason)) => self.finish(End::PutOut(reason)),
                Ok(None) => self.no_trouble(),
                Err(error) => self.trouble(&error),
            }
            let next = Instant::now() + SIGN_EVERY;
            while Instant::now() < next && !self.is_ending() {
                thread::sleep(Duration::from_millis(50));
            }
        }
    }

    /// One thread's work: job after job.
    fn work(&self) {
        let classes = self.worker.classes();
        let shortest = SHORTEST_WAIT.min(self.worker.longest_wait);
        let mut wait = shortest;
        let mut works: HashMap<RunId, Box<dyn Work>> = HashMap::new();
        while !self.is_ending() {
            wait = (2 * wait).min(self.worker.longest_wait);
            for &class in &classes {
                match self.queue.take(class, wait / classes.len() as u32) {
                    Ok(Some(delivery)) => {
                        wait = shortest;
                        if let Err(error) = self.take_up(&*delivery, &mut works) {
                            self.trouble(&error);
                        }
                    }
                    Ok(None) => {}
                    Err(error) => {
                        self.trouble(&error);
                        thread::sleep(Duration::from_millis(200));
                    }
                }
            }
        }
    }

    /// What becomes of a job that was handed to us.
    fn take_up(
        &self,
        delivery: &dyn Delivery,
        works: &mut HashMap<RunId, Box<dyn Work>>,
    ) -> Result<(), QueueError> {
        let ticket = delivery.ticket();
        let tries = delivery.tries();
        if tries > 1 && self.queue.answer(ticket.run, ticket.job, ticket.opinion)?.is_some() {
            delivery.done();
            return Ok(());
        }
        let Some((manifest, state)) = self.run(ticket.run)? else {
            delivery.done();
            return Ok(());
        };
        if state.closed.is_some() {
            delivery.done();
            return Ok(());
        }
        if ticket.not.as_ref() == Some(&self.worker.name) {
            if tries > IN_VAIN {
                return delivery.bury(&self.letter(ticket, tries, "nobody else came by".to_owned()));
            }
            delivery.give_back(for_others(&self.worker.name, ticket, tries));
            thread::sleep(Duration::from_millis(20));
            return Ok(());
        }
        let began = Instant::now();
        // Until its answer is stored it has its room.
        let (_room, attempts, found) = self.labour(delivery, &manifest, works);
        let seconds = began.elapsed().as_secs_f64();
        self.busy_ms.fetch_add((seconds * 1000.0) as u64, Relaxed);
        match found {
            Ok(body) => {
                let Ticket { run, job, opinion, .. } = *ticket;
                let answer = Answer { job, opinion, worker: self.worker.name.clone(), seconds, body };
                let receipt = delivery.answer(&answer, &|| self.is_ending())?;
                self.failures.store(0, Relaxed);
                self.done.fetch_add(1, Relaxed);
                self.no_trouble();
                (self.tell)(News::Done { run, job, seconds, late: receipt == Receipt::Late });
            }
            // Somebody else goes on with it at once, and it was no try.
            Err(WorkError::Stopped) => {
                if tries > 1 {
                    delivery.set_begun(attempts.saturating_sub(2))?;
                }
                delivery.give_back(Duration::ZERO);
            }
            // The server is away, which is nobody's fault; the job comes again.
            Err(WorkError::Queue(error @ (QueueError::Unreachable(_) | QueueError::Interrupted))) => {
                return Err(error);
            }
            Err(WorkError::Vanished(times)) => {
                let reason = WorkError::Vanished(times).to_string();
                self.note(ticket, &reason, true);
                delivery.bury(&self.letter(ticket, times, reason))?;
            }
            Err(error) => {
                works.remove(&ticket.run);
                let reason = error.to_string();
                let is_last = attempts >= manifest.terms.tries;
                self.note(ticket, &reason, is_last);
                if is_last {
                    delivery.bury(&self.letter(ticket, attempts, reason.clone()))?;
                } else {
                    delivery.give_back(Duration::from_millis(500 * attempts.min(20)));
                }
                if self.failures.fetch_add(1, Relaxed) + 1 >= FAILURES {
                    self.finish(End::Failing(reason));
                }
            }
        }
        Ok(())
    }

    fn note(&self, ticket: &Ticket, reason: &str, buried: bool) {
        self.failed.fetch_add(1, Relaxed);
        let (run, job) = (ticket.run, ticket.job);
        (self.tell)(News::Failed { run, job, reason: reason.to_owned(), buried });
    }

    fn letter(&self, ticket: &Ticket, tries: u64, reason: String) -> DeadLetter {
        let Ticket { job, opinion, .. } = *ticket;
        DeadLetter { job, opinion, worker: self.worker.name.clone(), tries, reason }
    }

    /// What is known of a run, and how it stood a moment ago.
    fn run(&self, run: RunId) -> Result<Option<(Manifest, RunState)>, QueueError> {
        if let Some((manifest, state, when)) = lock(&self.runs).get(&run)
            && when.elapsed() < FRESH
        {
            return Ok(Some((manifest.clone(), state.clone())));
        }
        let Some(manifest) = self.queue.run(run)? else { return Ok(None) };
        let state = self.queue.state(run)?;
        let mut runs = lock(&self.runs);
        runs.retain(|_, (.., when)| when.elapsed() < Duration::from_mins(1));
        runs.insert(run, (manifest.clone(), state.clone(), Instant::now()));
        Ok(Some((manifest, state)))
    }

    /// Room for a job: beside others, or alone.
    fn room(&self, is_alone: bool) -> Room<'_> {
        if is_alone {
            Room::Alone(self.alone.write().unwrap_or_else(PoisonError::into_inner))
        } else {
            Room::Beside(self.alone.read().unwrap_or_else(PoisonError::into_inner))
        }
    }

    /// Writes down that a job is begun with which somebody vanished or failed before; how often it was begun with this time.
    fn begin(delivery: &dyn Delivery, most: u64) -> Result<u64, WorkError> {
        if delivery.tries() == 1 {
            return Ok(1);
        }
        // The first time it was perhaps done beside others, and nothing was written down.
        let before = delivery.begun()? + 1;
        if before >= most {
            return Err(WorkError::Vanished(before));
        }
        delivery.set_begun(before)?;
        Ok(before + 1)
    }

    /// Does a job, and shows meanwhile that it is being done; how often it was begun, and what came of it.
    fn labour(
        &self,
        delivery: &dyn Delivery,
        manifest: &Manifest,
        works: &mut HashMap<RunId, Box<dyn Work>>,
    ) -> (Room<'_>, u64, Result<Vec<u8>, WorkError>) {
        let ticket = delivery.ticket();
        let halt = AtomicBool::new(false);
        let deadline = Duration::from_secs(manifest.terms.deadline);
        let is_late = AtomicBool::new(false);
        let has_begun = AtomicBool::new(false);
        let (room, attempts, found) = thread::scope(|scope| {
            let (over, is_over) = mpsc::channel::<()>();
            let (halt, is_late, begun) = (&halt, &is_late, &has_begun);
            scope.spawn(move || self.watch(delivery, &is_over, halt, is_late, begun, deadline));
            let room = self.room(delivery.tries() > 1);
            let attempts = match Common::begin(delivery, manifest.terms.tries) {
                Ok(attempts) => attempts,
                Err(error) => return (room, 0, Ok(Err(error))),
            };
            has_begun.store(true, Relaxed);
            let found = catch_unwind(AssertUnwindSafe(|| {
                if !works.contains_key(&ticket.run) {
                    // Each may have engines with much memory.
                    if works.len() > 1 {
                        works.clear();
                    }
                    works.insert(ticket.run, self.workshop.open(manifest, self.queue)?);
                }
                match works.get_mut(&ticket.run) {
                    Some(work) => work.work(&ticket.body, self.queue, halt),
                    None => Err(WorkError::Stopped),
                }
            }));
            drop(over);
            (room, attempts, found)
        });
        let found = match found {
            Ok(Err(WorkError::Stopped)) if is_late.load(Relaxed) => {
                Err(WorkError::Failed(format!("it took longer than {} s", manifest.terms.deadline)))
            }
            Ok(found) => found,
            Err(cause) => Err(WorkError::Failed(format!("panicked: {}", panic_words(&*cause)))),
        };
        (room, attempts, found)
    }

    /// Gives signs of the work on a job until it is over, and ends it when its time is up.
    fn watch(
        &self,
        delivery: &dyn Delivery,
        is_over: &mpsc::Receiver<()>,
        halt: &AtomicBool,
        is_late: &AtomicBool,
        has_begun: &AtomicBool,
        deadline: Duration,
    ) {
        let every = delivery.sign_within() / 3;
        let mut began = Instant::now();
        let mut signed = began;
        let mut is_told = false;
        loop {
            match is_over.recv_timeout(Duration::from_millis(50).min(every)) {
                Err(RecvTimeoutError::Timeout) => {}
                _ => return,
            }
            if self.is_ending() {
                halt.store(true, Relaxed);
            }
            if !has_begun.load(Relaxed) {
                // Its time begins when others have made room.
                began = Instant::now();
            }
            if began.elapsed() > deadline {
                is_late.store(true, Relaxed);
                halt.store(true, Relaxed);
            }
            if began.elapsed() > deadline + STUCK && !is_told {
                is_told = true;
                (self.tell)(News::Stuck(delivery.ticket().job));
            }
            // Who is too late loses the job to others.
            if signed.elapsed() >= every && !is_late.load(Relaxed) {
                delivery.sign();
                signed = Instant::now();
            }
        }
    }
}
