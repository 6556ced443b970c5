//! `quevedo pgn`: files of games.

mod check;
mod convert;
mod count;
mod numbers;
mod select;
mod source;
mod split;

use clap::{Args, Subcommand};

use crate::console::Console;
use crate::failure::Finding;

/// Check, count, split and convert files of games
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
Examples:
  quevedo pgn games.pgn                           are all games legal? which are not?
  quevedo pgn count --player carlsen --eco *.pgn.zst
  quevedo pgn split --games 1000 --out parts lichess.pgn.zst
  quevedo pgn convert --to uci games.pgn          one line of moves per game
  quevedo pgn convert --eco --min-elo 2400 games.pgn > strong.pgn

FILE is a PGN file, plain or compressed (.zst), or - for stdin. Files are read game by game and
may be larger than the memory. `quevedo pgn help COMMAND` explains a command.")]
pub(crate) struct PgnArgs {
    #[command(subcommand)]
    task: Option<Task>,
    #[command(flatten)]
    check: check::CheckArgs,
}

#[derive(Subcommand, Debug)]
enum Task {
    Check(check::CheckArgs),
    Count(count::CountArgs),
    Split(split::SplitArgs),
    Convert(convert::ConvertArgs),
}

pub(crate) fn run(args: &PgnArgs, console: &Console) -> anyhow::Result<Finding> {
    match &args.task {
        None => check::run(&args.check, console),
        Some(Task::Check(args)) => check::run(args, console),
        Some(Task::Count(args)) => count::run(args, console),
        Some(Task::Split(args)) => split::run(args, console),
        Some(Task::Convert(args)) => convert::run(args, console),
    }
}
