//! `selective`: forward pruning, analogies, extensions and quiescence, each against the full-width search.

use quevedo_arena::stats::Estimate;

use super::evidence::{above, below, jackknife, percent, ratio, solves_more, told, within};
use super::figures::Rows;
use super::measured::{Measured, Method, settings};
use super::suites::Suite;
use super::{
    Axis, Bench, Experiment, ExperimentReport, Figures, Finding, Halt, Judgement, Plot, Series, Table,
};
use crate::{Algorithm, Judge};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "selective",
    title: "Forward pruning, analogies, extensions, quiescence",
    paper: "T.A. Marsland, Computer chess and search (1991), sections 2.5, 3.2, 4.2; Greenblatt et al. 1967; Slagle 1971; Newborn 1975; Birmingham and Kent 1977; Adelson-Velsky et al. 1979; Anantharaman et al. 1988; Beal 1989",
    summary: "nodes, time and solved positions with N-best, marginal pruning, gamma, razoring, the method of analogies, extensions and kinds of quiescence search, against full width",
    measure,
    judge,
};

const COMMON: &str = "deepening,safe-captures,killers,history,table=one-probe:65536,replace=always";
const FULL: &str = "full width";
const ANALOGIES: &str = "analogies";
const SINGULAR: &str = "singular extensions";
const BEAL: &str = "Beal's null-move quiescence";
const EXCHANGES: &str = "exchange evaluation";
const NONE: &str = "no quiescence";
const PRUNING: [&str; 4] = ["N-best", "marginal", "gamma", "razoring"];

const METHODS: [(&str, &str); 12] = [
    (FULL, "quiescence=captures"),
    ("N-best", "quiescence=captures,n-best"),
    ("marginal", "quiescence=captures,marginal"),
    ("gamma", "quiescence=captures,gamma"),
    ("razoring", "quiescence=captures,razoring"),
    (ANALOGIES, "quiescence=captures,analogies"),
    ("check extension", "quiescence=captures,check-extension"),
    ("recapture extension", "quiescence=captures,recapture-extension"),
    (SINGULAR, "quiescence=captures,singular-extension"),
    (BEAL, "quiescence=null-move"),
    (EXCHANGES, "quiescence=exchange"),
    (NONE, "quiescence=off"),
];

fn measure(bench: &Bench<'_>) -> Result<ExperimentReport, Halt> {
    let suite = Suite::of_file(bench, "wac.epd")?.thinned(bench.scale.pick(2, 40, 150));
    let depth = bench.scale.pick(3, 4, 5);
    let mut methods = Vec::new();
    for (name, switches) in METHODS {
        methods.push(Method::new(name, Algorithm::Pvs, settings(&format!("{COMMON},{switches}"))?));
    }
    let places = |method: usize| (0..suite.tasks.len()).map(move |task| (method, task));
    let jobs: Vec<(usize, usize)> = (0..methods.len()).flat_map(places).collect();
    let name = |&(method, task): &(usize, usize)| format!("{} p{task} d{depth}", methods[method].name);
    let found = bench.each("searches", &jobs, name, |&(method, task)| {
        let found = methods[method].measure(bench, &suite.tasks[task], &Judge::classical(), depth);
        found.last().cloned().unwrap_or_default()
    })?;

    let mut report = ExperimentReport::of(&EXPERIMENT);
    report.explain(format!(
        "{}, PVS that deepens to depth {depth} with safe captures first, killers, history and a table; the classical evaluation; captures \
         beyond the horizon where nothing else is said. Nodes are all nodes of all iterations, time is processor time. *Only full width*: \
         positions that the full-width search solves and the method does not. Errors are those of the choice of positions (jackknife, 95 %).",
        suite.name
    ));
    let positions = position_table(&jobs, &found);
    let tables = [positions];
    report.tables.push(sum_table(Figures::of(&tables)));
    report.plots.push(plot(Figures::of(&tables)));
    report.tables.extend(tables);
    Ok(report)
}

