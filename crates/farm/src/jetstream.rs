//! The queue on a NATS server with `JetStream`.
//!
//! Streams only, and nothing that servers before 2.10 do not know. Each subject holds one message, so that storing it
//! twice is no harm:
//!
//! | stream | subjects | |
//! |---|---|---|
//! | `QUEVEDO_RUNS` | `quevedo.run.RUN.manifest`, `….state`, `….begun.JOB.OPINION`, `quevedo.out.WORKER` | the newest counts |
//! | `QUEVEDO_JOBS` | `quevedo.job.CLASS.RUN.JOB.OPINION` | a work queue; the first counts |
//! | `QUEVEDO_ANSWERS` | `quevedo.answer.RUN.JOB.OPINION` | the first counts |
//! | `QUEVEDO_DEAD` | `quevedo.dead.RUN.JOB.OPINION` | the newest counts |
//! | `QUEVEDO_WORKERS` | `quevedo.worker.WORKER` | for half a minute |
//! | `QUEVEDO_BLOBS` | `quevedo.blob.SUM.head`, `….0`, `….1`, … | parts of half a mebibyte |

mod access;
mod delivery;
mod streams;

use core::future::Future;
use core::time::Duration;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use async_nats::jetstream::consumer::{AckPolicy, Consumer, DeliverPolicy, pull};
use async_nats::jetstream::message::StreamMessage;
use futures_util::StreamExt;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::runtime::Runtime;

pub use self::access::{Access, Settings, plain_address};
use self::delivery::Held;
use self::streams::{Store, Streams, subject};
use crate::parcel;
use crate::queue::{Delivery, Queue, QueueError};
use crate::ticket::BlobHead;
use crate::{Answer, Class, DeadLetter, JobId, Manifest, RunId, RunState, Sign, Stored, Sum, Ticket};

/// A queue on a server.
#[derive(Debug, Clone)]
pub struct JetStream(Arc<Server>);

#[derive(Debug)]
struct Server {
    runtime: Runtime,
    streams: Streams,
    settings: Settings,
    consumers: Mutex<HashMap<Class, Consumer<pull::Config>>>,
    reader: Mutex<Option<Reader>>,
}

/// Somebody who reads the answers of a run, one after the other.
#[derive(Debug)]
struct Reader {
    run: RunId,
    consumer: Consumer<pull::Config>,
    /// The last answer that was read.
    place: u64,
    /// The number that the server gave to it.
    number: u64,
}

/// Messages hold at most a mebibyte, head included; longer bodies go among the blobs.
const PART: usize = 512 << 10;
/// Between two tries.
const PAUSE: Duration = Duration::from_millis(200);
/// So many messages are on their way to the server at once.
const IN_FLIGHT: usize = 256;
/// So many answers are read at once.
const READ_AT_ONCE: usize = 256;

impl JetStream {
    /// Goes to a server, and makes the streams if they are not there.
    ///
    /// # Errors
    /// If the server cannot be reached, lets nobody in, or has no `JetStream`.
    pub fn connect(url: &str, access: &Access, settings: Settings) -> Result<JetStream, QueueError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let streams = runtime.block_on(async {
            let client = access::connect(url, access, &settings).await?;
            Streams::open(client, &settings).await
        })?;
        let (consumers, reader) = (Mutex::default(), Mutex::default());
        Ok(JetStream(Arc::new(Server { runtime, streams, settings, consumers, reader })))
    }
}

