//! Speaking with chess programs: UCI, and XBoard where the other side asks for it.

mod counting;
mod lines;
mod log;
mod options;
mod session;
mod xboard;

pub(crate) use lines::Voice;

use std::io::{self, IsTerminal};

use clap::Args;

use crate::console::{self, Console};
use crate::failure::Finding;

/// The name that other programs show.
pub(crate) const NAME: &str = concat!("Quevedo ", env!("CARGO_PKG_VERSION"));
/// Whose work it is.
pub(crate) const AUTHOR: &str = "the Quevedo authors";

/// Speak UCI (or XBoard), as chess programs do; also what happens without a command
#[derive(Args, Debug, Default)]
#[command(after_help = options::help())]
pub(crate) struct UciArgs {
    /// Offer every feature and parameter of the search as an option, for experiments and tuners
    #[arg(long)]
    lab: bool,
}

/// Talks with whoever is at the other end of stdin and stdout until it says `quit` or leaves.
pub(crate) fn run(args: &UciArgs, console: &Console) -> anyhow::Result<Finding> {
    if io::stdin().is_terminal() && !console.is_quiet() {
        console::log(
            "Quevedo speaks UCI here, as chess programs do; `quevedo help` tells what else it can do.",
        );
    }
    session::run(args.lab)?;
    Ok(Finding::Good)
}
