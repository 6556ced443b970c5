//! `quevedo data`: what files of games hold.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use indicatif::HumanCount;
use quevedo_train::data::{DataError, Reader, SCORE_RANGES, Seen, Statistics};
use serde::Serialize;
use serde_json::Value;

use crate::console::{Console, Format};
use crate::failure::Finding;
use crate::{input, interrupt};

/// Show what files of games hold: results, scores, repetitions
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo data first.qvg
  quevedo data first.qvg second.qvg --json       together: positions of both count once

Reads files of `quevedo datagen` and `quevedo relabel` through, plain or compressed (.zst), and checks
every move. Positions are fit to learn from if nobody is in check, the best move is quiet and the
score is below 25 pawns. A file whose last game is not whole (its writer was stopped) is named, but
good; a damaged one ends the program with exit code 3.

Fields of --json: files (file, made: what its header says, torn), games, played, not_played, white, drawn,
black, plies, shortest, longest (games in plies), positions (fit), different (each once), in_check,
noisy, beyond (why the others are unfit), scores (from, positions: fit ones by White's score, up to the
next from), men (from, positions: fit ones by the number of men).")]
pub(crate) struct DataArgs {
    /// Files of games
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

pub(crate) fn run(args: &DataArgs, console: &Console) -> anyhow::Result<Finding> {
    interrupt::catch()?;
    let (mut statistics, mut seen) = (Statistics::default(), Seen::default());
    let mut files = Vec::new();
    for path in &args.files {
        let Some(file) = read(path, &mut statistics, &mut seen)? else {
            console.note("interrupted while reading; nothing was written");
            return Ok(Finding::Interrupted);
        };
        if file.torn {
            console.note(format_args!("{}: the last game is not whole", file.file));
        }
        files.push(file);
    }
    Report::new(files, &statistics).write(console)?;
    Ok(Finding::Good)
}

/// Counts a file's games; `None` after an interruption.
fn read(path: &Path, statistics: &mut Statistics, seen: &mut Seen) -> anyhow::Result<Option<FileReport>> {
    let words = || format!("cannot read {}", path.display());
    let reader = Reader::new(input::open(path)?).with_context(words)?;
    let made = reader.header().settings.clone();
    let mut torn = false;
    for game in reader {
        match game {
            Ok(game) => statistics.add(&game, seen),
            Err(DataError::Torn { .. }) => torn = true,
            Err(error) => return Err(error).with_context(words),
        }
        if interrupt::is_wanted() {
            return Ok(None);
        }
    }
    Ok(Some(FileReport { file: path.display().to_string(), made, torn }))
}

#[derive(Serialize, Debug)]
struct FileReport {
    file: String,
    made: Value,
    torn: bool,
}

#[derive(Serialize, Debug)]
struct Range {
    from: i32,
    positions: u64,
}

#[derive(Serialize, Debug)]
struct Report {
    files: Vec<FileReport>,
    games: u64,
    played: u64,
    not_played: u64,
    white: u64,
    drawn: u64,
    black: u64,
    plies: u64,
    shortest: usize,
    longest: usize,
    positions: u64,
    different: u64,
    in_check: u64,
    noisy: u64,
    beyond: u64,
    scores: Vec<Range>,
    men: Vec<Range>,
}

impl Report {
    fn new(files: Vec<FileReport>, found: &Statistics) -> Report {
        let survey = &found.survey;
        let [white, drawn, black] = survey.results;
        let (shortest, longest) = found.lengths.unwrap_or_default();
        let range = |(from, &positions): (i32, &u64)| Range { from, positions };
        Report {
            files,
            games: survey.games,
            played: survey.played(),
            not_played: survey.not_played,
            white,
            drawn,
            black,
            plies: survey.plies,
            shortest,
            longest,
            positions: survey.fit,
            different: found.different(),
            in_check: found.in_check,
            noisy: found.noisy,
            beyond: found.beyond,
            scores: SCORE_RANGES.into_iter().map(i32::from).zip(&found.scores).map(range).collect(),
            men: (1..).step_by(4).zip(&found.men).map(range).collect(),
        }
    }

    fn write(&self, console: &Console) -> anyhow::Result<()> {
        let mut out = console.stdout();
        if console.format == Format::Text {
            self.write_text(&mut out)?;
        } else {
            console.write_json(&mut out, self)?;
        }
        out.flush()?;
        Ok(())
    }

    fn write_text(&self, out: &mut impl Write) -> anyhow::Result<()> {
        for FileReport { file, made, .. } in &self.files {
            writeln!(out, "{file}")?;
            for (name, value) in made.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null())
            {
                let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                writeln!(out, "  {name:<12} {value}")?;
            }
        }
        let count = |number: u64| HumanCount(number).to_string();
        let share = |part: u64, all: u64| 100.0 * part as f64 / all.max(1) as f64;
        writeln!(out, "games      {:>12}", count(self.played))?;
        for (name, number) in [("White won", self.white), ("drawn", self.drawn), ("Black won", self.black)] {
            writeln!(out, "  {name:<9}{:>12}  {:>5.1} %", count(number), share(number, self.played))?;
        }
        if self.not_played > 0 {
            writeln!(out, "not played {:>12}", count(self.not_played))?;
        }
        let mean = self.plies as f64 / self.played.max(1) as f64;
        writeln!(
            out,
            "plies      {:>12}  {} to {} a game, {mean:.1} in the mean",
            count(self.plies),
            self.shortest,
            self.longest
        )?;
        let kinds = [
            ("fit", self.positions),
            ("in check", self.in_check),
            ("noisy", self.noisy),
            ("decided", self.beyond),
        ];
        for (name, number) in kinds {
            writeln!(out, "  {name:<9}{:>12}  {:>5.1} %", count(number), share(number, self.plies))?;
        }
        let repeated = share(self.positions - self.different, self.positions);
        writeln!(
            out,
            "different  {:>12}  {repeated:.1} % of the fit ones had come up before",
            count(self.different)
        )?;
        self.write_ranges(out, "White's score", &self.scores)?;
        self.write_ranges(out, "men", &self.men)
    }

    /// A bar for each range.
    fn write_ranges(&self, out: &mut impl Write, title: &str, ranges: &[Range]) -> anyhow::Result<()> {
        writeln!(out, "{title}")?;
        let most = ranges.iter().map(|range| range.positions).max().unwrap_or(0).max(1);
        let ends = ranges.iter().skip(1).map(|next| Some(next.from - 1)).chain([None]);
        for (range, end) in ranges.iter().zip(ends) {
            let words = match end {
                Some(end) if range.from > i32::from(i16::MIN) => format!("{} to {end}", range.from),
                Some(end) => format!("to {end}"),
                None => format!("from {}", range.from),
            };
            let part = 100.0 * range.positions as f64 / self.positions.max(1) as f64;
            let bar = "#".repeat((range.positions * 40 / most) as usize);
            let line =
                format!("  {words:>14} {:>12} {part:>5.1} % {bar}", HumanCount(range.positions).to_string());
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
