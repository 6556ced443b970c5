//! `quevedo check-engine`: whether an engine speaks UCI as programs expect.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use quevedo_arena::compliance::{self, Check, Examination, Grade};
use quevedo_arena::{Program, visible};
use serde::Serialize;

use crate::console::{Console, Format};
use crate::failure::{EngineFailure, Finding, Usage};
use crate::thinking::seconds;
use crate::{interrupt, launch};

/// Check whether an engine speaks UCI: a list of small conversations, each with a verdict
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo check-engine ./engine                    all checks
  quevedo check-engine cmd=./engine args=--uci option.Hash=64
  quevedo check-engine ./engine --only stop,ponder --verbose
  quevedo check-engine self                        this program
  quevedo check-engine --list                      what is checked

An engine is described by words: cmd=PROGRAM (or just the program), args=ARGUMENTS, dir=FOLDER,
option.NAME=VALUE. Every check talks to a new process. A check is skipped where the engine does not
list the option that it needs. For each failure there is a transcript: > to the engine, < from it;
with --verbose for the other checks too. The exit code is 1 if any check fails.

Fields of --json: engine, passed, failed, skipped, checks (name, summary, grade, reason, seconds,
transcript). With --jsonl each check is a line, and the rest is the last line.")]
pub(crate) struct CheckEngineArgs {
    /// The engine
    #[arg(value_name = "WORDS", required_unless_present = "list")]
    engine: Vec<String>,

    /// Only these checks
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,

    /// How many seconds any one answer may take; the first words may take six times as long
    #[arg(long, value_name = "S", default_value = "5", value_parser = seconds)]
    patience: Duration,

    /// List the checks
    #[arg(long, conflicts_with = "engine")]
    list: bool,
}

/// All that was found out.
#[derive(Debug, Default, Serialize)]
struct Report {
    engine: String,
    passed: usize,
    failed: usize,
    skipped: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    checks: Option<Vec<compliance::Finding>>,
}

pub(crate) fn run(args: &CheckEngineArgs, console: &Console) -> anyhow::Result<Finding> {
    let checks = wanted(&args.only)?;
    if args.list {
        return list(&checks, console);
    }
    let examination = args.examination()?;
    examination.program.find().map_err(EngineFailure)?;
    interrupt::catch()?;
    let mut report =
        Report { engine: examination.program.command.display().to_string(), ..Report::default() };
    let mut results = Vec::new();
    let mut out = console.stdout();
    let bar = console.bar(Some(checks.len() as u64), "{bar:30} {pos}/{len} {msg}");
    for check in checks {
        if interrupt::is_wanted() {
            break;
        }
        bar.set_message(check.name);
        let mut result = examination.make(check);
        match result.grade {
            Grade::Pass => report.passed += 1,
            Grade::Skip(_) => report.skipped += 1,
            Grade::Fail(_) => report.failed += 1,
        }
        if !console.is_verbose() && !matches!(result.grade, Grade::Fail(_)) {
            result.transcript.clear();
        }
        bar.suspend(|| write_result(&mut out, &result, console))?;
        results.push(result);
        bar.inc(1);
    }
    bar.finish_and_clear();
    report.checks = (console.format == Format::Json).then_some(results);
    write_report(&mut out, &report, console)?;
    if interrupt::is_wanted() {
        return Ok(Finding::Interrupted);
    }
    Ok(Finding::good_if(report.failed == 0))
}

/// The checks with these names, or all.
fn wanted(names: &[String]) -> Result<Vec<&'static Check>, Usage> {
    let all = Examination::checks();
    if names.is_empty() {
        return Ok(all.iter().collect());
    }
    let find = |name: &String| {
        let known = all.iter().find(|check| check.name == name);
        known.ok_or_else(|| Usage(format!("there is no check \"{name}\"; --list shows them")))
    };
    names.iter().map(find).collect()
}

impl CheckEngineArgs {
    fn examination(&self) -> anyhow::Result<Examination> {
        let mut program = Program { command: PathBuf::new(), arguments: Vec::new(), folder: None };
        let mut options = Vec::new();
        for word in &self.engine {
            let (key, value) = word.split_once('=').unwrap_or(("cmd", word));
            match key {
                "cmd" if value == "self" => program.command = std::env::current_exe()?,
                "cmd" => program.command = PathBuf::from(value),
                "args" => program.arguments = value.split_whitespace().map(str::to_owned).collect(),
                "dir" => program.folder = Some(PathBuf::from(value)),
                _ => match key.strip_prefix("option.") {
                    Some(name) => options.push((name.to_owned(), value.to_owned())),
                    None => {
                        return Err(Usage(format!(
                            "\"{key}\" is not known here; words are cmd=, args=, dir=, option.NAME="
                        ))
                        .into());
                    }
                },
            }
        }
        if program.command.as_os_str().is_empty() {
            return Err(Usage("the engine has no program: say cmd=PROGRAM".to_owned()).into());
        }
        Ok(Examination { program, host: launch::host()?, options, patience: self.patience })
    }
}

fn list(checks: &[&Check], console: &Console) -> anyhow::Result<Finding> {
    let mut out = console.stdout();
    match console.format {
        Format::Text => {
            for check in checks {
                writeln!(out, "{:<23} {}", check.name, check.summary)?;
            }
        }
        Format::Json | Format::JsonLines => {
            let rows: Vec<_> = checks
                .iter()
                .map(|check| serde_json::json!({ "name": check.name, "summary": check.summary }))
                .collect();
            console.write_json_rows(&mut out, &rows)?;
        }
    }
    out.flush()?;
    Ok(Finding::Good)
}

fn write_result(out: &mut impl Write, result: &compliance::Finding, console: &Console) -> anyhow::Result<()> {
    match console.format {
        Format::Json => return Ok(()),
        Format::JsonLines => console.write_json(out, result)?,
        Format::Text => {
            let (word, words) = match &result.grade {
                Grade::Pass => ("pass", result.summary.to_owned()),
                Grade::Skip(reason) => ("skip", shown(reason)),
                Grade::Fail(reason) => ("FAIL", format!("{}: {}", result.summary, shown(reason))),
            };
            writeln!(out, "{word}  {:<23} {words}", result.name)?;
            for line in &result.transcript {
                writeln!(out, "        {}", shown(line))?;
            }
        }
    }
    out.flush()?;
    Ok(())
}

/// What an engine said, as much of it as is useful.
fn shown(text: &str) -> String {
    const LONGEST: usize = 200;
    visible(text, LONGEST)
}

fn write_report(out: &mut impl Write, report: &Report, console: &Console) -> anyhow::Result<()> {
    match console.format {
        Format::Text => {
            let Report { passed, failed, skipped, .. } = report;
            writeln!(out, "{passed} passed, {failed} failed, {skipped} skipped")?;
        }
        Format::Json | Format::JsonLines => console.write_json(out, report)?,
    }
    out.flush()?;
    Ok(())
}
