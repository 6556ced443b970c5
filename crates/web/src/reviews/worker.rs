//! Who makes the reviews: a thread of its own, with engines of its own, that gives way between positions.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::PoisonError;
use std::sync::atomic::Ordering::Relaxed;

use quevedo_tutor::Tutor;
use quevedo_tutor::review::{Effort, GameReview, ReviewError, ReviewInput, ReviewProgress, Reviewer};

use super::{Job, Reviews};
use crate::ask::Care;
use crate::shelf::Drawer;
use crate::tell::JobState;

/// Makes reviews until all is closed.
pub(super) fn work(reviews: &Reviews) {
    let mut reviewer = None;
    while let Some((name, job)) = next(reviews) {
        // A mistake of ours costs one review, and not those that come after it.
        let made = catch_unwind(AssertUnwindSafe(|| make(reviews, &mut reviewer, &name, &job)));
        let made = made.unwrap_or_else(|_| {
            reviewer = None;
            Err(Fault::Words("the program has made a mistake; please report it".to_owned()))
        });
        finish(reviews, &name, made);
    }
}

enum Fault {
    Stopped,
    Words(String),
}

/// Waits for an order.
fn next(reviews: &Reviews) -> Option<(String, Job)> {
    let mut state = reviews.lock();
    loop {
        if state.is_closed {
            return None;
        }
        if let Some(name) = state.next()
            && let Some(job) = state.jobs.get_mut(&name)
        {
            job.is_running = true;
            reviews.stop.store(false, Relaxed);
            let job = job.clone();
            drop(state);
            reviews.tell();
            return Some((name, job));
        }
        state = reviews.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
    }
}

fn make(
    reviews: &Reviews,
    reviewer: &mut Option<Reviewer>,
    name: &str,
    job: &Job,
) -> Result<GameReview, Fault> {
    let tree = reviews.game(name).map_err(|problem| Fault::Words(problem.words))?;
    let input = ReviewInput::of(&tree).map_err(|error| Fault::Words(error.to_string()))?;
    if reviewer.is_none() {
        let tutor = || (reviews.maker)().map(Tutor::with_engine).map_err(Fault::Words);
        *reviewer = Some(Reviewer::new([tutor()?, tutor()?]));
    }
    let Some(reviewer) = reviewer else { return Err(Fault::Stopped) };
    reviewer.effort = if job.record.care == Care::Quick { Effort::QUICK } else { Effort::FULL };
    reviewer.in_parallel = reviews.lanes > 1;
    concat!("quevedo ", env!("CARGO_PKG_VERSION")).clone_into(&mut reviewer.program);
    let place = reviews.desk.enter(reviews.lanes, &reviews.stop);
    let progress = |ReviewProgress { done, total }: ReviewProgress| {
        if let Some(job) = reviews.lock().jobs.get_mut(name) {
            job.progress = (done.max(job.progress.0), total);
        }
        reviews.tell();
        place.give_way(&reviews.stop);
    };
    reviewer.review(&input, &reviews.stop, &progress).map_err(|error| match error {
        ReviewError::Stopped => Fault::Stopped,
        other => Fault::Words(other.to_string()),
    })
}

/// Keeps what was made: the review before the word that it is done.
fn finish(reviews: &Reviews, name: &str, made: Result<GameReview, Fault>) {
    let made = made.and_then(|review| {
        let text = serde_json::to_string(&review).map_err(|error| Fault::Words(error.to_string()))?;
        let kept = reviews.shelf.save(Drawer::Reviews, name, &text);
        kept.map_err(|error| Fault::Words(format!("the review could not be kept: {error}")))?;
        Ok(review)
    });
    let mut state = reviews.lock();
    let is_closed = state.is_closed;
    let Some(job) = state.jobs.get_mut(name) else { return };
    job.is_running = false;
    match made {
        Ok(review) => {
            job.record.state = JobState::Done;
            job.record.accuracy = Some([review.sides.white.accuracy, review.sides.black.accuracy]);
        }
        Err(Fault::Stopped) => {
            // Whoever ends the program wants it all the same; it goes on next time.
            if job.record.state != JobState::Cancelled && !is_closed {
                job.record.state = JobState::Cancelled;
            }
        }
        Err(Fault::Words(words)) => {
            job.record.state = JobState::Failed;
            job.record.fault = Some(words);
        }
    }
    job.progress = (0, 0);
    let record = job.record.clone();
    drop(state);
    if let Err(problem) = reviews.keep(name, &record)
        && let Some(job) = reviews.lock().jobs.get_mut(name)
    {
        job.record.fault = Some(problem.words);
    }
    reviews.tell();
}
