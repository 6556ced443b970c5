//! What a learning that is made in several goes is told: where it begins, where it ends, what it may replace.

use clap::{Args, value_parser};

/// One go of a learning.
#[derive(Args, Debug)]
pub(crate) struct Stage {
    /// Stop when N epochs are done, and leave a checkpoint if there are more to do
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub(crate) stop_after: Option<u32>,

    /// Go on from the checkpoint
    #[arg(long)]
    pub(crate) resume: bool,

    /// Replace results that are there already
    #[arg(long)]
    pub(crate) force: bool,
}
