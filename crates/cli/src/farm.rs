//! `quevedo farm`: the same work on many machines, or on the threads of this one.

mod analyze;
mod connect;
mod datagen;
mod drill;
mod fetch;
mod forget;
mod games;
mod gather;
mod progress;
mod review;
mod serve;
mod status;
mod submit;
mod tables;
mod work;

use clap::{Args, Subcommand};

use crate::console::Console;
use crate::failure::Finding;

/// Work on many machines: reviews, analyses, games to learn from, matches, tablebases
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo farm submit review games.pgn --out reviews.jsonl     on this machine, all cores; goes on after a stop
  quevedo farm serve                                           a queue for trying it out (needs nats-server)
  quevedo farm work --server nats://localhost:4222             work for whoever asks
  quevedo farm submit review games.pgn --out reviews.jsonl --server nats://localhost:4222
  quevedo farm status --watch --server nats://localhost:4222

Somebody submits a run; workers on any number of machines do its jobs; whoever submitted it, or fetches it later, gets
the same bytes that one machine would have written. Without --server everything happens in this process. Servers,
workers and whoever asks may be killed at any moment: the same command goes on. docs/farm.md tells it from the
beginning. `quevedo farm help COMMAND` explains a command.")]
pub(crate) struct FarmArgs {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    Work(work::WorkArgs),
    Submit(submit::SubmitArgs),
    Status(status::StatusArgs),
    Fetch(fetch::FetchArgs),
    Forget(forget::ForgetArgs),
    Serve(serve::ServeArgs),
}

pub(crate) fn run(args: &FarmArgs, console: &Console) -> anyhow::Result<Finding> {
    match &args.task {
        Task::Work(args) => work::run(args, console),
        Task::Submit(args) => submit::run(args, console),
        Task::Status(args) => status::run(args, console),
        Task::Fetch(args) => fetch::run(args, console),
        Task::Forget(args) => forget::run(args),
        Task::Serve(args) => serve::run(args, console),
    }
}
