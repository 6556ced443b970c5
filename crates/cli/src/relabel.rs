//! `quevedo relabel`: positions from anywhere with scores of our own search.

use std::collections::VecDeque;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::{Args, value_parser};
use indicatif::HumanCount;
use quevedo_rules::{Board, Move, Outcome};
use quevedo_train::data::{Record, Recovered, Sampler, Seen};
use quevedo_train::relabel::{BLOCK, RECORD, Relabeller};
use serde::Serialize;
use serde_json::json;

use crate::console::{Console, Format};
use crate::failure::Finding;
use crate::labelled_positions::Sources;
use crate::network::EvaluationArgs;
use crate::{game_file, interrupt};

/// Give positions of games, PGN or EPD scores of our own search, to learn from
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo relabel games.pgn.zst --every 10 --out human.qvg
  quevedo relabel old.qvg --nodes 5000 --out new.qvg        the games of an older engine
  quevedo relabel lines.epd --max 100000 --out some.qvg

Data, plain or compressed (.zst): games of `quevedo datagen`, PGN, or lines with a position and a result
behind it, as `quevedo tune` reads them. Of games, positions after move 4 are taken that are not in
check and not in the middle of an exchange. A position is taken once, and only if somebody can move and
nobody is in check.

Each becomes a game of one move in the file, with its result: `quevedo train`, `quevedo data` and
`quevedo fit-wdl` read it as they read games. A run that was stopped or killed goes on with the same
command.

Fields of --json: file, positions, repeated (left out, they had come up before), unfit (in check, or
nobody can move), unreadable, seconds (of this run), positions_per_hour.")]
pub(crate) struct RelabelArgs {
    /// Files with positions; `-` for stdin
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The file for the positions: a new one, or one to go on with
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Nodes for each position; the iteration is then finished
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,

    /// Of games, take about one position in N
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..))]
    every: u32,

    /// Stop at N positions
    #[arg(long, value_name = "N")]
    max: Option<u64>,

    /// Positions at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    #[command(flatten)]
    evaluation: EvaluationArgs,
}

/// Blocks for each thread between two writes.
const BLOCKS: usize = 4;
const TELLING: Duration = Duration::from_mins(1);

pub(crate) fn run(args: &RelabelArgs, console: &Console) -> anyhow::Result<Finding> {
    let evaluator = args.evaluation.named()?;
    let names: Vec<String> = args.files.iter().map(|path| path.display().to_string()).collect();
    let made = json!({ "relabelled": names, "every": args.every, "nodes": args.nodes });
    let provenance = game_file::provenance(&evaluator, made)?;
    interrupt::catch()?;
    let threads =
        args.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let relabeller = Relabeller::new(args.nodes, evaluator, threads)?;
    let mut source = Source::new(args, console);
    // A file is made only if there is something to write into it.
    if !source.has_any()? {
        if interrupt::is_wanted() {
            console.note("interrupted while reading; nothing was written");
            return Ok(Finding::Interrupted);
        }
        let (unreadable, unfit) = (source.sources.unreadable(), source.unfit);
        anyhow::bail!(
            "there are no positions to relabel ({unreadable} lines or games cannot be read, {unfit} positions are \
             in check or over); nothing was written"
        );
    }
    let inputs: Vec<PathBuf> = args.files.iter().chain(args.evaluation.file()).cloned().collect();
    let (mut file, Recovered { survey, .. }) = game_file::open(&args.out, &inputs, &provenance, console)?;
    let cannot_write = || format!("cannot write to {}", args.out.display());

    // Scores depend on where blocks begin, so an unfinished block is begun anew.
    let done = survey.games - survey.games % BLOCK as u64;
    file.cut(survey.good_length - (survey.games - done) * RECORD).with_context(cannot_write)?;
    for _ in 0..done {
        if source.next()?.is_none() {
            break;
        }
    }
    let began = Instant::now();
    let mut told = began;
    let mut positions = done;
    let bar = console.bar(args.max, "{elapsed_precise} {bar:30} {msg}");
    while !interrupt::is_wanted() {
        let wanted = args.max.map_or(u64::MAX, |max| max.saturating_sub(positions));
        let some =
            source.some((threads * BLOCKS * BLOCK).min(usize::try_from(wanted).unwrap_or(usize::MAX)))?;
        if some.is_empty() {
            break;
        }
        let games = relabeller.relabel(&some, interrupt::flag())?;
        file.append(&games).with_context(cannot_write)?;
        positions += games.len() as u64;
        bar.set_position(positions);
        let line = || {
            let speed = (positions - done) as f64 * 3600.0 / began.elapsed().as_secs_f64().max(1e-3);
            format!("{} positions, {} an hour", HumanCount(positions), HumanCount(speed as u64))
        };
        bar.set_message(line());
        if told.elapsed() >= TELLING {
            told = Instant::now();
            file.sync().with_context(cannot_write)?;
            if bar.is_hidden() {
                console.note(line());
            }
        }
    }
    bar.finish_and_clear();
    file.sync().with_context(cannot_write)?;
    source.report(args, positions, positions - done, began.elapsed()).write(console)?;
    if !interrupt::is_wanted() {
        return Ok(Finding::Good);
    }
    let name = args.out.display();
    console
        .note(format_args!("interrupted; {name} keeps {positions} positions, and the same command goes on"));
    Ok(Finding::Interrupted)
}

