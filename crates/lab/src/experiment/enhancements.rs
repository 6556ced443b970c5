//! `enhancements`: what each enhancement of alpha-beta saves (Marsland's Fig. 8).

use super::measured::{Measured, Method, settings, total, width};
use super::minimal_tree::minimal_leaves;
use super::suites::Suite;
use super::table::thousands;
use super::{Axis, Bench, Experiment, ExperimentReport, Finding, Halt, Judgement, Plot, Series, Table};
use crate::{Algorithm, Judge};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "enhancements",
    title: "Alpha-beta and its enhancements",
    paper: "T.A. Marsland, Computer chess and search (1991), section 3.6, Fig. 8",
    summary: "time and nodes of iterative alpha-beta, aspiration, PVS, +trans, +ref, +hist on the Bratko-Kopec positions, in per cent of direct alpha-beta",
    run,
};

/// What every search of the paper has: captures first, and captures beyond the horizon.
const COMMON: &str = "captures-first,quiescence=captures";

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
}

fn run(bench: &Bench<'_>) -> Result<ExperimentReport, Halt> {
    let suite = Suite::bratko_kopec()?.thinned(bench.scale.pick(2, 24, 24));
    let deepest = bench.scale.pick(3, 5, 7);
    let outcome = measure(bench, &suite, deepest)?;
    let mut report = ExperimentReport::of(&EXPERIMENT);
    report.explain(format!(
        "{} positions, searched to depth 2 to {deepest}. Evaluation: Shannon's f(P); captures come first, and captures alone are searched \
         beyond the horizon, in every search. Direct alpha-beta searches to the depth at once; all others deepen by one ply at a time, and \
         their figures hold all iterations. The aspiration window is a pawn to each side. Time is the processor time of the searching \
         thread. The minimal tree is the formula for the width of each position, as per cent of direct alpha-beta's bottom positions.",
        suite.name
    ));
    let times =
        percent_table("time", "Fig. 8: processor time, % of direct alpha-beta", &outcome, |sum| sum.seconds);
    let nodes =
        percent_table("nodes", "Nodes above and on the horizon, % of direct alpha-beta", &outcome, |sum| {
            (sum.nodes - sum.quiescence) as f64
        });
    report.tables = vec![times, nodes, raw_table(&outcome)];
    report.plots = vec![
        plot("time", "Fig. 8: processor time of the enhancements", &outcome, |sum| sum.seconds),
        plot("nodes", "Nodes of the enhancements", &outcome, |sum| (sum.nodes - sum.quiescence) as f64),
    ];
    report.findings = findings(&outcome);
    Ok(report)
}

