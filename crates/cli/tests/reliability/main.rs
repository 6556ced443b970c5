//! What we promise about the player, and the tests that show it. Each test is named after its line in
//! the table of `docs/results/reliability.md`.
//!
//! A normal run is short and its bounds of time are generous, because nobody knows what else the
//! machine is doing. `./check --soak` makes the full runs with the promised bounds, part by part.

mod conversation;
mod e1;
mod e2;
mod e3;
mod e4;
mod e5;
mod e7;
mod e8;
mod e9;
mod m2;
#[cfg(unix)]
mod n2;
mod player;
mod referee;
mod stolen;

use core::time::Duration;
use std::io::Write;

use quevedo_testkit::is_full_run;

/// The promised bound in a full run; much longer otherwise.
fn within(promised: Duration) -> Duration {
    if is_full_run() { promised } else { Duration::from_secs(20) }
}

/// How often something is done in a normal run, and in a full one.
fn times(normal: usize, full: usize) -> usize {
    if is_full_run() { full } else { normal }
}

/// The same for the longest tests; here `QUEVEDO_COUNT` can ask for another length of the full run.
fn count(normal: usize, full: usize) -> usize {
    let wish = std::env::var("QUEVEDO_COUNT").ok().and_then(|text| text.parse().ok());
    wish.filter(|_| is_full_run()).unwrap_or(times(normal, full))
}

/// Says what a test has seen. It goes past the test harness, which would hide the words of a test
/// that passes.
fn note(words: &str) {
    let _ = writeln!(std::io::stderr(), "{words}");
}
