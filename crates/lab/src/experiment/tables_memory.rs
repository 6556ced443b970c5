//! `tables-memory`: what memory tables know (Marsland's section 4.4 and conclusion (e)).

use quevedo_eval::Stats;
use serde::{Deserialize, Serialize};

use super::measured::{Measured, Method, settings, total};
use super::suites::Suite;
use super::table::thousands;
use super::{Axis, Bench, Experiment, ExperimentReport, Finding, Halt, Judgement, Plot, Series, Table};
use crate::{Algorithm, ChessTree, Judge};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "tables-memory",
    title: "Memory tables",
    paper: "T.A. Marsland, Computer chess and search (1991), section 4.4 and Fig. 8 (e); Hyatt, Gower and Nelson 1985; Nelson 1985",
    summary: "hit rates of the pawn and king hash tables; nodes by transposition table size and depth",
    run,
};

const SIZES: [usize; 6] = [1 << 10, 1 << 12, 1 << 13, 1 << 15, 1 << 17, 1 << 20];
const COMMON: &str = "deepening,captures-first,killers,history,quiescence=captures";

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Rates {
    pawn_probes: u64,
    pawn_hits: u64,
    king_probes: u64,
    king_hits: u64,
}

fn run(bench: &Bench<'_>) -> Result<ExperimentReport, Halt> {
    let suite = Suite::bratko_kopec()?.thinned(bench.scale.pick(2, 24, 24));
    let deepest = bench.scale.pick(3, 6, 7);
    let rates = hit_rates(bench, &suite, bench.scale.pick(3, 6, 8))?;
    let sums = by_size(bench, &suite, deepest)?;

    let mut report = ExperimentReport::of(&EXPERIMENT);
    report.explain(format!(
        "{}: PVS with killers and history, captures beyond the horizon, the classical evaluation. The pawn and king tables of the evaluation \
         have 8192 entries each and are empty at the start of each position. Transposition tables have one probe.",
        suite.name
    ));
    report.tables = vec![rate_table(&suite, &rates), size_table(&sums, deepest)];
    let line = |(place, size): (usize, &usize)| {
        let points = (2..=deepest).map(|depth| {
            let (ours, largest) = (&sums[place][depth as usize], &sums[SIZES.len() - 1][depth as usize]);
            (f64::from(depth), 100.0 * ours.nodes as f64 / largest.nodes.max(1) as f64)
        });
        Series::new(format!("{} entries", thousands(*size as u64)), points)
    };
    report.plots.push(Plot {
        name: "sizes".to_owned(),
        title: "Nodes by table size, % of the largest table".to_owned(),
        across: Axis::linear("depth"),
        upward: Axis::linear("% of the nodes with 1M entries"),
        series: SIZES.iter().enumerate().map(line).collect(),
    });
    report.findings = findings(&rates, &sums, deepest);
    Ok(report)
}

fn hit_rates(bench: &Bench<'_>, suite: &Suite, depth: i32) -> Result<Vec<Rates>, Halt> {
    let method = Method::new("rates", Algorithm::Pvs, settings(&format!("{COMMON},table=262144"))?);
    let places: Vec<usize> = (0..suite.tasks.len()).collect();
    bench.each(
        "hit rates",
        &places,
        |place| format!("p{place} d{depth}"),
        |&place| {
            let mut tree = ChessTree::new(&suite.tasks[place].board, Judge::classical());
            method.search(bench, &mut tree, depth);
            let Stats { pawns, kings } = match tree.judge() {
                Judge::Classical(evaluator) => evaluator.stats(),
                _ => Stats::default(),
            };
            Rates {
                pawn_probes: pawns.probes,
                pawn_hits: pawns.hits,
                king_probes: kings.probes,
                king_hits: kings.hits,
            }
        },
    )
}

/// For each size, for each depth (from 0), the sum over all positions.
fn by_size(bench: &Bench<'_>, suite: &Suite, deepest: i32) -> Result<Vec<Vec<Measured>>, Halt> {
    let mut methods = Vec::new();
    for size in SIZES {
        let text = format!("{COMMON},table=one-probe:{size}");
        methods.push(Method::new(thousands(size as u64), Algorithm::Pvs, settings(&text)?));
    }
    let places = |method: usize| (0..suite.tasks.len()).map(move |task| (method, task));
    let jobs: Vec<(usize, usize)> = (0..methods.len()).flat_map(places).collect();
    let name = |&(method, task): &(usize, usize)| format!("{} p{task} d{deepest}", methods[method].name);
    let found = bench.each("sizes", &jobs, name, |&(method, task)| {
        methods[method].measure(bench, &suite.tasks[task], &Judge::classical(), deepest)
    })?;
    let sums = |found: &[Vec<Measured>]| (0..=deepest).map(|depth| total(found, depth)).collect();
    Ok(found.chunks(suite.tasks.len().max(1)).map(sums).collect())
}

