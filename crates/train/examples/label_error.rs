//! How far evaluations and short searches are from what strong engines thought of positions, and from what became
//! of them.
//!
//!     zstd -dc ../shared/data/evals/tcec_evals.txt.zst |
//!         cargo run --release -p quevedo-train --example label_error -- EVERY [NETWORK | NODES | depth=N]...
//!
//! Of the labelled lines, each EVERY-th is taken. There is a line for the classical evaluation, one for each network's
//! file, and two for each limit: the scores of searches with the built-in network, with and without late-move pruning.
//! A line tells the mean difference to the engine's score for the side to move, the scale at which the values
//! predict these scores best and the mean squared error of the expectations there, and the same for the results.
#![allow(clippy::print_stdout)]

use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use quevedo_eval::nnue::Network;
use quevedo_eval::{AnyEvaluator, Evaluator};
use quevedo_rules::{Board, Color, Outcome};
use quevedo_search::{
    Budget, Heuristic, HeuristicSet, Limits, Params, STACK_SIZE, Table, Tunable, tunable_searcher,
};
use quevedo_train::data::Labelled;
use quevedo_train::data::Packed;
use quevedo_train::network::{Schedule, Settings, Shape, best_scale};
use quevedo_value::Depth;

/// Scores beyond this say no more than that the game is decided.
const MOST_SCORE: i32 = 2500;
/// In the mean difference, no position counts for more than one that is nearly decided.
const MOST_DIFFERENCE: f32 = 400.0;

fn main() -> anyhow::Result<()> {
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(measure)?;
    worker.join().map_err(|_| anyhow::anyhow!("a search has failed"))?
}

fn measure() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let every: usize = arguments.next().context("how many lines to one that is taken?")?.parse()?;
    let positions = positions(every)?;
    println!("{} positions", positions.len());
    println!("{:>6} {:>6} {:>10} {:>6} {:>10}", "bias", "scale", "by score", "scale", "by result");
    report("classical", &positions, static_values(AnyEvaluator::classical()))?;
    for word in arguments {
        if let Some(limits) = limits(&word)? {
            for heuristics in [HeuristicSet::ALL, HeuristicSet::ALL.without(Heuristic::LateMovePruning)] {
                let pruning = if heuristics == HeuristicSet::ALL { "" } else { ", no late-move pruning" };
                report(&format!("{word}{pruning}"), &positions, searched_values(&limits, heuristics)?)?;
            }
        } else {
            let bytes = std::fs::read(&word).with_context(|| word.clone())?;
            let network = Network::from_bytes(&bytes).with_context(|| word.clone())?;
            report(&word, &positions, static_values(AnyEvaluator::network(Arc::new(network))))?;
        }
    }
    Ok(())
}

/// The limits that a word names, if it is no file.
fn limits(word: &str) -> anyhow::Result<Option<Limits>> {
    if let Some(depth) = word.strip_prefix("depth=") {
        return Ok(Some(Limits { depth: Some(Depth(depth.parse()?)), ..Limits::default() }));
    }
    let nodes = word.parse().ok();
    Ok(nodes.map(|nodes| Limits { soft_nodes: Some(nodes), ..Limits::default() }))
}

fn positions(every: usize) -> anyhow::Result<Vec<(Board, Packed)>> {
    let lines = std::io::stdin().lines().step_by(every.max(1));
    let labelled = lines.map(|line| Ok(Labelled::parse(&line?)?));
    let kept = labelled.filter_map(|labelled: anyhow::Result<Labelled>| match labelled {
        Ok(labelled) => kept(&labelled).map(Ok),
        Err(error) => Some(Err(error)),
    });
    kept.collect()
}

fn kept(labelled: &Labelled) -> Option<(Board, Packed)> {
    let score = labelled.score.filter(|score| score.abs() <= MOST_SCORE && !labelled.is_noisy)?;
    let outcome = match labelled.result {
        0.75.. => Outcome::Win(Color::White),
        ..0.25 => Outcome::Win(Color::Black),
        _ => Outcome::Draw,
    };
    Some((labelled.board, Packed::pack(&labelled.board, score as i16, outcome)))
}

fn static_values(mut evaluator: AnyEvaluator) -> impl FnMut(&Board) -> f32 {
    move |board| {
        evaluator.reset(board);
        evaluator.evaluate(board).raw() as f32
    }
}

fn searched_values(
    limits: &Limits,
    heuristics: HeuristicSet,
) -> anyhow::Result<impl FnMut(&Board) -> f32 + use<>> {
    let lab = Tunable { heuristics, params: Params::DEFAULT };
    let mut searcher = tunable_searcher(lab, Arc::new(Table::new(4)?), Box::new(AnyEvaluator::default));
    let limits = limits.clone();
    Ok(move |board: &Board| {
        searcher.forget();
        let budget = Budget::unlimited(Instant::now());
        searcher.search(board, &[], &limits, &budget, 1, &mut |_| {}).score.raw() as f32
    })
}

fn report(name: &str, positions: &[(Board, Packed)], value: impl FnMut(&Board) -> f32) -> anyhow::Result<()> {
    let values: Vec<f32> = positions.iter().map(|(board, _)| board).map(value).collect();
    let examples: Vec<Packed> = positions.iter().map(|(_, packed)| *packed).collect();
    let differences = examples.iter().zip(&values).map(|(example, value)| {
        let within = |value: f32| value.clamp(-MOST_DIFFERENCE, MOST_DIFFERENCE);
        within(*value) - within(f32::from(example.score_for_mover()))
    });
    let bias = differences.sum::<f32>() / examples.len() as f32;
    let settings = settings()?;
    let (by_score, score_error) = best_scale(&settings, &examples, &values, 0.0);
    let (by_result, result_error) = best_scale(&settings, &examples, &values, 1.0);
    println!("{bias:>6.0} {by_score:>6.0} {score_error:>10.6} {by_result:>6.0} {result_error:>10.6}  {name}");
    Ok(())
}

/// Nothing is trained here: only the scale of the scores matters.
fn settings() -> anyhow::Result<Settings> {
    Ok(Settings {
        shape: Shape::new(16, 1, 1)?,
        is_factorised: false,
        epochs: 0,
        lessons: 0,
        batch: 1,
        rate: Schedule::linear(0.0, 0.0),
        blend: Schedule::linear(0.0, 0.0),
        score_scale: 400.0,
        decay: 0.0,
        seed: 0,
        parts: 1,
    })
}
