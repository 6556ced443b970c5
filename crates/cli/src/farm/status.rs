//! `quevedo farm status`: the runs and the workers.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::HumanDuration;
use quevedo_farm::{Queue, RunId, Sign};
use serde::Serialize;

use super::connect::{Place, ServerArgs};
use super::progress::table;
use crate::console::{Console, Format};
use crate::failure::Finding;
use crate::interrupt;

/// Show the runs and the workers of a farm
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo farm status --server nats://host:4222
  quevedo farm status --watch --server nats://host:4222       again and again, until Ctrl-C

Fields of --json: runs (run, kind, program, signature, programs, planned, done, given_up, closed, jobs_per_second and
seconds_left with --watch), workers (name, version, signature, speed, threads, programs, done, failed, busy, up, runs).
With --jsonl and --watch such an object is a line.")]
pub(super) struct StatusArgs {
    /// Again every second, until Ctrl-C
    #[arg(long)]
    watch: bool,

    /// The folder of runs without a server
    #[arg(long, value_name = "FOLDER", conflicts_with = "server")]
    folder: Option<PathBuf>,

    #[command(flatten)]
    server: ServerArgs,
}

#[derive(Serialize)]
struct Status {
    runs: Vec<Run>,
    workers: Vec<Sign>,
}

#[derive(Serialize)]
struct Run {
    #[serde(rename = "run")]
    id: RunId,
    kind: &'static str,
    program: String,
    signature: u64,
    programs: bool,
    planned: Option<u64>,
    done: u64,
    given_up: u64,
    closed: Option<String>,
    jobs_per_second: Option<f64>,
    seconds_left: Option<f64>,
}

const EVERY: Duration = Duration::from_secs(1);

pub(super) fn run(args: &StatusArgs, console: &Console) -> anyhow::Result<Finding> {
    interrupt::catch()?;
    let place = Place::named(&args.server, args.folder.as_deref())?;
    let began = Instant::now();
    let first = Status::of(&*place.queue)?;
    show(&first, args.watch, console)?;
    while args.watch && !interrupt::is_wanted() {
        let next = Instant::now() + EVERY;
        while Instant::now() < next && !interrupt::is_wanted() {
            std::thread::sleep(Duration::from_millis(50));
        }
        let mut now = Status::of(&*place.queue)?;
        now.reckon(&first, began.elapsed());
        show(&now, true, console)?;
    }
    Ok(Finding::Good)
}

impl Status {
    fn of(queue: &dyn Queue) -> anyhow::Result<Status> {
        let mut runs = Vec::new();
        for run in queue.runs()? {
            let Some(manifest) = queue.run(run)? else { continue };
            let state = queue.state(run)?;
            runs.push(Run {
                id: run,
                kind: manifest.kind.name(),
                program: manifest.program,
                signature: manifest.class.signature,
                programs: manifest.class.programs,
                planned: state.planned,
                // Where nobody waits for it, nobody writes down how it stands.
                done: if state.closed.is_none() { state.done.max(queue.answered(run)?) } else { state.done },
                given_up: state.dead,
                closed: state.closed,
                jobs_per_second: None,
                seconds_left: None,
            });
        }
        Ok(Status { runs, workers: queue.workers()? })
    }

    /// Rates and what is left, from what was done since we look.
    fn reckon(&mut self, first: &Status, time: Duration) {
        for run in &mut self.runs {
            let before = first.runs.iter().find(|it| it.id == run.id).map_or(0, |it| it.done);
            let rate = run.done.saturating_sub(before) as f64 / time.as_secs_f64();
            run.jobs_per_second = Some(rate);
            let left = run.planned.map(|planned| planned.saturating_sub(run.done + run.given_up));
            run.seconds_left = left.filter(|_| rate > 0.0).map(|left| left as f64 / rate);
        }
    }
}

fn show(status: &Status, is_watching: bool, console: &Console) -> anyhow::Result<()> {
    let mut out = console.stdout();
    if console.format != Format::Text {
        console.write_json(&mut out, status)?;
        return Ok(out.flush()?);
    }
    if is_watching && std::io::stdout().is_terminal() {
        // To the upper left corner of an empty screen.
        write!(out, "\x1b[2J\x1b[H")?;
    }
    if status.runs.is_empty() {
        writeln!(out, "there is no run")?;
    } else {
        writeln!(out, "run               kind           done  given up  state")?;
    }
    for run in &status.runs {
        let of = run.planned.map_or_else(|| "?".to_owned(), |planned| planned.to_string());
        let done = format!("{}/{of}", run.done);
        let state = match (&run.closed, run.jobs_per_second, run.seconds_left) {
            (Some(why), ..) => why.clone(),
            (None, Some(rate), Some(left)) => {
                let left = HumanDuration(Duration::try_from_secs_f64(left).unwrap_or_default()).to_string();
                format!("open, {rate:.1}/s, {left} left")
            }
            _ => "open".to_owned(),
        };
        let wants = if status.workers.iter().any(|sign| can(sign, run)) || run.closed.is_some() {
            String::new()
        } else {
            let programs = if run.programs { " and --programs" } else { "" };
            format!("; waits for a worker with signature {}{programs}", run.signature)
        };
        writeln!(out, "{}  {:<8}{done:>11}  {:>8}  {state}{wants}", run.id, run.kind, run.given_up)?;
    }
    writeln!(out)?;
    if status.workers.is_empty() {
        writeln!(out, "no worker is there")?;
    }
    for row in table(&status.workers) {
        writeln!(out, "{row}")?;
    }
    Ok(out.flush()?)
}

fn can(sign: &Sign, run: &Run) -> bool {
    sign.signature == run.signature && (sign.programs || !run.programs)
}
