//! `quevedo pgn count`: how many games there are of a kind.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::io::{self, Write};

use anyhow::Context;
use clap::Args;
use quevedo_games::{GameSummary, scan};
use quevedo_rules::Move;
use serde::Serialize;

use super::numbers::Numbers;
use super::select::{FilterArgs, OpeningArgs};
use super::source::{self, Files, unless_interrupted};
use crate::console::{Console, Format};
use crate::failure::Finding;
use crate::openings::{OpeningName, Openings};

/// Count games, plies, results and openings
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo pgn count games.pgn
  quevedo pgn count --player tal --result 1-0 *.pgn
  quevedo pgn count --eco --top 10 --min-elo 2400 games.pgn.zst

Fields of --json: games, plies, results (white, black, draw, open), faulty, with_passes,
results_differ, and with --eco openings (eco, name, games), the most frequent first.")]
pub(super) struct CountArgs {
    #[command(flatten)]
    files: Files,

    #[command(flatten)]
    openings: OpeningArgs,

    /// Show this many openings
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,

    #[command(flatten)]
    filter: FilterArgs,
}

#[derive(Serialize, Debug)]
struct Report {
    #[serde(flatten)]
    numbers: Numbers,
    #[serde(skip_serializing_if = "Option::is_none")]
    openings: Option<Vec<OpeningCount>>,
}

#[derive(Serialize, Debug)]
struct OpeningCount {
    eco: Option<String>,
    name: Option<String>,
    games: u64,
}

pub(super) fn run(args: &CountArgs, console: &Console) -> anyhow::Result<Finding> {
    let filter = args.filter.filter()?;
    let openings = args.openings.table()?;
    let source = args.files.source(console);
    let mut numbers = Numbers::default();
    let mut seen = 0;
    let mut counts: HashMap<Option<(String, String)>, u64> = HashMap::new();
    source.each(|name, input| {
        scan(input, |game| {
            seen += 1;
            source.tell_games(seen);
            if filter.accepts(game) {
                numbers.add(game);
                if let Some(openings) = &openings {
                    *counts.entry(opening(openings, game)).or_default() += 1;
                }
            }
            source::go_on()
        })
        .with_context(|| format!("cannot read {name}"))?;
        Ok(())
    })?;
    let openings = openings.map(|_| ranking(counts, args.top));
    let finding = write(&Report { numbers, openings }, console)?;
    Ok(unless_interrupted(finding, seen, console))
}

fn opening(openings: &Openings, game: &GameSummary<'_>) -> Option<(String, String)> {
    let moves: Vec<Move> = game.moves().collect();
    let OpeningName { eco, name, .. } = openings.classify(game.start, &moves)?.into();
    Some((eco, name))
}

/// The openings by how often they were played.
fn ranking(counts: HashMap<Option<(String, String)>, u64>, top: usize) -> Vec<OpeningCount> {
    let mut openings: Vec<_> = counts.into_iter().collect();
    openings.sort_by(|(one, games), (other, others)| {
        Reverse(games).cmp(&Reverse(others)).then_with(|| one.cmp(other))
    });
    let count = |(opening, games): (Option<(String, String)>, u64)| {
        let (eco, name) = opening.unzip();
        OpeningCount { eco, name, games }
    };
    openings.into_iter().take(top).map(count).collect()
}

fn write(report: &Report, console: &Console) -> anyhow::Result<Finding> {
    let mut out = console.stdout();
    if console.format == Format::Text {
        report.numbers.write(&mut out)?;
        write_openings(&mut out, report.openings.as_deref().unwrap_or_default())?;
    } else {
        console.write_json(&mut out, report)?;
    }
    out.flush()?;
    Ok(Finding::Good)
}

fn write_openings(out: &mut impl Write, openings: &[OpeningCount]) -> io::Result<()> {
    if !openings.is_empty() {
        writeln!(out)?;
    }
    for OpeningCount { eco, name, games } in openings {
        let (eco, name) = (eco.as_deref().unwrap_or("-"), name.as_deref().unwrap_or("no name"));
        writeln!(out, "{games:>8}  {eco:<3}  {name}")?;
    }
    Ok(())
}
