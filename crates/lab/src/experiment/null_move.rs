//! `null-move`: standard and verified null-move pruning (David-Tabibi and Netanyahu's Tables 1 to 6).

mod findings;
mod published;
mod tables;

use quevedo_arena::Opening;
use quevedo_arena::stats::Tally;
use quevedo_suite::Task;

use super::duel::{self, Searcher};
use super::measured::{Measured, Method, settings, total};
use super::suites::Suite;
use super::{Axis, Bench, Experiment, ExperimentReport, Halt, Plot, Series};
use crate::{Algorithm, Judge, MAX_DEPTH};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "null-move",
    title: "Verified null-move pruning",
    paper: "O. David-Tabibi and N.S. Netanyahu, Verified null-move pruning, ICGA Journal 25(3), 2002, Tables 1 to 6",
    summary: "nodes and solved positions with R = 1, 2, 3 and verified R = 3 on five suites, the zugzwang suite, and a match",
    run,
};

/// As in the paper: PVS with history heuristic and transposition table, one ply more for checks at the horizon,
/// captures beyond it.
const COMMON: &str = "deepening,captures-first,history,quiescence=captures,check-extension=horizon";

/// The columns of the paper's tables, and what our switch is called.
const STANDARD_1: usize = 0;
const STANDARD_2: usize = 1;
const STANDARD_3: usize = 2;
const VERIFIED: usize = 3;
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

/// One suite with the depths and columns that are measured.
struct Part {
    label: &'static str,
    suite: Suite,
    /// The deepest search; the tables show the last `shown` depths.
    deepest: i32,
    shown: i32,
    columns: &'static [usize],
    /// For each column, for each position.
    found: Vec<Vec<Vec<Measured>>>,
}

impl Part {
    fn depths(&self) -> impl Iterator<Item = i32> + use<> {
        (self.deepest - self.shown + 1).max(1)..=self.deepest
    }

    /// The sum over all positions for a column at a depth, if the column was measured.
    fn sum(&self, column: usize, depth: i32) -> Option<Measured> {
        let place = self.columns.iter().position(|&known| known == column)?;
        Some(total(&self.found[place], depth))
    }

    fn nodes(&self, column: usize, depth: i32) -> Option<f64> {
        self.sum(column, depth).map(|sum| sum.nodes as f64)
    }

    fn solved(&self, column: usize, depth: i32) -> Option<u64> {
        self.sum(column, depth).map(|sum| sum.solved)
    }
}

fn run(bench: &Bench<'_>) -> Result<ExperimentReport, Halt> {
    let mut parts = parts(bench)?;
    for part in &mut parts {
        measure(bench, part)?;
    }
    let zugzwang = zugzwang(bench)?;
    let (games, nodes) = (bench.scale.pick(2, 20, 100), bench.scale.pick(500, 3_000, 20_000));
    let tally = duel(bench, games, nodes)?;

    let mut report = ExperimentReport::of(&EXPERIMENT);
    report.explain(format!(
        "PVS with history heuristic, a transposition table of {} entries, captures first, one ply more for answers to checks at the horizon, \
         captures beyond it, the classical evaluation, iterative deepening. Positions in which a side has only king and pawns are left out, \
         as in the paper. Nodes are of all iterations together. Percentages compare with verified R = 3.",
        super::table::thousands(entries(bench))
    ));
    report.explain(
        "The paper's machine took its depths of 8 to 11 plies in hours; ours are less deep, so that a run ends in minutes. What is compared \
         is the sign of each difference. The suite for Neishtadt's 138 positions, which are not to be had, is taken from Test Your Chess IQ \
         (`iq4.epd`); the mates are from Lichess for those of the Chess Analysis Project.",
    );
    report.tables = tables::all(&parts, &zugzwang, &tally, games, nodes);
    report.plots = plots(&parts);
    report.findings = findings::all(&parts, &zugzwang, &tally);
    Ok(report)
}

fn entries(bench: &Bench<'_>) -> u64 {
    bench.scale.pick(1 << 12, 1 << 18, 1 << 20)
}

fn method(bench: &Bench<'_>, column: usize, more: &str) -> Result<Method, Halt> {
    let (name, switch) = COLUMNS[column];
    let text = format!("{COMMON},table=two-level:{},null={switch}{more}", entries(bench));
    Ok(Method::new(name, Algorithm::Pvs, settings(&text)?))
}

fn parts(bench: &Bench<'_>) -> Result<Vec<Part>, Halt> {
    const ALL: &[usize] = &[0, 1, 2, 3, 4, 5, 6, 7];
    const FOUR: &[usize] = &[STANDARD_1, STANDARD_2, STANDARD_3, VERIFIED];
    const THREE: &[usize] = &[STANDARD_2, STANDARD_3, VERIFIED];
    let scale = bench.scale;
    let part = |label, file, most: [usize; 3], depth: [i32; 3], shown, columns| {
        let [tiny, quick, full] = most;
        let [shallow, middle, deep] = depth;
        let suite = Suite::of_file(bench, file)?.with_pieces().thinned(scale.pick(tiny, quick, full));
        let deepest = scale.pick(shallow, middle, deep);
        Ok(Part { label, suite, deepest, shown, columns, found: Vec::new() })
    };
    Ok(vec![
        part("neishtadt", "iq4.epd", [2, 16, 32], [4, 7, 8], 2, ALL)?,
        part("ecm", "ecm.epd", [2, 24, 24], [4, 8, 9], 3, THREE)?,
        part("wcs", "wcs.epd", [2, 24, 40], [4, 8, 9], 3, THREE)?,
        part("mate-4", "vnmp_mate4_434.epd", [1, 16, 80], [4, 8, 8], 1, FOUR)?,
        part("mate-5", "vnmp_mate5_353.epd", [1, 4, 16], [4, 9, 10], 1, FOUR)?,
    ])
}

