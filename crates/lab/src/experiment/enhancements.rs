//! `enhancements`: what each enhancement of alpha-beta saves (Marsland's Fig. 8).

mod findings;

use super::measured::{Measured, Method, settings, total, width};
use super::minimal_tree::minimal_leaves;
use super::suites::Suite;
use super::table::thousands;
use super::{Axis, Bench, Experiment, ExperimentReport, Halt, Plot, Series, Table};
use crate::{Algorithm, Judge};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "enhancements",
    title: "Alpha-beta and its enhancements",
    paper: "T.A. Marsland, Computer chess and search (1991), section 3.6, Fig. 8",
    summary: "time and nodes of iterative alpha-beta, aspiration, PVS, +trans, +ref, +hist on the Bratko-Kopec positions, in per cent of direct alpha-beta",
    measure,
    judge: findings::judge,
};

/// What every search of the paper has: safe captures ahead of other moves, and captures beyond the horizon.
const COMMON: &str = "safe-captures,quiescence=captures";

/// Names as in Fig. 8, with what they switch on; the first is the measure of all others.
const METHODS: [(&str, Algorithm, &str); 12] = [
    ("direct alpha-beta", Algorithm::AlphaBeta, ""),
    ("iterative alpha-beta", Algorithm::AlphaBeta, "deepening"),
    ("aspiration", Algorithm::Aspiration, "deepening"),
    ("pvs", Algorithm::Pvs, "deepening"),
    ("pvs+hist", Algorithm::Pvs, "deepening,history"),
    ("pvs+ref", Algorithm::Pvs, "deepening,refutation"),
    ("pvs+trans (8k)", Algorithm::Pvs, "deepening,table=one-probe:8192"),
    ("pvs+trans (1M)", Algorithm::Pvs, "deepening,table=one-probe:1048576"),
    ("pvs+ref+hist", Algorithm::Pvs, "deepening,refutation,history"),
    ("pvs+trans+hist (8k)", Algorithm::Pvs, "deepening,table=one-probe:8192,history"),
    ("pvs+all (8k)", Algorithm::Pvs, "deepening,table=one-probe:8192,refutation,history"),
    ("pvs+all (1M)", Algorithm::Pvs, "deepening,table=one-probe:1048576,refutation,history"),
];

struct Measurements {
    depths: Vec<i32>,
    /// For each method, for each depth.
    sums: Vec<Vec<Measured>>,
    /// The leaves of minimal trees as wide as the positions, for each depth.
    minimal: Vec<u64>,
    /// Every search of every position.
    positions: Table,
}

fn measure(bench: &Bench<'_>) -> Result<ExperimentReport, Halt> {
    let suite = Suite::bratko_kopec()?.thinned(bench.scale.pick(2, 24, 24));
    let deepest = bench.scale.pick(3, 5, 6);
    let outcome = searches(bench, &suite, deepest)?;
    let mut report = ExperimentReport::of(&EXPERIMENT);
    report.explain(format!(
        "{} positions, searched to depth 2 to {deepest} (the paper's depths end at 6). Evaluation: Shannon's f(P); captures that lose nothing come first, and captures alone \
         are searched beyond the horizon, in every search. Direct alpha-beta searches to the depth at once; all others deepen by one ply at a time, and \
         their figures hold all iterations. The aspiration window is a pawn to each side. Time is the processor time of the searching \
         thread. Of the nodes on the horizon, CUT nodes are those whose value reached beta, ALL nodes the others. Errors are those of \
         the choice of positions (jackknife, 95 %). The minimal tree is the formula for the width of each position, as per cent of direct alpha-beta's bottom positions.",
        suite.name
    ));
    let times =
        percent_table("time", "Fig. 8: processor time, % of direct alpha-beta", &outcome, |sum| sum.seconds);
    let nodes =
        percent_table("nodes", "Nodes above and on the horizon, % of direct alpha-beta", &outcome, |sum| {
            (sum.nodes - sum.quiescence) as f64
        });
    report.tables = vec![times, nodes, raw_table(&outcome), outcome.positions.clone()];
    report.plots = vec![
        plot("time", "Fig. 8: processor time of the enhancements", &outcome, |sum| sum.seconds),
        plot("nodes", "Nodes of the enhancements", &outcome, |sum| (sum.nodes - sum.quiescence) as f64),
    ];
    Ok(report)
}

