//! `quevedo memory forget`, `rebuild`, `check`, `export` and `merge`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use quevedo_book::{Book, key};
use quevedo_memory::{GameId, Memory, MemoryError};
use quevedo_rules::{Board, Move};
use serde::Serialize;

use super::At;
use super::folder;
use crate::console::Console;
use crate::failure::{Finding, Usage};
use crate::files::Output;

/// Forget games, and all that followed from them
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo memory forget --opponent \"somebody\"     all games against whoever's name contains this
  quevedo memory forget --game 0f3a…              one game by its id (`memory export --games` tells them)
  quevedo memory forget --everything

Fields of --json: forgotten.")]
pub(super) struct ForgetArgs {
    #[command(flatten)]
    at: At,

    /// Games against whoever's name contains this
    #[arg(long, value_name = "NAME")]
    opponent: Option<String>,

    /// A game by its id
    #[arg(long, value_name = "ID")]
    game: Option<GameId>,

    /// All games
    #[arg(long, conflicts_with_all = ["opponent", "game"])]
    everything: bool,
}

pub(super) fn forget(args: &ForgetArgs, console: &Console) -> anyhow::Result<Finding> {
    if args.opponent.is_none() && args.game.is_none() && !args.everything {
        return Err(
            Usage("what should be forgotten? --opponent, --game or --everything says it".to_owned()).into()
        );
    }
    let memory = args.at.open(console)?;
    let wanted = args.opponent.as_ref().map(|name| name.to_lowercase());
    let mut ids = Vec::new();
    memory.each_game(|id, game| {
        let is_named = wanted.as_ref().is_none_or(|wanted| game.opponent.to_lowercase().contains(wanted));
        if is_named && args.game.is_none_or(|game| game == id) {
            ids.push(id);
        }
        Ok(())
    })?;
    let mut forgotten = 0_u64;
    for id in ids {
        forgotten += u64::from(memory.forget(id)?);
    }
    console.present(&Counted { forgotten: Some(forgotten), ..Counted::default() }, |_, out| {
        writeln!(out, "{forgotten} games forgotten")?;
        Ok(())
    })?;
    Ok(Finding::good_if(forgotten > 0))
}

#[derive(Serialize, Debug, Default)]
struct Counted {
    #[serde(skip_serializing_if = "Option::is_none")]
    forgotten: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    learnt: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    entries: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<u64>,
}

/// Make everything anew that follows from the games
#[derive(Args, Debug)]
pub(super) struct RebuildArgs {
    #[command(flatten)]
    at: At,
}

pub(super) fn rebuild(args: &RebuildArgs, console: &Console) -> anyhow::Result<Finding> {
    let memory = args.at.open(console)?;
    memory.rebuild()?;
    let games = memory.stats()?.games;
    console.present(&Counted { games: Some(games), ..Counted::default() }, |_, out| {
        writeln!(out, "made anew from {games} games")?;
        Ok(())
    })?;
    Ok(Finding::Good)
}

/// Check that everything is what follows from the games
#[derive(Args, Debug)]
#[command(
    after_help = "The exit code is 1 if something is not; `memory rebuild` mends it. Fields of --json: games, faults."
)]
pub(super) struct CheckArgs {
    #[command(flatten)]
    at: At,
}

#[derive(Serialize, Debug)]
struct Checked {
    games: u64,
    faults: Vec<String>,
}

pub(super) fn check(args: &CheckArgs, console: &Console) -> anyhow::Result<Finding> {
    let memory = args.at.open_to_read()?;
    let report = Checked { games: memory.stats()?.games, faults: memory.check()? };
    console.present(&report, |report, out| {
        report.faults.iter().try_for_each(|fault| writeln!(out, "{fault}"))?;
        if report.faults.is_empty() {
            writeln!(out, "{} games: all is well", report.games)?;
        }
        Ok(())
    })?;
    Ok(Finding::good_if(report.faults.is_empty()))
}

/// Write a book of what scored in the program's own games, or the games themselves
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo memory export -o own.bin                then `setoption name Book File value own.bin`
  quevedo memory export --games > games.jsonl     the games, one JSON object a line

