//! `quevedo human label`: positions of people's games with what there was to see in them.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::{Args, value_parser};
use indicatif::HumanCount;
use quevedo_human::{Choice, Effort, Label, Looker, Scale, with_stack};
use serde::Serialize;

use super::sampling::Sampling;
use crate::console::{Console, Format};
use crate::failure::{Finding, Usage};
use crate::{files, input, interrupt};

/// Label positions of people's games: what every move is worth at depths 1 to 6, and what was played
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo human label --lichess games.pgn.zst --fide fide/*.pgn.zst --out labels.tsv
  quevedo human label --lichess games.pgn.zst --max 5000 --out labels.tsv

Of Lichess, rated games with at least --seconds for forty moves are taken; of other games, those with
ratings. Positions come from all bands of 200 rating points in turn, so that the rare ones are not lost
among the many, in an order that --seed decides; of each game at most --per-game, a quarter of them
from its first six moves.

The file has a line for each position: numbers for game, player and opponent, the scale and the rating,
the ply, a FEN, the moves since (at most two), what was played, the depth reached, nodes, and each legal
move with its scores and the best answer. A run that was stopped or killed goes on with the same command.

Fields of --json: file, positions, new, candidates, seconds.")]
pub(super) struct LabelArgs {
    /// Games with Lichess ratings; again for more
    #[arg(long, value_name = "FILE", num_args = 1.., required_unless_present = "fide")]
    lichess: Vec<PathBuf>,

    /// Games with ratings of the world chess federation; again for more
    #[arg(long, value_name = "FILE", num_args = 1..)]
    fide: Vec<PathBuf>,

    /// The file for the labels: a new one, or one to go on with
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Stop at N positions
    #[arg(long, value_name = "N")]
    max: Option<usize>,

    /// Take at most N positions of a game
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u32).range(1..=100))]
    per_game: u32,

    /// Only games with at least so many seconds for forty moves
    #[arg(long, value_name = "N", default_value_t = 300)]
    seconds: u32,

    /// Nodes for each position
    #[arg(long, value_name = "N", default_value_t = quevedo_human::NODES, value_parser = value_parser!(u64).range(1000..=100_000_000))]
    nodes: u64,

    /// Decides which positions are taken
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Points of a band.
const BAND: u32 = 200;
const TELLING: Duration = Duration::from_mins(1);
const SYNC: usize = 64;

pub(super) fn run(args: &LabelArgs, console: &Console) -> anyhow::Result<Finding> {
    let name = args.out.display();
    if let Some(input) =
        args.lichess.iter().chain(&args.fide).find(|input| files::is_same_file(input, &args.out))
    {
        return Err(Usage(format!("{name} and {} are the same file", input.display())).into());
    }
    let mut file = LabelFile::open(&args.out, &args.header(), console)?;
    interrupt::catch()?;
    let choices = args.choices(console)?;
    if interrupt::is_wanted() {
        console.note("interrupted while reading; nothing was labelled");
        return Ok(Finding::Interrupted);
    }
    let wanted = args.max.map_or(choices.len(), |max| max.min(choices.len()));
    let (done, began) = (file.labels, Instant::now());
    let work = || work(args, &choices[done.min(wanted)..wanted], &mut file, console);
    with_stack(work).context("no thread to think in")??;
    let report = Report {
        file: name.to_string(),
        positions: file.labels,
        new: file.labels - done,
        candidates: choices.len(),
        seconds: (began.elapsed().as_secs_f64() * 10.0).round() / 10.0,
    };
    console.present(&report, |report, out| {
        writeln!(out, "file        {}", report.file)?;
        writeln!(out, "positions   {}, {} of them new", report.positions, report.new)?;
        writeln!(out, "candidates  {}", report.candidates)?;
        Ok(())
    })?;
    if !interrupt::is_wanted() {
        return Ok(Finding::Good);
    }
    console.note(format_args!(
        "interrupted; {name} keeps {} positions, and the same command goes on",
        file.labels
    ));
    Ok(Finding::Interrupted)
}

fn work(args: &LabelArgs, choices: &[Choice], file: &mut LabelFile, console: &Console) -> anyhow::Result<()> {
    let mut looker = Looker::new()?;
    let bar = console
        .bar(Some(choices.len() as u64), "{elapsed_precise} {bar:30} {pos}/{len} positions, {eta} left");
    let (began, mut told) = (Instant::now(), Instant::now());
    for (number, choice) in choices.iter().enumerate() {
        if interrupt::is_wanted() {
            break;
        }
        let effort = Effort { nodes: args.nodes, ..Effort::default() };
        let sight = looker.look(&choice.board(), effort);
        file.append(&Label { choice: choice.clone(), sight })?;
        bar.inc(1);
        if bar.is_hidden() && told.elapsed() >= TELLING && console.format == Format::Text {
            told = Instant::now();
            let speed = (number + 1) as f64 * 3600.0 / began.elapsed().as_secs_f64();
            console.note(format_args!("{} positions, {} an hour", file.labels, HumanCount(speed as u64)));
        }
    }
    bar.finish_and_clear();
    file.sync()
}

#[derive(Serialize, Debug)]
struct Report {
    file: String,
    positions: usize,
    new: usize,
    candidates: usize,
    seconds: f64,
}

impl LabelArgs {
    /// What a file of labels was made with.
    fn header(&self) -> String {
        let names = |files: &[PathBuf]| {
            let names = files.iter().map(|path| {
                let name = path.file_name().unwrap_or(path.as_os_str());
                name.to_string_lossy().into_owned()
            });
            names.collect::<Vec<_>>().join(",")
        };
        format!(
            "# quevedo labels 1; nodes {}; per game {}; seconds {}; seed {}; lichess {}; fide {}",
            self.nodes,
            self.per_game,
            self.seconds,
            self.seed,
            names(&self.lichess),
            names(&self.fide)
        )
    }

    fn sampling(&self) -> Sampling {
        Sampling { per_game: self.per_game, seconds: self.seconds, seed: self.seed }
    }

    /// All choices, in the order in which they are labelled: the bands take turns.
    fn choices(&self, console: &Console) -> anyhow::Result<Vec<Choice>> {
        let mut bands: BTreeMap<(&str, u32), Vec<(u64, Choice)>> = BTreeMap::new();
        let mut seen = HashSet::new();
        let bar = console.bar(None, "{elapsed_precise} reading, {msg} games");
        let mut games = 0u64;
        let all = [(Scale::Lichess, &self.lichess), (Scale::Fide, &self.fide)];
        for (scale, path) in
            all.iter().flat_map(|(scale, paths)| paths.iter().map(move |path| (*scale, path)))
        {
            let tell = || {
                games += 1;
                bar.set_message(games.to_string());
            };
            let read = self.sampling().each(scale, input::open(path)?, tell, |order, choice| {
                // Games come up twice in collections; their positions need not.
                if seen.insert((choice.game, choice.ply)) {
                    bands.entry((scale.name(), choice.rating / BAND)).or_default().push((order, choice));
                }
            });
            read.with_context(|| format!("cannot read {}", path.display()))?;
        }
        bar.finish_and_clear();
        let mut queues: Vec<VecDeque<Choice>> = bands
            .into_values()
            .map(|mut band| {
                band.sort_by_key(|it| it.0);
                band.into_iter().map(|it| it.1).collect()
            })
            .collect();
        let mut choices = Vec::new();
        while queues.iter().any(|queue| !queue.is_empty()) {
            choices.extend(queues.iter_mut().filter_map(VecDeque::pop_front));
        }
        anyhow::ensure!(!choices.is_empty(), "there are no games with ratings that fit");
        Ok(choices)
    }
}

/// A file of labels that is added to: whole lines only, for one process at a time.
struct LabelFile {
    out: BufWriter<File>,
    path: PathBuf,
    labels: usize,
}

impl LabelFile {
    fn open(path: &Path, header: &str, console: &Console) -> anyhow::Result<LabelFile> {
        let name = path.display();
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.with_context(|| format!("cannot open {name}"))?;
        anyhow::ensure!(file.metadata()?.is_file(), "{name} is no file");
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            anyhow::bail!("another process is writing to {name}");
        }
        let (mut good, mut labels) = (0, 0);
        let mut reader = BufReader::new(&file);
        let mut line = String::new();
        while reader.read_line(&mut line).with_context(|| format!("cannot read {name}"))? > 0 {
            if !line.ends_with('\n') {
                console.note(format_args!("{name}: the last line is not whole and is cut off"));
                break;
            }
            if good == 0 && line.trim_end() != header.trim_end() {
                let words = format!(
                    "{name} was made otherwise ({}); give the same, or another --out",
                    line.trim_end()
                );
                return Err(Usage(words).into());
            }
            labels += usize::from(good > 0);
            good += line.len() as u64;
            line.clear();
        }
        file.set_len(good)
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .with_context(|| format!("cannot write {name}"))?;
        let mut out = BufWriter::new(file);
        if good == 0 {
            writeln!(out, "{header}")?;
        }
        Ok(LabelFile { out, path: path.to_owned(), labels })
    }

    fn append(&mut self, label: &Label) -> anyhow::Result<()> {
        writeln!(self.out, "{}", label.line())
            .with_context(|| format!("cannot write to {}", self.path.display()))?;
        self.labels += 1;
        if self.labels.is_multiple_of(SYNC) { self.sync() } else { Ok(()) }
    }

    fn sync(&mut self) -> anyhow::Result<()> {
        let synced = self.out.flush().and_then(|()| self.out.get_ref().sync_data());
        synced.with_context(|| format!("cannot write to {}", self.path.display()))
    }
}
