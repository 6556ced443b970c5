//! `quevedo datagen`: games against itself, to learn from.

mod report;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::{ArgGroup, Args, value_parser};
use quevedo_rules::Board;
use quevedo_train::data::{Game, GameFile, Recovered, Survey};
use quevedo_train::datagen::{Crew, CrewError, Job, Settings, openings_sum};
use serde_json::{Value, json};

use crate::console::Console;
use crate::failure::{EngineFailure, Finding};
use crate::network::EvaluationArgs;
use crate::{game_file, interrupt, opening_file};
use report::Report;

/// Play games against itself, to learn from; safe to kill, and goes on where it was
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("amount").required(true).args(["games", "positions"]))]
#[command(after_help = "\
Examples:
  quevedo datagen --out first.qvg --positions 5000000
  quevedo datagen --out first.qvg --positions 8000000               go on, to 8 million in all
  quevedo datagen --out more.qvg --games 1000 --seed 2 --threads 1
  quevedo datagen --out book.qvg --games 10000 --openings book.epd
  quevedo datagen --out second.qvg --positions 5000000 --eval-file net.qvnn

A game begins with 8 or 9 random moves, or with a position of --openings and 2 or 3 random moves; starts
that a short search finds lopsided are not played, and no start is played twice. Then every move is
searched until --nodes are spent and the iteration is finished. Games end by the rules (a third
repetition and fifty moves are draws), when both sides have seen a score of 20 pawns for 4 plies, when
it was level (0.10) for 12 plies after ply 70, or after 400 plies.

The file keeps every move with its score, and the result; positions to learn from are chosen when it is
read. --positions counts those that are fit: not in check, the best move quiet, the score below 25 pawns.
Nothing is lost but the games in play when the program is stopped, killed or without power: the same
command goes on. With the same --seed, --nodes and openings the file is the same, whatever the number of
threads and interruptions. `quevedo data` shows what is in it.

Fields of --json: file, games (numbers used), played, not_played (starts that had come up before), white,
drawn, black, plies, positions, seconds (of this run), positions_per_hour. With --jsonl the same fields on
a line once a minute, too.")]
pub(crate) struct DatagenArgs {
    /// The file of games: a new one, or one to go on with
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Play until there are N games in the file
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    games: Option<u64>,

    /// Play until there are N positions in the file that are fit to learn from
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    positions: Option<u64>,

    /// Nodes for each move; the iteration is then finished
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,

    /// Games at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// The source of all chance: other seeds, other games
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// Where games begin: an EPD or PGN file, plain or packed (.zst, .zip)
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Random moves after that, or one more [default: 8, with --openings 2]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(0..=100))]
    random_plies: Option<u32>,

    #[command(flatten)]
    evaluation: EvaluationArgs,
}

/// How often plain lines tell about progress, and how often the file is known to be on the disk.
const TELLING: Duration = Duration::from_mins(1);

/// So many starts in a row that cannot be played: there will be no more.
const VAIN: u64 = 1000;

pub(crate) fn run(args: &DatagenArgs, console: &Console) -> anyhow::Result<Finding> {
    let wishes = args.wishes();
    let settings = wishes.settings();
    let openings = wishes.read_openings()?;
    let engine = args.evaluation.engine_kind()?;
    let provenance = game_file::provenance(&engine, wishes.made(settings, &openings))?;
    let inputs: Vec<PathBuf> = args.openings.iter().chain(args.evaluation.file()).cloned().collect();
    let (file, Recovered { survey, known, .. }) = game_file::open(&args.out, &inputs, &provenance, console)?;
    interrupt::catch()?;
    let mut work = Work {
        args,
        console,
        file,
        before: survey.fit,
        survey,
        began: Instant::now(),
        told: Instant::now(),
        vain: 0,
        bar: console.bar(Some(args.goal()), "{elapsed_precise} {bar:30} {msg}"),
        failure: None,
    };
    if !work.is_enough() {
        let crew = Crew { openings: &openings, engine: &engine, threads: args.threads() };
        let job = Job::new(settings, &crew, work.survey.games..u64::MAX);
        job.play(&crew, known, interrupt::flag(), |game| work.take(&game)).map_err(failed)?;
    }
    work.bar.finish_and_clear();
    work.failure.take().map_or(Ok(()), Err)?;
    work.sync()?;
    work.report().write(console)?;
    if work.is_enough() || !interrupt::is_wanted() {
        return Ok(Finding::Good);
    }
    let (games, name) = (work.survey.games, args.out.display());
    console.note(format_args!("interrupted; {name} keeps {games} games, and the same command goes on"));
    Ok(Finding::Interrupted)
}

