//! `null-move`: standard and verified null-move pruning (David-Tabibi and Netanyahu's Tables 1 to 6).

mod findings;
mod published;
mod searches;
mod tables;
mod zugzwang;

use quevedo_arena::Opening;
use quevedo_arena::stats::Tally;

use super::duel::{self, Searcher};
use super::measured::{Method, settings};
use super::table::thousands;
use super::{Axis, Bench, Experiment, ExperimentReport, Halt, Plot, Series};
use crate::{Algorithm, Judge, MAX_DEPTH};
use searches::{Case, Part};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "null-move",
    title: "Verified null-move pruning",
    paper: "O. David-Tabibi and N.S. Netanyahu, Verified null-move pruning, ICGA Journal 25(3), 2002, Tables 1 to 6",
    summary: "nodes and solved positions with R = 1, 2, 3 and verified R = 3 on whole suites with two evaluations, the zugzwang suite, and matches; a full run takes some days and can be told of at any time (--so-far)",
    measure,
    judge: findings::judge,
};

/// As in the paper: PVS with history heuristic and transposition table, one ply more for checks at the horizon,
/// captures beyond it.
const COMMON: &str = "deepening,captures-first,history,quiescence=captures,check-extension=horizon";

/// The columns of the paper's tables, and what our switch is called.
const STANDARD_1: usize = 0;
const STANDARD_2: usize = 1;
const STANDARD_3: usize = 2;
const VERIFIED: usize = 3;
const ADAPTIVE: usize = 4;
const REDUCE_TWO: usize = 5;
const REDUCE_ONE: usize = 6;
const REDUCE_ONE_THEN_TWO: usize = 7;
const COLUMNS: [(&str, &str); 8] = [
    ("Std R = 1", "1"),
    ("Std R = 2", "2"),
    ("Std R = 3", "3"),
    ("Vrfd R = 3", "verified"),
    ("Adaptive", "adaptive"),
    ("Reduce 2", "reduce-two"),
    ("Reduce 1", "reduce-one"),
    ("Reduce 1, then 2", "reduce-one-then-two"),
];

/// Who judges positions: where R = 2's tree is the larger depends on it.
const EVALUATIONS: [&str; 2] = ["classical", "material"];

fn evaluation(name: &str) -> Judge {
    name.parse().unwrap_or_else(|_| Judge::classical())
}

fn measure(bench: &Bench<'_>) -> Result<ExperimentReport, Halt> {
    let parts = searches::parts(bench)?;
    let zugzwang = zugzwang::measure(bench)?;
    let matches = matches(bench)?;
    let found = searches::measure(bench, &parts)?;

    let mut report = ExperimentReport::of(&EXPERIMENT);
    report.explain(format!(
        "PVS with history heuristic, a transposition table of {} entries, captures first, one ply more for answers to checks at the horizon, \
         captures beyond it, iterative deepening, with the classical evaluation and with material alone. Positions in which a side has only \
         king and pawns are left out, as in the paper. Nodes are of all iterations together. Percentages compare with verified R = 3; errors \
         are those of the choice of positions (jackknife, 95 %).",
        thousands(entries(bench))
    ));
    report.explain(
        "The suite for Neishtadt's 138 positions, which are not to be had, is taken from Test Your Chess IQ (`iq4.epd`); the mates for those of \
         the Chess Analysis Project are composed ones of 4 and 5 moves (`mate_in_4.epd`, `mate_in_5.epd`), because the methods all solve \
         those that players overlooked.",
    );
    report.explain(progress(&parts, &found));
    report.tables = tables::all(&parts, &found);
    report.tables.extend(zugzwang.map(|it| it.tables()).unwrap_or_default());
    report.tables.push(tables::match_table(&matches));
    report.tables.push(searches::position_table(&found));
    report.plots = plots(&parts, &found);
    Ok(report)
}

fn entries(bench: &Bench<'_>) -> u64 {
    bench.scale.pick(1 << 12, 1 << 18, 1 << 20)
}

