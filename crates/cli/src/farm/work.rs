//! `quevedo farm work`: does jobs for whoever asks.

use std::process::exit;
use std::time::Duration;

use clap::{Args, value_parser};
use quevedo_farm::{End, News, Worker};

use super::connect::{self, ServerArgs};
use crate::console::{self, Console};
use crate::failure::{EngineFailure, Finding, Usage};
use crate::interrupt;
use crate::review::PROGRAM;

/// Work for a farm until Ctrl-C
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo farm work --server nats://host:4222
  quevedo farm work --server tls://host:4222 --creds worker.creds --threads 8

A worker takes the jobs of runs whose engine has the same signature as its own (`quevedo bench` tells versions apart);
others never reach it. It waits when the server is away, and ends with Ctrl-C: what it had in hand goes to others. With
--programs it starts engines that came with a run: only for people whom you would let run anything here.

The exit code is 1 if it was put out because an answer was wrong, 4 if it could not do anything.")]
pub(super) struct WorkArgs {
    #[command(flatten)]
    server: ServerArgs,

    /// Do so many jobs at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Start programs that come with runs
    #[arg(long)]
    programs: bool,

    /// A name for this worker [default: the machine's, and some letters]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

/// Where there is nothing to do, each thread asks the server every so often; Ctrl-C may take so long.
const LONGEST_WAIT: Duration = Duration::from_secs(3);
/// The exit code of a worker that is stuck.
const STUCK: i32 = 4;

pub(super) fn run(args: &WorkArgs, console: &Console) -> anyhow::Result<Finding> {
    if args.server.server.is_none() {
        return Err(Usage("--server says for whom to work".to_owned()).into());
    }
    let name = args.name()?;
    let (signature, speed) = connect::signature()?;
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or_else(all, usize::from);
    let worker = Worker {
        name,
        version: PROGRAM.to_owned(),
        signature,
        speed,
        threads,
        programs: args.programs,
        longest_wait: LONGEST_WAIT,
    };
    let tools = connect::tools()?;
    interrupt::catch()?;
    let Some(queue) = args.server.queue(&worker.name, true)? else { return Ok(Finding::Bad) };
    console.note(format_args!(
        "{} works for {} with {threads} threads; signature {signature}, {} thousand nodes/s each; Ctrl-C ends it",
        worker.name,
        args.server.shown(),
        speed / 1000
    ));
    let bar = console.bar(None, "{elapsed_precise} {msg}");
    let done = std::sync::atomic::AtomicU64::new(0);
    let end = worker.run(&*queue, &tools, interrupt::flag(), &|news| {
        if let News::Done { .. } = &news {
            let done = done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
            bar.set_message(format!("{done} jobs done"));
        }
        bar.suspend(|| tell(&news, console));
    });
    bar.finish_and_clear();
    let done = done.into_inner();
    match end {
        End::Stopped => {
            console.note(format_args!("{done} jobs done"));
            Ok(Finding::Good)
        }
        End::PutOut(reason) => {
            console::log(format_args!("quevedo: this worker was put out: {reason}"));
            Ok(Finding::Bad)
        }
        End::Failing(reason) => Err(EngineFailure(format!("nothing succeeds here: {reason}")).into()),
    }
}

fn tell(news: &News, console: &Console) {
    match news {
        News::Done { run, job, seconds, late } => {
            let late = if *late { ", too late" } else { "" };
            console.detail(format_args!("run {run}: job {job} done in {seconds:.2} s{late}"));
        }
        News::Failed { run, job, reason, buried } => {
            let buried = if *buried { "; it is given up" } else { "" };
            console.note(format_args!("run {run}: job {job}: {reason}{buried}"));
        }
        News::Trouble(words) => console.note(format_args!("{words}; trying again")),
        News::Over => console.note("the server is back"),
        News::Stuck(job) => {
            console::log(format_args!("quevedo: job {job} does not end although its time is up"));
            exit(STUCK);
        }
    }
}

impl WorkArgs {
    fn name(&self) -> anyhow::Result<String> {
        if let Some(name) = &self.name {
            let is_good = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
            if name.is_empty() || name.len() > 60 || !name.chars().all(is_good) {
                let words = "--name: expected at most 60 letters, digits, - and _";
                return Err(Usage(words.to_owned()).into());
            }
            return Ok(name.clone());
        }
        let host =
            std::fs::read_to_string("/proc/sys/kernel/hostname").or_else(|_| std::env::var("COMPUTERNAME"));
        let host: String = host
            .unwrap_or_default()
            .trim()
            .chars()
            .map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' })
            .take(30)
            .collect();
        let host = if host.is_empty() { "worker".to_owned() } else { host };
        Ok(format!("{host}-{:06x}", rand::random::<u32>() >> 8))
    }
}
