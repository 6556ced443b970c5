//! `quevedo train`: a network, learnt from positions with scores and results.

mod checkpoint;
mod picture;
mod progress;
mod read;
mod report;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::{Args, ValueEnum, value_parser};
use quevedo_train::data::{Packed, TrainingSet};
use quevedo_train::network::{
    Course, Difference, Schedule, Settings, Shape, State, Trainer, difference, quantised, taken_up,
};

use crate::arguments::{number, part};
use crate::console::Console;
use crate::failure::{Finding, Usage};
use crate::files::Output;
use crate::stage::Stage;
use crate::{interrupt, network};
use checkpoint::CheckpointFile;
use progress::Progress;
use report::Report;

/// Train a network on positions with scores and results
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo train games.qvg --out net.qvnn
  quevedo train old.qvg new.qvg --out net.qvnn --hidden 128 --epochs 40
  quevedo train lines.txt.zst --out net.qvnn --blend 0.2 --final-blend 0.5
  quevedo train games.qvg --out net.qvnn --lessons 20 --epochs 8     when there are few games
  quevedo train new.qvg --out net2.qvnn --from net.qvnn --lr 0.0003
  quevedo train games.qvg --out net.qvnn --resume          after Ctrl-C or a crash

Data, plain or compressed (.zst):
  files of games as `quevedo datagen` writes them
  lines `FEN | hundredths for White | result`
Positions in check, before a capture or with scores beyond --most-score are left out, and each
position counts once.

With --lessons the network first learns to say what the classical evaluation says, on positions a
few random moves away from those of the data (new ones in each epoch, so there is no end of them).

The network predicts the expected result: in part the result of the game (--blend), for the rest
the score of the search, sigmoid(score / 400). What is brought down is the mean squared error.
Whole games are held out (of lines, blocks of neighbours); the error on them is what counts.
The same data, options and number of threads give the same network, bit for bit; so does
--resume, which takes up the number of threads that the training began with.

While it runs, OUT.checkpoint has the state of a minute ago at most; Ctrl-C writes it anew.
At the end stand OUT, the network for `EvalFile`, and beside it an SVG of the losses.

Fields of --json: learnt, held_out (numbers of positions), architecture, epochs, steps, seconds,
positions_per_second, losses (learnt, held_out; on the positions held out also score and result:
against these alone; classical: the classical evaluation's, at scale 400 and at its best scale; results: as the evaluations
of `quevedo judge`),
quantisation (positions, mean, most: how far the written network is from the trained one, in
hundredths of a pawn), network, picture (names of files). With --jsonl a line for each epoch
(epoch, learnt, held_out, rate, seconds) stands before it.")]
pub(crate) struct TrainArgs {
    /// Files of games or of lines with scores and results; `-` for stdin
    #[arg(value_name = "DATA", required = true)]
    files: Vec<PathBuf>,

    /// The network's file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// The sums of each side: a multiple of 16
    #[arg(long, value_name = "N", default_value_t = 256)]
    hidden: usize,

    /// Sets of feature weights, by where the own king stands: 1, 2, 4, 8, 16 or 32
    #[arg(long, value_name = "N", default_value_t = 4)]
    king_buckets: usize,

    /// Sets of output weights, by the number of men: 1 to 8
    #[arg(long, value_name = "N", default_value_t = 8)]
    output_buckets: usize,

    /// Train the sets of feature weights each for itself; usually they share what they have in common
    #[arg(long)]
    unshared: bool,

    /// Begin with the weights of this network; it may have fewer sums and coarser king buckets
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    from: Option<PathBuf>,