fn percent(hits: u64, probes: u64) -> f64 {
    if probes == 0 { 0.0 } else { 100.0 * hits as f64 / probes as f64 }
}

fn sum(rates: &[Rates]) -> Rates {
    rates.iter().fold(Rates::default(), |sum, rates| Rates {
        pawn_probes: sum.pawn_probes + rates.pawn_probes,
        pawn_hits: sum.pawn_hits + rates.pawn_hits,
        king_probes: sum.king_probes + rates.king_probes,
        king_hits: sum.king_hits + rates.king_hits,
    })
}

fn rate_table(suite: &Suite, rates: &[Rates]) -> Table {
    let heads = ["position", "pawn table asked", "knew", "king table asked", "knew"];
    let mut table = Table::new("hit-rates", "Pawn and king hash tables", heads);
    let mut row = |name: &str, rates: &Rates| {
        table.row([
            name.to_owned(),
            thousands(rates.pawn_probes),
            format!("{:.2} %", percent(rates.pawn_hits, rates.pawn_probes)),
            thousands(rates.king_probes),
            format!("{:.2} %", percent(rates.king_hits, rates.king_probes)),
        ]);
    };
    for (task, rates) in suite.tasks.iter().zip(rates) {
        row(task.id.as_deref().unwrap_or(""), rates);
    }
    row("all", &sum(rates));
    row_of_paper(&mut table);
    table
}

fn row_of_paper(table: &mut Table) {
    table.row(["Cray Blitz (paper)", "", "98-99 %", "", ""]);
}

fn size_table(sums: &[Vec<Measured>], deepest: i32) -> Table {
    let heads =
        std::iter::once("entries".to_owned()).chain((2..=deepest).map(|depth| format!("{depth}-ply")));
    let mut table = Table::new(
        "sizes",
        "Nodes by table size (and share of entries that displaced another position's)",
        heads,
    );
    for (size, sums) in SIZES.iter().zip(sums) {
        let cells = (2..=deepest).map(|depth| {
            let sum = &sums[depth as usize];
            format!("{} ({:.0} %)", thousands(sum.nodes), percent(sum.table_overwrites, sum.table_probes))
        });
        table.row(std::iter::once(thousands(*size as u64)).chain(cells));
    }
    table
}

/// Near is not there: a table that is empty at the start needs some time to know anything.
fn rate_verdict(rate: f64, wanted: f64) -> Judgement {
    match rate {
        rate if rate >= wanted => Judgement::Holds,
        rate if rate >= 85.0 => Judgement::Open,
        _ => Judgement::DoesNotHold,
    }
}

fn findings(rates: &[Rates], sums: &[Vec<Measured>], deepest: i32) -> Vec<Finding> {
    let all = sum(rates);
    let pawn = percent(all.pawn_hits, all.pawn_probes);
    let king = percent(all.king_hits, all.king_probes);
    let ratio = |place: usize, depth: i32| {
        let (ours, largest) = (&sums[place][depth as usize], &sums[SIZES.len() - 1][depth as usize]);
        100.0 * ours.nodes as f64 / largest.nodes.max(1) as f64
    };
    let eight = 2;
    vec![
        Finding::new(
            "A pawn hash table has a success rate of 98-99 %",
            rate_verdict(pawn, 97.0),
            format!("{pawn:.1} % of {} questions", thousands(all.pawn_probes)),
        ),
        Finding::new(
            "King safety can be handled similarly",
            rate_verdict(king, 90.0),
            format!("{king:.1} % of {} questions", thousands(all.king_probes)),
        ),
        Finding::new(
            "(e) Transposition table size must increase with depth of search, or too many entries are overlaid",
            Judgement::of(ratio(eight, deepest) > ratio(eight, 3.min(deepest)) + 1.0),
            format!(
                "8k entries cost, against 1M: {}",
                (2..=deepest)
                    .map(|depth| format!("{:.0} % at {depth}", ratio(eight, depth)))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        ),
    ]
}