fn searches(bench: &Bench<'_>, suite: &Suite, deepest: i32) -> Result<Measurements, Halt> {
    let depths: Vec<i32> = (2..=deepest).collect();
    let mut methods = Vec::new();
    for (name, algorithm, switches) in METHODS {
        methods.push(Method::new(name, algorithm, settings(&format!("{COMMON},{switches}"))?));
    }
    // A direct search tells of its own depth only; one that deepens tells of all on its way.
    let mut jobs = Vec::new();
    for (place, method) in methods.iter().enumerate() {
        let wanted = if method.settings.deepening { vec![deepest] } else { depths.clone() };
        for depth in wanted {
            jobs.extend((0..suite.tasks.len()).map(|task| (place, depth, task)));
        }
    }
    let name =
        |&(method, depth, task): &(usize, i32, usize)| format!("{} d{depth} p{task}", methods[method].name);
    let found = bench.each("searches", &jobs, name, |&(method, depth, task)| {
        methods[method].measure(bench, &suite.tasks[task], &Judge::Shannon, depth)
    })?;
    let of_method = |method: usize| {
        let mine = jobs.iter().zip(&found).filter(move |((place, ..), _)| *place == method);
        mine.map(|(_, found)| found).collect::<Vec<_>>()
    };
    let sums = (0..methods.len())
        .map(|method| {
            let mine = of_method(method);
            depths.iter().map(|&depth| total(mine.iter().copied(), depth)).collect()
        })
        .collect();
    let boards = suite.boards();
    let minimal = depths
        .iter()
        .map(|&depth| boards.iter().map(|board| minimal_leaves(width(board), depth as u32)).sum())
        .collect();
    let mut positions = position_table();
    for ((place, _, task), searches) in jobs.iter().zip(&found) {
        let wide = width(&boards[*task]);
        let searched = searches.iter().filter(|it| depths.contains(&it.depth));
        searched.for_each(|it| positions.row(position_row(METHODS[*place].0, *task, wide, it)));
    }
    Ok(Measurements { depths, sums, minimal, positions })
}

fn position_table() -> Table {
    let heads = ["method", "position", "depth", "nodes", "horizon", "cut", "beyond", "seconds", "minimal"];
    Table::new("positions", "Every search of every position", heads)
        .noted("Nodes are those above and on the horizon; minimal is the formula for the position's width.")
        .long()
}

fn position_row(method: &str, task: usize, width: u64, found: &Measured) -> [String; 9] {
    [
        method.to_owned(),
        format!("BK.{:02}", task + 1),
        found.depth.to_string(),
        (found.nodes - found.quiescence).to_string(),
        found.bottom.to_string(),
        found.cut_horizon.to_string(),
        found.quiescence.to_string(),
        format!("{:.6}", found.seconds),
        minimal_leaves(width, found.depth as u32).to_string(),
    ]
}

impl Measurements {
    /// A figure of a method at each depth, in per cent of direct alpha-beta's.
    fn percent(&self, method: usize, figure: impl Fn(&Measured) -> f64) -> Vec<f64> {
        let pairs = self.sums[method].iter().zip(&self.sums[0]);
        pairs.map(|(ours, direct)| 100.0 * figure(ours) / figure(direct).max(1e-9)).collect()
    }

    fn place(name: &str) -> usize {
        METHODS.iter().position(|(known, ..)| *known == name).unwrap_or(0)
    }

    fn minimal_percent(&self) -> Vec<f64> {
        let pairs = self.minimal.iter().zip(&self.sums[0]);
        pairs.map(|(&minimal, direct)| 100.0 * minimal as f64 / direct.bottom.max(1) as f64).collect()
    }
}

fn percent_table(name: &str, title: &str, outcome: &Measurements, figure: fn(&Measured) -> f64) -> Table {
    let heads = std::iter::once("method".to_owned()).chain(outcome.depths.iter().map(|d| format!("{d}-ply")));
    let mut table = Table::new(name, title, heads);
    for (method, (words, ..)) in METHODS.iter().enumerate() {
        let cells = outcome.percent(method, figure).into_iter().map(|percent| format!("{percent:.1}"));
        table.row(std::iter::once((*words).to_owned()).chain(cells));
    }
    let minimal = outcome.minimal_percent().into_iter().map(|percent| format!("{percent:.1}"));
    table.row(std::iter::once("minimal tree (bottom positions)".to_owned()).chain(minimal));
    table
}

fn raw_table(outcome: &Measurements) -> Table {
    let heads = [
        "method",
        "depth",
        "nodes",
        "bottom",
        "of them CUT",
        "quiescence",
        "seconds",
        "re-searches",
        "table hits",
    ];
    let mut table = Table::new("raw", "Sums over all positions", heads);
    for ((words, ..), sums) in METHODS.iter().zip(&outcome.sums) {
        for sum in sums {
            let numbers = [sum.nodes, sum.bottom, sum.cut_horizon, sum.quiescence].map(thousands);
            let [nodes, bottom, cut, quiescence] = numbers;
            let seconds = format!("{:.3}", sum.seconds);
            let (again, hits) = (thousands(sum.researches), thousands(sum.table_hits));
            table.row([
                (*words).to_owned(),
                sum.depth.to_string(),
                nodes,
                bottom,
                cut,
                quiescence,
                seconds,
                again,
                hits,
            ]);
        }
    }
    table
}

fn plot(name: &str, title: &str, outcome: &Measurements, figure: fn(&Measured) -> f64) -> Plot {
    let depths = || outcome.depths.iter().map(|&depth| f64::from(depth));
    let shown = [
        "iterative alpha-beta",
        "aspiration",
        "pvs",
        "pvs+hist",
        "pvs+ref",
        "pvs+trans (8k)",
        "pvs+all (1M)",
    ];
    let line =
        |name: &&str| Series::new(*name, depths().zip(outcome.percent(Measurements::place(name), figure)));
    let mut series: Vec<Series> = shown.iter().map(line).collect();
    series.push(Series::dashed("minimal tree", depths().zip(outcome.minimal_percent())));
    Plot {
        name: name.to_owned(),
        title: title.to_owned(),
        across: Axis::linear("search depth (ply)"),
        upward: Axis::linear("% of direct alpha-beta"),
        series,
    }
}
