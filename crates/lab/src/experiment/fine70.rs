//! `fine70`: a position that needs a transposition table (Marsland's Fig. 10), and what the table must forget.

use super::measured::{Measured, Method, settings};
use super::suites::Suite;
use super::table::thousands;
use super::{
    Axis, Bench, Experiment, ExperimentReport, Figures, Finding, Halt, Judgement, Plot, Series, Table,
};
use crate::{Algorithm, Judge};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "fine70",
    title: "Fine 70: transposition table necessity",
    paper: "T.A. Marsland, Computer chess and search (1991), section 4.4, Fig. 10; Frey and Atkin 1979; Hyatt, Gower and Nelson 1985; Breuker 1998 (replacement schemes)",
    summary: "iterations and nodes of the Lasker-Reichhelm position without a table and with one, by replacement scheme and size",
    measure,
    judge,
};

/// Replacement schemes, and what they are as settings; `N` stands for the entries.
const SCHEMES: [(&str, &str); 5] = [
    ("Fig. 7", "table=one-probe:N,replace=figure-7"),
    ("always", "table=one-probe:N,replace=always"),
    ("deep", "table=one-probe:N,replace=deep"),
    ("age", "table=one-probe:N,replace=age"),
    ("two-level, age", "table=two-level:N,replace=age"),
];

const NAMES: [&str; 5] = ["Fig. 7", "always", "deep", "age", "two-level, age"];

const SIZES: [(&str, usize); 4] = [("1k", 1 << 10), ("8k", 1 << 13), ("64k", 1 << 16), ("1M", 1 << 20)];

/// Cray Blitz's figures: the iteration that finds the move, the one that finds the line, and the nodes until then.
const CRAY_BLITZ: (i32, i32, u64) = (18, 33, 4_000_000);

/// A way to search, under the names that the tables give it.
struct Way {
    scheme: &'static str,
    size: &'static str,
    method: Method,
}

impl Way {
    fn name(&self) -> String {
        if self.size.is_empty() { self.scheme.to_owned() } else { format!("{}, {}", self.scheme, self.size) }
    }
}

fn ways(nodes: u64) -> Result<Vec<Way>, Halt> {
    let way = |scheme, size, table: &str| {
        let text = format!("deepening,captures-first,killers,history,quiescence=pawns,nodes={nodes},{table}");
        Ok(Way { scheme, size, method: Method::new(scheme, Algorithm::Pvs, settings(&text)?) })
    };
    let mut ways = vec![way("no table", "", "table=off")?];
    for (scheme, text) in SCHEMES {
        for (size, entries) in SIZES {
            ways.push(way(scheme, size, &text.replace('N', &entries.to_string()))?);
        }
    }
    Ok(ways)
}

fn measure(bench: &Bench<'_>) -> Result<ExperimentReport, Halt> {
    let suite = Suite::fine_70()?;
    let task = &suite.tasks[0];
    let nodes = bench.scale.pick(5_000, 4_500_000, 20_000_000);
    let deepest = bench.scale.pick(8, 36, 40);
    let ways = ways(nodes)?;
    let name = |way: &Way| format!("{} {nodes}", way.name());
    let found = bench
        .each("searches", &ways, name, |way| way.method.measure(bench, task, &Judge::classical(), deepest))?;

    let mut report = ExperimentReport::of(&EXPERIMENT);
    report.explain(format!(
        "`{}`: only Ka1-b1 wins. PVS with killers and history, captures, promotions and passed pawns beyond the horizon, the classical evaluation; \
         every search ends after {} nodes or at depth {deepest}. Solved: since which iteration Kb1 is the answer and stays it.",
        task.board.fen(),
        thousands(nodes)
    ));
    report.explain(
        "Replacement schemes say what a place that is taken keeps. *Fig. 7*: a newcomer of another position takes the place, of two searches \
         of the same position the deeper one stays. *Always*: the newcomer. *Deep*: the deeper search. *Age*: the deeper search, but an entry of \
         an earlier iteration gives way. *Two-level*: each slot has the deepest and the most recent position. It is one position: these \
         figures have no error, and another position may have others.",
    );
    report.tables = vec![sizes(&ways, &found), course(&ways, &found, deepest)];
    report.plots.push(plot(&ways, &found));
    Ok(report)
}