    /// How often to go through all positions
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = value_parser!(u32).range(1..=100_000))]
    epochs: u32,

    /// Before that, so many epochs in which the classical evaluation is imitated
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value_parser!(u32).range(..=100_000))]
    lessons: u32,

    /// Positions per step
    #[arg(long, value_name = "N", default_value_t = 16384, value_parser = value_parser!(u32).range(1..=1 << 24))]
    batch: u32,

    /// The learning rate after the warm-up
    #[arg(long, value_name = "X", default_value_t = 0.001, value_parser = rate)]
    lr: f32,

    /// The learning rate at the end
    #[arg(long, value_name = "X", default_value_t = 0.000_01, value_parser = rate)]
    final_lr: f32,

    /// How the learning rate falls
    #[arg(long, value_name = "COURSE", default_value = "cosine")]
    schedule: CourseName,

    /// Steps in which the learning rate rises from nothing
    #[arg(long, value_name = "N", default_value_t = 100)]
    warm_up: u64,

    /// The part of the game's result in what is predicted, 0 to 1
    #[arg(long, value_name = "PART", default_value_t = 0.2, value_parser = part)]
    blend: f32,

    /// The same at the end; it changes evenly [default: as --blend]
    #[arg(long, value_name = "PART", value_parser = part)]
    final_blend: Option<f32>,

    /// How much the scores of a game's later moves count for the earlier ones, 0 to 1: TD(lambda)
    #[arg(long, value_name = "PART", default_value_t = 0.0, value_parser = part)]
    lambda: f32,

    /// The scale of the data's scores, in hundredths of a pawn
    #[arg(long, value_name = "X", default_value_t = 400.0, value_parser = scale)]
    score_scale: f32,

    /// How much of the output and feature weights decays per step, times the learning rate
    #[arg(long, value_name = "X", default_value_t = 0.01, value_parser = part)]
    decay: f32,

    /// Leave out positions with scores beyond this
    #[arg(long, value_name = "N", default_value_t = 2500)]
    most_score: u16,

    /// Read at most so many positions
    #[arg(long, value_name = "N", default_value_t = 200_000_000)]
    positions: usize,

    /// Hold out one game (or block of lines) in N
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = value_parser!(u64).range(2..))]
    hold_out: u64,

    /// Lines in a block
    #[arg(long, value_name = "N", default_value_t = 1024, value_parser = value_parser!(u64).range(1..))]
    block: u64,

    /// For the first weights and the order of the positions
    #[arg(long, value_name = "N", default_value_t = 1912)]
    seed: u64,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Words that the network's file keeps: at most 64 bytes
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,

    /// Seconds between checkpoints; 0 for one after every step
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    checkpoint_every: u64,

    #[command(flatten)]
    stage: Stage,
}

/// The courses by name.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum CourseName {
    Linear,
    Cosine,
    Steps,
}

impl TrainArgs {
    fn settings(&self) -> Result<Settings, Usage> {
        let shape = Shape::new(self.hidden, self.king_buckets, self.output_buckets)
            .map_err(|error| Usage(error.to_string()))?;
        let course = match self.schedule {
            CourseName::Linear => Course::Linear,
            CourseName::Cosine => Course::Cosine,
            CourseName::Steps => Course::Steps,
        };
        Ok(Settings {
            is_factorised: self.king_buckets > 1 && !self.unshared,
            shape,
            epochs: self.lessons + self.epochs,
            lessons: self.lessons,
            batch: self.batch as usize,
            rate: Schedule { first: self.lr, last: self.final_lr, course, warm_up: self.warm_up },
            blend: Schedule::linear(self.blend, self.final_blend.unwrap_or(self.blend)),
            score_scale: self.score_scale,
            decay: self.decay,
            seed: self.seed,
            parts: self.threads(),
        })
    }

    fn threads(&self) -> usize {
        self.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
    }

    /// The words in the network's file, with the sizes of the data unless the user has better ones.
    fn words(&self, positions: &TrainingSet) -> String {
        let text = self.description.clone();
        text.unwrap_or_else(|| {
            format!("{} positions, {} epochs, seed {}", positions.learn.len(), self.epochs, self.seed)
        })
    }
}

/// The written network may be so far from the trained one in the mean, in hundredths of a pawn: a bug is
/// far beyond, rounding far below.
const MEAN_BOUND: f64 = 16.0;

/// The networks are compared on at most so many positions.
const COMPARED: usize = 100_000;

pub(crate) fn run(args: &TrainArgs, console: &Console) -> anyhow::Result<Finding> {
    let mut settings = args.settings()?;
    if args.description.as_ref().is_some_and(|text| text.len() > 64) {
        return Err(Usage("the description is longer than 64 bytes".to_owned()).into());
    }
    let results = Results::claim(args)?;
    let file = CheckpointFile::open(&args.out, args.stage.resume)?;
    interrupt::catch()?;
    let threads = rayon::ThreadPoolBuilder::new().num_threads(args.threads()).build();
    threads.context("cannot start threads")?.install(|| {
        let Some(positions) = read::positions(args, console)? else { return Ok(Finding::Interrupted) };
        let state = match &args.from {
            _ if args.stage.resume => file.load(&mut settings, positions.fingerprint)?,
            Some(path) => take_up(path, &settings)?,
            None => State::new(&settings),
        };
        train(args, &settings, &positions, state, &file, &results, console)
    })
}

