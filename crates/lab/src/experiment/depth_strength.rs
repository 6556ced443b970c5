//! `depth-strength`: what a ply is worth (Thompson 1982).

use quevedo_arena::Opening;
use quevedo_arena::stats::{Outcomes, Tally};

use super::duel::{self, Searcher};
use super::evidence::{EloRange, Weighted, below, is_stronger, slope, told, weighted_mean, within};
use super::measured::{Method, settings};
use super::{
    Axis, Bench, Experiment, ExperimentReport, Figures, Finding, Halt, Judgement, Plot, Series, Table,
};
use crate::{Algorithm, Judge};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "depth-strength",
    title: "Strength by depth",
    paper: "K. Thompson, Computer chess strength, Advances in Computer Chess 3, 1982 (cited by Marsland 1991, sections 1.1 and 1.2)",
    summary: "matches of the same program at depth d + 1 against depth d: Elo gained by each ply",
    measure,
    judge,
};

/// The figure for which Thompson's experiment with Belle is cited: about 200 points a ply. (His paper is not among ours.)
const THOMPSON: f64 = 200.0;

fn measure(bench: &Bench<'_>) -> Result<ExperimentReport, Halt> {
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
        let tail = [format!("{:.1} %", 100.0 * tally.score()), elo_range(tally)];
        table.row(std::iter::once(head).chain(counts).chain(tail));
    }
    report.tables.push(table);
    report.plots.push(plot(&tallies));
    Ok(report)
}

fn elo_range(tally: &Tally) -> String {
    EloRange::of(tally).map_or(String::new(), |range| range.words())
}

fn plot(tallies: &[(i32, Tally)]) -> Plot {
    let ranges =
        tallies.iter().filter_map(|(depth, tally)| Some((f64::from(depth + 1), EloRange::of(tally)?)));
    let (points, errors): (Vec<_>, Vec<_>) =
        ranges.map(|(depth, range)| ((depth, range.value), (range.low, range.high))).unzip();
    let thompson: Vec<(f64, f64)> = points.iter().map(|&(depth, _): &(f64, f64)| (depth, THOMPSON)).collect();
    Plot {
        name: "elo".to_owned(),
        title: "Elo gained by one ply more, with 95 % intervals".to_owned(),
        across: Axis::linear("depth"),
        upward: Axis::linear("Elo over one ply less"),
        series: vec![
            Series::new("ours", points).with_errors(errors),
            Series::dashed("Belle, about", thompson),
        ],
    }
}

/// The depth that was stronger or not, with its games.
fn matches(figures: Figures<'_>) -> Vec<(i32, Tally)> {
    let rows = figures.table("matches");
    let read = |row: super::figures::Row<'_>| {
        let depth = row.name().split_whitespace().nth(1)?.parse().ok()?;
        let count = |head| row.number(head).map(|number| number as u64);
        Some((depth, Tally { wins: count("won")?, draws: count("drawn")?, losses: count("lost")? }))
    };
    rows.all().filter_map(read).collect()
}

fn judge(figures: Figures<'_>) -> Vec<Finding> {
    let matches = matches(figures);
    let range = |(depth, tally): &(i32, Tally)| Some((f64::from(*depth), EloRange::of(tally)?));
    let gains: Vec<Weighted> =
        matches.iter().filter_map(range).map(|(depth, it)| (depth, it.value, it.deviation())).collect();
    let late: Vec<Weighted> = gains.iter().copied().filter(|&(depth, ..)| depth >= 3.0).collect();
    let words: Vec<String> = matches
        .iter()
        .filter_map(range)
        .map(|(depth, it)| format!("{depth} over {}: {}", depth - 1.0, it.words()))
        .collect();
    let (mean, change) = (weighted_mean(&late), slope(&gains));
    let deepest = matches.iter().map(|(depth, _)| *depth).max().unwrap_or(0);
    vec![
        Finding::new(
            "A deeper search is stronger, at every depth",
            Judgement::of_cases(matches.iter().map(|(_, tally)| is_stronger(tally))),
            words.join("; "),
        )
        .of("Marsland 1991, 1.1 (a deeper search more than compensates for an apparent lack of knowledge)")
        .by("each match won beyond Wilson's 95 % interval"),
        Finding::new(
            "A ply is worth about 200 points",
            Judgement::of(if late.is_empty() { None } else { within(mean, 150.0, 250.0) }),
            format!("{} a ply from depth 3 to {deepest}, weighted by their errors", told(mean, 0)),
        )
        .of("Thompson 1982, as cited")
        .by("the mean from depth 3 on lies between 150 and 250"),
        Finding::new(
            "The benefit of each additional ply diminishes as we search more deeply",
            Judgement::of(below(change, 0.0)),
            format!(
                "the gain changes by {} Elo from one ply to the next (depths 2 to {deepest})",
                told(change, 0)
            ),
        )
        .of("Marsland and Björnsson, 4")
        .by("the weighted line through all gains falls"),
    ]
}
