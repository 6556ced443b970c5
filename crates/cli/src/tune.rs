//! `quevedo tune`: the weights of the classical evaluation, learnt from positions with results.

mod checkpoint;
mod read;
mod report;

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::{Args, value_parser};
use quevedo_eval::Weights;
use quevedo_train::tune::{
    Dataset, Options, State, error_of, fit_steepness, fit_target, json, rust_source, settle, tune,
};

use crate::arguments::{number, part};
use crate::console::Console;
use crate::failure::Finding;
use crate::files::Output;
use crate::interrupt;
use crate::stage::Stage;
use checkpoint::Checkpoint;
use report::{EpochReport, Errors, Report};

/// Tune the weights of the classical evaluation on positions with results
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo tune tcec_evals.txt.zst --out weights
  quevedo tune games.pgn.zst --every 10 --epochs 30 --rust --out weights
  quevedo tune own.txt own.txt games.pgn --result 0.4 --pull 2e-9 --out weights
  quevedo tune tcec_evals.txt.zst --out weights --resume        after Ctrl-C

Data, plain or compressed (.zst), a file named twice counts twice:
  lines `FEN | hundredths for White | result`, as tcec_evals has them: score and result
  lines with a FEN or EPD and a result behind it: 1-0, c9 \"1/2-1/2\";, [0.5]
  PGN: some quiet positions of each game that has a result
  games of `quevedo datagen`: the positions that are fit to learn from, with scores and results

What is predicted is part the result of the game, part the score of a search (--result). Positions
next to each other are learnt from or held out together, in blocks: the error on those held out is
what counts. OUT/weights.json has the weights, with --rust OUT/weights.rs the source file of the
defaults. Ctrl-C leaves OUT/checkpoint.json, from which --resume goes on to the same weights.

Fields of --json: learnt, held_out (numbers of positions), target (result_part, score_steepness),
steepness, epochs, seconds, errors (before, after, rounded; each with learnt and held_out),
weights, source (names of files). With --jsonl a line for each epoch (epoch, learnt, held_out,
seconds) stands before it.")]
pub(crate) struct TuneArgs {
    /// Positions: lines with results, or PGN; `-` for stdin
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The folder for weights and checkpoint
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,

    /// How often to go through all positions
    #[arg(long, value_name = "N", default_value_t = 100)]
    epochs: u32,

    /// Take at most so many positions from each file
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    positions: usize,

    /// Of PGN games, take about one position in N
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u32).range(1..))]
    every: u32,

    /// The part of the game's result in what is predicted, 0 to 1; the rest is the search's score
    #[arg(long, value_name = "PART", default_value_t = 0.5, value_parser = part)]
    result: f32,

    /// How steeply values turn into expected results, per pawn [default: fitted]
    #[arg(long, value_name = "X", value_parser = positive)]
    steepness: Option<f32>,

    /// Positions per step
    #[arg(long, value_name = "N", default_value_t = 16384, value_parser = value_parser!(u32).range(1..))]
    batch: u32,

    /// The length of the first steps, in hundredths of a pawn
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = positive)]
    rate: f32,

    /// How strongly weights are drawn back to where they started
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = not_negative)]
    pull: f32,

    /// For the order of the positions
    #[arg(long, value_name = "N", default_value_t = 1912)]
    seed: u64,

    /// Hold out one block in N
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = value_parser!(u64).range(2..))]
    hold_out: u64,

    /// Positions in a block
    #[arg(long, value_name = "N", default_value_t = 8192, value_parser = value_parser!(u32).range(1..=1 << 20))]
    block: u32,

    #[command(flatten)]
    stage: Stage,

    /// Write the weights as Rust source, too
    #[arg(long)]
    rust: bool,
}

/// Checkpoints are not written more often.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(5);

