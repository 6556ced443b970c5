//! `table-use`: what a transposition table gives by each of its three uses, which Marsland's 1991 study leaves open.

use quevedo_arena::stats::Estimate;

use super::evidence::{below, percent, ratio};
use super::measured::{Measured, Method, settings, total};
use super::suites::Suite;
use super::table::thousands;
use super::{
    Axis, Bench, Experiment, ExperimentReport, Figures, Finding, Halt, Judgement, Plot, Series, Table,
};
use crate::{Algorithm, Judge};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "table-use",
    title: "What a transposition table gives",
    paper: "T.A. Marsland, Computer chess and search (1991), sections 3.5 and 3.6 (e): the three uses of a table, whose contributions \"are not brought out in this study\"; Marsland and Popowich 1985 (CUT and ALL nodes)",
    summary: "nodes with a table used for move order, narrower bounds and cut-offs, alone and together, in the middle game and on Fine 70",
    measure,
    judge,
};

/// Every choice of uses, by name and as a switch.
const USES: [(&str, &str); 8] = [
    ("no table", "table=off"),
    ("order", "table-use=order"),
    ("bounds", "table-use=bounds"),
    ("cut-offs", "table-use=cutoffs"),
    ("order, bounds", "table-use=order+bounds"),
    ("order, cut-offs", "table-use=order+cutoffs"),
    ("bounds, cut-offs", "table-use=bounds+cutoffs"),
    ("all", "table-use=all"),
];
const TABLE: &str = "table=one-probe:1048576,replace=always";
const MIDDLE_GAME: &str = "Bratko-Kopec";
const FINE_70: &str = "Fine 70";

fn methods(common: &str) -> Result<Vec<Method>, Halt> {
    let method = |&(name, switch): &(&str, &str)| {
        Ok(Method::new(name, Algorithm::Pvs, settings(&format!("{common},{TABLE},{switch}"))?))
    };
    USES.iter().map(method).collect()
}

fn measure(bench: &Bench<'_>) -> Result<ExperimentReport, Halt> {
    let suite = Suite::bratko_kopec()?.thinned(bench.scale.pick(2, 24, 24));
    let deepest = bench.scale.pick(3, 5, 6);
    let middle = methods("deepening,safe-captures,quiescence=captures")?;
    let places = |use_: usize| (0..suite.tasks.len()).map(move |task| (use_, task));
    let jobs: Vec<(usize, usize)> = (0..USES.len()).flat_map(places).collect();
    let name = |&(place, task): &(usize, usize)| format!("{} p{task} d{deepest}", USES[place].0);
    let found = bench.each(MIDDLE_GAME, &jobs, name, |&(place, task)| {
        middle[place].measure(bench, &suite.tasks[task], &Judge::Shannon, deepest)
    })?;
    let (nodes, last) = (bench.scale.pick(5_000, 1_500_000, 6_000_000), bench.scale.pick(8, 30, 36));
    let endgame =
        methods(&format!("deepening,captures-first,killers,history,quiescence=pawns,nodes={nodes}"))?;
    let fine = Suite::fine_70()?;
    let choices: Vec<usize> = (0..USES.len()).collect();
    let name = |&place: &usize| format!("{} {nodes}", USES[place].0);
    let solved = bench.each(FINE_70, &choices, name, |&place| {
        endgame[place].measure(bench, &fine.tasks[0], &Judge::classical(), last)
    })?;

    let mut report = ExperimentReport::of(&EXPERIMENT);
    report.explain(format!(
        "A table that holds a position serves three purposes: its move is tried first (order), its value narrows the window (bounds), and a value \
         that is deep enough ends the node (cut-offs, the exact forward pruning of the paper). Each can be switched off. {}, depth {deepest}: \
         PVS that deepens, safe captures first, f(P), captures beyond the horizon, a table of 2^20 entries that always replaces. Fine 70: as in \
         the experiment `fine70`, until {} nodes. Errors are those of the choice of positions (jackknife, 95 %).",
        suite.name,
        thousands(nodes)
    ));
    let by_use: Vec<&[Vec<Measured>]> = found.chunks(suite.tasks.len().max(1)).collect();
    let mut positions =
        Table::new("positions", "Each position", ["use", "position", "depth", "nodes"]).long();
    let mut counts = Table::new(
        "nodes",
        format!("Nodes of all iterations up to {deepest}, and what the horizon was made of: {}", suite.name),
        ["use", "nodes", "of no table's", "horizon nodes", "of them CUT", "of them ALL"],
    );
    for ((use_, _), found) in USES.iter().zip(&by_use) {
        for (task, searches) in found.iter().enumerate() {
            let last = searches.iter().find(|it| it.depth == deepest);
            let cells = last.map(|it| it.nodes - it.quiescence);
            let nodes = cells.map_or(String::new(), |it| it.to_string());
            positions.row([(*use_).to_owned(), format!("BK.{:02}", task + 1), deepest.to_string(), nodes]);
        }
        let (sum, plain) = (total(*found, deepest), total(by_use[0], deepest));
        let part = |it: &Measured| (it.nodes - it.quiescence) as f64;
        counts.row([
            (*use_).to_owned(),
            thousands(sum.nodes - sum.quiescence),
            format!("{:.1} %", 100.0 * part(&sum) / part(&plain).max(1.0)),
            thousands(sum.bottom),
            thousands(sum.cut_horizon),
            thousands(sum.bottom - sum.cut_horizon),
        ]);
    }
    let heads = ["use", "last iteration", "nodes", "solved since iteration"];
    let mut endgame = Table::new("fine-70", "Fine 70 by use of the table", heads);
    for ((use_, _), found) in USES.iter().zip(&solved) {
        let Some(last) = found.last() else { continue };
        let wrong = found.iter().filter(|it| it.solved == 0).map(|it| it.depth).max().unwrap_or(0);
        let since = found.iter().find(|it| it.depth > wrong);
        let since = since.map_or_else(|| "-".to_owned(), |it| it.depth.to_string());
        endgame.row([(*use_).to_owned(), last.depth.to_string(), thousands(last.nodes), since]);
    }
    report.tables = vec![counts, endgame, positions];
    report.plots = vec![plot(Figures::of(&report.tables))];
    Ok(report)
}