/// The iteration since which the answer is right.
fn since(found: &[Measured]) -> Option<&Measured> {
    let wrong = found.iter().filter(|it| it.solved == 0).map(|it| it.depth).max().unwrap_or(0);
    found.iter().find(|it| it.depth > wrong)
}

fn sizes(ways: &[Way], found: &[Vec<Measured>]) -> Table {
    let heads = [
        "replacement",
        "entries",
        "last iteration",
        "nodes",
        "solved since iteration",
        "nodes then",
        "nodes at iteration 33",
        "value (pawns)",
        "table hits",
        "displaced",
    ];
    let mut table = Table::new("sizes", "Iterations and nodes by replacement scheme and table size", heads);
    for (way, found) in ways.iter().zip(found) {
        let Some(last) = found.last() else { continue };
        let solved = since(found);
        let part = |count: u64| match last.table_probes {
            0 => String::new(),
            probes => format!("{:.1} %", 100.0 * count as f64 / probes as f64),
        };
        let at_33 = found.iter().find(|it| it.depth == CRAY_BLITZ.1);
        table.row([
            way.scheme.to_owned(),
            way.size.to_owned(),
            last.depth.to_string(),
            thousands(last.nodes),
            solved.map_or_else(|| "-".to_owned(), |it| it.depth.to_string()),
            solved.map_or_else(|| "-".to_owned(), |it| thousands(it.nodes)),
            at_33.map_or_else(|| "-".to_owned(), |it| thousands(it.nodes)),
            format!("{:+.2}", f64::from(last.value) / 100.0),
            part(last.table_hits),
            part(last.table_overwrites),
        ]);
    }
    table.row(["Cray Blitz (paper)", "", "33", "4,000,000", "18", "", "4,000,000", "", "", ""]);
    table.noted("Displaced: entries that took the place of another position's, per question to the table.")
}

/// All that reach furthest of each scheme, iteration by iteration.
fn course(ways: &[Way], found: &[Vec<Measured>], deepest: i32) -> Table {
    let heads = std::iter::once("iteration".to_owned()).chain(ways.iter().map(Way::name));
    let mut table = Table::new("course", "Nodes up to each iteration, and the move", heads).long();
    for depth in 1..=deepest {
        let cell = |found: &Vec<Measured>| {
            let it = found.iter().find(|it| it.depth == depth);
            it.map_or(String::new(), |it| format!("{} {}", it.nodes, it.best))
        };
        let cells: Vec<String> = found.iter().map(cell).collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            table.row(std::iter::once(depth.to_string()).chain(cells));
        }
    }
    table
}

fn plot(ways: &[Way], found: &[Vec<Measured>]) -> Plot {
    let shown = |way: &&(&Way, &Vec<Measured>)| matches!(way.0.size, "" | "1M");
    let both: Vec<(&Way, &Vec<Measured>)> = ways.iter().zip(found).collect();
    let line = |(way, found): &(&Way, &Vec<Measured>)| {
        Series::new(way.name(), found.iter().map(|it| (f64::from(it.depth), it.nodes.max(1) as f64)))
    };
    let mut series: Vec<Series> = both.iter().filter(shown).map(line).collect();
    let (first, last, nodes) = CRAY_BLITZ;
    series.push(Series::dashed(
        "Cray Blitz, until 33",
        [(f64::from(first), nodes as f64), (f64::from(last), nodes as f64)],
    ));
    Plot {
        name: "nodes".to_owned(),
        title: "Fine 70: nodes by iteration".to_owned(),
        across: Axis::linear("iteration"),
        upward: Axis::logarithmic("nodes"),
        series,
    }
}

