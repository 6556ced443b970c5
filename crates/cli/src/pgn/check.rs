//! `quevedo pgn check`: whether all games are legal.

use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use quevedo_games::{GameError, Games, Place, scan};
use serde::Serialize;

use super::numbers::Numbers;
use super::source::{self, Files, Source, unless_interrupted};
use crate::console::{Console, Format};
use crate::failure::Finding;

/// The most faults that one JSON object lists.
const MOST_LISTED: usize = 10_000;

/// Check that all games are legal, name those that are not, and count (the default)
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo pgn check games.pgn
  quevedo pgn check --variations annotated.pgn
  zstdcat games.pgn.zst | quevedo pgn check --jsonl -

Each faulty game is named with what is wrong and where; the exit code is 1 if there is any.
Fields of --json: games, plies, results (white, black, draw, open), faulty, with_passes,
results_differ, faults (file, game, line, offset, title, error; at most 10000), faults_left_out.
With --jsonl the faults come first, each on a line, and then the numbers.")]
pub(super) struct CheckArgs {
    #[command(flatten)]
    files: Files,

    /// Check the moves of variations too, which takes longer
    #[arg(long)]
    variations: bool,
}

/// A game that is not legal.
#[derive(Serialize, Debug)]
struct FaultyGame {
    file: String,
    game: u64,
    line: u64,
    offset: u64,
    title: String,
    error: String,
}

#[derive(Serialize, Debug)]
struct Report {
    #[serde(flatten)]
    numbers: Numbers,
    #[serde(skip_serializing_if = "Option::is_none")]
    faults: Option<Vec<FaultyGame>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    faults_left_out: Option<u64>,
}

pub(super) fn run(args: &CheckArgs, console: &Console) -> anyhow::Result<Finding> {
    let source = args.files.source(console);
    let start = Instant::now();
    let mut check = Check {
        console,
        source: &source,
        out: console.stdout(),
        numbers: Numbers::default(),
        faults: Vec::new(),
    };
    source.each(|name, input| {
        let before = check.numbers.games;
        if args.variations {
            check.trees(name, input)?;
        } else {
            check.main_lines(name, input)?;
        }
        if check.numbers.games == before {
            console.note(format_args!("{name} has no games"));
        }
        Ok(())
    })?;
    console.detail(format_args!("checked in {:.2} s", start.elapsed().as_secs_f64()));
    check.finish()
}

struct Check<'a, W> {
    console: &'a Console,
    source: &'a Source<'a>,
    out: W,
    numbers: Numbers,
    /// For the one JSON object.
    faults: Vec<FaultyGame>,
}

impl<W: Write> Check<'_, W> {
    fn main_lines(&mut self, file: &str, input: impl BufRead) -> anyhow::Result<()> {
        let mut result = Ok(());
        scan(input, |game| {
            self.numbers.add(game);
            self.source.tell_games(self.numbers.games);
            if let Some(fault) = game.fault {
                result = self.tell(faulty(file, game.place, game.title(), fault.to_string()));
            }
            if result.is_ok() { source::go_on() } else { ControlFlow::Break(()) }
        })
        .with_context(|| format!("cannot read {file}"))?;
        result
    }

    fn trees(&mut self, file: &str, input: impl BufRead) -> anyhow::Result<()> {
        for game in Games::new(input) {
            match game {
                Ok(game) => self.numbers.add_tree(&game, false),
                Err(GameError::Broken(broken)) => {
                    self.numbers.add_tree(&broken.game, true);
                    let title = broken.game.headers().title();
                    self.tell(faulty(file, broken.place, title, broken.fault.to_string()))?;
                }
                Err(error) => return Err(error).with_context(|| format!("cannot read {file}")),
            }
            self.source.tell_games(self.numbers.games);
            if source::go_on().is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Tells of a fault at once, or keeps it for the end.
    fn tell(&mut self, game: FaultyGame) -> anyhow::Result<()> {
        match self.console.format {
            Format::Text => {
                let FaultyGame { file, game, line, title, error, .. } = game;
                let words = format!("{file}: game {game} (\"{title}\", line {line}): {error}");
                self.source.bar.suspend(|| writeln!(self.out, "{words}"))?;
            }
            Format::JsonLines => self.console.write_json(&mut self.out, &game)?,
            Format::Json if self.faults.len() < MOST_LISTED => self.faults.push(game),
            Format::Json => {}
        }
        Ok(())
    }

    fn finish(mut self) -> anyhow::Result<Finding> {
        let numbers = self.numbers;
        let left_out = numbers.faulty - self.faults.len() as u64;
        match self.console.format {
            Format::Text => numbers.write(&mut self.out)?,
            format => {
                let is_whole = format == Format::Json;
                let faults = is_whole.then_some(self.faults);
                let faults_left_out = is_whole.then_some(left_out);
                self.console.write_json(&mut self.out, &Report { numbers, faults, faults_left_out })?;
            }
        }
        self.out.flush()?;
        Ok(unless_interrupted(Finding::good_if(numbers.faulty == 0), numbers.games, self.console))
    }
}

fn faulty(file: &str, place: Place, title: String, error: String) -> FaultyGame {
    let Place { number, line, offset } = place;
    FaultyGame { file: file.to_owned(), game: number, line, offset, title, error }
}
