//! Table 2 of Marsland's paper, made again.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, value_parser};
use quevedo_tables::{Ending, MARSLAND_TABLE_2, MarslandRow, Metric};
use serde::Serialize;

use super::folder::Folder;
use super::generate::Maker;
use crate::console::{Console, Format};
use crate::failure::{Finding, Usage};
use crate::files;

/// Make the tablebases of Marsland's Table 2 (1991) and compare the longest wins
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo tables marsland --men 4                       the five rows of up to four men, in seconds
  quevedo tables marsland --folder /data/tables         all 17; about half an hour
  quevedo tables marsland --markdown > table2.md

Tables stay in the folder, and with them how long they took: a run that was stopped goes on where it
was when it is started again. The exit code is 1 if a figure differs from the paper's.

Fields of --json: rows, each with ending, source, metric, published and ours (in moves), agrees,
seconds (this table and those that had to be made for it first). With --jsonl one such object a line.")]
pub(super) struct MarslandArgs {
    /// Only the rows with at most so many men
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = value_parser!(u8).range(3..=5))]
    men: u8,

    /// The folder of the tablebases
    #[arg(long, value_name = "DIR", default_value = "tables")]
    folder: PathBuf,

    /// Work with this many threads; all cores if 0
    #[arg(long, value_name = "T", default_value_t = 0)]
    threads: usize,

    /// Use at most about this many MiB of memory
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    memory: u64,

    /// Write a Markdown table
    #[arg(long)]
    markdown: bool,
}

/// A row of the paper with our own figure.
#[derive(Serialize, Debug)]
pub(crate) struct Row {
    ending: &'static str,
    source: &'static str,
    metric: &'static str,
    published: u16,
    ours: u16,
    agrees: bool,
    /// How long it took when it was made, with the tables that had to be made first.
    seconds: Option<f64>,
}

pub(super) fn run(args: &MarslandArgs, console: &Console) -> anyhow::Result<Finding> {
    let mut out = console.stdout();
    let mut done = Vec::new();
    let is_text = console.format == Format::Text && !args.markdown;
    if is_text {
        writeln!(out, "ending  published  ours  metric  seconds  source")?;
    }
    let mut told = |row: Row| -> anyhow::Result<()> {
        if is_text {
            let seconds = row.seconds.map_or(String::new(), |seconds| format!("{seconds:.1}"));
            let Row { ending, published, ours, metric, source, .. } = row;
            let mark = if row.agrees { "" } else { "   DIFFERS" };
            writeln!(out, "{ending:<8}{published:>9}{ours:>6}  {metric:<6}{seconds:>9}  {source}{mark}")?;
        } else if console.format == Format::JsonLines {
            console.write_json(&mut out, &row)?;
        }
        out.flush()?;
        done.push(row);
        Ok(())
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads)
        .build()
        .map_err(|error| Usage(format!("cannot start {} threads: {error}", args.threads)))?;
    for row in MARSLAND_TABLE_2 {
        if row.ending()?.men() <= usize::from(args.men) {
            told(pool.install(|| measure(&row, &args.folder, args.memory, console))?)?;
        }
    }
    if args.markdown {
        out.write_all(markdown(&done).as_bytes())?;
    } else if console.format == Format::Json {
        console.write_json(&mut out, &serde_json::json!({ "rows": done }))?;
    }
    out.flush()?;
    Ok(Finding::good_if(done.iter().all(|row| row.agrees)))
}

/// Makes what a row needs in the folder, unless it is there, and reads off our figure.
pub(crate) fn measure(
    row: &MarslandRow,
    folder: &Path,
    memory: u64,
    console: &Console,
) -> anyhow::Result<Row> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let (ending, metric) = (row.ending()?, row.metric);
    let mut maker = Maker::new(Folder(folder), metric, memory);
    let plan = ending.with_successors();
    let mut seconds = 0.0;
    let mut is_new = false;
    for (place, &next) in plan.iter().enumerate() {
        if let Some(taken) = maker.make(next, &plan[place..], console)?.seconds {
            seconds += taken;
            is_new |= next == ending;
        }
    }
    let clock = Stopwatch { folder, ending, metric };
    if is_new {
        clock.keep(seconds)?;
    }
    let ours = Folder(folder).open(ending, metric)?.longest()[0].div_ceil(2);
    Ok(Row {
        ending: row.ending,
        source: row.source,
        metric: metric.name(),
        published: row.published,
        ours,
        agrees: ours == row.published,
        seconds: clock.kept(),
    })
}

/// How long a table took, in a small file beside it: a later run only reads the table.
struct Stopwatch<'a> {
    folder: &'a Path,
    ending: Ending,
    metric: Metric,
}

impl Stopwatch<'_> {
    fn path(&self) -> PathBuf {
        self.folder.join(format!("{}.{}.seconds", self.ending, self.metric))
    }

    fn keep(&self, seconds: f64) -> io::Result<()> {
        files::replace(&self.path(), format!("{seconds:.3}\n").as_bytes())
    }

    fn kept(&self) -> Option<f64> {
        fs::read_to_string(self.path()).ok()?.trim().parse().ok()
    }
}

fn markdown(rows: &[Row]) -> String {
    let head = "| ending | published | found by | metric | ours | seconds |\n|---|---|---|---|---|---|\n";
    let line = |row: &Row| {
        let seconds = row.seconds.map_or("-".to_owned(), |seconds| format!("{seconds:.1}"));
        let Row { ending, published, source, metric, ours, .. } = row;
        format!("| {ending} | {published} | {source} | `{metric}` | {ours} | {seconds} |\n")
    };
    rows.iter().fold(head.to_owned(), |text, row| text + &line(row))
}
