//! Talking with an engine that plays: what is the same whatever protocol it speaks.

use core::time::Duration;
use std::time::Instant;

use crate::process::{EngineLine, Process, Program};
use crate::{Fault, Halt, Host, Overstepped, Patience, Task};

/// How long we wait before we look whether the match was stopped.
const GLANCE: Duration = Duration::from_millis(50);

/// A process that we talk with, and how long we wait for its answers.
#[derive(Debug)]
pub(crate) struct Dialogue {
    process: Process,
    patience: Patience,
}

impl Dialogue {
    /// Starts an engine.
    pub(crate) fn start(program: &Program, host: &Host, patience: Patience) -> Result<Dialogue, Fault> {
        Ok(Dialogue { process: Process::start(program, host, patience)?, patience })
    }

    pub(crate) fn patience(&self) -> &Patience {
        &self.patience
    }

    /// Says a line.
    pub(crate) fn say(&mut self, line: &str) -> Result<(), Fault> {
        self.process.say(line)
    }

    /// Waits for a line, but not longer than to the deadline.
    pub(crate) fn hear(&mut self, deadline: Instant) -> Result<Option<EngineLine>, Fault> {
        self.process.hear(deadline)
    }

    /// Says something and listens until `take` has found what it wants, which goes by the name of `wanted`.
    pub(crate) fn ask<T>(
        &mut self,
        order: &str,
        wanted: &'static str,
        limit: Duration,
        mut take: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        self.say(order)?;
        let deadline = Instant::now() + limit;
        while let Some(line) = self.hear(deadline)? {
            if let Some(found) = take(&line.text) {
                return Ok(found);
            }
            // Somebody who never pauses would never let the deadline come.
            if Instant::now() > deadline {
                break;
            }
        }
        Err(Fault::Mute { wanted, limit })
    }

    /// Listens to a search until `take` has found its answer; nothing if there is none at the deadline.
    pub(crate) fn answer<T>(
        &mut self,
        deadline: Instant,
        task: &Task<'_>,
        mut take: impl FnMut(EngineLine) -> Option<T>,
    ) -> Result<Option<T>, Halt> {
        loop {
            if task.is_stopped() {
                return Err(Halt::Stopped);
            }
            let glance = deadline.min(Instant::now() + GLANCE);
            if let Some(found) = self.hear(glance)?.and_then(&mut take) {
                return Ok(Some(found));
            }
            if Instant::now() >= deadline {
                return Ok(None);
            }
        }
    }

    /// Ends a search that is going on, and returns its answer; nothing if the engine does not stop.
    pub(crate) fn stop<T>(
        &mut self,
        order: &str,
        task: &Task<'_>,
        take: impl FnMut(EngineLine) -> Option<T>,
    ) -> Result<Option<T>, Halt> {
        self.say(order)?;
        self.answer(Instant::now() + self.patience.stop, task, take)
    }

    /// How long a search may take.
    pub(crate) fn allowed(&self, task: &Task<'_>) -> Duration {
        task.clock().deadline().unwrap_or(self.patience.think)
    }

    /// What is wrong with a search that went on for too long, by what came of the order to stop.
    pub(crate) fn overdue<T>(
        &self,
        task: &Task<'_>,
        start: Instant,
        stopped: Result<Option<T>, Halt>,
    ) -> Halt {
        match stopped {
            Err(halt) => halt,
            Ok(None) => Fault::Hang(start.elapsed()).into(),
            Ok(Some(_)) => match task.clock().allowed() {
                Some(allowed) => Fault::Late(Overstepped { elapsed: start.elapsed(), allowed }).into(),
                None => Fault::Endless(self.allowed(task)).into(),
            },
        }
    }
}
