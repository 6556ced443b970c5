//! `quevedo memory`: what the program has learnt from its own games.

mod change;
mod folder;
mod learn;
mod show;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::console::Console;
use crate::failure::Finding;

/// What the program learns from its own games: positions, openings, opponents
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo memory learn games.pgn --name Quevedo   take games in, each once
  quevedo memory stats
  quevedo memory show --moves e4 c5 Nf3           what its moves here turned out to be worth
  quevedo memory export -o own.bin                a book of what scored; `Book File` plays from it
  quevedo memory forget --opponent \"somebody\"
  quevedo memory check

The games are kept; everything else follows from them and can be made anew (`memory rebuild`) or taken out again exactly
(`memory forget`). The memory is a folder: --memory, or the one where programs keep their data. One process has it at a
time; games that are handed in meanwhile wait in its inbox for the next one.")]
pub(crate) struct MemoryArgs {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    Stats(show::StatsArgs),
    Show(show::ShowArgs),
    Learn(learn::LearnArgs),
    Forget(change::ForgetArgs),
    Rebuild(change::RebuildArgs),
    Check(change::CheckArgs),
    Export(change::ExportArgs),
    Merge(change::MergeArgs),
}

/// Which memory.
#[derive(Args, Debug)]
struct At {
    /// The memory's folder
    #[arg(long, value_name = "FOLDER")]
    memory: Option<PathBuf>,
}

pub(crate) fn run(args: &MemoryArgs, console: &Console) -> anyhow::Result<Finding> {
    match &args.task {
        Task::Stats(args) => show::stats(args, console),
        Task::Show(args) => show::show(args, console),
        Task::Learn(args) => learn::run(args, console),
        Task::Forget(args) => change::forget(args, console),
        Task::Rebuild(args) => change::rebuild(args, console),
        Task::Check(args) => change::check(args, console),
        Task::Export(args) => change::export(args, console),
        Task::Merge(args) => change::merge(args, console),
    }
}
