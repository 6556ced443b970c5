//! `quevedo farm forget`: makes room on the server.

use std::path::PathBuf;

use clap::Args;
use quevedo_farm::{RunId, RunState};

use super::connect::{Place, ServerArgs};
use crate::failure::{Finding, Usage};

/// Stop a run and remove all that the server has of it
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo farm forget 0123456789abcdef --server nats://host:4222

Its answers are gone; files that were written of them stay. Networks, games and programs that came with it stay on the
server, too, for other runs.")]
pub(super) struct ForgetArgs {
    /// The runs
    #[arg(value_name = "RUN", required = true)]
    runs: Vec<RunId>,

    /// The folder of a run without a server
    #[arg(long, value_name = "FOLDER", conflicts_with = "server")]
    folder: Option<PathBuf>,

    #[command(flatten)]
    server: ServerArgs,
}

pub(super) fn run(args: &ForgetArgs) -> anyhow::Result<Finding> {
    let queue = Place::named(&args.server, args.folder.as_deref())?.queue;
    for &run in &args.runs {
        if queue.run(run)?.is_none() {
            return Err(Usage(format!("there is no run {run}")).into());
        }
        // Workers see it and end what they have in hand.
        let state = RunState { closed: Some("forgotten".to_owned()), ..queue.state(run)? };
        queue.set_state(run, &state)?;
        queue.forget_run(run)?;
    }
    Ok(Finding::Good)
}
