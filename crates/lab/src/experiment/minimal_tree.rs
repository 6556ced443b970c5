//! `minimal-tree`: how many leaves each algorithm visits, against Knuth and Moore's formula.

use quevedo_arena::stats::Estimate;

use super::evidence::{Weighted, below, percent, ratio, slope, told, within};
use super::table::thousands;
use super::{
    Axis, Bench, Experiment, ExperimentReport, Figures, Finding, Halt, Judgement, Plot, Series, Table,
};
use crate::drawing::{Recorder, Visited};
use crate::{Algorithm, ExplicitTree, Order, Settings, SyntheticTree, search};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "minimal-tree",
    title: "The minimal game tree",
    paper: "T.A. Marsland, Computer chess and search (1991), sections 2.2, 2.3, 3.1, Figs. 2 and 6; Knuth and Moore 1975",
    summary: "leaves of alpha-beta, PVS, SCOUT, MTD(f) and SSS* on uniform trees against W^ceil(D/2) + W^floor(D/2) - 1",
    measure,
    judge,
};

const ALGORITHMS: [Algorithm; 5] =
    [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::Scout, Algorithm::Mtdf, Algorithm::Sss];
const ORDERS: [(&str, Order); 4] = [
    ("best first", Order::Perfect),
    ("strong, 90 %", Order::Strong(90)),
    ("strong, 70 %", Order::Strong(70)),
    ("random", Order::Random),
];

#[derive(Clone, Copy, Debug)]
struct Job {
    order: usize,
    width: u64,
    depth: u32,
    algorithm: Algorithm,
}

/// The leaves of the minimal tree: W^ceil(D/2) + W^floor(D/2) - 1.
pub(super) fn minimal_leaves(width: u64, depth: u32) -> u64 {
    width.saturating_pow(depth.div_ceil(2)) + width.saturating_pow(depth / 2) - 1
}

fn measure(bench: &Bench<'_>) -> Result<ExperimentReport, Halt> {
    let shapes = bench.scale.pick(
        &[(3, 4), (4, 3)][..],
        &[
            (2, 8),
            (2, 10),
            (2, 12),
            (5, 4),
            (5, 5),
            (5, 6),
            (10, 3),
            (10, 4),
            (10, 5),
            (20, 4),
            (35, 3),
            (35, 4),
        ][..],
        &[
            (2, 8),
            (2, 10),
            (2, 12),
            (2, 14),
            (2, 16),
            (5, 4),
            (5, 5),
            (5, 6),
            (5, 7),
            (5, 8),
            (10, 3),
            (10, 4),
            (10, 5),
            (10, 6),
            (20, 3),
            (20, 4),
            (20, 5),
            (35, 3),
            (35, 4),
            (35, 5),
        ][..],
    );
    let trees = bench.scale.pick(2, 10, 20);
    let mut jobs = Vec::new();
    for order in 0..ORDERS.len() {
        for &(width, depth) in shapes {
            jobs.extend(ALGORITHMS.map(|algorithm| Job { order, width, depth, algorithm }));
        }
    }
    let name = |job: &Job| format!("{} {} {}x{}", job.algorithm, ORDERS[job.order].0, job.width, job.depth);
    let counts = bench.each("leaves", &jobs, name, |job| leaves_of_each(bench, job, trees))?;
    let leaves: Vec<f64> = counts.iter().map(|counts| mean(counts)).collect();

    let mut report = ExperimentReport::of(&EXPERIMENT);
    report.explain(format!(
        "Uniform trees of width W and depth D whose values come from a hash of the path, {trees} trees for each figure, searched by \
         each algorithm in its textbook form, with no help but the stated order of moves. Errors are those of the choice of trees (jackknife, 95 %). Strong, 90 %: the best move stands first \
         at 90 of 100 nodes. MTD(f) and SSS* (as MT-SSS*) have a memory that forgets nothing; MTD(f) starts from 0."
    ));
    let find = |order: usize, (width, depth): (u64, u32), algorithm: Algorithm| {
        jobs.iter()
            .position(|job| {
                (job.order, job.width, job.depth, job.algorithm) == (order, width, depth, algorithm)
            })
            .map_or(0.0, |place| leaves[place])
    };
    for (order, (words, _)) in ORDERS.iter().enumerate() {
        report.tables.push(leaf_table(words, order, shapes, &find));
    }
    report.tables.push(ratio_table(&jobs, &counts));
    let (alpha_beta, pvs) = (worked_example(Algorithm::AlphaBeta)?, worked_example(Algorithm::Pvs)?);
    report.tables.push(example_table(&alpha_beta, &pvs));
    report.plots.push(plot(shapes, &find));
    Ok(report)
}