A move weighs what may be expected of it: (points + 2) / (games + 4), times a thousand, so that few games say little. Moves
that scored less than --min-score are left out. Fields of --json: entries.")]
pub(super) struct ExportArgs {
    #[command(flatten)]
    at: At,

    /// The book to write
    #[arg(short, long, value_name = "FILE", required_unless_present = "games")]
    out: Option<PathBuf>,

    /// Replace it if it is there
    #[arg(long, requires = "out")]
    force: bool,

    /// Moves that may be expected to score at least so (0 to 1)
    #[arg(long, value_name = "SHARE", default_value = "0.35", value_parser = crate::arguments::part)]
    min_score: f32,

    /// Write the games to stdout instead
    #[arg(long, conflicts_with = "out")]
    games: bool,
}

pub(super) fn export(args: &ExportArgs, console: &Console) -> anyhow::Result<Finding> {
    let memory = args.at.open_to_read()?;
    let Some(path) = &args.out else {
        let mut out = console.stdout();
        let mut fault = Ok(());
        memory.each_game(|id, game| {
            let line = serde_json::json!({ "id": id.to_string(), "game": game });
            fault = writeln!(out, "{line}");
            Ok(())
        })?;
        fault?;
        out.flush()?;
        return Ok(Finding::Good);
    };
    let out = Output::at(path).overwrite(args.force).claim()?;
    let book = own_book(&memory, f64::from(args.min_score))?;
    anyhow::ensure!(!book.is_empty(), "no game with a result is remembered");
    out.write(&book.write())?;
    console.present(&Counted { entries: Some(book.len()), ..Counted::default() }, |_, out| {
        writeln!(out, "{} moves in {} positions", book.len(), book.positions())?;
        Ok(())
    })?;
    Ok(Finding::Good)
}

/// A book of the moves that may be expected to score, in all positions that games from the start position reached.
fn own_book(memory: &Memory, least: f64) -> anyhow::Result<Book> {
    let mut places: Vec<(Board, Option<Move>)> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    memory.each_game(|_, game| {
        let mut before = None;
        for (board, mv) in game.replay()? {
            if board.turn() == game.ours && seen.insert(key(&board, before)) {
                places.push((board, before));
            }
            before = Some(mv);
        }
        Ok(())
    })?;
    let mut moves = Vec::new();
    for (board, before) in places {
        for (text, tally) in memory.book(&board, before)?.0 {
            let expected = (tally.half_points as f64 / 2.0 + 2.0) / (tally.games as f64 + 4.0);
            let mv = board.parse_uci(&text).map_err(|_| MemoryError::Damaged(format!("the move {text}")))?;
            if expected >= least {
                moves.push((key(&board, before), mv, (1000.0 * expected).round() as u16));
            }
        }
    }
    Ok(Book::from_moves(moves))
}

/// Take in the games of other memories
#[derive(Args, Debug)]
#[command(after_help = "A game that is known counts once. Fields of --json: learnt.")]
pub(super) struct MergeArgs {
    #[command(flatten)]
    at: At,

    /// Folders of other memories
    #[arg(value_name = "FOLDER", required = true)]
    others: Vec<PathBuf>,
}

pub(super) fn merge(args: &MergeArgs, console: &Console) -> anyhow::Result<Finding> {
    let open = |folder: &PathBuf| At { memory: Some(folder.clone()) }.open_to_read();
    let others = args.others.iter().map(open).collect::<anyhow::Result<Vec<Memory>>>()?;
    let Some(memory) = folder::open(&args.at.home()?, console)? else { anyhow::bail!(MemoryError::Busy) };
    let mut learnt = 0_u64;
    for other in others {
        other.each_game(|id, game| {
            learnt += u64::from(memory.learn(id, &game)?);
            Ok(())
        })?;
    }
    console.present(&Counted { learnt: Some(learnt), ..Counted::default() }, |_, out| {
        writeln!(out, "{learnt} games learnt")?;
        Ok(())
    })?;
    Ok(Finding::Good)
}
