//! `quevedo lab run`: measures, and writes what was found.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::{ArgGroup, Args, value_parser};
use quevedo_lab::experiment::{
    Bench, Experiment, ExperimentReport, Halt, Judgement, Scale, Setting, contents, page,
};

use super::host::{Files, Memory, Preamble};
use crate::calendar::Moment;
use crate::console::{Console, Format};
use crate::failure::{Finding, Usage};
use crate::json_list::JsonList;
use crate::{files, interrupt};

/// The year of Shannon's paper.
const SEED: u64 = 1950;

/// Run experiments and write tables, plots and a report
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("which").required(true).args(["names", "all"]))]
#[command(after_help = "\
Examples:
  quevedo lab run minimal-tree --quick
  quevedo lab run null-move enhancements --threads 2 --out results
  quevedo lab run --all --quick
  quevedo lab run null-move --data suites-and-games

Each experiment writes to a folder of its own within --out: README.md (tables in the papers' form,
what holds and what does not), report.json, a CSV file for each table, an SVG picture for each plot.
index.html beside them shows all reports that the folder holds.

What is measured is kept at once: after Ctrl-C or a crash the same command goes on where it was, and
experiments that are finished are not run again (but with --restart). A full run of null-move takes days:
--all leaves it out, it is run by name, and --so-far makes a report of what it has measured.

