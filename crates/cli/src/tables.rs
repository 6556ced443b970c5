//! `quevedo tables`: tablebases of endgames.

mod batch;
mod folder;
mod generate;
mod info;
mod knowledge;
mod list;
mod map;
mod marsland;
mod probe;
mod verify;
mod words;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use quevedo_tables::Metric;

use crate::console::Console;
use crate::failure::Finding;

/// Make, check and ask endgame tablebases: perfect play with up to five men
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo tables probe 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1       what is it worth, and every move?
  quevedo tables generate KQKR                                make a tablebase and all it needs
  quevedo tables generate --men 4                             all of up to four men
  quevedo tables info KQKR                                    counts, the longest win, zugzwangs
  quevedo tables map \"8/8/8/8/4k3/8/4P3/4K3 b - - 0 1\" --piece e4
  quevedo tables verify KQKR --syzygy ../syzygy               check every position
  quevedo tables marsland                                     Table 2 of Marsland's paper, made again

The tablebases of three men are part of the program. Others are files in the folder `tables`, or
where --folder says. `quevedo tables help COMMAND` explains a command.")]
pub(crate) struct TablesArgs {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    Generate(generate::GenerateArgs),
    List(list::ListArgs),
    Info(info::InfoArgs),
    Verify(verify::VerifyArgs),
    Probe(probe::ProbeArgs),
    Map(map::MapArgs),
    Marsland(marsland::MarslandArgs),
}

/// Where tablebases are unless somebody says otherwise.
const FOLDER: &str = "tables";

/// Where tables are and what their distances lead to.
#[derive(Args, Debug)]
struct Where {
    /// The folder of the tablebases
    #[arg(long, value_name = "DIR", default_value = FOLDER)]
    folder: PathBuf,
}

/// What distances lead to: one of several.
#[derive(Args, Debug)]
struct WhichMetric {
    /// Count to mate (dtm), to mate or another ending (dtc), or to the next capture or pawn move (dtz)
    #[arg(long, value_name = "METRIC", default_value = "dtm")]
    metric: Metric,
}

pub(crate) fn run(args: &TablesArgs, console: &Console) -> anyhow::Result<Finding> {
    match &args.task {
        Task::Generate(args) => generate::run(args, console),
        Task::List(args) => list::run(args, console),
        Task::Info(args) => info::run(args, console),
        Task::Verify(args) => verify::run(args, console),
        Task::Probe(args) => probe::run(args, console),
        Task::Map(args) => map::run(args, console),
        Task::Marsland(args) => marsland::run(args, console),
    }
}
