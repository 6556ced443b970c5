//! `quevedo book make`: a book from the games of a collection.

use std::path::PathBuf;

use clap::{Args, ValueEnum, value_parser};
use quevedo_library::{Recipe, Weighting, make_book};
use quevedo_rules::{Board, Color};

use super::merge::Written;
use crate::console::Console;
use crate::explore::{Collection, FilterArgs};
use crate::failure::Finding;
use crate::files::Output;
use crate::{arguments, interrupt};

/// Make a book from a collection of games
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo explore build master twic*.pgn.zst
  quevedo book make master -o book.bin
  quevedo book make master -o black.bin --side black --min-games 50 --min-score 0.45 --min-elo 2600

A move is taken if it was played in at least --min-games games and scored at least --min-score for the side that played it.
It weighs two for a win and one for a draw, or with --weights expectation the share of points to be expected, in
thousandths. A book for one side follows all the replies of the other.
Fields of --json: entries, positions.")]
pub(super) struct MakeArgs {
    /// The collection: a folder made by `quevedo explore build`
    #[arg(value_name = "COLLECTION")]
    collection: PathBuf,

    /// The book to write
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    /// Replace it if it is there
    #[arg(long)]
    force: bool,

    /// Moves played in at least so many games
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = value_parser!(u64).range(1..))]
    min_games: u64,

    /// Up to so many plies
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = value_parser!(u16).range(1..))]
    max_ply: u16,

    /// Moves with at least this share of points (0 to 1) for the side that plays them
    #[arg(long, value_name = "SHARE", default_value = "0.4", value_parser = arguments::part)]
    min_score: f32,

    /// Moves with at least this share (0 to 1) of the games of their position
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = arguments::part)]
    min_share: f32,

    /// What moves weigh
    #[arg(long, value_enum, default_value_t = Weights::Points)]
    weights: Weights,

    /// A book for this side alone
    #[arg(long, value_enum)]
    side: Option<Side>,

    #[command(flatten)]
    filter: FilterArgs,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Weights {
    Points,
    Expectation,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    White,
    Black,
}

pub(super) fn run(args: &MakeArgs, console: &Console) -> anyhow::Result<Finding> {
    interrupt::catch()?;
    let filter = args.filter.filter()?;
    let collection = Collection::open(&args.collection)?;
    let out = Output::at(&args.out).overwrite(args.force).claim()?;
    let recipe = Recipe {
        least_games: args.min_games,
        most_plies: usize::from(args.max_ply),
        least_share: f64::from(args.min_share),
        least_score: f64::from(args.min_score),
        weighting: match args.weights {
            Weights::Points => Weighting::Points,
            Weights::Expectation => Weighting::Expectation,
        },
        side: args.side.map(|side| if side == Side::White { Color::White } else { Color::Black }),
    };
    let bar = console.bar(None, "{elapsed_precise} {pos} positions");
    let book = make_book(collection.explorer(), &filter, &Board::start(), &recipe, |done| {
        bar.set_position(done as u64);
        !interrupt::is_wanted()
    })?;
    bar.finish_and_clear();
    if interrupt::is_wanted() {
        console.note("interrupted; no book was written");
        return Ok(Finding::Interrupted);
    }
    anyhow::ensure!(!book.is_empty(), "no move of these games is fit for the book; try a lower --min-games");
    out.write(&book.write())?;
    Written::of(&book).present(console)?;
    Ok(Finding::Good)
}
