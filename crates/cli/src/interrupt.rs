//! Ctrl-C, and being told to end: the command in hand finishes what it has and says so.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::Context;

/// How a run ends that somebody has interrupted: 128 and the number of the signal.
pub(crate) const EXIT_CODE: u8 = 130;

static IS_WANTED: AtomicBool = AtomicBool::new(false);

/// What comes so soon after the first is the same wish: some senders signal the program and its group.
const ECHO: Duration = Duration::from_millis(500);

/// From now on a first Ctrl-C only asks; a second one ends the program on the spot.
pub(crate) fn catch() -> anyhow::Result<()> {
    let mut first: Option<Instant> = None;
    ctrlc::set_handler(move || {
        IS_WANTED.store(true, Relaxed);
        if first.get_or_insert_with(Instant::now).elapsed() > ECHO {
            std::process::exit(i32::from(EXIT_CODE));
        }
    })
    .context("cannot listen to Ctrl-C")
}

/// From now on a first Ctrl-C only asks, where nobody listens to it yet.
pub(crate) fn catch_each_or_go_on() {
    // A second handler is refused, and the first one serves as well.
    let _: Result<(), ctrlc::Error> = ctrlc::set_handler(|| IS_WANTED.store(true, Relaxed));
}

/// From now on every Ctrl-C only asks; what it asks for is [taken](take) again and again.
pub(crate) fn catch_each() -> anyhow::Result<()> {
    ctrlc::set_handler(|| IS_WANTED.store(true, Relaxed)).context("cannot listen to Ctrl-C")
}

/// Whether somebody has asked since this was last called.
pub(crate) fn take() -> bool {
    IS_WANTED.swap(false, Relaxed)
}

/// The flag that is set when somebody asks for the end.
pub(crate) fn flag() -> &'static AtomicBool {
    &IS_WANTED
}

/// Whether somebody has asked for the end.
pub(crate) fn is_wanted() -> bool {
    IS_WANTED.load(Relaxed)
}