/// What a training leaves.
struct Results {
    network: Output,
    picture: Output,
}

impl Results {
    /// Makes sure before the training that they can be written after it.
    fn claim(args: &TrainArgs) -> anyhow::Result<Results> {
        let picture = args.out.with_extension("svg");
        if picture == args.out {
            let words =
                format!("{} is the picture's name; choose another for the network", args.out.display());
            return Err(Usage(words).into());
        }
        let claim = |path| {
            let claim = Output::at(path).apart_from(&args.files).apart_from(&args.from);
            claim.overwrite(args.stage.force || args.stage.resume).claim()
        };
        Ok(Results { network: claim(&args.out)?, picture: claim(&picture)? })
    }
}

/// The state of a training that begins with the weights of a network.
fn take_up(path: &Path, settings: &Settings) -> anyhow::Result<State> {
    let network = network::read(path)?;
    let weights = taken_up(&network, &settings.shape, settings.is_factorised, settings.seed)
        .map_err(|error| Usage(format!("{}: {error}", path.display())))?;
    Ok(State::from_weights(settings, weights))
}

fn train(
    args: &TrainArgs,
    settings: &Settings,
    positions: &TrainingSet,
    state: State,
    file: &CheckpointFile,
    results: &Results,
    console: &Console,
) -> anyhow::Result<Finding> {
    let began = Instant::now();
    let mut trainer = Trainer::new(settings.clone(), &positions.learn, &positions.check, state)?;
    let steps_before = trainer.state().step;
    walk(args, settings, &mut trainer, positions.fingerprint, file, console)?;
    let steps = trainer.state().step - steps_before;
    let mut report = Report::new(settings, &trainer, positions, steps, began.elapsed());
    if !trainer.is_done() {
        file.save(settings, positions.fingerprint, trainer.state())?;
        let name = file.path().display();
        let epochs = trainer.state().epochs();
        console.note(format_args!(
            "{epochs} of {} epochs are done; --resume goes on from {name}",
            settings.epochs
        ));
        report.write(console)?;
        return Ok(if interrupt::is_wanted() { Finding::Interrupted } else { Finding::Good });
    }
    let network = quantised(&trainer.state().weights, &settings.shape, &args.words(positions))?;
    let apart = compare(&network, settings, &trainer, positions);
    results.network.write(&network.to_bytes())?;
    report.network(results.network.path(), apart);
    let svg = picture::draw(&trainer.state().history, &report.title());
    results.picture.write(svg.as_bytes())?;
    report.picture(results.picture.path());
    report.write(console)?;
    anyhow::ensure!(
        apart.mean <= MEAN_BOUND,
        "the written network differs from the trained one by {:.1} hundredths of a pawn in the mean; the checkpoint is \
         kept",
        apart.mean
    );
    file.remove();
    Ok(Finding::Good)
}

fn compare(
    network: &quevedo_eval::nnue::Network,
    settings: &Settings,
    trainer: &Trainer<'_, Packed>,
    positions: &TrainingSet,
) -> Difference {
    let some = if positions.check.is_empty() { &positions.learn } else { &positions.check };
    let some = &some[..some.len().min(COMPARED)];
    difference(network, &settings.shape, some, &trainer.values(some))
}

/// Walks downhill until all epochs are done or somebody interrupts it.
fn walk(
    args: &TrainArgs,
    settings: &Settings,
    trainer: &mut Trainer<'_, Packed>,
    fingerprint: u64,
    file: &CheckpointFile,
    console: &Console,
) -> anyhow::Result<()> {
    let mut progress = Progress::new(settings, trainer, console);
    let interval = Duration::from_secs(args.checkpoint_every);
    let mut saved = Instant::now();
    while !trainer.is_done() && !interrupt::is_wanted() {
        let moment = trainer.step()?;
        progress.tell(&moment, trainer, console)?;
        let is_enough = moment.epoch.is_some() && Some(trainer.state().epochs()) == args.stage.stop_after;
        if is_enough {
            break;
        }
        if saved.elapsed() >= interval && !trainer.is_done() {
            file.save(settings, fingerprint, trainer.state())?;
            saved = Instant::now();
        }
    }
    progress.finish();
    Ok(())
}

fn rate(text: &str) -> Result<f32, String> {
    number(text, f32::MIN_POSITIVE..=1.0, "a number greater than 0 and at most 1")
}

fn scale(text: &str) -> Result<f32, String> {
    number(text, 1.0..=10_000.0, "a number from 1 to 10000")
}