/// The name of the consumer that hands out the jobs of a class.
fn consumer_name(class: Class) -> String {
    format!("work-{class}")
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Server {
    /// Does something until it succeeds, or for as long as the settings say.
    fn call<T, F>(&self, act: impl Fn() -> F) -> Result<T, QueueError>
    where
        F: Future<Output = Result<T, QueueError>>,
    {
        let end = Instant::now() + self.settings.patience;
        loop {
            match self.once(act()) {
                Err(error) if Instant::now() >= end => return Err(error),
                Err(QueueError::Damaged(words)) => return Err(QueueError::Damaged(words)),
                Err(_) if self.settings.is_stopped() => return Err(QueueError::Interrupted),
                Err(_) => std::thread::sleep(PAUSE),
                Ok(found) => return Ok(found),
            }
        }
    }

    fn once<T>(&self, act: impl Future<Output = Result<T, QueueError>>) -> Result<T, QueueError> {
        self.runtime.block_on(async {
            match tokio::time::timeout(self.settings.timeout * 4, act).await {
                Ok(result) => result,
                Err(_) => Err(QueueError::Unreachable("no answer in time".to_owned())),
            }
        })
    }

    /// Stores a message that counts if it is the newest of its subject.
    fn put(&self, store: &Store, subject: &str, payload: &[u8]) -> Result<(), QueueError> {
        self.call(|| store.put(subject.to_owned(), payload.to_vec()))
    }

    fn put_json(&self, store: &Store, subject: &str, value: &impl Serialize) -> Result<(), QueueError> {
        self.put(store, subject, &serde_json::to_vec(value)?)
    }

    fn get(&self, store: &Store, subject: &str) -> Result<Option<StreamMessage>, QueueError> {
        self.call(|| store.last(subject))
    }

    fn get_json<T: DeserializeOwned>(&self, store: &Store, subject: &str) -> Result<Option<T>, QueueError> {
        let Some(message) = self.get(store, subject)? else { return Ok(None) };
        Ok(Some(serde_json::from_slice(&message.payload)?))
    }

    fn get_all<T: DeserializeOwned>(&self, store: &Store, filter: &str) -> Result<Vec<T>, QueueError> {
        let mut found = Vec::new();
        for subject in self.call(|| store.subjects(filter))? {
            found.extend(self.get_json(store, &subject)?);
        }
        Ok(found)
    }

    /// Removes messages one by one.
    fn delete_all(&self, store: &Store, filter: &str) -> Result<(), QueueError> {
        let subjects = self.call(|| store.subjects(filter))?;
        subjects.iter().try_for_each(|subject| self.call(|| store.delete(subject)))
    }

    /// A message with a body of any length.
    fn parcel(&self, head: &impl Serialize, body: &[u8]) -> Result<Vec<u8>, QueueError> {
        let bytes = parcel::pack(head, body)?;
        if bytes.len() <= PART {
            return Ok(bytes);
        }
        let sum = self.put_blob(body)?;
        parcel::pack(&Elsewhere { head, elsewhere: Some(sum) }, &[])
    }

    fn open<T: DeserializeOwned>(&self, payload: &[u8]) -> Result<(T, Vec<u8>), QueueError> {
        let (Elsewhere { head, elsewhere }, body): (Elsewhere<T>, Vec<u8>) = parcel::unpack(payload)?;
        match elsewhere {
            None => Ok((head, body)),
            Some(sum) => Ok((head, self.blob(sum)?)),
        }
    }

    fn open_answer(&self, payload: &[u8]) -> Result<Answer, QueueError> {
        let (head, body): (Answer, Vec<u8>) = self.open(payload)?;
        Ok(Answer { body, ..head })
    }

    fn put_blob(&self, content: &[u8]) -> Result<Sum, QueueError> {
        let sum = Sum::of(content);
        let head_subject = subject::blob(sum, "head");
        if self.get(&self.streams.blobs, &head_subject)?.is_some() {
            return Ok(sum);
        }
        let mut parts = 0;
        for part in content.chunks(PART) {
            self.put(&self.streams.blobs, &subject::blob(sum, &parts.to_string()), part)?;
            parts += 1;
        }
        // The head comes last: where it is, all parts are.
        let head = BlobHead { sum, bytes: content.len() as u64, parts };
        self.put_json(&self.streams.blobs, &head_subject, &head)?;
        Ok(sum)
    }

    fn blob(&self, sum: Sum) -> Result<Vec<u8>, QueueError> {
        let missing = || QueueError::Refused(format!("there is no file {sum} on the server"));
        let head: Option<BlobHead> = self.get_json(&self.streams.blobs, &subject::blob(sum, "head"))?;
        let mut content = Vec::new();
        for part in 0..head.ok_or_else(missing)?.parts {
            let part = self.get(&self.streams.blobs, &subject::blob(sum, &part.to_string()))?;
            content.extend_from_slice(&part.ok_or_else(missing)?.payload);
        }
        if Sum::of(&content) != sum {
            return Err(QueueError::Damaged(format!("the file {sum} has another content")));
        }
        Ok(content)
    }

    /// The consumer that hands out the jobs of a class; all workers share it.
    fn consumer(&self, class: Class) -> Result<Consumer<pull::Config>, QueueError> {
        if let Some(consumer) = lock(&self.consumers).get(&class) {
            return Ok(consumer.clone());
        }
        let config = pull::Config {
            durable_name: Some(consumer_name(class)),
            filter_subject: subject::jobs(class),
            ack_policy: AckPolicy::Explicit,
            ack_wait: self.settings.ack_wait,
            // Who takes up a job counts the tries, so that none is lost in silence.
            max_deliver: -1,
            max_ack_pending: 1_000_000,
            max_waiting: 100_000,
            ..pull::Config::default()
        };
        let consumer = self.once(self.streams.jobs.consumer(config))?;
        lock(&self.consumers).insert(class, consumer.clone());
        Ok(consumer)
    }

    /// Whether the consumer of a class may pass over jobs: it hands out nothing and waits for nobody, or remembers a number
    /// that the stream has not reached.
    fn passes_over(&self, class: Class) -> Result<bool, QueueError> {
        let mut consumer = self.consumer(class)?;
        let found = self.once(async {
            let last = self.streams.jobs.last_number().await?;
            let info = consumer.info().await.map_err(streams::unreachable)?;
            let is_idle = info.num_pending == 0 && info.num_ack_pending == 0;
            Ok(is_idle || info.delivered.stream_sequence > last)
        });
        // Perhaps it is the consumer that is missing.
        found.inspect_err(|_| drop(lock(&self.consumers).remove(&class)))
    }

    /// Whoever wants a job next makes the consumer anew, which begins with the first job that is there.
    fn forget_consumer(&self, class: Class) {
        lock(&self.consumers).remove(&class);
        // If it cannot be removed now, the next reminder tries again.
        let _ = self.once(self.streams.jobs.remove_consumer(&consumer_name(class)));
    }

    fn take(server: &Arc<Server>, class: Class, wait: Duration) -> Result<Option<Held>, QueueError> {
        let consumer = server.consumer(class)?;
        let next = async {
            let batch = consumer.batch().max_messages(1).expires(wait).messages().await;
            let mut batch = batch.map_err(streams::unreachable)?;
            match tokio::time::timeout(wait + server.settings.timeout, batch.next()).await {
                Ok(Some(message)) => message.map(Some).map_err(streams::unreachable),
                Ok(None) | Err(_) => Ok(None),
            }
        };
        let message = server.runtime.block_on(next).inspect_err(|_| {
            // Perhaps it is the consumer that is missing.
            lock(&server.consumers).remove(&class);
        })?;
        let Some(message) = message else { return Ok(None) };
        let tries = message.info().map_or(1, |info| info.delivered.max(1) as u64);
        let (head, body): (Ticket, Vec<u8>) = server.open(&message.payload)?;
        let ticket = Ticket { body, ..head };
        Ok(Some(Held { server: Arc::clone(server), message, ticket, tries }))
    }

    /// Answers behind a place: from the reader that stands there, or a new one.
    fn read(&self, run: RunId, behind: u64, wait: Duration) -> Result<Vec<Stored>, QueueError> {
        let mut slot = lock(&self.reader);
        let reader = match slot.take() {
            Some(reader) if (reader.run, reader.place) == (run, behind) => reader,
            _ => self.reader(run, behind)?,
        };
        let (found, reader) = self.once(Self::read_some(reader, wait))?;
        let found: Result<Vec<Stored>, QueueError> = found
            .into_iter()
            .map(|(place, payload)| Ok(Stored { place, answer: self.open_answer(&payload)? }))
            .collect();
        let found = found?;
        *slot = reader;
        Ok(found)
    }

    fn reader(&self, run: RunId, behind: u64) -> Result<Reader, QueueError> {
        let config = pull::Config {
            filter_subject: subject::answers(run),
            deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: behind + 1 },
            ack_policy: AckPolicy::None,
            inactive_threshold: Duration::from_mins(1),
            ..pull::Config::default()
        };
        let consumer = self.once(self.streams.answers.consumer(config))?;
        Ok(Reader { run, consumer, place: behind, number: 0 })
    }

    /// What is there; or what comes first. The reader is given back unless it has missed something.
    #[allow(clippy::type_complexity)]
    async fn read_some(
        mut reader: Reader,
        wait: Duration,
    ) -> Result<(Vec<(u64, Vec<u8>)>, Option<Reader>), QueueError> {
        let mut found = Vec::new();
        for first in [false, true] {
            let consumer = &reader.consumer;
            let batch = if first {
                consumer.batch().max_messages(1).expires(wait).messages().await
            } else {
                consumer.fetch().max_messages(READ_AT_ONCE).messages().await
            };
            let mut batch = batch.map_err(streams::unreachable)?;
            while let Some(message) = batch.next().await {
                let message = message.map_err(streams::unreachable)?;
                let info = message.info().map_err(streams::unreachable)?;
                if info.consumer_sequence != reader.number + 1 {
                    // Something got lost on the way: a new reader finds it.
                    return Ok((found, None));
                }
                (reader.number, reader.place) = (info.consumer_sequence, info.stream_sequence);
                found.push((info.stream_sequence, message.payload.to_vec()));
            }
            if !found.is_empty() || wait.is_zero() {
                break;
            }
        }
        Ok((found, Some(reader)))
    }
}

