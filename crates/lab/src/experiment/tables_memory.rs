//! `tables-memory`: what memory tables know (Marsland's section 4.4 and conclusion (e)).

use quevedo_arena::stats::Estimate;
use quevedo_eval::Stats;
use serde::{Deserialize, Serialize};

use super::evidence::{above, below, jackknife, percent, ratio, told};
use super::measured::{Measured, Method, settings, total};
use super::suites::Suite;
use super::table::thousands;
use super::{
    Axis, Bench, Experiment, ExperimentReport, Figures, Finding, Halt, Judgement, Plot, Series, Table,
};
use crate::{Algorithm, ChessTree, Judge};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "tables-memory",
    title: "Memory tables",
    paper: "T.A. Marsland, Computer chess and search (1991), section 4.4 and Fig. 8 (e); Hyatt, Gower and Nelson 1985; Nelson 1985",
    summary: "hit rates of the pawn and king hash tables; nodes by transposition table size and depth",
    measure,
    judge,
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

fn measure(bench: &Bench<'_>) -> Result<ExperimentReport, Halt> {
    let suite = Suite::bratko_kopec()?.thinned(bench.scale.pick(2, 24, 24));
    let deepest = bench.scale.pick(3, 6, 7);
    let rates = hit_rates(bench, &suite, bench.scale.pick(3, 6, 8))?;
    let (sums, positions) = by_size(bench, &suite, deepest)?;

    let mut report = ExperimentReport::of(&EXPERIMENT);
    report.explain(format!(
        "{}: PVS with killers and history, captures beyond the horizon, the classical evaluation. The pawn and king tables of the evaluation \
         have 8192 entries each and are empty at the start of each position. Transposition tables have one probe.",
        suite.name
    ));
    report.tables = vec![rate_table(&suite, &rates), size_table(&sums, deepest), positions];
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
type BySize = Vec<Vec<Measured>>;

/// The sums, and the nodes of each position.
fn by_size(bench: &Bench<'_>, suite: &Suite, deepest: i32) -> Result<(BySize, Table), Halt> {
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
    let mut positions =
        Table::new("positions", "Each position", ["entries", "position", "depth", "nodes"]).long();
    for (&(method, task), searches) in jobs.iter().zip(&found) {
        for it in searches.iter().filter(|it| it.depth >= 2) {
            let position = format!("BK.{:02}", task + 1);
            positions.row([SIZES[method].to_string(), position, it.depth.to_string(), it.nodes.to_string()]);
        }
    }
    let sums = |found: &[Vec<Measured>]| (0..=deepest).map(|depth| total(found, depth)).collect();
    Ok((found.chunks(suite.tasks.len().max(1)).map(sums).collect(), positions))
}

fn part_of(hits: u64, probes: u64) -> f64 {
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
    let heads = ["position", "pawn table asked", "pawn table knew", "king table asked", "king table knew"];
    let mut table = Table::new("hit-rates", "Pawn and king hash tables", heads);
    let mut row = |name: &str, rates: &Rates| {
        table.row([
            name.to_owned(),
            thousands(rates.pawn_probes),
            format!("{:.2} %", part_of(rates.pawn_hits, rates.pawn_probes)),
            thousands(rates.king_probes),
            format!("{:.2} %", part_of(rates.king_hits, rates.king_probes)),
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
            format!("{} ({:.0} %)", thousands(sum.nodes), part_of(sum.table_overwrites, sum.table_probes))
        });
        table.row(std::iter::once(thousands(*size as u64)).chain(cells));
    }
    table
}

/// The least rate that still rounds to the paper's 98 per cent.
const PUBLISHED: f64 = 97.5;
/// By how much a rate may fall behind another and still be similar, in per cent.
const SIMILAR: f64 = 5.0;

/// What a table knew of what it was asked, position by position.
fn answers(figures: Figures<'_>, which: &str) -> Vec<(f64, f64)> {
    let rows = figures.table("hit-rates");
    let (asked, knew) = (format!("{which} table asked"), format!("{which} table knew"));
    let read = |row: super::figures::Row<'_>| {
        let questions = row.number(&asked)?;
        Some((questions * row.number(&knew)? / 100.0, questions))
    };
    rows.all().filter(|row| row.name().starts_with("BK")).filter_map(read).collect()
}

