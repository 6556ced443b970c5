//! `quevedo lab judge`: works verdicts out again from the CSV files of results.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Args;
use quevedo_lab::experiment::{Experiment, ExperimentReport, Table};
use serde::Serialize;

use super::run::{read_report, write_page};
use crate::console::{Console, Format};
use crate::failure::Finding;
use crate::files;

/// Work the verdicts of results out again from their CSV files
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo lab judge                        the results in lab-results
  quevedo lab judge docs/results/lab       those that come with the source
  quevedo lab judge --write                and write reports and pages anew where a verdict has changed

Nothing is measured: each verdict depends on the figures in the CSV files alone. Change a figure, and see. The
exit code is 1 if a verdict is not the one that the report has.

Fields of --json: verdicts (experiment, claim, source, verdict, reported, figures, why).")]
pub(crate) struct JudgeArgs {
    /// The folder of results
    #[arg(value_name = "DIR", default_value = "lab-results")]
    folder: PathBuf,

    /// Write reports and pages anew
    #[arg(long)]
    write: bool,
}

#[derive(Serialize)]
struct Listing<'a> {
    verdicts: Vec<Line<'a>>,
}

#[derive(Serialize)]
struct Line<'a> {
    experiment: &'static str,
    claim: &'a str,
    source: &'a str,
    verdict: &'static str,
    reported: Option<&'static str>,
    figures: &'a str,
    why: &'a str,
}

pub(crate) fn run(args: &JudgeArgs, console: &Console) -> anyhow::Result<Finding> {
    ensure!(args.folder.is_dir(), "there is no folder {}", args.folder.display());
    let mut judged = Vec::new();
    for experiment in Experiment::ALL {
        let folder = args.folder.join(experiment.name);
        let Some(report) = read_report(&folder) else { continue };
        let tables =
            report.tables.iter().map(|table| read_table(&folder, table)).collect::<Result<Vec<_>, _>>()?;
        let findings = experiment.findings(&tables);
        judged.push((experiment, ExperimentReport { tables, findings, ..report.clone() }, report));
    }
    ensure!(!judged.is_empty(), "there are no results of experiments in {}", args.folder.display());
    let verdicts: Vec<Line<'_>> =
        judged.iter().flat_map(|(experiment, now, before)| lines(experiment, now, before)).collect();
    let changed = verdicts.iter().filter(|line| line.reported != Some(line.verdict)).count();
    let mut out = console.stdout();
    if console.format == Format::Text {
        write_text(&mut out, &verdicts)?;
    } else {
        console.write_json(&mut out, &Listing { verdicts })?;
    }
    out.flush()?;
    if args.write {
        for (experiment, now, _) in &judged {
            write_report(&args.folder.join(experiment.name), now)?;
        }
        write_page(&args.folder)?;
        console.note(format_args!("{} is written anew", args.folder.display()));
        return Ok(Finding::Good);
    }
    Ok(if changed == 0 { Finding::Good } else { Finding::Bad })
}

/// The table with the figures of its CSV file.
fn read_table(folder: &Path, table: &Table) -> anyhow::Result<Table> {
    let path = folder.join(format!("{}.csv", table.name));
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    if table.csv() == text {
        return Ok(table.clone());
    }
    table.clone().with_csv(&text).with_context(|| format!("{} is no table", path.display()))
}

fn lines<'a>(experiment: &Experiment, now: &'a ExperimentReport, before: &ExperimentReport) -> Vec<Line<'a>> {
    let reported =
        |claim: &str| before.findings.iter().find(|it| it.claim == claim).map(|it| it.verdict.words());
    now.findings
        .iter()
        .map(|it| Line {
            experiment: experiment.name,
            claim: &it.claim,
            source: &it.source,
            verdict: it.verdict.words(),
            reported: reported(&it.claim),
            figures: &it.figures,
            why: &it.why,
        })
        .collect()
}

fn write_report(folder: &Path, report: &ExperimentReport) -> anyhow::Result<()> {
    for file in report.files().context("the report cannot be written as JSON")? {
        let path = folder.join(&file.name);
        files::replace(&path, file.text.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn write_text(out: &mut impl Write, verdicts: &[Line<'_>]) -> anyhow::Result<()> {
    let mut experiment = "";
    for line in verdicts {
        if line.experiment != experiment {
            experiment = line.experiment;
            writeln!(out, "{experiment}")?;
        }
        let before = match line.reported {
            Some(reported) if reported == line.verdict => String::new(),
            Some(reported) => format!(" (the report says: {reported})"),
            None => " (not in the report)".to_owned(),
        };
        writeln!(out, "  {}: {}{before}", line.claim, line.verdict)?;
        writeln!(out, "      {}", line.figures)?;
    }
    Ok(())
}