fn position_table(jobs: &[(usize, usize)], found: &[Measured]) -> Table {
    let heads = ["method", "position", "nodes", "seconds", "solved"];
    let mut table = Table::new("positions", "Each position", heads);
    for ((method, task), it) in jobs.iter().zip(found) {
        let seconds = format!("{:.6}", it.seconds);
        let cells = [(task + 1).to_string(), it.nodes.to_string(), seconds, it.solved.to_string()];
        table.row(std::iter::once(METHODS[*method].0.to_owned()).chain(cells));
    }
    table.long()
}

/// One method's searches.
struct Searches {
    nodes: Vec<f64>,
    seconds: Vec<f64>,
    solved: Vec<bool>,
}

impl Searches {
    fn of(rows: Rows<'_>, method: &str) -> Searches {
        let mut searches = Searches { nodes: Vec::new(), seconds: Vec::new(), solved: Vec::new() };
        for row in rows.all().filter(|row| row.name() == method) {
            searches.nodes.push(row.number("nodes").unwrap_or(f64::NAN));
            searches.seconds.push(row.number("seconds").unwrap_or(f64::NAN));
            searches.solved.push(row.number("solved").is_some_and(|it| it > 0.5));
        }
        searches
    }

    fn nodes_of(&self, other: &Searches) -> Estimate {
        ratio(&self.nodes.iter().copied().zip(other.nodes.iter().copied()).collect::<Vec<_>>())
    }

    fn time_of(&self, other: &Searches) -> Estimate {
        ratio(&self.seconds.iter().copied().zip(other.seconds.iter().copied()).collect::<Vec<_>>())
    }

    /// The time of a node in terms of the other's.
    fn pace_of(&self, other: &Searches) -> Estimate {
        jackknife(self.nodes.len().min(other.nodes.len()), |left_out| {
            let sum = |values: &[f64]| -> f64 {
                values
                    .iter()
                    .enumerate()
                    .filter(|(place, _)| Some(*place) != left_out)
                    .map(|(_, it)| it)
                    .sum()
            };
            sum(&self.seconds) / sum(&self.nodes) / (sum(&other.seconds) / sum(&other.nodes))
        })
    }

    /// How many positions only these and only the others solve.
    fn only(&self, other: &Searches) -> (u64, u64) {
        let count = |wanted: (bool, bool)| {
            self.solved.iter().zip(&other.solved).filter(|&(a, b)| (*a, *b) == wanted).count() as u64
        };
        (count((true, false)), count((false, true)))
    }
}

fn sum_table(figures: Figures<'_>) -> Table {
    let rows = figures.table("positions");
    let full = Searches::of(rows, FULL);
    let heads =
        ["method", "nodes, % of full width", "time, % of full width", "solved", "only it", "only full width"];
    let mut table = Table::new("methods", "Each method against full width", heads);
    for (name, _) in METHODS {
        let ours = Searches::of(rows, name);
        let (only_ours, only_full) = ours.only(&full);
        table.row([
            name.to_owned(),
            percent(ours.nodes_of(&full)),
            percent(ours.time_of(&full)),
            ours.solved.iter().filter(|it| **it).count().to_string(),
            only_ours.to_string(),
            only_full.to_string(),
        ]);
    }
    table
}

fn plot(figures: Figures<'_>) -> Plot {
    let rows = figures.table("positions");
    let full = Searches::of(rows, FULL);
    let estimates = METHODS.iter().enumerate().map(|(place, (name, _))| {
        let Estimate { value, error } = Searches::of(rows, name).nodes_of(&full);
        let error = if error.is_finite() { 100.0 * error } else { 0.0 };
        ((place as f64, 100.0 * value), (100.0 * value - error, 100.0 * value + error))
    });
    let (points, errors): (Vec<_>, Vec<_>) = estimates.unzip();
    let short = [
        "full", "N-best", "marg.", "gamma", "razor", "analog.", "check", "recapt.", "singul.", "Beal",
        "exch.", "none",
    ];
    Plot {
        name: "nodes".to_owned(),
        title: "Nodes of each method, with 95 % intervals".to_owned(),
        across: Axis::named("method", short),
        upward: Axis::linear("% of full width's nodes"),
        series: vec![Series::new("nodes", points).with_errors(errors)],
    }
}