/// How far a full run is.
fn progress(parts: &[Part], found: &[Case]) -> String {
    let told = parts.iter().map(|part| {
        let count = |depth: i32| {
            let is_ours = |case: &&Case| {
                case.label == part.label
                    && case.evaluation == part.evaluation
                    && case.at(VERIFIED, depth).is_some()
            };
            found.iter().filter(is_ours).count()
        };
        let depths = part.depths.iter().map(|&depth| format!("{} to depth {depth}", count(depth)));
        format!(
            "{}, {}: {} of {}",
            part.label,
            part.evaluation,
            depths.collect::<Vec<_>>().join(", "),
            part.tasks.len()
        )
    });
    format!(
        "Positions that were searched with every column of their table (a run takes them in an order that makes any beginning a fair sample): {}.",
        told.collect::<Vec<_>>().join("; ")
    )
}

fn method(bench: &Bench<'_>, column: usize, more: &str) -> Result<Method, Halt> {
    let (name, switch) = COLUMNS[column];
    let text = format!("{COMMON},table=two-level:{},null={switch}{more}", entries(bench));
    Ok(Method::new(name, Algorithm::Pvs, settings(&text)?))
}

/// The games of a match with so many nodes for each move.
struct Match {
    nodes: u64,
    wanted: usize,
    tally: Tally,
}

/// Verified R = 3 against standard R = 2, with the same nodes for each move: more nodes are deeper searches.
fn matches(bench: &Bench<'_>) -> Result<Vec<Match>, Halt> {
    let budgets = bench.scale.pick(&[500_u64][..], &[3_000], &[5_000, 20_000, 80_000]);
    let wanted = bench.scale.pick(2, 20, 100);
    let openings = Opening::builtin();
    let mut matches = Vec::new();
    for &nodes in budgets {
        let player = |column| {
            let method = method(bench, column, &format!(",nodes={nodes}"))?;
            Ok(Searcher { method, depth: MAX_DEPTH, judge: Judge::classical() })
        };
        let (verified, standard) = (player(VERIFIED)?, player(STANDARD_2)?);
        let jobs: Vec<usize> = (0..wanted).collect();
        let what = format!("games, {nodes} nodes");
        let found = bench.each_so_far(&what, &jobs, usize::to_string, |&game| {
            let (mut first, mut second) = (verified.clone(), standard.clone());
            let opening = duel::opening(&openings, game * 7 + game % 2);
            duel::play(bench, &opening, [&mut first, &mut second], game % 2 == 0, duel::usual_rules())
        })?;
        matches.push(Match { nodes, wanted, tally: duel::tally(found.into_iter().flatten().flatten()) });
    }
    Ok(matches)
}

fn plots(parts: &[Part], found: &[Case]) -> Vec<Plot> {
    let wanted = parts.iter().filter(|part| part.label == "ecm" || part.label == "wcs");
    let plot = |part: &Part| {
        let mine: Vec<&Case> = found.iter().filter(|case| case.is_of(part)).collect();
        let line = |&column: &usize| {
            // The mean of those positions that reached the depth with every column.
            let points = (3..=part.depths.last().copied().unwrap_or(3)).filter_map(|depth| {
                let nodes: Vec<u64> = mine
                    .iter()
                    .filter(|case| part.columns.iter().all(|&column| case.at(column, depth).is_some()))
                    .filter_map(|case| Some(case.at(column, depth)?.nodes))
                    .collect();
                let mean = nodes.iter().sum::<u64>() as f64 / nodes.len().max(1) as f64;
                (!nodes.is_empty()).then_some((f64::from(depth), mean))
            });
            Series::new(COLUMNS[column].0, points)
        };
        Plot {
            name: format!("nodes-{}-{}", part.label, part.evaluation),
            title: format!("Fig. 4: tree sizes, {}, {} evaluation", part.name, part.evaluation),
            across: Axis::linear("depth"),
            upward: Axis::logarithmic("nodes a position"),
            series: part.columns.iter().map(line).collect(),
        }
    };
    wanted.map(plot).collect()
}
