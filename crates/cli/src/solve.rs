//! `quevedo solve`: test suites, and how many of their positions the search gets right.

mod read;
mod report;
mod table;
mod work;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, value_parser};

use crate::console::{Console, Format};
use crate::failure::Finding;
use crate::interrupt;
use crate::thinking::{LimitArgs, MachineArgs};
use read::Suites;
use report::Report;
use table::Columns;

/// Solve the positions of test suites: best moves, moves to avoid, mates
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo solve wac.epd                        one second for each position
  quevedo solve wac.epd bk.epd --nodes 100000 -j 2
  quevedo solve wac.epd --ids WAC.230,WAC.1*   some of them; * stands for any letters
  quevedo solve wac.epd --time 5 --early 4     no longer than the right move takes to settle
  quevedo solve mate_in_4.epd --target 1000    exit code 1 if fewer are solved

A suite has one EPD record per line, and may be compressed (.zst). What counts as solved:
  bm  the move played at the end is one of these
  am  it is none of these
  dm  the score at the end is a mate in at most so many moves, whatever the move (negative: the
      side to move sees that it is mated); such a position is left as soon as the mate is proved
The table says since when the answer was right without a break: depth, nodes and seconds. Each
position begins with an empty table, so the order does not matter.

Fields of --json: positions, solved, rate, nodes, seconds, suites (file, positions, solved, rate,
nodes, seconds), results (file, line, id, fen, solved, expected, move, uci, score, right_since
(depth, nodes, seconds), depth, nodes, seconds), unreadable (file, line, error). With --jsonl each
result is a line, and the rest is the last line.")]
pub(crate) struct SolveArgs {
    /// Suites: EPD files, `-` for stdin
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    machine: MachineArgs,

    /// Solve so many positions side by side, each with its own table and threads
    #[arg(short, long, value_name = "K", default_value_t = 1, value_parser = value_parser!(u16).range(1..=512))]
    jobs: u16,

    /// Only the positions with these ids
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    ids: Vec<String>,

    /// Only the first so many positions of each file
    #[arg(long, value_name = "N")]
    max: Option<usize>,

    /// Leave a position when the right move has been held for K iterations
    #[arg(long, value_name = "K", value_parser = value_parser!(u32).range(1..))]
    early: Option<u32>,

    /// List only the positions that are not solved
    #[arg(long)]
    failures: bool,

    /// The exit code is 1 if fewer positions are solved
    #[arg(long, value_name = "N")]
    target: Option<usize>,
}

/// What a position gets if nothing is said.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &SolveArgs, console: &Console) -> anyhow::Result<Finding> {
    let solvers = work::solvers(args)?;
    let suites = Suites::read(args, console)?;
    interrupt::catch()?;
    let bar = console.bar(
        Some(suites.tasks.len() as u64),
        "{elapsed_precise} {bar:30} {pos}/{len} positions, {msg}, {eta} left",
    );
    let mut out = console.stdout();
    let mut report = Report::new(&suites);
    let columns = Columns::of(&suites);
    if console.format == Format::Text {
        columns.write_head(&mut out)?;
    }
    let wanted = |solved: bool| !(args.failures && solved);
    work::solve_all(solvers, &suites.tasks, args, |index, solution| {
        let result = report.add(&suites, index, &solution);
        bar.suspend(|| match console.format {
            Format::Text if wanted(result.solved) => columns.write_row(&mut out, result),
            Format::JsonLines if wanted(result.solved) => table::write_line(&mut out, result),
            _ => Ok(()),
        })?;
        bar.set_message(format!("{} solved", report.solved));
        bar.inc(1);
        Ok(())
    })?;
    bar.finish_and_clear();
    report.finish(args.failures);
    table::write_end(&mut out, &report, console)?;
    verdict(args, &report)
}

/// A suite with lines that nobody understands proves nothing, nor does one that was not finished.
fn verdict(args: &SolveArgs, report: &Report) -> anyhow::Result<Finding> {
    if interrupt::is_wanted() {
        return Ok(Finding::Interrupted);
    }
    if args.target.is_some_and(|target| report.solved < target) {
        return Ok(Finding::Bad);
    }
    let unreadable = report.unreadable.len();
    let lines = if unreadable == 1 { "line" } else { "lines" };
    anyhow::ensure!(unreadable == 0, "{unreadable} {lines} cannot be read");
    Ok(Finding::Good)
}
