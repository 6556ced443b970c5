//! `depth-strength`: what a ply is worth (Thompson 1982).

use quevedo_arena::Opening;
use quevedo_arena::stats::{Outcomes, Tally};

use super::duel::{self, Searcher, elo_words};
use super::measured::{Method, settings};
use super::{Axis, Bench, Experiment, ExperimentReport, Finding, Halt, Judgement, Plot, Series, Table};
use crate::{Algorithm, Judge};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "depth-strength",
    title: "Strength by depth",
    paper: "K. Thompson, Computer chess strength, Advances in Computer Chess 3, 1982 (cited by Marsland 1991, sections 1.1 and 1.2)",
    summary: "matches of the same program at depth d + 1 against depth d: Elo gained by each ply",
    run,
};

/// The figure for which Thompson's experiment with Belle is cited: about 200 points a ply. (His paper is not among ours.)
const THOMPSON: f64 = 200.0;

fn run(bench: &Bench<'_>) -> Result<ExperimentReport, Halt> {
    let deepest = bench.scale.pick(2, 4, 8);
    // Deep games take long and differ less: fewer of them.
    let games = |depth: i32| match depth {
        1..=3 => bench.scale.pick(2, 30, 100),
        4 => bench.scale.pick(2, 20, 60),
        5 => bench.scale.pick(2, 10, 40),
        6 => bench.scale.pick(2, 10, 20),
        _ => bench.scale.pick(2, 10, 12),
    };
    let entries = bench.scale.pick(4096, 65_536, 262_144);
    let text = format!(
        "deepening,captures-first,killers,history,table=two-level:{entries},quiescence=captures,check-extension=horizon,null=2"
    );
    let method = Method::new("pvs", Algorithm::Pvs, settings(&text)?);
    let player = |depth| Searcher { method: method.clone(), depth, judge: Judge::classical() };
    let openings = Opening::builtin();
    let jobs: Vec<(i32, usize)> =
        (1..deepest).flat_map(|depth| (0..games(depth)).map(move |game| (depth, game))).collect();
    let name = |&(depth, game): &(i32, usize)| format!("{} against {depth}, game {game}", depth + 1);
    let found = bench.each("games", &jobs, name, |&(depth, game)| {
        let (mut deep, mut shallow) = (player(depth + 1), player(depth));
        let opening = duel::opening(&openings, game * 5 / 2 * 2 + game % 2 + (bench.seed as usize % 97) * 2);
        duel::play(bench, &opening, [&mut deep, &mut shallow], game % 2 == 0, duel::usual_rules())
    })?;
    let tally = |depth: i32| {
        duel::tally(
            jobs.iter().zip(&found).filter(|((of, _), _)| *of == depth).filter_map(|(_, points)| *points),
        )
    };
    let tallies: Vec<(i32, Tally)> = (1..deepest).map(|depth| (depth, tally(depth))).collect();

    let mut report = ExperimentReport::of(&EXPERIMENT);
    report.explain(
        "PVS with all tables, null moves with R = 2 (without them games at depth 8 take hours), captures beyond the horizon, one ply \
         more for answers to checks at the horizon, the classical evaluation; each opening is played with both colours. Thompson let Belle play itself at fixed depths; his \
         experiment is cited for about 200 rating points a ply (the paper itself is not among ours).",
    );
    let heads = ["match", "games", "won", "drawn", "lost", "score", "Elo"];
    let mut table = Table::new("matches", "One ply more", heads);
    for (depth, tally) in &tallies {
        let counts = [tally.games(), tally.wins, tally.draws, tally.losses].map(|count| count.to_string());
        let head = format!("depth {} against {depth}", depth + 1);
        let tail = [format!("{:.1} %", 100.0 * tally.score()), elo_words(tally)];
        table.row(std::iter::once(head).chain(counts).chain(tail));
    }
    report.tables.push(table);
    let elo = |tally: &Tally| tally.elo().map_or(0.0, |elo| elo.value.clamp(-800.0, 800.0));
    let points: Vec<(f64, f64)> =
        tallies.iter().map(|(depth, tally)| (f64::from(depth + 1), elo(tally))).collect();
    report.plots.push(Plot {
        name: "elo".to_owned(),
        title: "Elo gained by one ply more".to_owned(),
        across: Axis::linear("depth"),
        upward: Axis::linear("Elo over one ply less"),
        series: vec![
            Series::new("ours", points.clone()),
            Series::dashed("Belle, about", points.iter().map(|&(depth, _)| (depth, THOMPSON))),
        ],
    });
    report.findings = findings(&tallies, &points);
    Ok(report)
}

fn findings(tallies: &[(i32, Tally)], points: &[(f64, f64)]) -> Vec<Finding> {
    let words =
        tallies.iter().map(|(depth, tally)| format!("{} over {depth}: {}", depth + 1, elo_words(tally)));
    let halves = points.split_at(points.len() / 2);
    let mean =
        |points: &[(f64, f64)]| points.iter().map(|&(_, elo)| elo).sum::<f64>() / points.len().max(1) as f64;
    let late: Vec<(f64, f64)> = points.iter().copied().filter(|&(depth, _)| depth >= 3.0).collect();
    vec![
        Finding::new(
            "A deeper search is stronger, at every depth",
            Judgement::of_all(tallies.iter().map(|(_, tally)| tally.score() > 0.5)),
            words.collect::<Vec<_>>().join("; "),
        ),
        Finding::new(
            "A ply is worth about 200 points (depth 3 and more)",
            if late.is_empty() {
                Judgement::Open
            } else {
                Judgement::of((100.0..=300.0).contains(&mean(&late)))
            },
            format!("{:+.0} a ply on average", mean(&late)),
        ),
        Finding::new(
            "The gain grows smaller with depth",
            Judgement::of(mean(halves.0) > mean(halves.1)),
            format!(
                "{:+.0} a ply in the first half of the depths, {:+.0} in the second",
                mean(halves.0),
                mean(halves.1)
            ),
        ),
    ]
}
