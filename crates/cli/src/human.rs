//! `quevedo human`: how people of each strength choose.

mod check;
mod examples;
pub(crate) mod explain;
mod fit;
mod label;
mod sampling;

use clap::{Args, Subcommand};

use crate::console::Console;
use crate::failure::Finding;

/// How people of each strength choose their moves: data, fit, checks and explanations
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo human explain --elo 1400 --moves \"e4 e5 Nf3\"            what a player of 1400 would play, and why
  quevedo human label --lichess games.pgn.zst --out labels.tsv   what there was to see, and what was played
  quevedo human fit labels.tsv --out lichess.json                the weights of the model
  quevedo human check labels.tsv                                 how well it tells what people play

`quevedo human help COMMAND` explains a command. docs/levels.md tells how levels are meant.")]
pub(crate) struct HumanArgs {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    Label(label::LabelArgs),
    Explain(Box<explain::ExplainArgs>),
    Fit(fit::FitArgs),
    Check(check::CheckArgs),
}

pub(crate) fn run(args: &HumanArgs, console: &Console) -> anyhow::Result<Finding> {
    match &args.task {
        Task::Label(args) => label::run(args, console),
        Task::Explain(args) => explain::run(args, console),
        Task::Fit(args) => fit::run(args, console),
        Task::Check(args) => check::run(args, console),
    }
}
