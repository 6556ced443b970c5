//! The streams on the server, and what can be done with each.

use core::fmt::Display;
use core::time::Duration;

use async_nats::Client;
use async_nats::jetstream::consumer::{Consumer, pull};
use async_nats::jetstream::context::{Context, ContextBuilder};
use async_nats::jetstream::message::StreamMessage;
use async_nats::jetstream::stream::{
    Config, DiscardPolicy, LastRawMessageErrorKind, RetentionPolicy, Stream,
};
use futures_util::StreamExt;

use super::Settings;
use crate::QueueError;

/// The subjects of messages.
pub(super) mod subject {
    use crate::{Class, JobId, RunId, Sum, Ticket};

    pub(crate) fn run(run: RunId, what: &str) -> String {
        format!("quevedo.run.{run}.{what}")
    }

    pub(crate) fn begun(run: RunId, job: JobId, opinion: u8) -> String {
        format!("quevedo.run.{run}.begun.{job}.{opinion}")
    }

    pub(crate) fn out(worker: &str) -> String {
        format!("quevedo.out.{worker}")
    }

    pub(crate) fn job(ticket: &Ticket) -> String {
        let Ticket { class, run, job, opinion, .. } = ticket;
        format!("quevedo.job.{class}.{run}.{job}.{opinion}")
    }

    pub(crate) fn jobs(class: Class) -> String {
        format!("quevedo.job.{class}.>")
    }

    pub(crate) fn answer(run: RunId, job: JobId, opinion: u8) -> String {
        format!("quevedo.answer.{run}.{job}.{opinion}")
    }

    pub(crate) fn answers(run: RunId) -> String {
        format!("quevedo.answer.{run}.>")
    }

    pub(crate) fn dead(run: RunId, job: JobId, opinion: u8) -> String {
        format!("quevedo.dead.{run}.{job}.{opinion}")
    }

    pub(crate) fn worker(worker: &str) -> String {
        format!("quevedo.worker.{worker}")
    }

    pub(crate) fn blob(sum: Sum, part: &str) -> String {
        format!("quevedo.blob.{sum}.{part}")
    }
}

/// A worker that says nothing for so long is gone.
const SIGN_OF_LIFE: Duration = Duration::from_secs(30);

pub(super) fn unreachable(error: impl Display) -> QueueError {
    QueueError::Unreachable(error.to_string())
}

/// All streams.
#[derive(Debug)]
pub(super) struct Streams {
    pub(super) runs: Store,
    pub(super) jobs: Store,
    pub(super) answers: Store,
    pub(super) dead: Store,
    pub(super) workers: Store,
    pub(super) blobs: Store,
}

/// One stream.
#[derive(Debug)]
pub(super) struct Store {
    context: Context,
    stream: Stream<()>,
}

impl Streams {
    pub(super) async fn open(client: Client, settings: &Settings) -> Result<Streams, QueueError> {
        let context =
            ContextBuilder::new().timeout(settings.timeout).ack_timeout(settings.timeout).build(client);
        // The newest message of a subject counts.
        let newest = |name: &str, subjects: &[&str]| Config {
            name: format!("QUEVEDO_{name}"),
            subjects: subjects.iter().map(|&subject| subject.to_owned()).collect(),
            max_messages_per_subject: 1,
            ..Config::default()
        };
        // The first one counts; others are refused.
        let first = |name: &str, subjects: &[&str]| Config {
            discard: DiscardPolicy::New,
            discard_new_per_subject: true,
            ..newest(name, subjects)
        };
        let jobs = Config { retention: RetentionPolicy::WorkQueue, ..first("JOBS", &["quevedo.job.>"]) };
        let workers = Config { max_age: SIGN_OF_LIFE, ..newest("WORKERS", &["quevedo.worker.>"]) };
        Ok(Streams {
            runs: Store::open(&context, newest("RUNS", &["quevedo.run.>", "quevedo.out.>"])).await?,
            jobs: Store::open(&context, jobs).await?,
            answers: Store::open(&context, first("ANSWERS", &["quevedo.answer.>"])).await?,
            dead: Store::open(&context, newest("DEAD", &["quevedo.dead.>"])).await?,
            workers: Store::open(&context, workers).await?,
            blobs: Store::open(&context, newest("BLOBS", &["quevedo.blob.>"])).await?,
        })
    }
}

