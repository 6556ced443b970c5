//! `minimal-tree`: how many leaves each algorithm visits, against Knuth and Moore's formula.

use super::table::thousands;
use super::{Axis, Bench, Experiment, ExperimentReport, Finding, Halt, Judgement, Plot, Series, Table};
use crate::drawing::{Recorder, Visited};
use crate::{Algorithm, ExplicitTree, Order, Settings, SyntheticTree, search};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "minimal-tree",
    title: "The minimal game tree",
    paper: "T.A. Marsland, Computer chess and search (1991), sections 2.2, 2.3, 3.1, Figs. 2 and 6; Knuth and Moore 1975",
    summary: "leaves of alpha-beta, PVS, SCOUT, MTD(f) and SSS* on uniform trees against W^ceil(D/2) + W^floor(D/2) - 1",
    run,
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

fn run(bench: &Bench<'_>) -> Result<ExperimentReport, Halt> {
    let shapes = bench.scale.pick(
        &[(3, 4), (4, 3)][..],
        &[(2, 12), (5, 6), (10, 4), (10, 5), (20, 4), (35, 3), (35, 4)][..],
        &[(2, 16), (5, 8), (10, 4), (10, 5), (10, 6), (20, 4), (20, 5), (35, 3), (35, 4), (35, 5)][..],
    );
    let trees = bench.scale.pick(2, 10, 20);
    let mut jobs = Vec::new();
    for order in 0..ORDERS.len() {
        for &(width, depth) in shapes {
            jobs.extend(ALGORITHMS.map(|algorithm| Job { order, width, depth, algorithm }));
        }
    }
    let name = |job: &Job| format!("{} {} {}x{}", job.algorithm, ORDERS[job.order].0, job.width, job.depth);
    let leaves = bench.each("leaves", &jobs, name, |job| mean_leaves(bench, job, trees))?;

    let mut report = ExperimentReport::of(&EXPERIMENT);
    report.explain(format!(
        "Uniform trees of width W and depth D whose values come from a hash of the path, {trees} trees for each figure, searched by \
         each algorithm in its textbook form, with no help but the stated order of moves. Strong, 90 %: the best move stands first \
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
    let (alpha_beta, pvs) = (worked_example(Algorithm::AlphaBeta)?, worked_example(Algorithm::Pvs)?);
    report.tables.push(example_table(&alpha_beta, &pvs));
    report.plots.push(plot(shapes, &find));
    report.findings = findings(shapes, &find, &alpha_beta, &pvs);
    Ok(report)
}

fn mean_leaves(bench: &Bench<'_>, job: &Job, trees: u64) -> f64 {
    let Job { order, width, depth, algorithm } = *job;
    let leaves = |tree: u64| {
        let seed = bench.seed.wrapping_mul(1_000_003).wrapping_add(tree);
        let mut tree = SyntheticTree::new(width as usize, depth as usize, ORDERS[order].1, seed);
        search(&mut tree, algorithm, &Settings::default(), depth as i32, &mut ()).counts.bottom()
    };
    (0..trees).map(leaves).sum::<u64>() as f64 / trees as f64
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

fn findings(
    shapes: &[(u64, u32)],
    find: &impl Fn(usize, (u64, u32), Algorithm) -> f64,
    alpha_beta: &Visited,
    pvs: &Visited,
) -> Vec<Finding> {
    let minimal = |&(width, depth): &(u64, u32)| minimal_leaves(width, depth) as f64;
    let exact =
        |algorithm| shapes.iter().all(|shape| (find(0, *shape, algorithm) - minimal(shape)).abs() < 1e-6);
    let as_minimal: Vec<String> =
        ALGORITHMS.iter().filter(|&&algorithm| exact(algorithm)).map(ToString::to_string).collect();
    let frontier = |visited: &Visited| visited.nodes.iter().filter(|node| node.phase == "frontier").count();
    let sees = |visited: &Visited, name: &str| visited.nodes.iter().any(|n| n.name == name && n.is_visited());
    let ratio =
        |order: usize, shape| find(order, shape, Algorithm::Pvs) / find(order, shape, Algorithm::AlphaBeta);
    let mean =
        |order: usize| shapes.iter().map(|&shape| ratio(order, shape)).sum::<f64>() / shapes.len() as f64;
    let bushy: Vec<(u64, u32)> = shapes.iter().copied().filter(|&(width, _)| width >= 20).collect();
    let bushy = if bushy.is_empty() { shapes.to_vec() } else { bushy };
    let sss_is_best =
        shapes.iter().map(|&shape| find(3, shape, Algorithm::Sss) <= find(3, shape, Algorithm::AlphaBeta));
    vec![
        Finding::new(
            "If the best move is examined first at every node, the minimal tree is traversed: W^ceil(D/2) + W^floor(D/2) - 1 terminal nodes",
            Judgement::of(exact(Algorithm::AlphaBeta)),
            format!("exactly so for {} on all {} shapes", as_minimal.join(", "), shapes.len()),
        ),
        Finding::new(
            "PVS prunes an additional frontier node, p.2.1.2, of the tree of Fig. 2 (Fig. 6)",
            Judgement::of(
                sees(alpha_beta, "p.2.1.2") && !sees(pvs, "p.2.1.2") && frontier(pvs) + 1 == frontier(alpha_beta),
            ),
            format!("{} frontier nodes by alpha-beta, {} by PVS", frontier(alpha_beta), frontier(pvs)),
        ),
        Finding::new(
            "For bushy trees minimal window techniques provide a significant advantage",
            Judgement::of_all(bushy.iter().map(|&shape| ratio(1, shape) < 1.0)),
            bushy
                .iter()
                .map(|&(width, depth)| {
                    format!("W = {width}, D = {depth}: PVS visits {:.1} % of alpha-beta's leaves on strongly ordered (90 %) trees", 100.0 * ratio(1, (width, depth)))
                })
                .collect::<Vec<_>>()
                .join("; "),
        ),
        Finding::new(
            "For random trees these refinements are asymptotically equivalent to alpha-beta",
            Judgement::of((mean(3) - 1.0).abs() < 0.2),
            format!("PVS visits {:.1} % of alpha-beta's leaves on random trees, mean of all shapes", 100.0 * mean(3)),
        ),
        Finding::new(
            "SSS* never visits more leaves than alpha-beta (Stockman 1979, on the same tree)",
            Judgement::of_all(sss_is_best),
            shapes
                .iter()
                .map(|&shape| {
                    let share = find(3, shape, Algorithm::Sss) / find(3, shape, Algorithm::AlphaBeta);
                    format!("{}x{}: {:.0} %", shape.0, shape.1, 100.0 * share)
                })
                .collect::<Vec<_>>()
                .join(", "),
        ),
    ]
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