/// The nodes of one use in terms of another's.
fn quotient(figures: Figures<'_>, ours: &str, theirs: &str) -> Option<Estimate> {
    let rows = figures.table("positions");
    let of = |name: &str| -> Vec<f64> {
        rows.all().filter(|row| row.name() == name).filter_map(|row| row.number("nodes")).collect()
    };
    let pairs: Vec<(f64, f64)> = of(ours).into_iter().zip(of(theirs)).collect();
    (!pairs.is_empty()).then(|| ratio(&pairs))
}

fn plot(figures: Figures<'_>) -> Plot {
    let estimates = USES.iter().enumerate().filter_map(|(place, (name, _))| {
        let Estimate { value, error } = quotient(figures, name, "no table")?;
        let (value, error) = (100.0 * value, if error.is_finite() { 100.0 * error } else { 0.0 });
        Some(((place as f64, value), (value - error, value + error)))
    });
    let (points, errors): (Vec<_>, Vec<_>) = estimates.unzip();
    Plot {
        name: "uses".to_owned(),
        title: "Nodes by use of the table, with 95 % intervals".to_owned(),
        across: Axis::named("use of the table", USES.map(|(name, _)| name)),
        upward: Axis::linear("% of the nodes without a table"),
        series: vec![Series::new(MIDDLE_GAME, points).with_errors(errors)],
    }
}

fn judge(figures: Figures<'_>) -> Vec<Finding> {
    let saving = |ours, theirs| {
        let estimate = quotient(figures, ours, theirs);
        (estimate.and_then(|it| below(it, 1.0)), estimate.map_or_else(|| "?".to_owned(), percent))
    };
    let alone = [("order", "no table"), ("bounds", "no table"), ("cut-offs", "no table")];
    let (cases, words): (Vec<_>, Vec<_>) = alone
        .iter()
        .map(|&(ours, theirs)| {
            let (case, words) = saving(ours, theirs);
            (case, format!("{ours} alone {words} of the nodes without a table"))
        })
        .unzip();
    let missing =
        [("bounds, cut-offs", "order"), ("order, cut-offs", "bounds"), ("order, bounds", "cut-offs")];
    let without: Vec<String> = missing
        .iter()
        .map(|(left, gone)| {
            let back = quotient(figures, left, "all").map_or_else(|| "?".to_owned(), percent);
            format!("without {gone} {back} of all three's")
        })
        .collect();
    let fine = figures.table("fine-70");
    let last = |name: &str| fine.number(&[name], "last iteration");
    let pruning = last("cut-offs").zip(last("order")).map(|(cuts, order)| cuts > order);
    vec![
        Finding::new(
            "A table entry serves three purposes: bounds, the best move, and the recognition of transpositions",
            Judgement::of_cases(cases),
            format!("{}; {}", words.join(", "), without.join(", ")),
        )
        .of("Marsland 1991, 3.5 and 3.6 (e)")
        .by("each use alone saves nodes in the middle game; the paper leaves the parts open"),
        Finding::new(
            "The primary purpose of the table is to recognise transpositions that have been completely examined",
            Judgement::of(saving("cut-offs", "order").0),
            format!("cut-offs alone need {} of the nodes of move order alone in the middle game", saving("cut-offs", "order").1),
        )
        .of("Marsland 1991, 3.5")
        .by("cut-offs alone need fewer nodes than move order alone"),
        Finding::new(
            "In endgames the table is an exact form of forward pruning, to less than the minimal game tree",
            Judgement::of(pruning),
            USES.iter()
                .filter_map(|(name, _)| Some(format!("{name}: iteration {}", last(name)?)))
                .collect::<Vec<_>>()
                .join(", "),
        )
        .of("Marsland 1991, 4.4")
        .by("on Fine 70 cut-offs alone reach further than move order alone, with the same nodes"),
    ]
}