pub(crate) fn run(args: &TuneArgs, console: &Console) -> anyhow::Result<Finding> {
    fs::create_dir_all(&args.out)
        .with_context(|| format!("cannot make the folder {}", args.out.display()))?;
    let weights = args.claim("weights.json")?;
    let source = if args.rust { Some(args.claim("weights.rs")?) } else { None };
    let checkpoint = Checkpoint::open(&args.out, args.stage.resume)?;
    interrupt::catch()?;
    let Some((learn, check)) = read::datasets(args, console)? else { return Ok(Finding::Interrupted) };

    let start = State::new(&Weights::default());
    let target = fit_target(&learn, args.result);
    let steepness = args.steepness.unwrap_or_else(|| fit_steepness(&learn, start.row(), target));
    let options = Options {
        epochs: args.epochs,
        batch: args.batch as usize,
        rate: args.rate,
        pull: args.pull,
        target,
        steepness,
        seed: args.seed,
    };
    let settings = checkpoint::settings(&options, &learn, &check);
    let errors = |state: &State| Errors {
        learnt: error_of(&learn, state.row(), steepness, target),
        held_out: (!check.is_empty()).then(|| error_of(&check, state.row(), steepness, target)),
    };
    let before = errors(&start);
    let state = if args.stage.resume { checkpoint.load(&settings)? } else { start };
    let began = Instant::now();
    let state = walk(args, &learn, &check, &options, state, &checkpoint, &settings, console)?;
    let mut report = Report::new(&learn, &check, &options, &state, before, errors(&state), began.elapsed());
    if state.epoch < args.epochs {
        checkpoint.save(&settings, &state)?;
        console.note(format_args!(
            "{} of {} epochs are done; --resume goes on from {}",
            state.epoch,
            args.epochs,
            checkpoint.path().display()
        ));
        report.write(console)?;
        return Ok(if interrupt::is_wanted() { Finding::Interrupted } else { Finding::Good });
    }
    let tuned = settle(&state.weights(), &learn.usage());
    report.rounded(errors(&State::new(&tuned)));
    weights.write(json(&tuned).as_bytes())?;
    report.weights = Some(weights.path().display().to_string());
    if let Some(source) = source {
        source.write(rust_source(&tuned).as_bytes())?;
        report.source = Some(source.path().display().to_string());
    }
    checkpoint.remove();
    report.write(console)?;
    Ok(Finding::Good)
}

/// Walks downhill until all epochs are done or somebody interrupts it.
#[allow(clippy::too_many_arguments)] // what a walk needs, each once
fn walk(
    args: &TuneArgs,
    learn: &Dataset,
    check: &Dataset,
    options: &Options,
    state: State,
    checkpoint: &Checkpoint,
    settings: &serde_json::Value,
    console: &Console,
) -> anyhow::Result<State> {
    let bar = console
        .bar(Some(u64::from(args.epochs)), "{elapsed_precise} {bar:30} epoch {pos}/{len}, {msg}, {eta} left");
    bar.set_position(u64::from(state.epoch));
    let began = Instant::now();
    let mut saved = Instant::now();
    let mut failure = None;
    let state = tune(learn, check, options, state, |progress| {
        let epoch = EpochReport {
            epoch: progress.state.epoch,
            learnt: progress.learn_error,
            held_out: (!check.is_empty()).then_some(progress.check_error),
            seconds: began.elapsed().as_secs_f64(),
        };
        let held_out = epoch.held_out.map_or_else(String::new, |error| format!(", held out {error:.6}"));
        bar.set_message(format!("error {:.6}{held_out}", epoch.learnt));
        bar.inc(1);
        let mut told = epoch.write(console);
        if told.is_ok() && saved.elapsed() >= CHECKPOINT_INTERVAL {
            told = checkpoint.save(settings, progress.state);
            saved = Instant::now();
        }
        failure = told.err();
        let is_enough = args.stage.stop_after.is_some_and(|epochs| epoch.epoch >= epochs);
        if failure.is_some() || is_enough || interrupt::is_wanted() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    bar.finish_and_clear();
    failure.map_or(Ok(state), Err)
}

impl TuneArgs {
    /// Makes sure that a file of the folder can be written in the end.
    fn claim(&self, name: &str) -> anyhow::Result<Output> {
        let path = self.out.join(name);
        Output::at(&path).apart_from(&self.files).overwrite(self.stage.force || self.stage.resume).claim()
    }
}

fn positive(text: &str) -> Result<f32, String> {
    number(text, f32::MIN_POSITIVE..=1e6, "a number greater than 0")
}

fn not_negative(text: &str) -> Result<f32, String> {
    number(text, 0.0..=1e6, "a number that is not negative")
}
