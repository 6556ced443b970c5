//! The server against pages that behave and clients that do not: tests W1 to W6, W13 and W14 in a size for every day.
//! `QUEVEDO_FULL=1` runs them in full size.

// Figures are shown with --nocapture.
#![allow(clippy::print_stderr)]

mod api;
mod client;
mod limits;
mod pages;
mod stop;

use core::time::Duration;

/// How many, every day and in full.
fn size(everyday: usize, full: usize) -> usize {
    if std::env::var_os("QUEVEDO_FULL").is_some_and(|value| value == "1") { full } else { everyday }
}

/// No answer takes longer on any machine that is alive.
const PATIENCE: Duration = Duration::from_secs(30);
