//! `quevedo human`: how people of each strength choose.

mod label;

use clap::{Args, Subcommand};

use crate::console::Console;
use crate::failure::Finding;

/// How people of each strength choose their moves: data, fit, checks and explanations
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo human label --lichess games.pgn.zst --out labels.tsv   what there was to see, and what was played

`quevedo human help COMMAND` explains a command. docs/levels.md tells how levels are meant.")]
pub(crate) struct HumanArgs {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    Label(label::LabelArgs),
}

pub(crate) fn run(args: &HumanArgs, console: &Console) -> anyhow::Result<Finding> {
    match &args.task {
        Task::Label(args) => label::run(args, console),
    }
}
