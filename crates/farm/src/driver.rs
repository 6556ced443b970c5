//! Who asks: gives the jobs of a run, hears the answers, has some of them confirmed, and knows when all is there.
//!
//! Nothing is in its memory only: who is killed and begins again finds all answers and goes on.

mod case;

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use core::time::Duration;
use std::collections::{HashMap, HashSet};
use std::time::Instant;

use self::case::{Case, Heard};
use crate::{
    Answer, DeadLetter, JobId, Manifest, Next, Plan, PlanError, Queue, QueueError, RunId, RunState, Sign,
    Ticket, Work, WorkError, Workshop, essence,
};

/// Why a run cannot be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum DriveError {
    /// The queue.
    #[error(transparent)]
    Queue(#[from] QueueError),
    /// The input, or an answer.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A job that was to be confirmed here cannot be done here.
    #[error("job {job} cannot be confirmed on this machine: {error}")]
    Confirm {
        /// The job.
        job: JobId,
        /// Why.
        error: WorkError,
    },
    /// Nobody agrees.
    #[error(
        "job {0} has three different answers, two of workers and one of this machine: it cannot be told who is right"
    )]
    NobodyAgrees(JobId),
}

/// How a drive ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// All jobs are done or given up, or no more are needed.
    Whole,
    /// Somebody wanted the end; the workers go on with what was given.
    Interrupted,
}

/// How far a run is.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// Jobs, as far as it is known how many there will be.
    pub planned: Option<u64>,
    /// Jobs that were given.
    pub given: u64,
    /// Jobs done, those among them that were done before this drive began, and those given up.
    pub done: u64,
    /// Those that were done before this drive began.
    pub before: u64,
    /// Those given up.
    pub dead: u64,
    /// Jobs of which two workers, or a worker and this machine, have said the same.
    pub confirmed: u64,
    /// The workers that were put out.
    pub put_out: Vec<String>,
    /// The workers that live.
    pub workers: Vec<Sign>,
    /// Seconds since this drive began.
    pub seconds: f64,
}

impl Progress {
    /// Jobs a second in this drive.
    pub fn rate(&self) -> f64 {
        (self.done + self.dead).saturating_sub(self.before) as f64 / self.seconds.max(1e-3)
    }

    /// How long the rest takes at this rate.
    pub fn remaining(&self) -> Option<Duration> {
        let left = self.planned?.saturating_sub(self.done + self.dead) as f64;
        (self.rate() > 0.0).then(|| Duration::try_from_secs_f64(left / self.rate()).ok())?
    }
}

/// How long one look for answers takes.
const GLANCE: Duration = Duration::from_millis(100);
/// How often the rest is looked at: workers, jobs given up.
const LOOK_AROUND: Duration = Duration::from_secs(1);
/// At least so many jobs are out at a time.
const LEAST_OUT: usize = 64;
/// And never more: the queue's disk is not without end.
const MOST_OUT: usize = 50_000;

/// Asks for a run.
pub struct Driver<'a> {
    queue: &'a dyn Queue,
    workshop: &'a dyn Workshop,
    manifest: Manifest,
    run: RunId,
    plan: &'a mut dyn Plan,
    /// The jobs in their order.
    order: Vec<JobId>,
    cases: HashMap<JobId, Case>,
    heard: HashMap<JobId, Heard>,
    /// The place of the last answer that was read.
    place: u64,
    /// Jobs without a word of the plan about what follows.
    is_planned: bool,
    is_decided: bool,
    /// Jobs that are not settled.
    open: HashSet<JobId>,
    /// Jobs whose answers were dropped. Whoever gave the answer may not have taken the job off the queue yet, which then
    /// does not take it anew, so they are given until they are answered.
    again: HashSet<JobId>,
    /// The first number of `order` that was not looked at.
    looked: usize,
    settled: u64,
    dead: HashMap<JobId, DeadLetter>,
    confirmed: u64,
    before: Option<u64>,
    put_out: Vec<String>,
    workers: Vec<Sign>,
    began: Instant,
    around: Option<Instant>,
    news: Instant,
    own: Option<Box<dyn Work>>,
}

