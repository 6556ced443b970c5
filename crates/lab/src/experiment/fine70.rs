//! `fine70`: a position that needs a transposition table (Marsland's Fig. 10).

use super::measured::{Measured, Method, settings};
use super::suites::Suite;
use super::table::thousands;
use super::{Axis, Bench, Experiment, ExperimentReport, Finding, Halt, Judgement, Plot, Series, Table};
use crate::{Algorithm, Judge};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "fine70",
    title: "Fine 70: transposition table necessity",
    paper: "T.A. Marsland, Computer chess and search (1991), section 4.4, Fig. 10; Frey and Atkin 1979; Hyatt, Gower and Nelson 1985",
    summary: "iterations and nodes of the Lasker-Reichhelm position with and without a transposition table, by table size",
    run,
};

const TABLES: [(&str, &str); 6] = [
    ("no table", ""),
    ("1k entries", ",table=one-probe:1024"),
    ("8k entries", ",table=one-probe:8192"),
    ("64k entries", ",table=one-probe:65536"),
    ("1M entries", ",table=one-probe:1048576"),
    ("1M, two-level", ",table=two-level:1048576"),
];

fn run(bench: &Bench<'_>) -> Result<ExperimentReport, Halt> {
    let suite = Suite::fine_70()?;
    let task = &suite.tasks[0];
    let nodes = bench.scale.pick(20_000, 4_000_000, 40_000_000);
    let deepest = bench.scale.pick(10, 34, 40);
    let mut methods = Vec::new();
    for (name, switches) in TABLES {
        let text =
            format!("deepening,captures-first,killers,history,quiescence=pawns,nodes={nodes}{switches}");
        methods.push(Method::new(name, Algorithm::Pvs, settings(&text)?));
    }
    let places: Vec<usize> = (0..methods.len()).collect();
    let name = |&place: &usize| format!("{} {nodes}", methods[place].name);
    let found = bench.each("searches", &places, name, |&place| {
        methods[place].measure(bench, task, &Judge::classical(), deepest)
    })?;

    let mut report = ExperimentReport::of(&EXPERIMENT);
    report.explain(format!(
        "`{}`: only Ka1-b1 wins. PVS with killers and history, captures, promotions and passed pawns beyond the horizon, the classical evaluation; \
         every search ends after {} nodes or at depth {deepest}. Solved: since which iteration Kb1 is the answer and stays it.",
        task.board.fen(),
        thousands(nodes)
    ));
    report.tables.push(table(&found));
    report.tables.push(course(&found, deepest));
    report.plots.push(plot(&found));
    report.findings = findings(&found);
    Ok(report)
}

/// The iteration since which the answer is right.
fn since(found: &[Measured]) -> Option<&Measured> {
    let wrong = found.iter().filter(|it| it.solved == 0).map(|it| it.depth).max().unwrap_or(0);
    found.iter().find(|it| it.depth > wrong)
}

fn table(found: &[Vec<Measured>]) -> Table {
    let heads = [
        "table",
        "last iteration",
        "nodes",
        "solved since iteration",
        "nodes then",
        "value (pawns)",
        "table hits",
    ];
    let mut table = Table::new("sizes", "Iterations and nodes by table size", heads);
    for ((name, _), found) in TABLES.iter().zip(found) {
        let Some(last) = found.last() else { continue };
        let solved = since(found);
        let hits = if last.table_probes == 0 {
            0.0
        } else {
            100.0 * last.table_hits as f64 / last.table_probes as f64
        };
        table.row([
            (*name).to_owned(),
            last.depth.to_string(),
            thousands(last.nodes),
            solved.map_or_else(|| "-".to_owned(), |it| it.depth.to_string()),
            solved.map_or_else(|| "-".to_owned(), |it| thousands(it.nodes)),
            format!("{:+.2}", f64::from(last.value) / 100.0),
            format!("{hits:.1} %"),
        ]);
    }
    table.row(["Cray Blitz (paper)", "33", "4,000,000", "18", "", "", ""]);
    table
}

fn course(found: &[Vec<Measured>], deepest: i32) -> Table {
    let heads = std::iter::once("iteration").chain(TABLES.iter().map(|(name, _)| *name));
    let mut table = Table::new("course", "Nodes up to each iteration, and the move", heads);
    for depth in 1..=deepest {
        let cell = |found: &Vec<Measured>| {
            let it = found.iter().find(|it| it.depth == depth);
            it.map_or(String::new(), |it| format!("{} {}", thousands(it.nodes), it.best))
        };
        let cells: Vec<String> = found.iter().map(cell).collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            table.row(std::iter::once(depth.to_string()).chain(cells));
        }
    }
    table
}

fn plot(found: &[Vec<Measured>]) -> Plot {
    let line = |((name, _), found): (&(&str, &str), &Vec<Measured>)| {
        Series::new(*name, found.iter().map(|it| (f64::from(it.depth), it.nodes.max(1) as f64)))
    };
    Plot {
        name: "nodes".to_owned(),
        title: "Fine 70: nodes by iteration".to_owned(),
        across: Axis::linear("iteration"),
        upward: Axis::logarithmic("nodes"),
        series: TABLES.iter().zip(found).map(line).collect(),
    }
}

fn findings(found: &[Vec<Measured>]) -> Vec<Finding> {
    let last = |place: usize| found[place].last().map_or(0, |it| it.depth);
    let nodes_at = |place: usize, depth| found[place].iter().find(|it| it.depth == depth).map(|it| it.nodes);
    let common = last(0);
    let factor = match (nodes_at(0, common), nodes_at(4, common)) {
        (Some(without), Some(with)) => without as f64 / with.max(1) as f64,
        _ => 0.0,
    };
    let solved = since(&found[4]);
    vec![
        Finding::new(
            "In certain king and pawn endings transposition tables speed the search up well over a hundred-fold",
            if factor > 100.0 {
                Judgement::Holds
            } else if factor > 5.0 {
                Judgement::Open
            } else {
                Judgement::DoesNotHold
            },
            format!(
                "{factor:.0} times fewer nodes with 1M entries at iteration {common}, the last that the search without a table finishes; it goes on to {}",
                last(4)
            ),
        ),
        Finding::new(
            "Cray Blitz finds Ka1-b1 at the 18th iteration",
            Judgement::of(solved.is_some()),
            solved.map_or_else(
                || "not found within the nodes of this run".to_owned(),
                |it| format!("found at iteration {} after {} nodes", it.depth, thousands(it.nodes)),
            ),
        ),
        Finding::new(
            "Without a table the solution is out of reach",
            Judgement::of(since(&found[0]).is_none()),
            format!(
                "without a table the same nodes end at iteration {}, with 1M entries at {}",
                last(0),
                last(4)
            ),
        ),
        Finding::new(
            "A larger table reaches further",
            Judgement::of(last(1) <= last(3) && last(3) <= last(4)),
            format!("1k entries: iteration {}, 8k: {}, 64k: {}, 1M: {}", last(1), last(2), last(3), last(4)),
        ),
    ]
}
