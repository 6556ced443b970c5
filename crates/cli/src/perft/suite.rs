//! Checking the numbers of a perft file.

mod read;

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use quevedo_rules::PerftCounter;
use serde::Serialize;

use super::{PerftArgs, speed, speed_in_words};
use crate::console::{Console, Format};
use crate::failure::Finding;
use crate::interrupt;
use read::{Entry, Unreadable};

/// How the file fared.
#[derive(Serialize, Debug, Default)]
struct Report {
    positions: u64,
    numbers: u64,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    wrong: Vec<Wrong>,
    unreadable: Vec<Unreadable>,
    /// Whether somebody has ended it before all was counted.
    interrupted: bool,
}

/// A number that is not what the file says.
#[derive(Serialize, Debug)]
struct Wrong {
    line: u64,
    fen: String,
    depth: u32,
    expected: u64,
    counted: u64,
}

pub(super) fn run(
    path: &Path,
    args: &PerftArgs,
    counter: &PerftCounter,
    console: &Console,
) -> anyhow::Result<Finding> {
    let (entries, unreadable) = read::suite(path)?;
    let mut out = console.stdout();
    let is_text = console.format == Format::Text;
    if is_text {
        for Unreadable { line, error } in &unreadable {
            writeln!(out, "line {line}: {error}")?;
        }
    }
    let mut report = Report { unreadable, ..Report::default() };
    let start = Instant::now();
    let bar = console
        .bar(Some(entries.len() as u64), "{elapsed_precise} {bar:30} {pos}/{len} positions, {eta} left");
    for entry in &entries {
        if console.is_verbose() {
            bar.suspend(|| console.detail(format_args!("line {}: {}", entry.line, entry.board.fen())));
        }
        let wrong = check(entry, args, counter, &mut report);
        if is_text && !wrong.is_empty() {
            bar.suspend(|| write_wrong(&mut out, &wrong))?;
        }
        report.wrong.extend(wrong);
        bar.inc(1);
        if report.interrupted || interrupt::is_wanted() {
            report.interrupted = true;
            break;
        }
    }
    bar.finish_and_clear();
    report.seconds = start.elapsed().as_secs_f64();
    report.nodes_per_second = speed(report.nodes, report.seconds);
    if is_text {
        write_summary(&mut out, &report)?;
    } else {
        console.write_json(&mut out, &report)?;
    }
    out.flush()?;
    if report.interrupted {
        console.note("interrupted; only these numbers were checked");
        return Ok(Finding::Interrupted);
    }
    verdict(&report, path)
}

/// A file without numbers, or with lines that nobody understands, proves nothing.
fn verdict(report: &Report, path: &Path) -> anyhow::Result<Finding> {
    let name = path.display();
    if report.wrong.is_empty() {
        let unreadable = report.unreadable.len();
        anyhow::ensure!(unreadable == 0, "{name} has {unreadable} lines that cannot be read");
        anyhow::ensure!(report.positions > 0, "{name} has no positions with numbers");
    }
    Ok(Finding::good_if(report.wrong.is_empty()))
}

/// Counts what the file gives numbers for, and returns those that are wrong.
fn check(entry: &Entry, args: &PerftArgs, counter: &PerftCounter, report: &mut Report) -> Vec<Wrong> {
    report.positions += 1;
    let mut wrong = Vec::new();
    for &(depth, expected) in &entry.numbers {
        let too_deep = args.depth.is_some_and(|most| depth > most);
        if too_deep || args.max_nodes.is_some_and(|most| expected > most) {
            continue;
        }
        let Ok(nodes) = counter.perft_until(&entry.board, depth, &interrupt::is_wanted) else {
            report.interrupted = true;
            break;
        };
        report.numbers += 1;
        report.nodes = report.nodes.saturating_add(nodes);
        if nodes != expected {
            let fen = entry.board.fen();
            wrong.push(Wrong { line: entry.line, fen, depth, expected, counted: nodes });
        }
    }
    wrong
}

/// Tells of wrong numbers at once: a suite may take hours.
fn write_wrong(out: &mut impl Write, wrong: &[Wrong]) -> io::Result<()> {
    for Wrong { line, fen, depth, expected, counted } in wrong {
        writeln!(out, "line {line}: depth {depth}: counted {counted}, the file says {expected}: {fen}")?;
    }
    out.flush()
}

fn write_summary(out: &mut impl Write, report: &Report) -> io::Result<()> {
    let wrong = report.wrong.len() as u64;
    writeln!(out, "positions  {}", report.positions)?;
    writeln!(out, "numbers    {} right, {wrong} wrong", report.numbers - wrong)?;
    writeln!(out, "nodes      {}", report.nodes)?;
    writeln!(out, "time       {:.3} s", report.seconds)?;
    writeln!(out, "speed      {}", speed_in_words(report.nodes, report.seconds))
}
