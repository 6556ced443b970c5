//! Ctrl-C, and being told to end: the command in hand finishes what it has and says so.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::Context;

/// How a run ends that somebody has interrupted: 128 and the number of the signal.
pub(crate) const EXIT_CODE: u8 = 130;

static IS_WANTED: AtomicBool = AtomicBool::new(false);

/// From now on a first Ctrl-C only asks; a second one ends the program on the spot.
pub(crate) fn catch() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        if IS_WANTED.swap(true, Relaxed) {
            std::process::exit(i32::from(EXIT_CODE));
        }
    })
    .context("cannot listen to Ctrl-C")
}

/// The flag that is set when somebody asks for the end.
pub(crate) fn flag() -> &'static AtomicBool {
    &IS_WANTED
}

/// Whether somebody has asked for the end.
pub(crate) fn is_wanted() -> bool {
    IS_WANTED.load(Relaxed)
}