fn mean(counts: &[u64]) -> f64 {
    counts.iter().sum::<u64>() as f64 / counts.len().max(1) as f64
}

fn leaves_of_each(bench: &Bench<'_>, job: &Job, trees: u64) -> Vec<u64> {
    let Job { order, width, depth, algorithm } = *job;
    let leaves = |tree: u64| {
        let seed = bench.seed.wrapping_mul(1_000_003).wrapping_add(tree);
        let mut tree = SyntheticTree::new(width as usize, depth as usize, ORDERS[order].1, seed);
        search(&mut tree, algorithm, &Settings::default(), depth as i32, &mut ()).counts.bottom()
    };
    (0..trees).map(leaves).collect()
}

/// Each algorithm's leaves in terms of alpha-beta's on the same trees.
fn ratio_table(jobs: &[Job], counts: &[Vec<u64>]) -> Table {
    let heads =
        ["order", "W", "D", "algorithm", "% of alpha-beta's leaves", "error", "trees", "trees with more"];
    let mut table = Table::new("ratios", "Leaves in terms of alpha-beta's on the same trees", heads);
    for (job, ours) in jobs.iter().zip(counts).filter(|(job, _)| job.algorithm != Algorithm::AlphaBeta) {
        let is_rival = |it: &Job| {
            (it.order, it.width, it.depth, it.algorithm)
                == (job.order, job.width, job.depth, Algorithm::AlphaBeta)
        };
        let Some(theirs) = jobs.iter().position(is_rival).map(|place| &counts[place]) else { continue };
        let pairs: Vec<(f64, f64)> = ours.iter().zip(theirs).map(|(&a, &b)| (a as f64, b as f64)).collect();
        let more = ours.iter().zip(theirs).filter(|(a, b)| a > b).count();
        let share = ratio(&pairs);
        table.row([
            ORDERS[job.order].0.to_owned(),
            job.width.to_string(),
            job.depth.to_string(),
            job.algorithm.to_string(),
            format!("{:.2}", 100.0 * share.value),
            format!("{:.2}", 100.0 * share.error),
            ours.len().to_string(),
            more.to_string(),
        ]);
    }
    table.long()
}

fn leaf_table(
    words: &str,
    order: usize,
    shapes: &[(u64, u32)],
    find: &impl Fn(usize, (u64, u32), Algorithm) -> f64,
) -> Table {
    let heads = ["W", "D", "minimax W^D", "minimal"].into_iter().map(str::to_owned);
    let heads = heads.chain(ALGORITHMS.map(|algorithm| algorithm.to_string()));
    let name =
        format!("leaves-{}", words.replace([' ', ',', '%'], "-").replace("--", "-").trim_end_matches('-'));
    let mut table = Table::new(&name, format!("Mean leaves visited, moves in order: {words}"), heads);
    for &(width, depth) in shapes {
        let known =
            [width, depth.into(), width.saturating_pow(depth), minimal_leaves(width, depth)].map(thousands);
        let measured =
            ALGORITHMS.map(|algorithm| thousands(find(order, (width, depth), algorithm).round() as u64));
        table.row(known.into_iter().chain(measured));
    }
    table
}

fn plot(shapes: &[(u64, u32)], find: &impl Fn(usize, (u64, u32), Algorithm) -> f64) -> Plot {
    let Some(&shape) = shapes.last() else {
        return Plot {
            name: "leaves".into(),
            title: String::new(),
            across: Axis::linear(""),
            upward: Axis::linear(""),
            series: Vec::new(),
        };
    };
    let minimal = minimal_leaves(shape.0, shape.1) as f64;
    let line = |algorithm: Algorithm| {
        let points = (0..ORDERS.len()).map(|order| (order as f64, find(order, shape, algorithm) / minimal));
        Series::new(algorithm.to_string(), points)
    };
    Plot {
        name: "leaves".to_owned(),
        title: format!("Leaves, as a multiple of the minimal tree (W = {}, D = {})", shape.0, shape.1),
        across: Axis::named("order of moves", ORDERS.map(|(words, _)| words)),
        upward: Axis::logarithmic("leaves / minimal"),
        series: ALGORITHMS.map(line).to_vec(),
    }
}