impl<'a> Driver<'a> {
    /// Asks for this run. What was given up before is tried again.
    ///
    /// # Errors
    /// If the queue cannot be reached.
    pub fn new(
        queue: &'a dyn Queue,
        workshop: &'a dyn Workshop,
        manifest: Manifest,
        plan: &'a mut dyn Plan,
    ) -> Result<Driver<'a>, DriveError> {
        let run = manifest.id();
        queue.put_run(&manifest)?;
        let state = queue.state(run)?;
        if state.closed.is_some() {
            queue.set_state(run, &RunState { closed: None, ..state })?;
        }
        for letter in queue.dead(run)? {
            queue.revive(run, letter.job, letter.opinion)?;
        }
        Ok(Driver {
            queue,
            workshop,
            manifest,
            run,
            plan,
            order: Vec::new(),
            cases: HashMap::new(),
            heard: HashMap::new(),
            place: 0,
            is_planned: false,
            is_decided: false,
            open: HashSet::new(),
            again: HashSet::new(),
            looked: 0,
            settled: 0,
            dead: HashMap::new(),
            confirmed: 0,
            before: None,
            put_out: Vec::new(),
            workers: Vec::new(),
            began: Instant::now(),
            around: None,
            news: Instant::now(),
            own: None,
        })
    }

    /// The run's name.
    pub fn run(&self) -> RunId {
        self.run
    }

    /// Gives all jobs that can be given without waiting for answers, and leaves.
    ///
    /// # Errors
    /// If the queue cannot be reached, or the input is not what it should be.
    pub fn give_all(&mut self) -> Result<u64, DriveError> {
        self.read_all(Duration::ZERO)?;
        self.give(usize::MAX)?;
        self.write_state(None)?;
        Ok(self.order.len() as u64)
    }

    /// Stays until the run is whole, or somebody wants the end.
    ///
    /// # Errors
    /// If the queue cannot be reached, the input is not what it should be, or nobody can be believed.
    pub fn drive(&mut self, stop: &AtomicBool, tell: &mut dyn FnMut(&Progress)) -> Result<Ended, DriveError> {
        self.read_all(Duration::ZERO)?;
        loop {
            self.look_around(tell)?;
            if !self.is_decided {
                self.give(self.most_out())?;
                self.look()?;
            }
            let is_first = self.before.is_none();
            if is_first {
                self.before = Some(self.settled);
            }
            if self.is_decided || (self.is_planned && self.open.is_empty()) {
                break;
            }
            if stop.load(Relaxed) {
                self.write_state(None)?;
                return Ok(Ended::Interrupted);
            }
            self.read(GLANCE)?;
            self.look()?;
        }
        self.write_state(Some("finished"))?;
        self.queue.withdraw(self.run, None)?;
        tell(&self.progress());
        Ok(Ended::Whole)
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        Progress {
            planned: if self.is_planned { Some(self.order.len() as u64) } else { self.plan.planned() },
            given: self.order.len() as u64,
            done: self.settled,
            before: self.before.unwrap_or(self.settled),
            dead: self.dead.len() as u64,
            confirmed: self.confirmed,
            put_out: self.put_out.clone(),
            workers: self.workers.clone(),
            seconds: self.began.elapsed().as_secs_f64(),
        }
    }

    /// How many jobs have been decided in order: all of them, unless the plan has enough before.
    pub fn counted(&self) -> u64 {
        if self.plan.looks() { self.looked as u64 } else { self.order.len() as u64 }
    }

    /// The jobs that were given up.
    pub fn letters(&self) -> Vec<&DeadLetter> {
        self.order.iter().filter_map(|job| self.dead.get(job)).collect()
    }

    /// The answers in the order of the jobs; `Err` with the reason where one was given up.
    ///
    /// # Errors
    /// If the queue cannot be reached, or `take` fails.
    pub fn each<E: From<QueueError>>(
        &self,
        mut take: impl FnMut(u64, Result<Vec<u8>, &DeadLetter>) -> Result<(), E>,
    ) -> Result<(), E> {
        for (number, &job) in self.order.iter().take(self.counted() as usize).enumerate() {
            let number = number as u64;
            match self.dead.get(&job) {
                Some(letter) => take(number, Err(letter))?,
                None => take(number, Ok(self.body(job)?))?,
            }
        }
        Ok(())
    }

    fn body(&self, job: JobId) -> Result<Vec<u8>, QueueError> {
        let answer = self.queue.answer(self.run, job, 1)?;
        let missing = || QueueError::Damaged(format!("the answer to job {job} was there and is gone"));
        Ok(answer.ok_or_else(missing)?.body)
    }

    fn most_out(&self) -> usize {
        let threads: usize = self.workers.iter().map(|sign| sign.threads).sum();
        // Whoever decides by answers should not have many jobs done in vain.
        let each = if self.plan.looks() { 3 } else { 20 };
        (each * threads).clamp(LEAST_OUT, MOST_OUT)
    }

    /// Gives jobs until so many are out.
    fn give(&mut self, most: usize) -> Result<(), DriveError> {
        let mut tickets = Vec::new();
        while !self.is_planned && self.open.len() < most {
            let body = match self.plan.next()? {
                Next::Job(body) => body,
                Next::Later => break,
                Next::End => {
                    self.is_planned = true;
                    break;
                }
            };
            let job = JobId::of(self.run, &body);
            self.order.push(job);
            if let Some(case) = self.cases.get_mut(&job) {
                case.times += 1;
                self.settled += u64::from(!self.open.contains(&job));
                continue;
            }
            self.cases.insert(job, Case { body: Some(body), asked_again: false, times: 1 });
            self.open.insert(job);
            self.weigh(job)?;
            if self.open.contains(&job) && !self.heard.get(&job).is_some_and(Heard::has_first) {
                tickets.extend(self.ticket(job, 1, None));
            }
            if tickets.len() >= 1024 {
                self.queue.give(&tickets)?;
                tickets.clear();
            }
        }
        self.queue.give(&tickets)?;
        Ok(())
    }

    fn ticket(&self, job: JobId, opinion: u8, not: Option<String>) -> Option<Ticket> {
        let body = self.cases.get(&job)?.body.clone()?;
        Some(Ticket { run: self.run, class: self.manifest.class, job, opinion, not, body })
    }

    fn read_all(&mut self, wait: Duration) -> Result<(), DriveError> {
        while self.read(wait)? > 0 {}
        Ok(())
    }

    /// Hears answers; how many.
    fn read(&mut self, wait: Duration) -> Result<usize, DriveError> {
        let stored = match self.queue.answers(self.run, self.place, wait) {
            Ok(stored) => stored,
            // It comes back; who wants the end is heard meanwhile.
            Err(QueueError::Unreachable(_)) => {
                std::thread::sleep(GLANCE);
                return Ok(0);
            }
            Err(error) => return Err(error.into()),
        };
        let count = stored.len();
        for stored in stored {
            self.place = self.place.max(stored.place);
            self.news = Instant::now();
            self.hear(&stored.answer)?;
        }
        Ok(count)
    }

    fn hear(&mut self, answer: &Answer) -> Result<(), DriveError> {
        if self.put_out.contains(&answer.worker) {
            self.queue.drop_answer(self.run, answer.job, answer.opinion)?;
            self.again.insert(answer.job);
            return Ok(());
        }
        let sum = essence(self.manifest.kind, &answer.body);
        self.heard.entry(answer.job).or_default().note(answer.opinion, &answer.worker, sum);
        self.weigh(answer.job)
    }

    /// Looks whether a job's answer can be believed.
    fn weigh(&mut self, job: JobId) -> Result<(), DriveError> {
        if !self.open.contains(&job) {
            return Ok(());
        }
        let Some((worker, sum)) = self.heard.get(&job).and_then(Heard::first).cloned() else { return Ok(()) };
        if !job.is_among(self.manifest.terms.twice) {
            self.settle(job);
            return Ok(());
        }
        if self.heard.get(&job).is_some_and(Heard::is_of_one) {
            return self.confirm(job);
        }
        let second = self.heard.get(&job).and_then(Heard::second).cloned();
        match second {
            Some((_, other)) if other == sum => {
                self.confirmed += 1;
                self.settle(job);
                Ok(())
            }
            Some(_) => self.confirm(job),
            None => {
                let Some(case) = self.cases.get_mut(&job) else { return Ok(()) };
                if !core::mem::replace(&mut case.asked_again, true)
                    && let Some(ticket) = self.ticket(job, 2, Some(worker))
                {
                    self.queue.give(&[ticket])?;
                }
                Ok(())
            }
        }
    }

    fn settle(&mut self, job: JobId) {
        if self.open.remove(&job)
            && let Some(case) = self.cases.get_mut(&job)
        {
            case.body = None;
            self.settled += case.times;
        }
    }

    /// Does a job on this machine, which is believed, and puts out whoever has said something else.
    fn confirm(&mut self, job: JobId) -> Result<(), DriveError> {
        let Some(body) = self.cases.get(&job).and_then(|case| case.body.clone()) else { return Ok(()) };
        let fault = |error: WorkError| DriveError::Confirm { job, error };
        let mut own = match self.own.take() {
            Some(own) => own,
            None => self.workshop.open(&self.manifest, self.queue).map_err(fault)?,
        };
        let never = AtomicBool::new(false);
        let found = own.work(&body, self.queue, &never).map_err(fault)?;
        self.own = Some(own);
        let truth = essence(self.manifest.kind, &found);
        let said: Vec<(String, crate::Sum)> = self.heard.get(&job).map(Heard::all).unwrap_or_default();
        let liars: Vec<String> =
            said.iter().filter(|(_, sum)| *sum != truth).map(|(name, _)| name.clone()).collect();
        if liars.is_empty() {
            self.queue.withdraw(self.run, Some(job))?;
            self.confirmed += 1;
            self.settle(job);
            return Ok(());
        }
        if said.len() > 1 && liars.len() == said.len() && said.iter().any(|(_, sum)| *sum != said[0].1) {
            return Err(DriveError::NobodyAgrees(job));
        }
        for liar in liars {
            self.expel(&liar, job)?;
        }
        self.begin_again()
    }

    /// Puts a worker out: all that it said in this run is dropped.
    fn expel(&mut self, worker: &str, job: JobId) -> Result<(), DriveError> {
        let reason = format!("its answer to job {job} of run {} differs from this machine's", self.run);
        self.queue.put_out(worker, &reason)?;
        if !self.put_out.iter().any(|known| known == worker) {
            self.put_out.push(worker.to_owned());
        }
        for (&job, heard) in &self.heard {
            for opinion in heard.by(worker) {
                self.queue.drop_answer(self.run, job, opinion)?;
                self.again.insert(job);
            }
        }
        Ok(())
    }

    /// Forgets all that it knows and hears the answers once more.
    fn begin_again(&mut self) -> Result<(), DriveError> {
        self.plan.restart()?;
        self.order.clear();
        self.cases.clear();
        self.heard.clear();
        self.open.clear();
        self.dead.clear();
        (self.place, self.looked, self.settled, self.confirmed) = (0, 0, 0, 0);
        (self.is_planned, self.is_decided) = (false, false);
        self.read_all(Duration::ZERO)
    }

    /// Lets the plan look at the answers that are believed, in their order.
    fn look(&mut self) -> Result<(), DriveError> {
        if !self.plan.looks() {
            return Ok(());
        }
        while let Some(&job) = self.order.get(self.looked)
            && !self.open.contains(&job)
        {
            let body = if self.dead.contains_key(&job) { None } else { Some(self.body(job)?) };
            let flow = self.plan.look(self.looked as u64, body.as_deref())?;
            self.looked += 1;
            if flow == ControlFlow::Break(()) {
                self.is_decided = true;
                return Ok(());
            }
        }
        Ok(())
    }

    /// What is done once in a while.
    fn look_around(&mut self, tell: &mut dyn FnMut(&Progress)) -> Result<(), DriveError> {
        if self.around.is_some_and(|last| last.elapsed() < LOOK_AROUND) {
            return Ok(());
        }
        self.around = Some(Instant::now());
        let looked = self.queue.workers().and_then(|workers| {
            self.workers = workers;
            self.queue.dead(self.run)
        });
        match looked {
            Ok(letters) => {
                for letter in letters {
                    self.read_letter(letter)?;
                }
                self.look()?;
                self.write_state(None)?;
            }
            Err(QueueError::Unreachable(_)) => {}
            Err(error) => return Err(error.into()),
        }
        self.confirm_alone()?;
        self.give_again()?;
        self.stir()?;
        tell(&self.progress());
        Ok(())
    }

    fn read_letter(&mut self, letter: DeadLetter) -> Result<(), DriveError> {
        let job = letter.job;
        if !self.open.contains(&job) {
            return Ok(());
        }
        if letter.opinion > 1 {
            return self.confirm(job);
        }
        if self.heard.get(&job).is_some_and(Heard::has_first) {
            return Ok(());
        }
        self.open.remove(&job);
        self.dead.insert(job, letter);
        Ok(())
    }

    /// Where there is only one worker there is nobody for a second opinion but this machine.
    fn confirm_alone(&mut self) -> Result<(), DriveError> {
        let signature = self.manifest.class.signature;
        let names: Vec<String> = self
            .workers
            .iter()
            .filter(|sign| sign.signature == signature && !self.put_out.contains(&sign.name))
            .map(|sign| sign.name.clone())
            .collect();
        let is_waiting = |job: &&JobId| {
            let heard = self.heard.get(*job);
            heard.is_some_and(|heard| heard.first().is_some() && heard.second().is_none())
        };
        let waiting: Vec<JobId> = self.open.iter().filter(is_waiting).copied().collect();
        if !self.is_planned || waiting.len() < self.open.len() {
            return Ok(());
        }
        for job in waiting {
            let first = self.heard.get(&job).and_then(Heard::first).map(|(name, _)| name.clone());
            if names.iter().all(|name| Some(name) == first.as_ref()) {
                self.confirm(job)?;
            }
        }
        Ok(())
    }

    /// Gives jobs whose answers were dropped.
    fn give_again(&mut self) -> Result<(), DriveError> {
        let Driver { again, cases, open, is_planned, .. } = self;
        // What is not planned yet is given when it is.
        again.retain(|job| open.contains(job) || !(*is_planned || cases.contains_key(job)));
        let tickets: Vec<Ticket> = self.again.iter().filter_map(|&job| self.missing(job)).collect();
        Ok(self.queue.give(&tickets)?)
    }

    /// The ticket of the opinion that a job lacks.
    fn missing(&self, job: JobId) -> Option<Ticket> {
        let heard = self.heard.get(&job);
        match heard.and_then(Heard::first) {
            None => self.ticket(job, 1, None),
            Some((worker, _)) if heard.is_some_and(|heard| heard.second().is_none()) => {
                self.ticket(job, 2, Some(worker.clone()))
            }
            Some(_) => None,
        }
    }

    /// Where nothing is heard for long, jobs are given once more and all answers read anew: neither does harm.
    fn stir(&mut self) -> Result<(), DriveError> {
        if self.news.elapsed() < Duration::from_mins(1) || self.open.is_empty() {
            return Ok(());
        }
        self.news = Instant::now();
        self.place = 0;
        self.read_all(Duration::ZERO)?;
        let tickets: Vec<Ticket> = self.open.iter().filter_map(|&job| self.missing(job)).collect();
        Ok(self.queue.remind(self.manifest.class, &tickets)?)
    }

    fn write_state(&self, closed: Option<&str>) -> Result<(), DriveError> {
        let Progress { planned, done, dead, .. } = self.progress();
        let state = RunState { planned, done, dead, closed: closed.map(str::to_owned) };
        Ok(self.queue.set_state(self.run, &state)?)
    }
}

impl core::fmt::Debug for Driver<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Driver({}, {} of {} jobs", self.run, self.settled, self.order.len())?;
        for job in self.open.iter().take(3) {
            let lacks = self.missing(*job).map(|ticket| ticket.opinion);
            write!(f, "; {job}: heard {:?}, lacks {lacks:?}", self.heard.get(job))?;
        }
        write!(f, ")")
    }
}
