//! Drills: sums that nobody needs, to try a farm out and to measure it.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use core::time::Duration;
use std::thread;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::{Manifest, Next, Plan, PlanError, Queue, Sum, Work, WorkError};

/// What a drill is like.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Drill {
    /// How many jobs.
    pub jobs: u64,
    /// Each sleeps so many milliseconds.
    pub millis: u64,
    /// And makes so many sums, one of the other.
    pub sums: u64,
    /// One of so many ends the process of its worker, again and again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub poison: Option<u64>,
    /// Tells drills apart that are alike otherwise.
    pub seed: u64,
}

impl Drill {
    /// The answer to a job.
    pub fn answer(&self, number: u64) -> Vec<u8> {
        let mut sum = Sum::of_parts(&[&self.seed.to_le_bytes(), &number.to_le_bytes()]);
        for _ in 0..self.sums {
            sum = Sum::of(sum.to_string().as_bytes());
        }
        sum.to_string().into_bytes()
    }
}

/// The jobs of a drill.
#[derive(Debug)]
pub struct DrillPlan {
    drill: Drill,
    next: u64,
}

impl DrillPlan {
    /// Of this drill.
    pub fn new(drill: Drill) -> DrillPlan {
        DrillPlan { drill, next: 0 }
    }
}

impl Plan for DrillPlan {
    fn planned(&self) -> Option<u64> {
        Some(self.drill.jobs)
    }

    fn next(&mut self) -> Result<Next, PlanError> {
        if self.next == self.drill.jobs {
            return Ok(Next::End);
        }
        self.next += 1;
        Ok(Next::Job((self.next - 1).to_le_bytes().to_vec()))
    }

    fn restart(&mut self) -> Result<(), PlanError> {
        self.next = 0;
        Ok(())
    }
}

struct Sleeper(Drill);

/// What a drill's jobs want done.
pub(super) fn work(manifest: &Manifest) -> Result<Box<dyn Work>, WorkError> {
    Ok(Box::new(Sleeper(serde_json::from_value(manifest.conditions.clone()).map_err(WorkError::of)?)))
}

impl Work for Sleeper {
    fn work(&mut self, body: &[u8], _: &dyn Queue, stop: &AtomicBool) -> Result<Vec<u8>, WorkError> {
        let number = body.try_into().map(u64::from_le_bytes);
        let number = number.map_err(|_| WorkError::Failed("this is no job of a drill".to_owned()))?;
        if self.0.poison.is_some_and(|every| number.is_multiple_of(every.max(1))) {
            std::process::abort();
        }
        let end = Instant::now() + Duration::from_millis(self.0.millis);
        while Instant::now() < end {
            if stop.load(Relaxed) {
                return Err(WorkError::Stopped);
            }
            thread::sleep(Duration::from_millis(20).min(end.saturating_duration_since(Instant::now())));
        }
        Ok(self.0.answer(number))
    }
}