fn failed(error: CrewError) -> anyhow::Error {
    match error {
        CrewError::Failed(_) => EngineFailure(error.to_string()).into(),
        _ => error.into(),
    }
}

/// What decides which games are played, besides the evaluation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wishes<'a> {
    pub(crate) seed: u64,
    pub(crate) nodes: u64,
    pub(crate) random_plies: Option<u32>,
    pub(crate) openings: Option<&'a Path>,
}

impl Wishes<'_> {
    pub(crate) fn settings(&self) -> Settings {
        let usual = Settings::new(self.seed, self.nodes);
        let without = if self.openings.is_some() { 2 } else { usual.random_plies };
        Settings { random_plies: self.random_plies.unwrap_or(without), ..usual }
    }

    pub(crate) fn read_openings(&self) -> anyhow::Result<Vec<Board>> {
        let Some(path) = self.openings else { return Ok(Vec::new()) };
        let openings = opening_file::read(Some(path), None)?;
        Ok(openings.iter().map(|opening| *opening.game().board()).collect())
    }

    /// What the file says of it.
    pub(crate) fn made(&self, settings: Settings, openings: &[Board]) -> Value {
        let sum = openings_sum(openings);
        let openings = self.openings.map(|file| {
            let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
            json!({ "file": name, "positions": openings.len(), "sum": format!("{sum:016x}") })
        });
        json!({ "settings": settings, "openings": openings })
    }
}

impl DatagenArgs {
    fn wishes(&self) -> Wishes<'_> {
        let &DatagenArgs { seed, nodes, random_plies, .. } = self;
        Wishes { seed, nodes, random_plies, openings: self.openings.as_deref() }
    }

    fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(all, usize::from)
    }

    /// How many games or positions are wanted.
    fn goal(&self) -> u64 {
        self.games.or(self.positions).unwrap_or(u64::MAX)
    }
}

/// A run.
struct Work<'a> {
    args: &'a DatagenArgs,
    console: &'a Console,
    file: GameFile,
    survey: Survey,
    /// Fit positions that were there before this run.
    before: u64,
    began: Instant,
    told: Instant,
    /// Starts in a row that could not be played.
    vain: u64,
    bar: indicatif::ProgressBar,
    failure: Option<anyhow::Error>,
}

impl Work<'_> {
    fn is_enough(&self) -> bool {
        self.args.games.is_some_and(|games| self.survey.games >= games)
            || self.args.positions.is_some_and(|positions| self.survey.fit >= positions)
    }

    /// Keeps a game and says whether to go on.
    fn take(&mut self, game: &Game) -> ControlFlow<()> {
        if let Err(error) = self.keep(game) {
            self.failure = Some(error);
            return ControlFlow::Break(());
        }
        if self.is_enough() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn keep(&mut self, game: &Game) -> anyhow::Result<()> {
        self.file.append(std::slice::from_ref(game)).with_context(|| self.cannot_write())?;
        self.survey.add(game);
        self.vain = if game.plies.is_empty() { self.vain + 1 } else { 0 };
        anyhow::ensure!(
            self.vain < VAIN,
            "{VAIN} starts in a row had come up before or are lopsided; give more openings or --random-plies"
        );
        let report = self.report();
        self.bar.set_position(self.args.games.map_or(self.survey.fit, |_| self.survey.games));
        self.bar.set_message(report.line(self.remaining()));
        if self.told.elapsed() >= TELLING {
            self.told = Instant::now();
            self.sync()?;
            if self.bar.is_hidden() {
                self.console.note(report.line(self.remaining()));
            }
            report.write_line(self.console)?;
        }
        Ok(())
    }

    fn sync(&self) -> anyhow::Result<()> {
        self.file.sync().with_context(|| self.cannot_write())
    }

    fn cannot_write(&self) -> String {
        format!("cannot write to {}", self.args.out.display())
    }

    fn report(&self) -> Report {
        Report::new(&self.args.out, &self.survey, self.before, self.began.elapsed())
    }

    /// The time until the goal, at the speed so far.
    fn remaining(&self) -> Option<Duration> {
        let new = self.survey.fit.checked_sub(self.before).filter(|&new| new > 0)? as f64;
        let speed = new / self.began.elapsed().as_secs_f64().max(1e-3);
        let fit_per_game = self.survey.fit as f64 / self.survey.games.max(1) as f64;
        let left = match self.args.positions {
            Some(positions) => positions.saturating_sub(self.survey.fit) as f64,
            None => self.args.goal().saturating_sub(self.survey.games) as f64 * fit_per_game,
        };
        Duration::try_from_secs_f64(left / speed).ok()
    }
}