/// Marsland's small tree, as an algorithm visits it.
fn worked_example(algorithm: Algorithm) -> Result<Visited, Halt> {
    let mut tree = ExplicitTree::marsland().map_err(|error| Halt::Broken(error.to_string()))?;
    let mut recorder = Recorder::new(&tree, 1000);
    let depth = tree.height() as i32;
    search(&mut tree, algorithm, &Settings::default(), depth, &mut recorder);
    Ok(recorder.visited())
}

fn example_table(alpha_beta: &Visited, pvs: &Visited) -> Table {
    let title = "Figs. 2 and 6: the same tree, visited by alpha-beta and by PVS";
    let mut table = Table::new("worked-example", title, ["node", "alpha-beta (Fig. 2)", "PVS (Fig. 6)"]);
    let mut names: Vec<&str> =
        alpha_beta.nodes.iter().chain(&pvs.nodes).map(|node| node.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let told = |visited: &Visited, name: &str| {
        let visits = visited.nodes.iter().filter(|node| node.name == name);
        let words: Vec<String> =
            visits.map(|node| node.words().trim_start_matches(name).trim().to_owned()).collect();
        if words.is_empty() { "not visited".to_owned() } else { words.join("; ") }
    };
    for name in names {
        table.row([name.to_owned(), told(alpha_beta, name), told(pvs, name)]);
    }
    table.noted("(alpha, beta) = value; in brackets: never looked at. The text of the paper fixes the windows and values of p.1.2, p.1.2.1 and p.2.1.2; the other values are ours.")
}

/// A row of the table of ratios: the shape, the part of alpha-beta's leaves, and in how many trees there were more.
struct Compared {
    width: f64,
    depth: f64,
    part: Estimate,
    more: f64,
}

fn compared(figures: Figures<'_>, order: usize, algorithm: Algorithm) -> Vec<Compared> {
    let mine = |row: &super::figures::Row<'_>| {
        row.name() == ORDERS[order].0 && row.cell("algorithm") == Some(algorithm.name())
    };
    let read = |row: super::figures::Row<'_>| {
        let (value, error) = (row.number("% of alpha-beta's leaves")? / 100.0, row.number("error")? / 100.0);
        let part = Estimate { value, error };
        Some(Compared {
            width: row.number("W")?,
            depth: row.number("D")?,
            part,
            more: row.number("trees with more")?,
        })
    };
    figures.table("ratios").all().filter(mine).filter_map(read).collect()
}

/// What equivalent means: leaves grow apart by at most so much from one ply to the next.
const EQUIVALENT: f64 = 0.03;

fn judge(figures: Figures<'_>) -> Vec<Finding> {
    let bushy: Vec<Compared> =
        compared(figures, 1, Algorithm::Pvs).into_iter().filter(|it| it.width >= 20.0).collect();
    let shape = |it: &Compared| format!("{:.0}x{:.0}: {}", it.width, it.depth, percent(it.part));
    let sss = compared(figures, 3, Algorithm::Sss);
    vec![
        perfect_order(figures),
        worked_examples(figures),
        Finding::new(
            "For bushy trees minimal window techniques provide a significant advantage",
            Judgement::of_cases(bushy.iter().map(|it| below(it.part, 1.0))),
            format!(
                "PVS visits, of alpha-beta's leaves on strongly ordered (90 %) trees, {}",
                bushy.iter().map(shape).collect::<Vec<_>>().join(", ")
            ),
        )
        .of("Marsland 1991, 3.1 (Marsland 1983)")
        .by("fewer leaves on each shape with W of 20 or more"),
        on_random_trees(figures),
        Finding::new(
            "SSS* never visits more leaves than alpha-beta",
            Judgement::of_cases(sss.iter().map(|it| Some(it.more == 0.0))),
            format!("on random trees: {}", sss.iter().map(shape).collect::<Vec<_>>().join(", ")),
        )
        .of("Stockman 1979 (Plaat 1996)")
        .by("on no single tree does it visit more"),
    ]
}

