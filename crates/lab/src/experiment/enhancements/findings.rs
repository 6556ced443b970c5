//! Marsland's conclusions (a) to (f), each on his measure: processor time, where he speaks of time.

use quevedo_arena::stats::Estimate;

use super::super::evidence::{above, below, jackknife, percent};
use super::super::{Figures, Finding, Judgement};

/// What counts as *little*: three times the 5 per cent that the paper gives.
const LITTLE: f64 = 1.15;
/// As good as another method: not more than a tenth worse.
const AS_GOOD: f64 = 1.10;
/// *Close* to the minimal tree.
const CLOSE: f64 = 2.0;

/// The searches of one method to one depth, in the order of the positions.
struct Searches {
    method: String,
    depth: i32,
    nodes: Vec<f64>,
    horizon: Vec<f64>,
    seconds: Vec<f64>,
    minimal: Vec<f64>,
}

type Figure = fn(&Searches) -> &[f64];

const TIME: Figure = |searches| &searches.seconds;
const NODES: Figure = |searches| &searches.nodes;

/// All searches, read from the table of positions.
struct All(Vec<Searches>);

impl All {
    fn read(figures: Figures<'_>) -> All {
        let mut all: Vec<Searches> = Vec::new();
        for row in figures.table("positions").all() {
            let number = |head| row.number(head).unwrap_or(f64::NAN);
            let depth = number("depth") as i32;
            let known = |it: &Searches| it.method == row.name() && it.depth == depth;
            let place = all.iter().position(known).unwrap_or_else(|| {
                let method = row.name().to_owned();
                let [nodes, horizon, seconds, minimal] = [const { Vec::new() }; 4];
                all.push(Searches { method, depth, nodes, horizon, seconds, minimal });
                all.len() - 1
            });
            all[place].nodes.push(number("nodes"));
            all[place].horizon.push(number("horizon"));
            all[place].seconds.push(number("seconds"));
            all[place].minimal.push(number("minimal"));
        }
        All(all)
    }

    fn depths(&self) -> Vec<i32> {
        let mut depths: Vec<i32> = self.0.iter().map(|it| it.depth).collect();
        depths.sort_unstable();
        depths.dedup();
        depths
    }

    fn of(&self, method: &str, depth: i32) -> Option<&Searches> {
        self.0.iter().find(|it| it.method == method && it.depth == depth)
    }

    /// A method's figure in terms of another's, at a depth.
    fn ratio(&self, figure: Figure, [ours, theirs]: [&str; 2], depth: i32) -> Option<Estimate> {
        let (ours, theirs) = (figure(self.of(ours, depth)?), figure(self.of(theirs, depth)?));
        Some(quotient(&[(ours, theirs)]))
    }

    /// The same at each of these depths, in words.
    fn told(&self, figure: Figure, names: [&str; 2], depths: &[i32]) -> String {
        let cases = depths.iter().filter_map(|&depth| Some((depth, self.ratio(figure, names, depth)?)));
        cases.map(|(depth, it)| format!("{} at {depth}", percent(it))).collect::<Vec<_>>().join(", ")
    }

    /// Whether the first method needs less than the second, at each of these depths.
    fn saves<'a>(
        &'a self,
        figure: Figure,
        names: [&'a str; 2],
        depths: &'a [i32],
        bound: f64,
    ) -> impl Iterator<Item = Option<bool>> + 'a {
        depths.iter().map(move |&depth| self.ratio(figure, names, depth).and_then(|it| below(it, bound)))
    }
}

/// The mean of some ratios of sums over the same positions.
fn quotient(parts: &[(&[f64], &[f64])]) -> Estimate {
    let cases = parts.iter().map(|(above, below)| above.len().min(below.len())).min().unwrap_or(0);
    jackknife(cases, |left_out| {
        let sum = |values: &[f64]| -> f64 {
            values.iter().enumerate().filter(|(place, _)| Some(*place) != left_out).map(|(_, it)| it).sum()
        };
        parts.iter().map(|(above, below)| sum(above) / sum(below)).sum::<f64>() / parts.len() as f64
    })
}

/// The difference of two ratios of sums over the same positions.
fn difference(first: (&[f64], &[f64]), second: (&[f64], &[f64])) -> Estimate {
    jackknife(first.0.len(), |left_out| {
        let sum = |values: &[f64]| -> f64 {
            values.iter().enumerate().filter(|(place, _)| Some(*place) != left_out).map(|(_, it)| it).sum()
        };
        sum(first.0) / sum(first.1) - sum(second.0) / sum(second.1)
    })
}

pub(super) fn judge(figures: Figures<'_>) -> Vec<Finding> {
    let all = All::read(figures);
    let depths = all.depths();
    let early: Vec<i32> = depths.iter().copied().filter(|depth| *depth <= 5).collect();
    vec![
        deepening(&all, &depths),
        Finding::new(
            "(b) With iterative deepening, PVS is superior to aspiration search with a window of a pawn",
            Judgement::of_cases(all.saves(TIME, ["pvs", "aspiration"], &depths, 1.0)),
            format!("PVS needs, of aspiration's time, {}", all.told(TIME, ["pvs", "aspiration"], &depths)),
        )
        .of("Marsland 1991, 3.6 (b)")
        .by("processor time, at each depth"),
        Finding::new(
            "(c) A refutation table is a space-efficient alternative to a transposition table for guiding the early iterations",
            Judgement::of_cases(
                all.saves(TIME, ["pvs+ref", "pvs"], &early, 1.0)
                    .chain(all.saves(TIME, ["pvs+ref", "pvs+trans (8k)"], &early, AS_GOOD)),
            ),
            format!(
                "+ref needs, of the time without a table, {}; of +trans (8k)'s time, {}; it holds a line for each move of the root, not 8192 entries",
                all.told(TIME, ["pvs+ref", "pvs"], &early),
                all.told(TIME, ["pvs+ref", "pvs+trans (8k)"], &early)
            ),
        )
        .of("Marsland 1991, 3.6 (c) and 3.5 (D < 6)")
        .by("processor time up to depth 5: less than without a table, and at most a tenth more than with a transposition table"),
        parity(&all, &depths),
        size(&all, &depths),
        history(&all, &depths),
    ]
}

