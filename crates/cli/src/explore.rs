//! `quevedo explore`: what was played in a position, in collections of games that are indexed once.

mod build;
mod check;
mod collection;
mod filter;
mod games;
mod plans;
mod query;
mod similar;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use quevedo_rules::Game;

pub(crate) use collection::Collection;
pub(crate) use filter::FilterArgs;

use crate::console::Console;
use crate::failure::Finding;
use crate::position::{self, Reading};

/// What was played here, by whom, with what result: collections of games that answer at once
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo explore build master twic*.pgn.zst      an index of every position of these games
  quevedo explore query master --moves e4 c5      what was played here
  quevedo explore query master --player carlsen --white carlsen --since 2015
  quevedo explore games master --moves e4 e5 f4 --pgn > kings-gambits.pgn
  quevedo explore plans master --moves d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5 Bg5 c6 e3    what people do in such positions
  quevedo explore add master new.pgn              games that are there already are left out
  quevedo explore compact master                  one file again, after many additions
  quevedo explore check master

A collection is a folder with files that are written once (.qvx) and a list of them. All answers are exact:
each count can be made again by replaying the games. A game counts once for each position.")]
pub(crate) struct ExploreArgs {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    Build(build::BuildArgs),
    Add(build::AddArgs),
    Compact(build::CompactArgs),
    Query(query::QueryArgs),
    Games(games::GamesArgs),
    Similar(similar::SimilarArgs),
    Plans(plans::PlansArgs),
    Check(check::CheckArgs),
}

/// Whose answer is wanted, and where.
#[derive(Args, Debug)]
struct Asked {
    /// The collection: a folder made by `explore build`
    #[arg(value_name = "COLLECTION")]
    collection: PathBuf,

    /// The position: a FEN (quoted or not), a Chess960 number like 960:518, or startpos
    #[arg(value_name = "FEN")]
    position: Vec<String>,

    /// Moves from the position, in algebraic or UCI notation
    #[arg(long, value_name = "MOVES", num_args = 1..)]
    moves: Vec<String>,
}

impl Asked {
    /// The game up to the position.
    fn game(&self, console: &Console) -> anyhow::Result<Game> {
        let text = if self.position.is_empty() { "startpos".to_owned() } else { self.position.join(" ") };
        let position = position::read(&text, Reading::Lenient)?;
        position.tell_notes(console);
        position::play(position.board, &self.moves.join(" "))
    }
}

pub(crate) fn run(args: &ExploreArgs, console: &Console) -> anyhow::Result<Finding> {
    match &args.task {
        Task::Build(args) => build::build(args, console),
        Task::Add(args) => build::add(args, console),
        Task::Compact(args) => build::compact(args, console),
        Task::Query(args) => query::run(args, console),
        Task::Games(args) => games::run(args, console),
        Task::Similar(args) => similar::run(args, console),
        Task::Plans(args) => plans::run(args, console),
        Task::Check(args) => check::run(args, console),
    }
}