/// A head whose body is among the blobs.
#[derive(Serialize, serde::Deserialize)]
struct Elsewhere<T> {
    #[serde(flatten)]
    head: T,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    elsewhere: Option<Sum>,
}

impl Queue for JetStream {
    fn put_run(&self, manifest: &Manifest) -> Result<(), QueueError> {
        self.0.put_json(&self.0.streams.runs, &subject::run(manifest.id(), "manifest"), manifest)
    }

    fn run(&self, run: RunId) -> Result<Option<Manifest>, QueueError> {
        self.0.get_json(&self.0.streams.runs, &subject::run(run, "manifest"))
    }

    fn runs(&self) -> Result<Vec<RunId>, QueueError> {
        let subjects = self.0.call(|| self.0.streams.runs.subjects("quevedo.run.*.manifest"))?;
        Ok(subjects.iter().filter_map(|subject| subject.split('.').nth(2)?.parse().ok()).collect())
    }

    fn state(&self, run: RunId) -> Result<RunState, QueueError> {
        Ok(self.0.get_json(&self.0.streams.runs, &subject::run(run, "state"))?.unwrap_or_default())
    }

    fn set_state(&self, run: RunId, state: &RunState) -> Result<(), QueueError> {
        self.0.put_json(&self.0.streams.runs, &subject::run(run, "state"), state)
    }