fn measure(bench: &Bench<'_>, part: &mut Part) -> Result<(), Halt> {
    let methods =
        part.columns.iter().map(|&column| method(bench, column, "")).collect::<Result<Vec<_>, _>>()?;
    let judge = Judge::classical();
    let tasks = &part.suite.tasks;
    let places = |method: usize| (0..tasks.len()).map(move |task| (method, task));
    let jobs: Vec<(usize, usize)> = (0..methods.len()).flat_map(places).collect();
    let deepest = part.deepest;
    let name = |&(method, task): &(usize, usize)| format!("{} p{task} d{deepest}", methods[method].name);
    let found = bench.each(part.label, &jobs, name, |&(method, task)| {
        methods[method].measure(bench, &tasks[task], &judge, deepest)
    })?;
    part.found = found.chunks(tasks.len().max(1)).map(<[_]>::to_vec).collect();
    Ok(())
}

/// How many zugzwangs each method solves, and how many re-searches it needed, by depth.
struct Zugzwang {
    depth: i32,
    names: Vec<String>,
    /// For each method, for each position.
    found: Vec<Vec<Measured>>,
    tasks: Vec<Task>,
}

fn zugzwang(bench: &Bench<'_>) -> Result<Zugzwang, Halt> {
    let suite = Suite::zugzwang()?.thinned(bench.scale.pick(3, 33, 33));
    let depth = bench.scale.pick(4, 8, 9);
    let mut methods = vec![Method::new(
        "no null move",
        Algorithm::Pvs,
        settings(&format!("{COMMON},table=two-level:{}", entries(bench)))?,
    )];
    for column in [STANDARD_2, STANDARD_3, VERIFIED] {
        // A null move even for a side that has nothing but pawns: the danger that this is about.
        methods.push(method(bench, column, ",null-guard=off")?);
    }
    let judge = Judge::classical();
    let places = |method: usize| (0..suite.tasks.len()).map(move |task| (method, task));
    let jobs: Vec<(usize, usize)> = (0..methods.len()).flat_map(places).collect();
    let name = |&(method, task): &(usize, usize)| format!("{} p{task} d{depth}", methods[method].name);
    let found = bench.each("zugzwang", &jobs, name, |&(method, task)| {
        let found = methods[method].measure(bench, &suite.tasks[task], &judge, depth);
        found.last().cloned().unwrap_or_default()
    })?;
    let found = found.chunks(suite.tasks.len().max(1)).map(<[_]>::to_vec).collect();
    let names = methods.into_iter().map(|method| method.name).collect();
    Ok(Zugzwang { depth, names, found, tasks: suite.tasks })
}

/// Verified R = 3 against standard R = 2, with the same nodes for each move.
fn duel(bench: &Bench<'_>, games: usize, nodes: u64) -> Result<Tally, Halt> {
    let openings = Opening::builtin();
    let limit = format!(",nodes={nodes}");
    let player = |column| {
        let method = method(bench, column, &limit)?;
        Ok(Searcher { method, depth: MAX_DEPTH, judge: Judge::classical() })
    };
    let (verified, standard) = (player(VERIFIED)?, player(STANDARD_2)?);
    let jobs: Vec<usize> = (0..games).collect();
    let found = bench.each("games", &jobs, usize::to_string, |&game| {
        let (mut first, mut second) = (verified.clone(), standard.clone());
        let opening = duel::opening(&openings, game * 7 + game % 2);
        duel::play(bench, &opening, [&mut first, &mut second], game % 2 == 0, duel::usual_rules())
    })?;
    Ok(duel::tally(found.into_iter().flatten()))
}

fn plots(parts: &[Part]) -> Vec<Plot> {
    let wanted = parts.iter().filter(|part| part.label == "ecm" || part.label == "wcs");
    wanted
        .map(|part| {
            let line = |&column: &usize| {
                let points = (3..=part.deepest).filter_map(|depth| {
                    let sum = part.sum(column, depth)?;
                    Some((f64::from(depth), sum.nodes as f64))
                });
                Series::new(COLUMNS[column].0, points)
            };
            Plot {
                name: format!("nodes-{}", part.label),
                title: format!("Fig. 4: tree sizes, {}", part.suite.name),
                across: Axis::linear("depth"),
                upward: Axis::logarithmic("nodes"),
                series: part.columns.iter().map(line).collect(),
            }
        })
        .collect()
}
