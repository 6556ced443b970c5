//! `quevedo lab`: the papers' algorithms and experiments.

mod host;
mod judge;
mod list;
mod run;
mod tree;

use clap::{Args, Subcommand};

use crate::console::Console;
use crate::failure::Finding;

/// Run the papers' experiments again, and look at the trees that algorithms visit
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo lab list                                 what there is
  quevedo lab run minimal-tree --quick             one experiment
  quevedo lab run --all --quick                    all of them, in some minutes
  quevedo lab judge docs/results/lab               work the verdicts out again from the CSV files
  quevedo lab tree --example fig2                  alpha-beta on the tree of Marsland's Fig. 2
  quevedo lab tree --algo pvs --depth 2 --svg tree.svg 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1

A tour from Shannon's paper to verified null moves is in docs/lab.md. `quevedo lab help COMMAND`
explains a command.")]
pub(crate) struct LabArgs {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    List(list::ListArgs),
    Run(run::RunArgs),
    Judge(judge::JudgeArgs),
    Tree(tree::TreeArgs),
}

pub(crate) fn run(args: &LabArgs, console: &Console) -> anyhow::Result<Finding> {
    match &args.task {
        Task::List(args) => list::run(args, console),
        Task::Run(args) => run::run(args, console),
        Task::Judge(args) => judge::run(args, console),
        Task::Tree(args) => tree::run(args, console),
    }
}
