//! Making tables.

use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use clap::{Args, value_parser};
use indicatif::ProgressBar;
use quevedo_tables::{Ending, Library, Metric, Solved, Watch, generate_in_parts, memory_for};
use serde::Serialize;

use super::Where;
use super::folder::{Folder, PartFiles};
use super::words::grouped;
use crate::console::{Console, Format};
use crate::failure::{Finding, Usage};

/// Make tablebases, and first all that they lead to
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo tables generate KQKR KBNK
  quevedo tables generate --men 4 --threads 2           all of three and four men
  quevedo tables generate KPKP --metric dtz --plan      only tell what would be made

Tablebases that are there already are not made again, and two runs do not make the same one at
once. A run that was stopped goes on where it was when it is started again, and makes the same
files byte for byte: what is finished is on the disk, and big ones with pawns are saved in parts.

Fields of --json: tables, each with ending, metric, is_new, seconds, positions, bytes,
longest_white and longest_black (the longest wins in plies), needs (the endings that it leads
to). With --jsonl one such object a line.")]
pub(super) struct GenerateArgs {
    /// Endings like KQKR; the order of the sides does not matter
    #[arg(value_name = "ENDING", required_unless_present = "men")]
    endings: Vec<Ending>,

    /// All endings with 3 to so many men
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(3..=5))]
    men: Option<u8>,

    /// What distances lead to: dtm (mate), dtc (mate or another ending), dtz (the next capture or pawn
    /// move), several with commas
    #[arg(long, value_name = "METRIC", default_value = "dtm", value_delimiter = ',')]
    metric: Vec<Metric>,

    #[command(flatten)]
    place: Where,

    /// Work with this many threads; all cores if 0
    #[arg(long, value_name = "T", default_value_t = 0)]
    threads: usize,

    /// Use at most about this many MiB of memory
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    memory: u64,

    /// Only tell what would be made, in which order and from what
    #[arg(long)]
    plan: bool,
}

/// What was done about one table.
#[derive(Serialize, Debug)]
pub(super) struct Made {
    ending: String,
    metric: &'static str,
    is_new: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seconds: Option<f64>,
    positions: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    longest_white: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    longest_black: Option<u16>,
    needs: Vec<String>,
}

pub(super) fn run(args: &GenerateArgs, console: &Console) -> anyhow::Result<Finding> {
    if let Some(kings) = args.endings.iter().find(|ending| ending.men() < 3) {
        return Err(Usage(format!("{kings} is always a draw: there is nothing to make")).into());
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads)
        .build()
        .map_err(|error| Usage(format!("cannot start {} threads: {error}", args.threads)))?;
    if !args.plan {
        std::fs::create_dir_all(&args.place.folder)
            .with_context(|| format!("cannot make the folder {}", args.place.folder.display()))?;
    }
    pool.install(|| make_all(args, console))
}

fn make_all(args: &GenerateArgs, console: &Console) -> anyhow::Result<Finding> {
    let mut out = console.stdout();
    let mut done = Vec::new();
    for &metric in &args.metric {
        let mut maker = Maker::new(Folder(&args.place.folder), metric, args.memory);
        maker.only_plans = args.plan;
        let plan = args.endings();
        for (place, &ending) in plan.iter().enumerate() {
            let made = maker.make(ending, &plan[place..], console)?;
            match console.format {
                Format::Text => write_line(&mut out, &made)?,
                Format::JsonLines => console.write_json(&mut out, &made)?,
                Format::Json => {}
            }
            out.flush()?;
            done.push(made);
        }
    }
    if console.format == Format::Json {
        console.write_json(&mut out, &serde_json::json!({ "tables": done }))?;
        out.flush()?;
    }
    Ok(Finding::Good)
}

impl GenerateArgs {
    /// What is wanted and what that needs, each after everything that it leads to.
    fn endings(&self) -> Vec<Ending> {
        let mut plan: Vec<Ending> = Vec::new();
        let by_men = (3..=self.men.map_or(0, usize::from)).flat_map(Ending::all_with);
        for ending in by_men.chain(self.endings.iter().copied()) {
            for next in ending.with_successors() {
                if !plan.contains(&next) {
                    plan.push(next);
                }
            }
        }
        plan
    }
}

/// Makes the tables of one metric.
pub(super) struct Maker<'a> {
    folder: Folder<'a>,
    metric: Metric,
    /// The most memory to use, in MiB.
    memory: u64,
    /// Whether to only tell what would be made.
    only_plans: bool,
    /// Tables in memory.
    library: Vec<Arc<Solved>>,
}