fn perfect_order(figures: Figures<'_>) -> Finding {
    let rows = figures.table("leaves-best-first");
    let is_exact = |algorithm: &Algorithm| {
        rows.all().next()?;
        Some(rows.all().all(|row| row.cell(algorithm.name()) == row.cell("minimal")))
    };
    let exact: Vec<&str> =
        ALGORITHMS.iter().filter(|it| is_exact(it) == Some(true)).map(|it| it.name()).collect();
    Finding::new(
        "If the best move is examined first at every node, the minimal tree is traversed: W^ceil(D/2) + W^floor(D/2) - 1 terminal nodes",
        Judgement::of(is_exact(&Algorithm::AlphaBeta)),
        format!("exactly so for {} on all {} shapes", exact.join(", "), rows.all().count()),
    )
    .of("Marsland 1991, 2.3 (Knuth and Moore 1975)")
    .by("alpha-beta's leaves are the formula's, to the leaf")
}

fn worked_examples(figures: Figures<'_>) -> Finding {
    let rows = figures.table("worked-example");
    let (alpha_beta, pvs) = ("alpha-beta (Fig. 2)", "PVS (Fig. 6)");
    let sees =
        |row: &super::figures::Row<'_>, head: &str| row.cell(head).is_some_and(|cell| cell.contains(" = "));
    let frontier =
        |head: &str| rows.all().filter(|row| row.name().matches('.').count() == 3 && sees(row, head)).count();
    let hidden = rows.find(&["p.2.1.2"]).map(|row| sees(&row, alpha_beta) && !sees(&row, pvs));
    Finding::new(
        "PVS prunes an additional frontier node, p.2.1.2, of the tree of Fig. 2 (Fig. 6)",
        Judgement::of(hidden.map(|hidden| hidden && frontier(pvs) + 1 == frontier(alpha_beta))),
        format!("{} frontier nodes by alpha-beta, {} by PVS", frontier(alpha_beta), frontier(pvs)),
    )
    .of("Marsland 1991, 3.1, Figs. 2 and 6")
    .by("p.2.1.2 is visited by alpha-beta and not by PVS, and no other difference on the frontier")
}

/// A limit cannot be measured; a trend can.
fn on_random_trees(figures: Figures<'_>) -> Finding {
    let all = compared(figures, 3, Algorithm::Pvs);
    let mut widths: Vec<f64> = all.iter().map(|it| it.width).collect();
    widths.dedup();
    let trend = |width: f64| {
        // A ratio without any spread would outweigh all others.
        let points: Vec<Weighted> = all
            .iter()
            .filter(|it| (it.width - width).abs() < 0.5)
            .map(|it| (it.depth, it.part.value, (it.part.error / 2.0).max(1e-3)))
            .collect();
        slope(&points)
    };
    let told_of = |width: f64| {
        let mine = all.iter().filter(|it| (it.width - width).abs() < 0.5);
        let shares: Vec<String> = mine.map(|it| format!("{} at {}", percent(it.part), it.depth)).collect();
        let Estimate { value, error } = trend(width);
        let change = told(Estimate { value: 100.0 * value, error: 100.0 * error }, 1);
        format!("W = {width}: {} ({change} points a ply)", shares.join(", "))
    };
    Finding::new(
        "For random trees these refinements are asymptotically equivalent to alpha-beta",
        Judgement::of_cases(widths.iter().map(|&width| within(trend(width), -EQUIVALENT, EQUIVALENT))),
        format!(
            "PVS visits, of alpha-beta's leaves on random trees, {}",
            widths.iter().map(|&width| told_of(width)).collect::<Vec<_>>().join("; ")
        ),
    )
    .of("Marsland 1991, 3.1")
    .by("for each width the ratio changes by less than 3 points from one ply to the next; what happens beyond our depths is not measured")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula() {
        assert_eq!(minimal_leaves(35, 2), 69);
        assert_eq!(minimal_leaves(35, 3), 35 * 35 + 35 - 1);
        assert_eq!(minimal_leaves(2, 12), 127);
    }
}