Positions are those that the program carries. If --data names a folder, null-move reads test suites from
it (suites/*.epd) and shannon a collection of games (games/*.pgn.zst); where one is missing, the report
says so.

Fields of --json: reports (name, title, paper, method, tables (name, title, heads, rows, note, is_long), plots
(name, title, across, upward, series), findings (claim, source, verdict: holds, in-part,
does-not-hold or not-decided, figures, why), setting (command, scale, seed, threads, machine, seconds, date)).")]
pub(crate) struct RunArgs {
    /// The experiments; `quevedo lab list` shows them
    #[arg(value_name = "NAME")]
    names: Vec<String>,

    /// All experiments
    #[arg(long)]
    all: bool,

    /// Measure less: all experiments together take some minutes
    #[arg(long)]
    quick: bool,

    /// Measure next to nothing, only to see that everything works
    #[arg(long, hide = true, conflicts_with = "quick")]
    tiny: bool,

    /// The source of all chance
    #[arg(long, value_name = "SEED", default_value_t = SEED)]
    seed: u64,

    /// Threads; without, as many as there are processors
    #[arg(long, value_name = "T", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// The folder for results
    #[arg(long, value_name = "DIR", default_value = "lab-results")]
    out: PathBuf,

    /// A folder of test suites and games [default: the program's own positions]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Measure again what is there already
    #[arg(long)]
    restart: bool,

    /// Measure nothing: report on what a run that was stopped has kept so far
    #[arg(long, conflicts_with = "restart")]
    so_far: bool,
}

pub(crate) fn run(args: &RunArgs, console: &Console) -> anyhow::Result<Finding> {
    let experiments = args.experiments()?;
    interrupt::catch()?;
    if let Some(data) = &args.data {
        ensure!(data.is_dir(), "--data: there is no folder {}", data.display());
    }
    let mut list = JsonList::new("reports", console.format);
    for experiment in experiments {
        let Some(report) = args.report(experiment, console)? else {
            console.note(format_args!(
                "what was measured is kept in {}; the same command goes on",
                args.out.display()
            ));
            return Ok(Finding::Interrupted);
        };
        write_page(&args.out)?;
        let mut out = console.stdout();
        if console.format == Format::Text {
            write_text(&mut out, &report, &args.out)?;
        } else {
            list.item(&mut out, &report)?;
        }
        out.flush()?;
    }
    let mut out = console.stdout();
    if console.format != Format::Text {
        list.end(&mut out)?;
    }
    out.flush()?;
    console.note(format_args!("{} shows everything", args.out.join("index.html").display()));
    Ok(Finding::Good)
}

impl RunArgs {
    fn experiments(&self) -> Result<Vec<&'static Experiment>, Usage> {
        if self.all {
            let is_wanted = |it: &&Experiment| self.scale() != Scale::Full || !it.takes_days();
            return Ok(Experiment::ALL.iter().filter(is_wanted).collect());
        }
        let find = |name: &String| {
            Experiment::find(name).ok_or_else(|| {
                let known: Vec<&str> = Experiment::ALL.iter().map(|experiment| experiment.name).collect();
                Usage(format!("there is no experiment \"{name}\"; there are {}", known.join(", ")))
            })
        };
        self.names.iter().map(find).collect()
    }

    fn scale(&self) -> Scale {
        match (self.tiny, self.quick) {
            (true, _) => Scale::Tiny,
            (_, true) => Scale::Quick,
            _ => Scale::Full,
        }
    }

    fn threads(&self) -> usize {
        self.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, Into::into), usize::from)
    }

    /// The report of an experiment, measured now or before; `None` if somebody stopped it.
    fn report(&self, experiment: &Experiment, console: &Console) -> anyhow::Result<Option<ExperimentReport>> {
        let folder = self.out.join(experiment.name);
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        if let Some(report) = self.known(experiment, &folder) {
            console
                .note(format_args!("{} was measured before; --restart measures it again", experiment.name));
            return Ok(Some(report));
        }
        let preamble = Preamble {
            experiment: experiment.name.to_owned(),
            scale: self.scale(),
            seed: self.seed,
            data: self.data.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        };
        let journal = folder.join("journal.jsonl");
        if self.restart {
            // Where there is none, there is nothing to forget.
            let _ = fs::remove_file(&journal);
        }
        let bar = console.bar(None, "{elapsed_precise} {prefix} {bar:30} {pos}/{len} {msg}, {eta} left");
        bar.set_prefix(experiment.name);
        let (host, Memory { cells, seconds }) = Files::open(journal, &preamble, bar)?;
        if !cells.is_empty() {
            console.note(format_args!("{}: going on after {} pieces of work", experiment.name, cells.len()));
        }
        let bench = Bench::new(&host, self.scale(), self.seed, self.threads(), cells);
        let bench = if self.so_far { bench.so_far() } else { bench };
        let mut report = match experiment.run(&bench) {
            Err(Halt::Stopped) => return Ok(None),
            report => report.with_context(|| format!("{} failed", experiment.name))?,
        };
        let own = if self.so_far { 0.0 } else { host.seconds() };
        report.setting = Some(self.setting(experiment, seconds + own));
        for file in report.files().context("the report cannot be written as JSON")? {
            let path = folder.join(&file.name);
            files::replace(&path, file.text.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        // A run that is not at its end goes on with its journal.
        if !self.so_far {
            host.discard_journal();
        }
        Ok(Some(report))
    }

    /// A report of the same command that lies in the folder already.
    fn known(&self, experiment: &Experiment, folder: &Path) -> Option<ExperimentReport> {
        let report = read_report(folder).filter(|_| !self.restart && !self.so_far)?;
        let is_same = report.setting.as_ref().is_some_and(|it| it.command == self.command(experiment));
        is_same.then_some(report)
    }

    fn setting(&self, experiment: &Experiment, seconds: f64) -> Setting {
        Setting {
            command: self.command(experiment),
            scale: self.scale(),
            seed: self.seed,
            threads: self.threads(),
            machine: machine(),
            seconds,
            date: Moment::now().day(),
        }
    }

    /// The command that measures the same again, as far as the number of threads does not matter.
    fn command(&self, experiment: &Experiment) -> String {
        let mut command = format!("quevedo lab run {}", experiment.name);
        command += self.scale().pick(" --tiny", " --quick", "");
        if self.seed != SEED {
            let _ = write!(command, " --seed {}", self.seed);
        }
        if let Some(data) = &self.data {
            let _ = write!(command, " --data {}", data.display());
        }
        if self.so_far {
            command += " --so-far";
        }
        command
    }
}

pub(super) fn read_report(folder: &Path) -> Option<ExperimentReport> {
    let text = fs::read_to_string(folder.join("report.json")).ok()?;
    serde_json::from_str(&text).ok()
}

/// The page of all reports that the folder holds, whenever they were made, and a list of them.
pub(super) fn write_page(out: &Path) -> anyhow::Result<()> {
    let reports: Vec<ExperimentReport> =
        Experiment::ALL.iter().filter_map(|experiment| read_report(&out.join(experiment.name))).collect();
    for (name, text) in [("index.html", page(&reports)), ("README.md", contents(&reports))] {
        let path = out.join(name);
        files::replace(&path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn write_text(out: &mut impl Write, report: &ExperimentReport, folder: &Path) -> anyhow::Result<()> {
    writeln!(out, "{} ({})", report.title, report.name)?;
    for finding in &report.findings {
        let mark = match finding.verdict {
            Judgement::Holds => "+",
            Judgement::DoesNotHold => "-",
            Judgement::InPart => "~",
            Judgement::NotDecided => "?",
        };
        writeln!(out, "  {mark} {}: {}", finding.claim, finding.verdict.words())?;
        writeln!(out, "      {}", finding.figures)?;
    }
    writeln!(out, "  {}\n", folder.join(&report.name).join("README.md").display())?;
    Ok(())
}

/// The processor, as far as the system tells.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": ").map(|(_, it)| it.trim()));
    let model = model.unwrap_or(std::env::consts::ARCH);
    // A build that checks every addition is slower than the program people use.
    let checks = if cfg!(debug_assertions) { ", a build with checks" } else { "" };
    format!("{model}, {cores} core{}{checks}", if cores == 1 { "" } else { "s" })
}
