//! `quevedo farm submit`: asks for a run, and stays until it is there.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, value_parser};
use quevedo_farm::{Class, Driver, Kind, Manifest, Queue, Sum, Terms, kind};

use super::connect::{self, Place, ServerArgs};
use super::{analyze, datagen, drill, games, gather, review, tables};
use crate::console::{Console, Format};
use crate::failure::{Finding, Usage};
use crate::{arguments, interrupt};

/// Ask for a run and wait for its result; the same command goes on with one that was stopped
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo farm submit review games.pgn --out reviews.jsonl --server nats://host:4222
  quevedo farm submit analyze positions.epd --nodes 1000000 --out found.jsonl
  quevedo farm submit datagen --games 100000 --out data.qvg --server nats://host:4222 --detach
  quevedo farm submit match --engine self name=new option.null-move=false --engine self name=old --each nodes=20000 \\
      --sprt elo0=0 elo1=5 --games 40000 --out games.pgn --server nats://host:4222
  quevedo farm submit tables KQKP --out tables
  quevedo farm submit drill --jobs 1000 --millis 1000 --server nats://host:4222

With --detach it leaves when the jobs are given; `quevedo farm fetch RUN` gets the result later. Two of a hundred jobs are
given to two workers each; whose answer differs from this machine's is put out, and all that it said is done again.")]
pub(super) struct SubmitArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    Review(Box<review::Submit>),
    Analyze(analyze::Submit),
    Datagen(datagen::Submit),
    Match(Box<games::Submit>),
    Tables(tables::Submit),
    Drill(drill::Submit),
}

/// What all kinds of runs can be told.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "The farm")]
pub(super) struct Common {
    #[command(flatten)]
    pub(super) server: ServerArgs,

    /// Leave when the jobs are given; `quevedo farm fetch` gets the result
    #[arg(long, requires = "server")]
    detach: bool,

    /// Without a server: so many jobs at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Without a server: keep what is done in this folder [default: beside the result, until that is written]
    #[arg(long, value_name = "FOLDER", conflicts_with = "server")]
    pub(super) folder: Option<PathBuf>,

    /// Give this part of the jobs to two workers
    #[arg(long, value_name = "PART", default_value = "0.02", value_parser = arguments::part)]
    twice: f32,

    /// Give a job up after so many tries
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = value_parser!(u64).range(1..=1000))]
    tries: u64,

    /// A job may take so many seconds
    #[arg(long, value_name = "S", default_value_t = 3600, value_parser = value_parser!(u64).range(1..))]
    deadline: u64,
}

/// What a kind of runs makes of its arguments.
pub(super) struct Order {
    pub(super) kind: Kind,
    pub(super) conditions: serde_json::Value,
    /// Files of the run, not yet packed.
    pub(super) files: Vec<(String, Vec<u8>)>,
    pub(super) programs: bool,
    /// Whether answers can be compared.
    pub(super) is_exact: bool,
}

/// A kind's arguments.
pub(super) trait Submitted {
    fn common(&self) -> &Common;
    /// Where the result goes.
    fn out(&self) -> Option<&Path>;
    fn force(&self) -> bool;
    /// The files that are read.
    fn inputs(&self) -> Vec<&Path>;
    /// Whether the result is nothing without a place.
    fn needs_out(&self) -> bool {
        true
    }
    fn order(&self, console: &Console) -> anyhow::Result<Order>;
}

pub(super) fn run(args: &SubmitArgs, console: &Console) -> anyhow::Result<Finding> {
    match &args.what {
        What::Review(args) => submit(&**args, console),
        What::Analyze(args) => submit(args, console),
        What::Datagen(args) => submit(args, console),
        What::Match(args) => submit(&**args, console),
        What::Tables(args) => submit(args, console),
        What::Drill(args) => submit(args, console),
    }
}

fn submit(args: &impl Submitted, console: &Console) -> anyhow::Result<Finding> {
    let common = args.common();
    if common.server.server.is_some() && common.threads.is_some() {
        return Err(Usage("--threads is for work without a server; workers have their own".to_owned()).into());
    }
    if args.out().is_none() && !common.detach && args.needs_out() {
        return Err(Usage("--out names the place for the result".to_owned()).into());
    }
    // Whatever is wrong with the input shows before anything is given.
    let order = args.order(console)?;
    let goal = if common.detach {
        gather::Goal::Nothing
    } else {
        gather::Goal::claim(order.kind, args.out(), args.force(), &args.inputs())?
    };
    interrupt::catch()?;
    let place = Place::open(&common.server, common.folder.as_deref(), args.out())?;
    let manifest = manifest(order, common, &place)?;
    let tools = connect::tools()?;
    let mut plan = kind::plan(&manifest, &*place.queue)?;
    if common.detach {
        let mut driver = Driver::new(&*place.queue, &tools, manifest, &mut *plan)?;
        let jobs = driver.give_all()?;
        return leave(&driver, jobs, &common.server, console);
    }
    let threads = if place.is_shared { None } else { Some(common.threads()) };
    gather::run(&place, &manifest, &tools, &mut *plan, threads, goal, console)
}

fn leave(driver: &Driver<'_>, jobs: u64, server: &ServerArgs, console: &Console) -> anyhow::Result<Finding> {
    let run = driver.run();
    if console.format == Format::Text {
        console.present(&(), |(), out| {
            use std::io::Write;
            writeln!(out, "run {run}: {jobs} jobs are given")?;
            Ok(writeln!(
                out,
                "quevedo farm fetch {run} --server {} --out FILE   gets the result",
                server.shown()
            )?)
        })?;
    } else {
        console.present(&serde_json::json!({ "run": run, "jobs": jobs }), |_, _| Ok(()))?;
    }
    Ok(Finding::Good)
}

fn manifest(order: Order, common: &Common, place: &Place) -> anyhow::Result<Manifest> {
    let (signature, _) = connect::signature()?;
    let queue: &dyn Queue = &*place.queue;
    let mut files = std::collections::BTreeMap::<String, Sum>::new();
    for (name, content) in order.files {
        files.insert(name, queue.put_blob(&kind::packed(&content)?)?);
    }
    // In one process there is nobody else to ask.
    let is_twice = order.is_exact && place.is_shared;
    Ok(Manifest {
        kind: order.kind,
        class: Class { signature, programs: order.programs },
        program: concat!("quevedo ", env!("CARGO_PKG_VERSION")).to_owned(),
        conditions: order.conditions,
        files,
        terms: Terms {
            tries: common.tries,
            deadline: common.deadline,
            twice: if is_twice { (common.twice * 1000.0).round() as u32 } else { 0 },
        },
    })
}

impl Common {
    fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(all, usize::from)
    }
}