fn measure(bench: &Bench<'_>, suite: &Suite, deepest: i32) -> Result<Measurements, Halt> {
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
    Ok(Measurements { depths, sums, minimal })
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

    fn nodes(&self, name: &str) -> Vec<f64> {
        self.percent(Measurements::place(name), |sum| (sum.nodes - sum.quiescence) as f64)
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
    let heads = ["method", "depth", "nodes", "bottom", "quiescence", "seconds", "re-searches", "table hits"];
    let mut table = Table::new("raw", "Sums over all positions", heads);
    for ((words, ..), sums) in METHODS.iter().zip(&outcome.sums) {
        for sum in sums {
            let numbers = [sum.nodes, sum.bottom, sum.quiescence].map(thousands);
            let [nodes, bottom, quiescence] = numbers;
            let seconds = format!("{:.3}", sum.seconds);
            let (again, hits) = (thousands(sum.researches), thousands(sum.table_hits));
            table.row([
                (*words).to_owned(),
                sum.depth.to_string(),
                nodes,
                bottom,
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

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn list(values: &[f64], depths: &[i32]) -> String {
    let pairs = values.iter().zip(depths).map(|(value, depth)| format!("{value:.0} % at {depth}"));
    pairs.collect::<Vec<_>>().join(", ")
}

fn findings(outcome: &Measurements) -> Vec<Finding> {
    let depths = &outcome.depths;
    // Nodes, because the time of the shallow searches is too short to measure.
    let iterative = outcome.nodes("iterative alpha-beta");
    let (pvs, aspiration) = (outcome.nodes("pvs"), outcome.nodes("aspiration"));
    let (with_ref, with_trans) = (outcome.nodes("pvs+ref"), outcome.nodes("pvs+trans (8k)"));
    let (small, large) = (outcome.nodes("pvs+all (8k)"), outcome.nodes("pvs+all (1M)"));
    let minimal = outcome.minimal_percent();
    let all = outcome.nodes("pvs+all (1M)");
    let pairs = |a: &[f64], b: &[f64]| a.iter().copied().zip(b.iter().copied()).collect::<Vec<_>>();
    // How near alpha-beta comes to the minimal tree, at odd and at even depths.
    let of_parity = |odd| {
        let those: Vec<f64> = depths
            .iter()
            .zip(&minimal)
            .filter(|(depth, _)| (**depth % 2 == 1) == odd)
            .map(|(_, &it)| it)
            .collect();
        mean(&those)
    };
    let odd_gap: Vec<(i32, f64)> = depths
        .iter()
        .zip(all.iter().zip(&minimal))
        .filter(|(depth, _)| *depth % 2 == 1)
        .map(|(&depth, (ours, least))| (depth, ours / least.max(1e-9)))
        .collect();
    let hist = pairs(&outcome.nodes("pvs+trans+hist (8k)"), &with_trans);
    let ref_hist = pairs(&outcome.nodes("pvs+ref+hist"), &with_ref);
    vec![
        Finding::new(
            "(a) Pure iterative deepening costs little over a direct search (5 % on average)",
            Judgement::of((mean(&iterative) - 100.0).abs() < 20.0),
            format!(
                "{:.0} % of direct alpha-beta's time on average: {}",
                mean(&iterative),
                list(&iterative, depths)
            ),
        ),
        Finding::new(
            "(b) With iterative deepening, PVS is superior to aspiration search with a window of a pawn",
            Judgement::of_all(pairs(&pvs, &aspiration).iter().map(|(pvs, aspiration)| pvs < aspiration)),
            format!("nodes: PVS {}; aspiration {}", list(&pvs, depths), list(&aspiration, depths)),
        ),
        Finding::new(
            "(c) A refutation table is a space-efficient alternative to a transposition table for guiding the early iterations",
            Judgement::of_all(
                with_ref.iter().zip(&with_trans).zip(&pvs).zip(depths).filter(|(_, depth)| **depth <= 4).map(
                    |(((with_ref, with_trans), pvs), _)| with_ref < pvs && *with_ref < with_trans * 1.25,
                ),
            ),
            format!(
                "nodes: +ref {}; +trans (8k) {}; neither {}",
                list(&with_ref, depths),
                list(&with_trans, depths),
                list(&pvs, depths)
            ),
        ),
        Finding::new(
            "(d) Odd-ply alpha-beta searches are more efficient than even-ply ones",
            Judgement::of(of_parity(true) > of_parity(false)),
            format!(
                "the minimal tree is this part of direct alpha-beta's bottom positions (more is better): {}",
                list(&minimal, depths)
            ),
        ),
        Finding::new(
            "(e) Transposition table size must increase with depth of search",
            Judgement::of(match (small.first().zip(large.first()), small.last().zip(large.last())) {
                (Some((small, large)), Some((deep_small, deep_large))) => {
                    deep_small / deep_large > small / large * 1.02
                }
                _ => false,
            }),
            format!(
                "all enhancements with 8k entries {}; with 1M entries {}",
                list(&small, depths),
                list(&large, depths)
            ),
        ),
        Finding::new(
            "(f) Transposition and refutation tables combine effectively with the history heuristic, close to the minimal tree at odd depths",
            Judgement::of_all(
                hist.iter()
                    .chain(&ref_hist)
                    .map(|(with, without)| with < without)
                    .chain(odd_gap.iter().map(|(_, factor)| *factor < 2.0)),
            ),
            format!(
                "history changes +trans to {:.0} % and +ref to {:.0} % of their nodes; all (1M) against the minimal tree at odd depths: {}",
                100.0 * mean(&hist.iter().map(|(with, without)| with / without).collect::<Vec<_>>()),
                100.0 * mean(&ref_hist.iter().map(|(with, without)| with / without).collect::<Vec<_>>()),
                odd_gap
                    .iter()
                    .map(|(depth, factor)| format!("{factor:.1} times at {depth}"))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        ),
    ]
}
