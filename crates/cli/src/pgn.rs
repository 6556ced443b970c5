//! `quevedo pgn`: files of games.

mod check;
mod collection;
mod convert;
mod count;
mod dedupe;
mod numbers;
mod rewrite;
mod select;
mod sink;
mod sort;
pub(crate) mod source;
mod split;
mod tag;

use clap::{Args, Subcommand};

use crate::console::Console;
use crate::failure::Finding;
use crate::interrupt;

/// Check, count, split, convert, sort and tidy files of games
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
Examples:
  quevedo pgn games.pgn                           are all games legal? which are not?
  quevedo pgn count --player carlsen --eco *.pgn.zst
  quevedo pgn split --games 1000 --out parts lichess.pgn.zst
  quevedo pgn convert --to uci games.pgn          one line of moves per game
  quevedo pgn convert --eco --min-elo 2400 games.pgn > strong.pgn
  quevedo pgn convert --opening B20-B99 --material KRPKR games.pgn > rook-endings.pgn
  quevedo pgn dedupe -o once.pgn a.pgn b.pgn      each game once
  quevedo pgn sort --by date,white -o sorted.pgn games.pgn
  quevedo pgn tag --eco --set \"Event=Club Open\" -o named.pgn games.pgn

FILE is a PGN file, plain or compressed (.zst), or - for stdin. Files are read game by game and
may be larger than the memory. Files that are written with -o are whole or as they were, also
after Ctrl-C (exit code 130). `quevedo pgn help COMMAND` explains a command.")]
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
    Dedupe(dedupe::DedupeArgs),
    Sort(sort::SortArgs),
    Tag(tag::TagArgs),
}

pub(crate) fn run(args: &PgnArgs, console: &Console) -> anyhow::Result<Finding> {
    interrupt::catch()?;
    match &args.task {
        None => check::run(&args.check, console),
        Some(Task::Check(args)) => check::run(args, console),
        Some(Task::Count(args)) => count::run(args, console),
        Some(Task::Split(args)) => split::run(args, console),
        Some(Task::Convert(args)) => convert::run(args, console),
        Some(Task::Dedupe(args)) => dedupe::run(args, console),
        Some(Task::Sort(args)) => sort::run(args, console),
        Some(Task::Tag(args)) => tag::run(args, console),
    }
}
