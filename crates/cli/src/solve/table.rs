//! The table of results.

use std::io::{self, Write};

use super::read::{Entry, Suites};
use super::report::{PositionReport, Report, rate};
use crate::console::{Console, Format};

/// No column of texts is wider.
const WIDEST: usize = 28;

/// How wide the columns of ids and expected moves are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    id: usize,
    expected: usize,
}

impl Columns {
    /// Wide enough for all positions.
    pub(super) fn of(suites: &Suites) -> Columns {
        let widest = |widths: &mut dyn Iterator<Item = usize>| widths.max().unwrap_or(0).clamp(8, WIDEST);
        let expected = |entry: &Entry| entry.task.goal.words(&entry.task.board).chars().count();
        Columns {
            id: widest(&mut suites.tasks.iter().map(|entry| entry.id.chars().count())),
            expected: widest(&mut suites.tasks.iter().map(expected)),
        }
    }

    pub(super) fn write_head(self, out: &mut impl Write) -> anyhow::Result<()> {
        let Columns { id, expected } = self;
        writeln!(
            out,
            "{:id$}  {:6}  {:8}  {:>7}  {:expected$}  {:>5}  {:>11}  {:>8}",
            "id", "solved", "move", "score", "expected", "depth", "nodes", "seconds"
        )?;
        Ok(())
    }

    pub(super) fn write_row(self, out: &mut impl Write, result: &PositionReport) -> anyhow::Result<()> {
        let (name, wanted) = (cut(&result.id), cut(&result.expected));
        let solved = if result.solved { "yes" } else { "no" };
        let mv = result.san.as_deref().unwrap_or("-");
        let score = result.score.to_string();
        let Columns { id, expected } = self;
        write!(out, "{name:id$}  {solved:6}  {mv:8}  {score:>7}  {wanted:expected$}")?;
        match result.right_since {
            Some(mark) => writeln!(out, "  {:>5}  {:>11}  {:>8.3}", mark.depth, mark.nodes, mark.seconds)?,
            None => writeln!(out, "  {:>5}  {:>11}  {:>8}", "-", "-", "-")?,
        }
        out.flush()?;
        Ok(())
    }
}

/// A result as a line of JSON.
pub(super) fn write_line(out: &mut impl Write, result: &PositionReport) -> anyhow::Result<()> {
    writeln!(out, "{}", serde_json::to_string(result)?)?;
    out.flush()?;
    Ok(())
}

/// What stands after the last position.
pub(super) fn write_end(out: &mut impl Write, report: &Report, console: &Console) -> anyhow::Result<()> {
    match console.format {
        Format::Text => write_summary(out, report)?,
        Format::Json => console.write_json(out, report)?,
        Format::JsonLines => {
            let mut end = serde_json::to_value(report)?;
            if let Some(fields) = end.as_object_mut() {
                fields.remove("results");
            }
            console.write_json(out, &end)?;
        }
    }
    out.flush()?;
    Ok(())
}

fn write_summary(out: &mut impl Write, report: &Report) -> io::Result<()> {
    let names = report.suites.iter().map(|suite| suite.file.chars().count()).max().unwrap_or(0).max(5);
    writeln!(out)?;
    writeln!(
        out,
        "{:names$}  {:>6}  {:>9}  {:>7}  {:>13}  {:>10}",
        "suite", "solved", "positions", "rate", "nodes", "seconds"
    )?;
    let mut row = |name: &str, solved: usize, positions: usize, nodes: u64, seconds: f64| {
        let rate = 100.0 * rate(solved, positions);
        writeln!(
            out,
            "{name:names$}  {solved:>6}  {positions:>9}  {rate:>5.1} %  {nodes:>13}  {seconds:>10.2}"
        )
    };
    for suite in &report.suites {
        row(&suite.file, suite.solved, suite.positions, suite.nodes, suite.seconds)?;
    }
    if report.suites.len() > 1 {
        row("all", report.solved, report.positions, report.nodes, report.seconds)?;
    }
    Ok(())
}

/// A text that fits its column.
fn cut(text: &str) -> String {
    if text.chars().count() <= WIDEST {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(WIDEST - 1).collect();
    short.push('…');
    short
}
