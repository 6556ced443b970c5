//! `quevedo farm fetch`: the result of a run.

use std::path::PathBuf;

use clap::Args;
use quevedo_farm::{RunId, kind};

use super::connect::{self, Place, ServerArgs};
use super::gather::{self, Goal};
use crate::console::Console;
use crate::failure::{Finding, Usage};
use crate::interrupt;

/// Wait for a run that was given, and write its result
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo farm fetch 0123456789abcdef --out reviews.jsonl --server nats://host:4222

Runs are named when they are submitted, and `quevedo farm status` lists them. Any machine may fetch, and it may be done
again; the server keeps everything until `quevedo farm forget`. The exit code is 1 if jobs were given up.")]
pub(super) struct FetchArgs {
    /// The run
    run: RunId,

    /// Write the result here
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,

    /// Replace what is there
    #[arg(long)]
    force: bool,

    /// The folder of a run without a server
    #[arg(long, value_name = "FOLDER", conflicts_with = "server")]
    folder: Option<PathBuf>,

    #[command(flatten)]
    server: ServerArgs,
}

pub(super) fn run(args: &FetchArgs, console: &Console) -> anyhow::Result<Finding> {
    interrupt::catch()?;
    let place = Place::named(&args.server, args.folder.as_deref())?;
    let manifest = place.queue.run(args.run)?;
    let manifest = manifest.ok_or_else(|| Usage(format!("there is no run {}", args.run)))?;
    let goal = Goal::claim(manifest.kind, args.out.as_deref(), args.force, &[])?;
    let tools = connect::tools()?;
    let mut plan = kind::plan(&manifest, &*place.queue)?;
    let threads = if place.is_shared {
        None
    } else {
        Some(std::thread::available_parallelism().map_or(1, usize::from))
    };
    gather::run(&place, &manifest, &tools, &mut *plan, threads, goal, console)
}
