//! `quevedo human fit`: the weights of the model of choice.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::{Args, ValueEnum, value_parser};
use quevedo_human::{Course, Example, Fitter, Looker, Scale, Weights, Without, measure};

use super::check::{self, OPENING, Report};
use super::examples::{self, Examples, Part};
use super::sampling::Sampling;
use crate::console::Console;
use crate::failure::Finding;
use crate::files::Output;
use crate::{input, interrupt};

/// Fit the model of choice to labels
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo human fit labels.tsv --out lichess.json
  quevedo human fit labels.tsv --scale fide --out fide.json
  quevedo human fit labels.tsv --games games.pgn.zst --out lichess.json
  quevedo human fit labels.tsv --without layer --out plain.json

Players of whom one in eight is kept for checks are not learnt from, nor are their games. At the end it
checks the weights as `quevedo human check` does; the fields of --json are the same. A run that is
interrupted writes the weights that it has come to.")]
pub(super) struct FitArgs {
    /// Files of `quevedo human label`
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Whose ratings: lichess or fide
    #[arg(long, value_name = "SCALE", default_value = "lichess", value_parser = check::scale)]
    scale: Scale,

    /// Learn first from these games what moves look like, without values: a start for the fit; again for more
    #[arg(long, value_name = "FILE", num_args = 1..)]
    games: Vec<PathBuf>,

    /// Positions that are taken of each of these games
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = value_parser!(u32).range(1..=100), requires = "games")]
    per_game: u32,

    /// The file for the weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Replace the file
    #[arg(long)]
    force: bool,

    /// Leave something out, to see what it is worth: values, features, squares, layer, mixture; again for more
    #[arg(long, value_name = "PART", hide_possible_values = true)]
    without: Vec<Left>,

    /// Times that all positions are gone through
    #[arg(long, value_name = "N", default_value_t = Course::default().epochs, value_parser = value_parser!(u32).range(1..=1000))]
    epochs: u32,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Left {
    Values,
    Features,
    Squares,
    Layer,
    Mixture,
}

pub(super) fn run(args: &FitArgs, console: &Console) -> anyhow::Result<Finding> {
    let output = Output::at(&args.out).apart_from(&args.files).overwrite(args.force).claim()?;
    interrupt::catch()?;
    let Some(examples) = examples::read(&args.files, args.scale, Part::All, console)? else {
        console.note("interrupted while reading; nothing was fitted");
        return Ok(Finding::Interrupted);
    };
    anyhow::ensure!(
        !examples.learnt_from.is_empty(),
        "there are no labels of the scale {} to learn from",
        args.scale
    );
    let weights = args.fit(&examples, console)?;
    // What is checked is what was written, where numbers are rounded.
    let text = weights.write();
    output.write(text.as_bytes())?;
    let weights = Weights::read(&text)?;
    let counted: Vec<Example> = examples.held_out.into_iter().filter(|it| it.ply >= OPENING).collect();
    let (bands, all) = measure(&weights, &counted);
    let report =
        Report { scale: args.scale.name(), weights: weights.made.clone(), bands, all, styles: Vec::new() };
    console.present(&report, |report, out| {
        check::write(report, out)?;
        writeln!(out, "written to {}", output.path().display())?;
        Ok(())
    })?;
    Ok(if interrupt::is_wanted() { Finding::Interrupted } else { Finding::Good })
}

impl FitArgs {
    fn fit(&self, examples: &Examples, console: &Console) -> anyhow::Result<Weights> {
        let left_out = |part| self.without.contains(&part);
        let without = Without {
            values: left_out(Left::Values),
            features: left_out(Left::Features),
            squares: left_out(Left::Squares),
            layer: left_out(Left::Layer),
            mixture: left_out(Left::Mixture),
        };
        let course = Course { epochs: self.epochs, ..Course::default() };
        let many = examples.learnt_from.len();
        let mut weights = Weights::new(self.scale, range(&examples.learnt_from), without);
        weights.made = format!(
            "quevedo human fit --scale {} --epochs {}{}, {many} positions; {}",
            self.scale,
            self.epochs,
            self.games_named(),
            examples.made.join("; ")
        );
        if let Some(start) = self.glance(weights.range, console)? {
            weights.begin_with(&start);
        }
        let mut fitter = Fitter::new(weights, course);
        let bar = console.bar(Some(u64::from(self.epochs)), "{elapsed_precise} {bar:30} {pos}/{len} {msg}");
        let mut told = Instant::now();
        while let Some(nats) = fitter.epoch(&examples.learnt_from, &|| !interrupt::is_wanted()) {
            bar.inc(1);
            bar.set_message(format!("{nats:.4} nats a move"));
            if bar.is_hidden() && told.elapsed() > Duration::from_secs(20) {
                told = Instant::now();
                console.note(format_args!("{nats:.4} nats a move"));
            }
        }
        bar.finish_and_clear();
        Ok(fitter.finish())
    }

    /// The games to begin with, as they are told with the weights.
    fn games_named(&self) -> String {
        if self.games.is_empty() {
            return String::new();
        }
        let name =
            |path: &PathBuf| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let names: Vec<String> = self.games.iter().map(name).collect();
        format!(" --games {} --per-game {}", names.join(" "), self.per_game)
    }

    /// Weights that know what moves look like, from the games, if any are given.
    fn glance(&self, range: (u32, u32), console: &Console) -> anyhow::Result<Option<Weights>> {
        if self.games.is_empty() {
            return Ok(None);
        }
        let model = Looker::new()?.model();
        let sampling = Sampling { per_game: self.per_game, seconds: 300, seed: 2 };
        let mut examples = Vec::new();
        let bar = console.bar(None, "{elapsed_precise} reading games, {pos} positions");
        for path in &self.games {
            let read = sampling.each(
                self.scale,
                input::open(path)?,
                || {},
                |_, choice| {
                    if choice.is_learnt_from() {
                        bar.inc(1);
                        examples.extend(Example::at_a_glance(&choice, &model));
                    }
                },
            );
            read.with_context(|| format!("cannot read {}", path.display()))?;
        }
        bar.finish_and_clear();
        let without = Without { values: true, mixture: true, ..Without::default() };
        let course = Course { epochs: 4, squares: 0.3, ..Course::default() };
        let mut fitter = Fitter::new(Weights::new(self.scale, range, without), course);
        while let Some(nats) = fitter.epoch(&examples, &|| !interrupt::is_wanted()) {
            console.detail(format_args!("at a glance: {nats:.4} nats a move, {} positions", examples.len()));
        }
        Ok(Some(fitter.finish()))
    }
}

/// The ratings between which all but a fiftieth of the examples lie on either side.
fn range(examples: &[Example]) -> (u32, u32) {
    let mut ratings: Vec<u32> = examples.iter().map(|example| example.rating).collect();
    ratings.sort_unstable();
    let edge = ratings.len() / 50;
    let at = |place: usize| ratings.get(place).map_or(1500, |rating| (rating + 25) / 50 * 50);
    let (low, high) = (at(edge), at(ratings.len().saturating_sub(1 + edge)));
    (low, high.max(low + 100))
}
