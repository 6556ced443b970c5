//! How far a run is, as it goes: a bar and the workers below it, or a line now and then.

use std::fmt::Write as _;
use std::io::Write as _;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar};
use quevedo_farm::{Progress, Sign};
use serde::Serialize;

use crate::console::{Console, Format};

/// How often those who read lines are told.
const TELLING: Duration = Duration::from_mins(1);
const TELLING_PROGRAMS: Duration = Duration::from_secs(5);
/// More workers than this do not fit on a screen.
const MOST_WORKERS: usize = 20;

pub(super) struct Live<'a> {
    console: &'a Console,
    bar: ProgressBar,
    told: Instant,
    is_shared: bool,
}

#[derive(Serialize)]
struct Line<'a> {
    event: &'static str,
    planned: Option<u64>,
    done: u64,
    given_up: u64,
    workers: usize,
    threads: usize,
    jobs_per_second: f64,
    seconds_left: Option<f64>,
    put_out: &'a [String],
}

impl<'a> Live<'a> {
    pub(super) fn new(console: &'a Console, is_shared: bool) -> Live<'a> {
        let bar = console.bar(Some(0), "{elapsed_precise} {bar:30} {pos}/{len} jobs{msg}");
        Live { console, bar, told: Instant::now(), is_shared }
    }

    pub(super) fn tell(&mut self, progress: &Progress) {
        let Progress { planned, done, dead, workers, put_out, .. } = progress;
        self.bar.set_length(planned.unwrap_or(progress.given));
        self.bar.set_position(done + dead);
        let mut text = words(progress, self.is_shared);
        if self.is_shared {
            for row in table(workers).into_iter().take(MOST_WORKERS + 1) {
                let _ = write!(text, "\n{row}");
            }
        }
        self.bar.set_message(text);
        let is_json = self.console.format == Format::JsonLines;
        if self.told.elapsed() < if is_json { TELLING_PROGRAMS } else { TELLING } {
            return;
        }
        self.told = Instant::now();
        if is_json {
            let line = Line {
                event: "progress",
                planned: *planned,
                done: *done,
                given_up: *dead,
                workers: workers.len(),
                threads: workers.iter().map(|sign| sign.threads).sum(),
                jobs_per_second: progress.rate(),
                seconds_left: progress.remaining().map(|left| left.as_secs_f64()),
                put_out,
            };
            let mut out = self.console.stdout();
            // Whoever reads it no longer is told so at the end.
            let _ = self.console.write_json(&mut out, &line).map(|()| out.flush());
        } else if self.bar.is_hidden() {
            let of = planned.map_or_else(String::new, |planned| format!(" of {planned}"));
            self.console.note(format_args!("{}{of} jobs{}", done + dead, words(progress, self.is_shared)));
        }
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

fn words(progress: &Progress, is_shared: bool) -> String {
    let mut text = format!(", {:.1}/s", progress.rate());
    if let Some(left) = progress.remaining().filter(|_| progress.rate() > 0.0) {
        let _ = write!(text, ", {} left", HumanDuration(left));
    }
    if progress.dead > 0 {
        let _ = write!(text, ", {} given up", progress.dead);
    }
    if is_shared && progress.workers.is_empty() {
        text.push_str(", no worker is there");
    }
    if !progress.put_out.is_empty() {
        let _ = write!(text, ", put out: {}", progress.put_out.join(" "));
    }
    text
}

/// The workers, each in a line, below a head.
pub(super) fn table(workers: &[Sign]) -> Vec<String> {
    if workers.is_empty() {
        return Vec::new();
    }
    let width = workers.iter().map(|sign| sign.name.chars().count()).max().unwrap_or(0).max(6);
    let mut rows = vec![format!(
        "{:<width$}  threads  knodes/s    done  failed  busy  jobs/min  signature  version",
        "worker"
    )];
    for sign in workers {
        let Sign { name, threads, speed, done, failed, busy, up, signature, version, .. } = sign;
        let share = 100.0 * busy / (up * *threads as f64).max(1e-3);
        let rate = *done as f64 * 60.0 / up.max(1.0);
        rows.push(format!(
            "{name:<width$}  {threads:>7}  {:>8}  {done:>6}  {failed:>6}  {share:>3.0}%  {rate:>8.1}  {signature:>9}  {version}",
            speed / 1000
        ));
    }
    rows
}