fn judge(figures: Figures<'_>) -> Vec<Finding> {
    let (pawn, king) = (answers(figures, "pawn"), answers(figures, "king"));
    let rate = |answers: &[(f64, f64)]| {
        let Estimate { value, error } = ratio(answers);
        Estimate { value: 100.0 * value, error: 100.0 * error }
    };
    let gap = jackknife(pawn.len().min(king.len()), |left_out| {
        let rate = |answers: &[(f64, f64)]| {
            let kept = answers.iter().enumerate().filter(|(place, _)| Some(*place) != left_out);
            let (knew, asked) = kept.fold((0.0, 0.0), |(a, b), (_, it)| (a + it.0, b + it.1));
            100.0 * knew / asked
        };
        rate(&pawn) - rate(&king)
    });
    vec![
        Finding::new(
            "A pawn hash table has a success rate of 98-99 %",
            Judgement::of(above(rate(&pawn), PUBLISHED)),
            format!(
                "{} % of the questions, with tables that are empty at the start of each position",
                told(rate(&pawn), 1)
            ),
        )
        .of("Marsland 1991, 4.4 (Hyatt, Gower and Nelson 1985)")
        .by("the rate over all positions is at least 97.5 %"),
        Finding::new(
            "King safety can be handled similarly",
            Judgement::of(below(gap, SIMILAR)),
            format!("{} % of the questions, {} less than the pawn table", told(rate(&king), 1), told(gap, 1)),
        )
        .of("Marsland 1991, 4.4 (Nelson 1985)")
        .by("similar is at most 5 per cent points less"),
        overload(figures),
    ]
}

/// How a small table's cost grows with depth.
fn overload(figures: Figures<'_>) -> Finding {
    let rows = figures.table("positions");
    let nodes = |entries: &str, depth: i32| -> Vec<f64> {
        let mine = rows.all().filter(|row| {
            row.cell("entries") == Some(entries) && row.number("depth") == Some(f64::from(depth))
        });
        mine.filter_map(|row| row.number("nodes")).collect()
    };
    let cost = |depth: i32| -> Vec<(f64, f64)> {
        nodes("8192", depth).into_iter().zip(nodes("1048576", depth)).collect()
    };
    let mut depths: Vec<i32> =
        rows.all().filter_map(|row| row.number("depth")).map(|depth| depth as i32).collect();
    depths.sort_unstable();
    depths.dedup();
    let (first, last) = (depths.first().copied().unwrap_or(0), depths.last().copied().unwrap_or(0));
    let (early, late) = (cost(first), cost(last));
    let growth = jackknife(early.len().min(late.len()), |left_out| {
        let part = |pairs: &[(f64, f64)]| {
            let kept = pairs.iter().enumerate().filter(|(place, _)| Some(*place) != left_out);
            let (small, large) = kept.fold((0.0, 0.0), |(a, b), (_, it)| (a + it.0, b + it.1));
            small / large
        };
        part(&late) - part(&early)
    });
    let words: Vec<String> =
        depths.iter().map(|&depth| format!("{} at {depth}", percent(ratio(&cost(depth))))).collect();
    Finding::new(
        "(e) Transposition table size must increase with depth of search, or too many entries are overlaid",
        Judgement::of(above(growth, 0.0).filter(|_| first < last)),
        format!("8k entries visit, of the nodes with 1M: {}", words.join(", ")),
    )
    .of("Marsland 1991, 3.6 (e)")
    .by("what 8k entries cost in nodes grows from the first depth to the last")
}
