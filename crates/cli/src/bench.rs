//! `quevedo bench`: a fixed amount of search.

use std::io::Write;

use clap::{Args, value_parser};
use quevedo_engine::{Bench, BenchResult, Options};
use quevedo_eval::HitRate;
use serde::Serialize;

use crate::console::{Console, Format};
use crate::failure::Finding;
use crate::network::EvaluationArgs;
use crate::speak::Voice;
use crate::{interrupt, thinking};

/// Search fixed positions to a fixed depth: the number of nodes is the signature of the search
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo bench                 the signature
  quevedo bench 14 64 2         depth 14, 64 MiB of hash, 2 threads
  quevedo bench --eval-file net.qvnn

With -v it also says how often the evaluation's tables knew the answer. The last line is
`<nodes> nodes <nodes per second> nps`, as test frameworks want it. With one thread the number of
nodes is the same on every machine.

Fields of --json: depth, hash, threads, nodes, seconds, nodes_per_second, positions (number, fen,
nodes, seconds). With --jsonl each position is a line, and the rest is the last line.")]
pub(crate) struct BenchArgs {
    /// The depth of each search
    #[arg(default_value_t = Bench::DEPTH, value_parser = value_parser!(i32).range(1..=240))]
    depth: i32,
    /// The size of the hash table in MiB
    #[arg(default_value_t = 16, value_parser = value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
    /// The number of threads
    #[arg(default_value_t = 1, value_parser = value_parser!(u16).range(1..=512))]
    threads: u16,
    #[command(flatten)]
    evaluation: EvaluationArgs,
}

/// A bench for programs.
#[derive(Serialize)]
struct BenchReport {
    depth: i32,
    hash: u32,
    threads: u16,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<Vec<PositionReport>>,
}

/// One position for programs.
#[derive(Serialize)]
struct PositionReport {
    number: usize,
    fen: String,
    nodes: u64,
    seconds: f64,
}

impl PositionReport {
    fn new(result: &BenchResult) -> PositionReport {
        PositionReport {
            number: result.number,
            fen: result.board.fen(),
            nodes: result.nodes,
            seconds: result.time.as_secs_f64(),
        }
    }
}

pub(crate) fn run(args: &BenchArgs, console: &Console) -> anyhow::Result<Finding> {
    let mut options =
        Options { hash: args.hash as usize, threads: usize::from(args.threads), ..Options::default() };
    args.evaluation.choose(&mut options)?;
    interrupt::catch()?;
    let mut out = console.stdout();
    let mut positions = Vec::new();
    let mut failure = None;
    let bench = measure(options, args.depth, |result| {
        let written = match console.format {
            Format::Text => writeln!(out, "{}", row(result)).map_err(Into::into),
            Format::Json => {
                positions.push(PositionReport::new(result));
                Ok(())
            }
            Format::JsonLines => console.write_json(&mut out, &PositionReport::new(result)),
        };
        failure = written.and_then(|()| Ok(out.flush()?)).err();
        failure.is_none() && !interrupt::is_wanted()
    })?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    if interrupt::is_wanted() {
        console.note("interrupted: the nodes of some positions only are no signature");
        return Ok(Finding::Interrupted);
    }
    match console.format {
        Format::Text => writeln!(out, "{}", sum(&bench))?,
        _ => console.write_json(
            &mut out,
            &BenchReport {
                depth: args.depth,
                hash: args.hash,
                threads: args.threads,
                nodes: bench.nodes,
                seconds: bench.time.as_secs_f64(),
                nodes_per_second: bench.speed(),
                positions: (console.format == Format::Json).then_some(positions),
            },
        )?,
    }
    out.flush()?;
    let tell = |name: &str, rate: HitRate| {
        console.detail(format_args!("{name} {:.2} % of {} questions", 100.0 * rate.rate(), rate.probes));
    };
    tell("pawn table", bench.evaluation.pawns);
    tell("king table", bench.evaluation.kings);
    Ok(Finding::Good)
}

fn measure(
    options: Options,
    depth: i32,
    mut tell: impl FnMut(&BenchResult) -> bool,
) -> anyhow::Result<Bench> {
    let mut engine = thinking::engine(options)?;
    Ok(Bench::run(&mut engine, depth, interrupt::is_wanted, |result| tell(&result)))
}

fn row(result: &BenchResult) -> String {
    let BenchResult { number, board, nodes, .. } = result;
    format!("{number:>2}/{} {nodes:>10} {}", Bench::POSITIONS, board.fen())
}

fn sum(bench: &Bench) -> String {
    format!("{} nodes {} nps", bench.nodes, bench.speed())
}

/// Runs the bench for whoever speaks UCI: each position, then the sum on the last line.
pub(crate) fn print(voice: &Voice, options: Options, depth: i32) -> anyhow::Result<()> {
    let bench = measure(options, depth.max(1), |result| {
        voice.say(&row(result));
        true
    })?;
    voice.say(&sum(&bench));
    Ok(())
}