/// The positions of all files, each once.
struct Source<'a> {
    sources: Sources<'a>,
    every: u32,
    sampler: Sampler,
    /// The file that is being read, from 1.
    file: usize,
    /// Positions of the last game.
    ready: VecDeque<(Board, Outcome)>,
    seen: Seen,
    unfit: u64,
}

impl<'a> Source<'a> {
    fn new(args: &'a RelabelArgs, console: &'a Console) -> Source<'a> {
        Source {
            sources: Sources::new(&args.files, console),
            every: args.every,
            sampler: Sampler::new(args.every, 0),
            file: 0,
            ready: VecDeque::new(),
            seen: Seen::default(),
            unfit: 0,
        }
    }

    /// Up to so many positions.
    fn some(&mut self, most: usize) -> anyhow::Result<Vec<(Board, Outcome)>> {
        let mut some = Vec::new();
        while some.len() < most
            && let Some(position) = self.next()?
        {
            some.push(position);
        }
        Ok(some)
    }

    /// Whether there is a position at all; it is not lost by asking.
    fn has_any(&mut self) -> anyhow::Result<bool> {
        let first = self.next()?;
        let has_any = first.is_some();
        self.ready.extend(first);
        self.ready.rotate_right(usize::from(has_any));
        Ok(has_any)
    }

    fn next(&mut self) -> anyhow::Result<Option<(Board, Outcome)>> {
        while self.ready.is_empty() {
            let Some((file, record)) = self.sources.next()? else { return Ok(None) };
            if file != self.file {
                self.file = file;
                self.sampler = Sampler::new(self.every, 0);
            }
            self.fill(record);
        }
        Ok(self.ready.pop_front())
    }

    /// Takes the fit positions of a record that are new.
    fn fill(&mut self, record: Record) {
        let found: Vec<(Board, Outcome)> = match record {
            Record::OurGame(game) => {
                let moves: Vec<_> = game.plies.iter().map(|ply| ply.mv).collect();
                self.sampled(&game.start, &moves, game.result)
            }
            Record::Game { start, moves, result } => self.sampled(&start, &moves, result),
            Record::Line { labelled, .. } => vec![(labelled.board, labelled.outcome())],
        };
        for (board, result) in found {
            if board.in_check() || !board.has_legal_moves() {
                self.unfit += 1;
            } else if self.seen.insert(board.key()) {
                self.ready.push_back((board, result));
            }
        }
    }

    fn sampled(&mut self, start: &Board, moves: &[Move], result: Outcome) -> Vec<(Board, Outcome)> {
        let chosen = self.sampler.positions(start, moves, 0.5);
        chosen.into_iter().map(|labelled| (labelled.board, result)).collect()
    }

    fn report(&self, args: &RelabelArgs, positions: u64, new: u64, time: Duration) -> Report {
        Report {
            file: args.out.display().to_string(),
            positions,
            repeated: self.seen.repeated(),
            unfit: self.unfit,
            unreadable: self.sources.unreadable(),
            seconds: (time.as_secs_f64() * 1000.0).round() / 1000.0,
            positions_per_hour: (new as f64 * 3600.0 / time.as_secs_f64().max(1e-3)) as u64,
        }
    }
}

#[derive(Serialize, Debug)]
struct Report {
    file: String,
    positions: u64,
    repeated: u64,
    unfit: u64,
    unreadable: u64,
    seconds: f64,
    positions_per_hour: u64,
}

impl Report {
    fn write(&self, console: &Console) -> anyhow::Result<()> {
        let mut out = console.stdout();
        if console.format == Format::Text {
            writeln!(out, "file       {}", self.file)?;
            writeln!(out, "positions  {}", HumanCount(self.positions))?;
            writeln!(
                out,
                "left out   {} had come up before, {} in check or over, {} unreadable",
                HumanCount(self.repeated),
                HumanCount(self.unfit),
                HumanCount(self.unreadable)
            )?;
            let speed = HumanCount(self.positions_per_hour);
            writeln!(out, "this run   {:.1} s, {speed} positions an hour", self.seconds)?;
        } else {
            console.write_json(&mut out, self)?;
        }
        out.flush()?;
        Ok(())
    }
}