impl<'a> Maker<'a> {
    pub(super) fn new(folder: Folder<'a>, metric: Metric, memory: u64) -> Maker<'a> {
        Maker { folder, metric, memory, only_plans: false, library: Vec::new() }
    }

    /// Makes a table unless it is there; `left` are this and all that are still to be made.
    pub(super) fn make(
        &mut self,
        ending: Ending,
        left: &[Ending],
        console: &Console,
    ) -> anyhow::Result<Made> {
        let is_made = !self.only_plans && !self.folder.has(ending, self.metric);
        let output = if is_made { Some(self.folder.claim(ending, self.metric)?) } else { None };
        let mut made = Made {
            ending: ending.to_string(),
            metric: self.metric.name(),
            is_new: false,
            seconds: None,
            positions: ending.positions(),
            bytes: None,
            longest_white: None,
            longest_black: None,
            needs: ending.successors().iter().map(ToString::to_string).collect(),
        };
        let parts = PartFiles { table: self.folder.path(ending, self.metric) };
        // Another process may have finished it while we asked.
        let Some(output) = output.filter(|_| !self.folder.has(ending, self.metric)) else {
            if !self.only_plans {
                parts.remove();
            }
            return Ok(made);
        };
        let start = Instant::now();
        let library = self.needed_for(ending, left)?;
        let watch = Progress::new(ending, console);
        let table = generate_in_parts(ending, self.metric, &library, &watch, Some(&parts))?;
        watch.bar.finish_and_clear();
        made.bytes = Some(Folder::save(&table, &output)?);
        parts.remove();
        made.seconds = Some(start.elapsed().as_secs_f64());
        made.is_new = true;
        let [white, black] = table.longest();
        (made.longest_white, made.longest_black) = (Some(white), Some(black));
        self.library.push(table);
        Ok(made)
    }

    /// The tables that an ending leads to, read if they are not in memory. Those that nothing needs any
    /// more are dropped.
    fn needed_for(&mut self, ending: Ending, left: &[Ending]) -> anyhow::Result<Library> {
        self.library.retain(|table| left.iter().any(|next| next.successors().contains(&table.ending())));
        let needed = ending.successors();
        let sizes: u64 = needed.iter().map(|&next| next.positions() * 2).sum();
        let bytes = memory_for(ending) + sizes;
        let allowed = self.memory.saturating_mul(1 << 20);
        if bytes > allowed {
            return Err(Usage(format!(
                "{ending} needs about {} MiB of memory, --memory allows {}",
                grouped(bytes >> 20),
                grouped(self.memory)
            ))
            .into());
        }
        if bytes + self.kept() > allowed {
            self.library.retain(|table| needed.contains(&table.ending()));
        }
        let mut library = Library::new(self.metric);
        for next in needed {
            let known = self.library.iter().find(|table| table.ending() == next).cloned();
            let table = match known {
                Some(table) => table,
                None => self.folder.open(next, self.metric)?.load()?,
            };
            library.add(Arc::clone(&table));
            if !self.library.iter().any(|known| known.ending() == next) {
                self.library.push(table);
            }
        }
        Ok(library)
    }

    /// The bytes of the tables in memory.
    fn kept(&self) -> u64 {
        self.library.iter().map(|table| table.ending().positions() * 2).sum()
    }
}

/// Shows how far a table is.
struct Progress {
    bar: ProgressBar,
}

impl Progress {
    fn new(ending: Ending, console: &Console) -> Progress {
        let template = "{elapsed_precise} {prefix} {bar:30} {pos}/{len} slices, {msg}, {eta} left";
        let bar = console.bar(Some(1), template);
        bar.set_prefix(ending.to_string());
        Progress { bar }
    }
}

impl Watch for Progress {
    fn ply(&self, ply: usize) {
        if ply.is_multiple_of(8) {
            self.bar.set_message(format!("ply {ply}"));
        }
    }

    fn slices(&self, done: usize, all: usize) {
        self.bar.set_length(all as u64);
        self.bar.set_position(done as u64);
    }
}

fn write_line(out: &mut impl Write, made: &Made) -> std::io::Result<()> {
    let Made { ending, metric, .. } = made;
    match (made.seconds, made.bytes) {
        (Some(seconds), Some(bytes)) => {
            let moves = |plies: Option<u16>| plies.unwrap_or(0).div_ceil(2);
            let (white, black) = (moves(made.longest_white), moves(made.longest_black));
            writeln!(
                out,
                "{ending:<6}{metric}  {seconds:>7.2} s  {:>12} bytes   longest win: White {white}, Black {black}",
                grouped(bytes)
            )
        }
        _ if made.needs.is_empty() => writeln!(out, "{ending:<6}{metric}  from the rules alone"),
        _ => writeln!(out, "{ending:<6}{metric}  from {}", made.needs.join(" ")),
    }
}
