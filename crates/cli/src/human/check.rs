//! `quevedo human check`: the model of choice against positions that it has not learnt from.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use quevedo_human::{Found, MANNERS, Manner, Scale, Weights, manners, measure};
use serde::Serialize;

use super::examples::{self, Part};
use crate::console::Console;
use crate::failure::{Finding, Usage};
use crate::interrupt;

/// Check how well the model tells what people play
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo human check labels.tsv
  quevedo human check labels.tsv --scale fide --weights mine.json

Only positions of players count whom the fit has left out (one in eight), after their first six moves
unless --all-plies is given. For each band of 200 points: how often people play the best move of depth 6,
the model's likeliest move, one of its three likeliest; the surprise of what they play, in nats a move;
what they lose a move in hundredths of expected points, and what the model loses if its moves are drawn;
and how often either loses more than 15. With --styles: how often a style chooses otherwise, and how
often its moves are checks, even trades, give material in the exchange, go towards the king, go back,
or leave something hanging.

Fields of --json: scale, weights, bands and all (from, positions, best, hit, top_three, nats, loss,
model_loss, blunders, model_blunders); with --styles: styles (style, differs, shares, loss).")]
pub(super) struct CheckArgs {
    /// Files of `quevedo human label`
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Whose ratings: lichess or fide
    #[arg(long, value_name = "SCALE", default_value = "lichess", value_parser = scale)]
    scale: Scale,

    /// Weights of `quevedo human fit` [default: the built-in ones]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// Tell what each style makes of the same positions, too
    #[arg(long)]
    styles: bool,

    /// Count the first six moves of games, too
    #[arg(long)]
    all_plies: bool,
}

/// Plies before that are the opening, which books know better.
pub(super) const OPENING: u32 = 12;

pub(super) fn scale(text: &str) -> Result<Scale, Usage> {
    Scale::from_name(text).ok_or_else(|| Usage("expected lichess or fide".to_owned()))
}

#[derive(Serialize, Debug)]
pub(super) struct Report {
    pub(super) scale: &'static str,
    pub(super) weights: String,
    pub(super) bands: Vec<Found>,
    pub(super) all: Found,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) styles: Vec<Manner>,
}

pub(super) fn run(args: &CheckArgs, console: &Console) -> anyhow::Result<Finding> {
    let weights = match &args.weights {
        Some(path) => read_weights(path)?,
        None => Weights::builtin(args.scale),
    };
    if weights.scale != args.scale {
        return Err(Usage(format!("these weights are for the scale {}", weights.scale)).into());
    }
    interrupt::catch()?;
    let Some(read) = examples::read(&args.files, args.scale, Part::HeldOut, console)? else {
        return Ok(Finding::Interrupted);
    };
    let counted: Vec<_> =
        read.held_out.into_iter().filter(|example| args.all_plies || example.ply >= OPENING).collect();
    let (bands, all) = measure(&weights, &counted);
    let styles = if args.styles { manners(&weights, &counted) } else { Vec::new() };
    let report = Report { scale: args.scale.name(), weights: weights.made.clone(), bands, all, styles };
    console.present(&report, write)?;
    Ok(Finding::Good)
}

pub(super) fn read_weights(path: &Path) -> anyhow::Result<Weights> {
    let name = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    Weights::read(&text).with_context(|| name.to_string())
}

pub(super) fn write(report: &Report, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "{:<8} positions   best  match  top 3   nats   loss  model   >15  model", report.scale)?;
    for found in report.bands.iter().chain([&report.all]) {
        let name = if found.from == 0 { "all".to_owned() } else { found.from.to_string() };
        let Found {
            positions, best, hit, top_three, nats, loss, model_loss, blunders, model_blunders, ..
        } = found;
        writeln!(
            out,
            "{name:<8} {positions:>9} {best:>6.1} {hit:>6.1} {top_three:>6.1} {nats:>6.3} {loss:>6.2} {model_loss:>6.2} \
             {blunders:>5.1} {model_blunders:>6.1}"
        )?;
    }
    if !report.styles.is_empty() {
        let names: Vec<String> = MANNERS.iter().map(|(_, name)| format!("{name:>9}")).collect();
        writeln!(out, "\nstyle         differs{}     loss", names.concat())?;
    }
    for Manner { style, differs, shares, loss } in &report.styles {
        let shares: Vec<String> = shares.iter().map(|share| format!("{share:>9.1}")).collect();
        writeln!(out, "{style:<13} {differs:>7.1}{} {loss:>8.2}", shares.concat())?;
    }
    Ok(())
}
