//! How many nodes a second the search looks at with a network, compared with the classical evaluation: both search
//! the positions of the bench, in turns, so that whatever else the machine does meets both.
//!
//!     cargo run --release -p quevedo-search --example network_speed [FILE] [rounds] [nodes]
//!
//! Time is what the processor spent on us (Linux tells it), not what the clock says. Without a file, or with `-`, the
//! network has 256 random neurons per side, 4 king buckets and 8 outputs; its values are nonsense, its work is not.

#![allow(clippy::print_stdout)]

use std::sync::Arc;
use std::time::Instant;

use quevedo_eval::AnyEvaluator;
use quevedo_eval::nnue::{DEFAULT_SCALE, FEATURES, Network, Parts};
use quevedo_rules::Board;
use quevedo_search::{BENCH_POSITIONS, Budget, Limits, Play, Pool, Searcher, Table};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let network = match arguments.next().filter(|path| path != "-") {
        Some(path) => Network::from_bytes(&std::fs::read(path)?)?,
        None => random_network(256, 4, 8)?,
    };
    let rounds = arguments.next().map_or(Ok(3), |text| text.parse::<usize>())?;
    let nodes = arguments.next().map_or(Ok(100_000), |text| text.parse::<u64>())?;
    println!("{}", network.architecture());
    let network = Arc::new(network);
    let mut classical = pool(AnyEvaluator::classical)?;
    let mut learnt = pool(move || AnyEvaluator::network(Arc::clone(&network)))?;
    let mut ratios = Vec::new();
    for round in 1..=rounds {
        let speeds = [speed(&mut classical, nodes), speed(&mut learnt, nodes)];
        ratios.push(speeds[1] / speeds[0]);
        println!(
            "round {round}: classical {:.0} nodes/s, network {:.0} nodes/s, {:.1} %",
            speeds[0],
            speeds[1],
            100.0 * speeds[1] / speeds[0]
        );
    }
    ratios.sort_by(f64::total_cmp);
    println!("median {:.1} %", 100.0 * ratios[ratios.len() / 2]);
    Ok(())
}

fn pool(new_evaluator: impl Fn() -> AnyEvaluator + Send + 'static) -> Result<Pool<Play>, Failure> {
    Ok(Pool::new(Play, Arc::new(Table::new(16)?), new_evaluator))
}

/// What the processor has spent on this thread, where the system tells it.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e9)
}

/// Nodes per second over all positions.
fn speed(pool: &mut Pool<Play>, nodes: u64) -> f64 {
    let (mut all, mut seconds) = (0, 0.0);
    for fen in BENCH_POSITIONS {
        let Ok(board) = Board::from_fen(fen) else { continue };
        pool.forget();
        let (start, spent) = (Instant::now(), processor_seconds());
        let budget = Budget::unlimited(start);
        let limits = Limits::nodes(nodes);
        all += pool.search(&board, &[], &limits, &budget, 1, &mut |_| {}).nodes;
        seconds += match (spent, processor_seconds()) {
            (Some(before), Some(after)) => after - before,
            _ => start.elapsed().as_secs_f64(),
        };
    }
    all as f64 / seconds
}

/// A network of random weights.
fn random_network(hidden: usize, king_buckets: usize, output_buckets: usize) -> Result<Network, Failure> {
    let mut state = 1912u64;
    let mut numbers = |count: usize, limit: i16| -> Vec<i16> {
        let mut number = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % (2 * limit as u64 + 1)) as i16 - limit
        };
        (0..count).map(|_| number()).collect()
    };
    Ok(Network::new(Parts {
        hidden,
        king_buckets,
        output_buckets,
        king_table: core::array::from_fn(|entry| (entry * king_buckets / 32) as u8),
        scale: DEFAULT_SCALE,
        description: "random weights".to_owned(),
        feature_weights: numbers(king_buckets * FEATURES * hidden, 30),
        feature_biases: numbers(hidden, 100),
        output_weights: numbers(output_buckets * 2 * hidden, 10),
        output_biases: vec![0; output_buckets],
    })?)
}