fn judge(figures: Figures<'_>) -> Vec<Finding> {
    let (sizes, course) = (figures.table("sizes"), figures.table("course"));
    let number = |scheme: &str, size: &str, head: &str| sizes.number(&[scheme, size], head);
    let last = |scheme: &str, size: &str| number(scheme, size, "last iteration");
    let nodes_at = |way: &str, iteration: f64| course.number(&[&format!("{iteration:.0}")], way);
    let common = last("no table", "").unwrap_or(0.0);
    let factor = |scheme: &'static str| {
        let with = nodes_at(&format!("{scheme}, 1M"), common)?;
        Some((scheme, nodes_at("no table", common)? / with.max(1.0)))
    };
    let factors: Vec<(&str, f64)> = NAMES.into_iter().filter_map(factor).collect();
    let solved = |scheme: &'static str| Some((scheme, number(scheme, "1M", "solved since iteration")?));
    let solved: Vec<(&str, f64)> = NAMES.into_iter().filter_map(solved).collect();
    // Only of schemes that were measured.
    let at_33: Vec<(&str, Option<f64>)> = NAMES
        .into_iter()
        .filter(|scheme| last(scheme, "1M").is_some())
        .map(|scheme| (scheme, number(scheme, "1M", "nodes at iteration 33")))
        .collect();
    // One table against the next larger one, within a scheme: no size is passed over.
    let steps = |scheme: &&str| {
        let reached: Vec<Option<f64>> = SIZES.iter().map(|(size, _)| last(scheme, size)).collect();
        let steps: Vec<Option<bool>> = reached.windows(2).map(|pair| Some(pair[0]? <= pair[1]?)).collect();
        let told: Vec<String> =
            reached.iter().map(|it| it.map_or_else(|| "?".to_owned(), |it| it.to_string())).collect();
        (steps, format!("{scheme}: {}", told.join(", ")))
    };
    let (steps, reached): (Vec<_>, Vec<_>) = NAMES.iter().map(steps).unzip();
    vec![
        Finding::new(
            "In certain king and pawn endings transposition tables speed the search up well over a hundred-fold",
            Judgement::of_cases(factors.iter().map(|(_, factor)| Some(*factor > 100.0))),
            format!(
                "times fewer nodes with 1M entries at iteration {common}, the last that the search without a table finishes: {}",
                factors.iter().map(|(name, it)| format!("{name} {it:.0}")).collect::<Vec<_>>().join(", ")
            ),
        )
        .of("Marsland 1991, 4.4")
        .by("more than 100 times fewer nodes, for each replacement scheme"),
        Finding::new(
            "Ka1-b1 is found at the 18th iteration (Cray Blitz)",
            Judgement::of_cases(solved.iter().map(|(_, depth)| Some(*depth <= f64::from(CRAY_BLITZ.0)))),
            solved.iter().map(|(name, it)| format!("{name}: since {it}")).collect::<Vec<_>>().join(", "),
        )
        .of("Marsland 1991, 4.4, Fig. 10")
        .by("with 1M entries the move is found by iteration 18 and kept, for each scheme"),
        Finding::new(
            "Iteration 33 is finished after four million nodes, because the table is loaded with draws and losing defences",
            Judgement::of_cases(
                at_33.iter().map(|(_, nodes)| Some(nodes.is_some_and(|it| it <= 2.0 * CRAY_BLITZ.2 as f64))),
            ),
            at_33
                .iter()
                .map(|(name, nodes)| match nodes {
                    Some(nodes) => format!("{name} {}", thousands(*nodes as u64)),
                    None => format!("{name} not within the nodes of this run"),
                })
                .collect::<Vec<_>>()
                .join(", "),
        )
        .of("Marsland 1991, 4.4, Fig. 10")
        .by("iteration 33 with 1M entries after at most twice the nodes of Cray Blitz, for each scheme"),
        Finding::new(
            "Without a table the solution is out of reach",
            Judgement::of(last("no table", "").map(|_| number("no table", "", "solved since iteration").is_none())),
            format!("without a table the nodes of this run end at iteration {common}, with another move"),
        )
        .of("Marsland 1991, 4.4 (title of Fig. 10)")
        .by("the move is not found within the same nodes"),
        Finding::new(
            "A larger table reaches further",
            Judgement::of_cases(steps.into_iter().flatten()),
            format!("last iteration with 1k, 8k, 64k, 1M entries: {}", reached.join("; ")),
        )
        .of("Marsland 1991, 3.6 (e)")
        .by("each size against the next, in each scheme"),
    ]
}
