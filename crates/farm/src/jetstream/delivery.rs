//! A job that the server has handed out.

use core::time::Duration;
use std::sync::Arc;
use std::thread;

use async_nats::jetstream::{AckKind, Message};

use super::streams::subject;
use super::{PAUSE, Server};
use crate::queue::{Delivery, QueueError, Receipt};
use crate::{Answer, DeadLetter, Ticket};

pub(super) struct Held {
    pub(super) server: Arc<Server>,
    pub(super) message: Message,
    pub(super) ticket: Ticket,
    pub(super) tries: u64,
}

impl Held {
    /// Says something about the job; the server may not hear it, and then gives the job to somebody else in time.
    fn say(&self, kind: AckKind) {
        let _ = self.server.runtime.block_on(self.message.ack_with(kind));
    }
}

impl Delivery for Held {
    fn ticket(&self) -> &Ticket {
        &self.ticket
    }

    fn tries(&self) -> u64 {
        self.tries
    }

    fn begun(&self) -> Result<u64, QueueError> {
        let Ticket { run, job, opinion, .. } = self.ticket;
        let found = self.server.get_json(&self.server.streams.runs, &subject::begun(run, job, opinion))?;
        Ok(found.unwrap_or(0))
    }

    fn set_begun(&self, times: u64) -> Result<(), QueueError> {
        let Ticket { run, job, opinion, .. } = self.ticket;
        self.server.put_json(&self.server.streams.runs, &subject::begun(run, job, opinion), &times)
    }

    fn sign_within(&self) -> Duration {
        self.server.settings.ack_wait
    }

    fn sign(&self) {
        self.say(AckKind::Progress);
    }

    fn answer(&self, answer: &Answer, is_stopped: &dyn Fn() -> bool) -> Result<Receipt, QueueError> {
        let server = &self.server;
        let Ticket { run, job, opinion, .. } = self.ticket;
        let place = subject::answer(run, job, opinion);
        let store = &server.streams.answers;
        let receipt = loop {
            let stored = server
                .parcel(answer, &answer.body)
                .and_then(|parcel| server.once(store.put(place.clone(), parcel)));
            if stored.is_ok() {
                break Receipt::Kept;
            }
            // It was refused because there is one, or perhaps even this one arrived and only the word of it was lost.
            if let Ok(Some(there)) = server.once(store.last(&place)) {
                let same = |there: &Answer| there.worker == answer.worker && there.body == answer.body;
                let is_ours = server.open_answer(&there.payload).is_ok_and(|there| same(&there));
                break if is_ours { Receipt::Kept } else { Receipt::Late };
            }
            if is_stopped() {
                return Err(stored.err().unwrap_or(QueueError::Interrupted));
            }
            // Whoever else took it up meanwhile will find the answer there.
            self.sign();
            thread::sleep(PAUSE);
        };
        self.done();
        Ok(receipt)
    }

    fn done(&self) {
        // Not for ever: whoever gets the job a second time finds the answer.
        for _ in 0..3 {
            if self.server.runtime.block_on(self.message.double_ack()).is_ok() {
                return;
            }
        }
    }

    fn give_back(&self, delay: Duration) {
        self.say(AckKind::Nak(Some(delay)));
    }

    fn bury(&self, letter: &DeadLetter) -> Result<(), QueueError> {
        let Ticket { run, job, opinion, .. } = self.ticket;
        self.server.put_json(&self.server.streams.dead, &subject::dead(run, job, opinion), letter)?;
        self.done();
        Ok(())
    }
}