    fn forget_run(&self, run: RunId) -> Result<(), QueueError> {
        let Streams { jobs, answers, dead, runs, .. } = &self.0.streams;
        self.0.delete_all(jobs, &format!("quevedo.job.*.{run}.>"))?;
        self.0.delete_all(answers, &subject::answers(run))?;
        let filters = [(dead, format!("quevedo.dead.{run}.>")), (runs, format!("quevedo.run.{run}.>"))];
        filters.iter().try_for_each(|(store, filter)| self.0.call(|| store.purge(filter)))
    }

    fn give(&self, tickets: &[Ticket]) -> Result<(), QueueError> {
        for some in tickets.chunks(IN_FLIGHT) {
            let messages: Result<Vec<(String, Vec<u8>)>, QueueError> = some
                .iter()
                .map(|ticket| Ok((subject::job(ticket), self.0.parcel(ticket, &ticket.body)?)))
                .collect();
            let messages = messages?;
            self.0.call(|| self.0.streams.jobs.put_new(&messages))?;
        }
        Ok(())
    }

    /// A stream that was empty when its server was killed may begin its numbers anew (seen with 2.9). Whoever hands out its
    /// jobs then passes over all up to the number that it remembers, and is made anew.
    fn remind(&self, class: Class, tickets: &[Ticket]) -> Result<(), QueueError> {
        self.give(tickets)?;
        if self.0.passes_over(class).unwrap_or(false) {
            self.0.forget_consumer(class);
        }
        Ok(())
    }