impl Store {
    async fn open(context: &Context, config: Config) -> Result<Store, QueueError> {
        let name = config.name.clone();
        let made = context.get_or_create_stream(config).await;
        made.map_err(|error| QueueError::Refused(format!("no stream {name} (is JetStream on?): {error}")))?;
        let stream = context.get_stream_no_info(&name).await.map_err(unreachable)?;
        Ok(Store { context: context.clone(), stream })
    }

    /// Stores a message.
    pub(super) async fn put(&self, subject: String, payload: Vec<u8>) -> Result<(), QueueError> {
        let sent = self.context.publish(subject, payload.into()).await.map_err(|error| refused(&error))?;
        sent.await.map_err(|error| refused(&error))?;
        Ok(())
    }

    /// Stores messages whose subjects have none yet; those that have one keep it.
    pub(super) async fn put_new(&self, messages: &[(String, Vec<u8>)]) -> Result<(), QueueError> {
        let mut sent = Vec::with_capacity(messages.len());
        for (subject, payload) in messages {
            let publish = self.context.publish(subject.clone(), payload.clone().into());
            sent.push(publish.await.map_err(|error| refused(&error))?);
        }
        for ((subject, _), sent) in messages.iter().zip(sent) {
            if let Err(error) = sent.await
                && self.last(subject).await?.is_none()
            {
                return Err(refused(&error));
            }
        }
        Ok(())
    }

    /// The last message with this subject.
    pub(super) async fn last(&self, subject: &str) -> Result<Option<StreamMessage>, QueueError> {
        match self.stream.get_last_raw_message_by_subject(subject).await {
            Ok(message) => Ok(Some(message)),
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(None),
            Err(error) => Err(unreachable(error)),
        }
    }

    /// The subjects that have messages.
    pub(super) async fn subjects(&self, filter: &str) -> Result<Vec<String>, QueueError> {
        let mut info = self.stream.info_with_subjects(filter).await.map_err(unreachable)?;
        let mut found = Vec::new();
        while let Some(next) = info.next().await {
            found.push(next.map_err(unreachable)?.0);
        }
        found.sort_unstable();
        Ok(found)
    }

    /// Removes the message with this subject.
    pub(super) async fn delete(&self, subject: &str) -> Result<(), QueueError> {
        let Some(message) = self.last(subject).await? else { return Ok(()) };
        match self.stream.delete_message(message.sequence).await {
            Ok(_) => Ok(()),
            // Somebody else was quicker.
            Err(_) if self.last(subject).await?.is_none() => Ok(()),
            Err(error) => Err(unreachable(error)),
        }
    }

    /// Removes the messages with such subjects. Not for streams that somebody reads: servers of 2.9 let consumers pass
    /// over messages with other subjects, too.
    pub(super) async fn purge(&self, filter: &str) -> Result<(), QueueError> {
        self.stream.purge().filter(filter).await.map(drop).map_err(unreachable)
    }

    /// Somebody who gets the messages.
    pub(super) async fn consumer(&self, config: pull::Config) -> Result<Consumer<pull::Config>, QueueError> {
        self.stream.create_consumer(config).await.map_err(unreachable)
    }

    /// The number of the last message that was stored.
    pub(super) async fn last_number(&self) -> Result<u64, QueueError> {
        Ok(self.stream.get_info().await.map_err(unreachable)?.state.last_sequence)
    }

    /// Ends a consumer.
    pub(super) async fn remove_consumer(&self, name: &str) -> Result<(), QueueError> {
        self.stream.delete_consumer(name).await.map(drop).map_err(unreachable)
    }
}

/// A message that was not stored: nobody answered, or the server said why.
fn refused(error: &async_nats::jetstream::context::PublishError) -> QueueError {
    use async_nats::jetstream::context::PublishErrorKind::{Other, StreamNotFound};
    match error.kind() {
        Other | StreamNotFound => {
            let cause = std::error::Error::source(error).map_or_else(String::new, |it| format!(": {it}"));
            QueueError::Refused(format!("{}{cause}", error.kind()))
        }
        kind => QueueError::Unreachable(kind.to_string()),
    }
}