fn deepening(all: &All, depths: &[i32]) -> Finding {
    let names = ["iterative alpha-beta", "direct alpha-beta"];
    let pairs = depths
        .iter()
        .filter_map(|&depth| Some((&*all.of(names[0], depth)?.seconds, &*all.of(names[1], depth)?.seconds)));
    let mean = quotient(&pairs.collect::<Vec<_>>());
    Finding::new(
        "(a) Pure iterative deepening costs little over a direct search (5 % on average)",
        Judgement::of(below(mean, LITTLE)),
        format!(
            "{} of direct alpha-beta's time on average of the depths: {}; of its nodes: {}",
            percent(mean),
            all.told(TIME, names, depths),
            all.told(NODES, names, depths)
        ),
    )
    .of("Marsland 1991, 3.6 (a)")
    .by("processor time, mean of the depths: little is at most 15 % more")
}

/// The part of direct alpha-beta's horizon nodes that the minimal tree has, at each odd depth against the even ones beside it.
fn parity(all: &All, depths: &[i32]) -> Finding {
    let direct = |depth: i32| all.of("direct alpha-beta", depth);
    let parts = |it: &Searches| (it.minimal.clone(), it.horizon.clone());
    let mut cases = Vec::new();
    let mut words = Vec::new();
    for &depth in depths {
        let Some(it) = direct(depth) else { continue };
        words.push(format!("{} at {depth}", percent(quotient(&[(&it.minimal, &it.horizon)]))));
        let Some(next) = direct(depth + 1) else { continue };
        let (odd, even) = if depth % 2 == 1 { (parts(it), parts(next)) } else { (parts(next), parts(it)) };
        cases.push(above(difference((&odd.0, &odd.1), (&even.0, &even.1)), 0.0));
    }
    Finding::new(
        "(d) Odd-ply alpha-beta searches are more efficient than even-ply ones",
        Judgement::of_cases(cases),
        format!(
            "the minimal tree is this part of direct alpha-beta's horizon nodes (more is better): {}",
            words.join(", ")
        ),
    )
    .of("Marsland 1991, 3.6 (d)")
    .by("each odd depth against each even depth beside it")
}

fn size(all: &All, depths: &[i32]) -> Finding {
    let names = ["pvs+all (8k)", "pvs+all (1M)"];
    let (first, last) = (depths.first().copied().unwrap_or(0), depths.last().copied().unwrap_or(0));
    let part = |depth| Some((&*all.of(names[0], depth)?.nodes, &*all.of(names[1], depth)?.nodes));
    let growth = part(last).zip(part(first)).map(|(last, first)| difference(last, first));
    Finding::new(
        "(e) Transposition table size must increase with depth of search, or too many entries are overlaid",
        Judgement::of(growth.filter(|_| last > first).and_then(|it| above(it, 0.0))),
        format!("with 8k entries it visits, of the nodes with 1M, {}", all.told(NODES, names, depths)),
    )
    .of("Marsland 1991, 3.6 (e)")
    .by("what the small table costs in nodes grows from the first depth to the last")
}

fn history(all: &All, depths: &[i32]) -> Finding {
    let pairs = [["pvs+trans+hist (8k)", "pvs+trans (8k)"], ["pvs+ref+hist", "pvs+ref"]];
    let odd: Vec<i32> = depths.iter().copied().filter(|depth| depth % 2 == 1).collect();
    // As in Fig. 8: our time and the minimal tree's nodes, both in per cent of direct alpha-beta's.
    let gap = |depth: i32| {
        let (ours, direct) = (all.of("pvs+all (1M)", depth)?, all.of("direct alpha-beta", depth)?);
        Some(jackknife(ours.seconds.len(), |left_out| {
            let sum = |values: &[f64]| -> f64 {
                values
                    .iter()
                    .enumerate()
                    .filter(|(place, _)| Some(*place) != left_out)
                    .map(|(_, it)| it)
                    .sum()
            };
            sum(&ours.seconds) / sum(&direct.seconds) / (sum(&direct.minimal) / sum(&direct.horizon))
        }))
    };
    let close = odd.iter().filter_map(|&depth| Some((depth, gap(depth)?)));
    let words: Vec<String> = close.clone().map(|(depth, it)| format!("{} at {depth}", percent(it))).collect();
    Finding::new(
        "(f) Transposition and refutation tables combine effectively with the history heuristic, close to the minimal tree at odd depths",
        Judgement::of_cases(
            pairs
                .iter()
                .flat_map(|&names| all.saves(TIME, names, depths, 1.0))
                .chain(close.map(|(_, it)| below(it, CLOSE))),
        ),
        format!(
            "history changes the time of +trans (8k) to {}, of +ref to {}; all (1M) in terms of the minimal tree's line, at odd depths: {}",
            all.told(TIME, pairs[0], depths),
            all.told(TIME, pairs[1], depths),
            words.join(", ")
        ),
    )
    .of("Marsland 1991, 3.6 (f)")
    .by("less time with history at each depth; close is less than twice the minimal tree's line in Fig. 8")
}