    fn withdraw(&self, run: RunId, job: Option<JobId>) -> Result<(), QueueError> {
        let job = job.map_or_else(|| ">".to_owned(), |job| format!("{job}.*"));
        self.0.delete_all(&self.0.streams.jobs, &format!("quevedo.job.*.{run}.{job}"))
    }

    fn take(&self, class: Class, wait: Duration) -> Result<Option<Box<dyn Delivery>>, QueueError> {
        let held = Server::take(&self.0, class, wait)?;
        Ok(held.map(|held| Box::new(held) as Box<dyn Delivery>))
    }

    fn answers(&self, run: RunId, behind: u64, wait: Duration) -> Result<Vec<Stored>, QueueError> {
        self.0.read(run, behind, wait)
    }

    fn answer(&self, run: RunId, job: JobId, opinion: u8) -> Result<Option<Answer>, QueueError> {
        let message = self.0.get(&self.0.streams.answers, &subject::answer(run, job, opinion))?;
        message.map(|message| self.0.open_answer(&message.payload)).transpose()
    }

    fn answered(&self, run: RunId) -> Result<u64, QueueError> {
        let filter = format!("quevedo.answer.{run}.*.1");
        let subjects = self.0.call(|| self.0.streams.answers.subjects(&filter))?;
        Ok(subjects.len() as u64)
    }

    fn drop_answer(&self, run: RunId, job: JobId, opinion: u8) -> Result<(), QueueError> {
        let place = subject::answer(run, job, opinion);
        self.0.call(|| self.0.streams.answers.delete(&place))
    }

    fn dead(&self, run: RunId) -> Result<Vec<DeadLetter>, QueueError> {
        self.0.get_all(&self.0.streams.dead, &format!("quevedo.dead.{run}.>"))
    }

    fn revive(&self, run: RunId, job: JobId, opinion: u8) -> Result<(), QueueError> {
        let (place, begun) = (subject::dead(run, job, opinion), subject::begun(run, job, opinion));
        self.0.call(|| self.0.streams.runs.purge(&begun))?;
        self.0.call(|| self.0.streams.dead.purge(&place))
    }

    fn hello(&self, sign: &Sign) -> Result<(), QueueError> {
        // The next one comes soon: no second try.
        let payload = serde_json::to_vec(sign)?;
        self.0.once(self.0.streams.workers.put(subject::worker(&sign.name), payload))
    }

    fn good_bye(&self, worker: &str) -> Result<(), QueueError> {
        self.0.once(self.0.streams.workers.purge(&subject::worker(worker)))
    }

    fn workers(&self) -> Result<Vec<Sign>, QueueError> {
        self.0.get_all(&self.0.streams.workers, "quevedo.worker.*")
    }

    fn put_out(&self, worker: &str, reason: &str) -> Result<(), QueueError> {
        self.0.put_json(&self.0.streams.runs, &subject::out(worker), &reason)
    }

    fn is_out(&self, worker: &str) -> Result<Option<String>, QueueError> {
        self.0.get_json(&self.0.streams.runs, &subject::out(worker))
    }

    fn put_blob(&self, content: &[u8]) -> Result<Sum, QueueError> {
        self.0.put_blob(content)
    }

    fn blob(&self, sum: Sum) -> Result<Vec<u8>, QueueError> {
        self.0.blob(sum)
    }
}
