//! `quevedo bench`: a fixed amount of search.

use std::sync::Arc;

use clap::Args;
use quevedo_eval::{AnyEvaluator, HitRate};
use quevedo_search::{BENCH_DEPTH, BENCH_POSITIONS, Bench, Table};

use crate::console::Console;
use crate::failure::Finding;
use crate::network::EvaluationArgs;
use crate::speak::Voice;

/// Search fixed positions to a fixed depth: the number of nodes is the signature of the search
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo bench                 the signature
  quevedo bench 14 64 2         depth 14, 64 MiB of hash, 2 threads
  quevedo bench --eval-file net.qvnn

With -v it also says how often the evaluation's tables knew the answer. The last line is `<nodes> nodes <nodes per second> nps`, as test frameworks want it. With one
thread the number of nodes is the same on every machine.")]
pub(crate) struct BenchArgs {
    /// The depth of each search
    #[arg(default_value_t = BENCH_DEPTH)]
    depth: i32,
    /// The size of the hash table in MiB
    #[arg(default_value_t = 16)]
    hash: usize,
    /// The number of threads
    #[arg(default_value_t = 1)]
    threads: usize,
    #[command(flatten)]
    evaluation: EvaluationArgs,
}

pub(crate) fn run(args: &BenchArgs, console: &Console) -> anyhow::Result<Finding> {
    let new_evaluator = args.evaluation.new_evaluator()?;
    let bench = print(&Voice::default(), new_evaluator, args.depth, args.hash, args.threads.clamp(1, 512))?;
    let tell = |name: &str, rate: HitRate| {
        console.detail(format_args!("{name} {:.2} % of {} questions", 100.0 * rate.rate(), rate.probes));
    };
    tell("pawn table", bench.evaluation.pawns);
    tell("king table", bench.evaluation.kings);
    Ok(Finding::Good)
}

/// Runs the bench and prints each position, then the sum on the last line.
pub(crate) fn print(
    voice: &Voice,
    new_evaluator: impl Fn() -> AnyEvaluator + Send + 'static,
    depth: i32,
    hash: usize,
    threads: usize,
) -> anyhow::Result<Bench> {
    let mut searcher = quevedo_search::player(Arc::new(Table::new(hash)?), Box::new(new_evaluator));
    searcher.set_threads(threads);
    let bench = quevedo_search::bench(&mut *searcher, depth, |number, board, nodes| {
        voice.say(&format!("{number:>2}/{} {nodes:>10} {}", BENCH_POSITIONS.len(), board.fen()));
    });
    voice.say(&format!("{} nodes {} nps", bench.nodes, bench.speed()));
    Ok(bench)
}