fn judge(figures: Figures<'_>) -> Vec<Finding> {
    let rows = figures.table("positions");
    let of = |method: &str| Searches::of(rows, method);
    let full = of(FULL);
    let loses = |method: &&str| {
        let (only_ours, only_full) = of(method).only(&full);
        (
            solves_more(only_full, only_ours),
            format!("{method}: only full width {only_full}, only it {only_ours}"),
        )
    };
    let (unreliable, words): (Vec<_>, Vec<_>) = PRUNING.iter().map(loses).unzip();
    let sizes: Vec<(&str, Estimate)> = PRUNING.iter().map(|&name| (name, of(name).nodes_of(&full))).collect();
    let known = of(ANALOGIES);
    let (fewer, pace, time) = (known.nodes_of(&full), known.pace_of(&full), known.time_of(&full));
    vec![
        Finding::new(
            "Forward pruning methods are not reliable",
            Judgement::of_cases(unreliable),
            words.join("; "),
        )
        .of("Marsland 1991, 3.2")
        .by("full width solves more at the same depth (sign test, 95 %), against each method"),
        Finding::new(
            "Forward pruning reduces the size of the tree",
            Judgement::of_cases(sizes.iter().map(|(_, size)| below(*size, 1.0))),
            sizes
                .iter()
                .map(|(name, size)| format!("{name} {}", percent(*size)))
                .collect::<Vec<_>>()
                .join(", "),
        )
        .of("Marsland 1991, 3.2")
        .by("nodes in terms of full width's, each method"),
        Finding::new(
            "The method of analogies reduces the search by a factor of 4",
            Judgement::of(within(fewer, 0.2, 1.0 / 3.0)),
            format!("{} of the nodes", percent(fewer)),
        )
        .of("Marsland 1991, 4.2 (Adelson-Velsky, Arlazarov and Donskoy 1979)")
        .by("between a third and a fifth of the nodes; our analogies are of exchanges on one square only"),
        Finding::new(
            "It increases the time for a position by a factor of 1.5",
            Judgement::of(within(pace, 1.25, 1.75)),
            format!("{} times as long for a node", told(pace, 2)),
        )
        .of("Marsland 1991, 4.2 (Adelson-Velsky, Arlazarov and Donskoy 1979)")
        .by("processor time of a node, between 1.25 and 1.75 times"),
        Finding::new(
            "The total time goes up, so that the method is not effective",
            Judgement::of(above(time, 1.0)),
            format!("{} of the time", percent(time)),
        )
        .of("Marsland 1991, 4.2")
        .by("processor time to the same depth"),
        better(
            &of(SINGULAR),
            &full,
            "Singular extensions are a step to a more sophisticated search of forcing lines",
            [SINGULAR, FULL],
            "Marsland 1991, 2.5 (Anantharaman, Campbell and Hsu 1988)",
        ),
        better(
            &of(BEAL),
            &full,
            "The null move is a favoured technique for assessing dynamic positions",
            [BEAL, "captures"],
            "Marsland 1991, 2.5 (Beal 1989)",
        ),
        better(
            &of(EXCHANGES),
            &of(NONE),
            "Direct computation of exchanges can stand for a quiescence search",
            [EXCHANGES, NONE],
            "Marsland 1991, 2.5",
        ),
    ]
}

/// Whether a method solves more than another at the same depth.
fn better(ours: &Searches, theirs: &Searches, claim: &str, names: [&str; 2], source: &str) -> Finding {
    let (only_ours, only_theirs) = ours.only(theirs);
    Finding::new(
        claim,
        Judgement::of(solves_more(only_ours, only_theirs)),
        format!(
            "only {}: {only_ours}, only {}: {only_theirs}; {} of the nodes, {} of the time",
            names[0],
            names[1],
            percent(ours.nodes_of(theirs)),
            percent(ours.time_of(theirs))
        ),
    )
    .of(source)
    .by("it solves more at the same depth than the search without it (sign test, 95 %)")
}
