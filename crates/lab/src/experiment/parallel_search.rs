//! `parallel`: what several processors gain, with threads and simulated.

use quevedo_arena::stats::Estimate;
use serde::{Deserialize, Serialize};

use super::evidence::{above, ratio, told};
use super::suites::Suite;
use super::table::thousands;
use super::{
    Axis, Bench, Experiment, ExperimentReport, Figures, Finding, Halt, Judgement, Plot, Series, Table,
};
use crate::parallel::{SharedTable, Sharing, search_together, simulate};
use crate::{ChessTree, Judge, Order, SyntheticTree};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "parallel",
    title: "Several processors",
    paper: "T.A. Marsland, Computer chess and search (1991), section 5; Marsland and Campbell 1982 (PV splitting); Feldmann 1990 (young brothers wait)",
    summary: "speed-up, search overhead and idle time of PV splitting, young brothers wait and a shared table: on threads, and simulated for 4 to 64 processors",
    measure,
    judge,
};

const PROCESSORS: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];

/// What one search cost.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Cost {
    nodes: u64,
    /// Seconds, or units of simulated time.
    time: f64,
    /// Part of the processors' time without work.
    idle: f64,
}

/// A simulated tree.
#[derive(Clone, Copy, Debug)]
enum Wood {
    Chess(usize),
    Strong(u64),
}

fn measure(bench: &Bench<'_>) -> Result<ExperimentReport, Halt> {
    let suite = Suite::bratko_kopec()?;
    let boards = suite.boards();
    let count = bench.scale.pick(1, 4, 12);
    let depth = bench.scale.pick(3, 5, 6);
    let (threads, positions) = on_threads(bench, &boards, count, depth)?;
    let simulated = simulated(bench, &boards, count, bench.scale.pick(2, 4, 5))?;

    let mut report = ExperimentReport::of(&EXPERIMENT);
    report.explain(format!(
        "Threads: alpha-beta with captures first and a transposition table of 2^18 entries that all threads share, {count} Bratko-Kopec positions to depth {depth}, \
         material; a node is divided only if at least three plies are left. Each search runs alone. Time is time on the wall, so these \
         figures mean something only on a machine with nothing else to do and at least two processors."
    ));
    report.explain(
        "Simulated: every processor visits one node in each unit of time and talks for nothing, so that only the order of work costs. \
         The trees are those of chess positions and strongly ordered synthetic trees (90 %), without a table. Search overhead: nodes beyond those of \
         one processor; idle time: part of the processors' time in which they had nothing to do.",
    );
    report.tables = vec![thread_table(&threads, &positions), simulated_table(&simulated), positions];
    report.plots = plots(&simulated);
    Ok(report)
}

/// For each way of sharing, the sums on one and on two threads.
type OnThreads = Vec<[Cost; 2]>;

/// The sums, and the seconds of each position.
fn on_threads(
    bench: &Bench<'_>,
    boards: &[quevedo_rules::Board],
    count: usize,
    depth: i32,
) -> Result<(OnThreads, Table), Halt> {
    let mut jobs = Vec::new();
    for sharing in 0..Sharing::ALL.len() {
        for threads in 1..=2_usize {
            jobs.extend((0..count).map(|board| (sharing, threads, board)));
        }
    }
    let name = |&(sharing, threads, board): &(usize, usize, usize)| {
        format!("{} x{threads} p{board} d{depth}", Sharing::ALL[sharing].name())
    };
    let alone = bench.alone();
    let found = alone.each("threads", &jobs, name, |&(sharing, threads, board)| {
        let tree = ChessTree::new(&boards[board % boards.len()], Judge::Material).without_draws();
        let table = SharedTable::new(1 << 18);
        let found = search_together(&tree, Sharing::ALL[sharing], depth, threads, Some(&table));
        Cost { nodes: found.nodes, time: found.elapsed.as_secs_f64(), idle: found.idle }
    })?;
    let sum = |costs: &[Cost]| {
        let time: f64 = costs.iter().map(|cost| cost.time).sum();
        let idle = costs.iter().map(|cost| cost.idle * cost.time).sum::<f64>() / time.max(1e-12);
        Cost { nodes: costs.iter().map(|cost| cost.nodes).sum(), time, idle }
    };
    let sums: Vec<Cost> = found.chunks(count.max(1)).map(sum).collect();
    let heads = ["method", "threads", "position", "seconds", "nodes"];
    let mut positions = Table::new("positions", "Each search on threads", heads).long();
    for (&(sharing, threads, board), cost) in jobs.iter().zip(&found) {
        let (position, seconds) = (format!("BK.{:02}", board + 1), format!("{:.6}", cost.time));
        let name = Sharing::ALL[sharing].name().to_owned();
        positions.row([name, threads.to_string(), position, seconds, cost.nodes.to_string()]);
    }
    Ok((sums.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect(), positions))
}

/// What two threads gain, with the error of the choice of positions.
fn speed_up(figures: Figures<'_>, sharing: Sharing) -> Option<Estimate> {
    let rows = figures.table("positions");
    let seconds = |threads: &str| -> Vec<f64> {
        let mine =
            rows.all().filter(|row| row.name() == sharing.name() && row.cell("threads") == Some(threads));
        mine.filter_map(|row| row.number("seconds")).collect()
    };
    let pairs: Vec<(f64, f64)> = seconds("1").into_iter().zip(seconds("2")).collect();
    (!pairs.is_empty()).then(|| ratio(&pairs))
}

/// For each of the two ways that can be simulated, for chess and for synthetic trees, the sums by processors.
type BySharing = Vec<(Sharing, &'static str, Vec<Cost>)>;

fn simulated(
    bench: &Bench<'_>,
    boards: &[quevedo_rules::Board],
    count: usize,
    depth: i32,
) -> Result<BySharing, Halt> {
    let ways = [Sharing::PvSplitting, Sharing::YoungBrothers];
    let kinds: Vec<Wood> = (0..count).map(Wood::Chess).chain((0..count as u64).map(Wood::Strong)).collect();
    let mut jobs = Vec::new();
    for &sharing in &ways {
        for &kind in &kinds {
            jobs.extend(PROCESSORS.map(|processors| (sharing, kind, processors)));
        }
    }
    let name = |(sharing, kind, processors): &(Sharing, Wood, usize)| {
        format!("{} {kind:?} x{processors} d{depth}", sharing.name())
    };
    let (width, height) = bench.scale.pick((6, 4), (20, 5), (30, 5));
    let found = bench.each("simulated", &jobs, name, |&(sharing, kind, processors)| {
        let found = match kind {
            Wood::Chess(board) => {
                let tree = ChessTree::new(&boards[board % boards.len()], Judge::Material).without_draws();
                simulate(&tree, sharing, depth, processors)
            }
            Wood::Strong(seed) => {
                let tree = SyntheticTree::new(width, height as usize, Order::Strong(90), bench.seed ^ seed);
                simulate(&tree, sharing, height, processors)
            }
        };
        let paid = found.ticks as f64 * processors as f64;
        Cost { nodes: found.nodes, time: found.ticks as f64, idle: found.idle as f64 / paid.max(1.0) }
    })?;
    let mut sums: BySharing = Vec::new();
    for sharing in ways {
        for (name, is_chess) in [("chess", true), ("synthetic", false)] {
            let costs = PROCESSORS.map(|processors| {
                let mine = jobs.iter().zip(&found).filter(|((way, kind, count), _)| {
                    *way == sharing && *count == processors && matches!(kind, Wood::Chess(_)) == is_chess
                });
                let (mut cost, mut wasted) = (Cost::default(), 0.0);
                for (_, found) in mine {
                    cost.nodes += found.nodes;
                    cost.time += found.time;
                    wasted += found.idle * found.time;
                }
                Cost { idle: wasted / cost.time.max(1e-12), ..cost }
            });
            sums.push((sharing, name, costs.to_vec()));
        }
    }
    Ok(sums)
}

fn overhead(cost: &Cost, one: &Cost) -> f64 {
    100.0 * (cost.nodes as f64 / one.nodes.max(1) as f64 - 1.0)
}

fn thread_table(threads: &[[Cost; 2]], positions: &Table) -> Table {
    let tables = core::slice::from_ref(positions);
    let heads =
        ["method", "seconds, 1 thread", "seconds, 2 threads", "speed-up", "search overhead", "idle time"];
    let mut table = Table::new("threads", "On one and two threads", heads);
    for (sharing, [one, two]) in Sharing::ALL.iter().zip(threads) {
        table.row([
            sharing.name().to_owned(),
            format!("{:.2}", one.time),
            format!("{:.2}", two.time),
            speed_up(Figures::of(tables), *sharing).map_or(String::new(), |it| told(it, 2)),
            format!("{:+.1} %", overhead(two, one)),
            format!("{:.1} %", 100.0 * two.idle),
        ]);
    }
    table
}

fn simulated_table(simulated: &BySharing) -> Table {
    let heads = ["method", "trees", "processors", "time", "speed-up", "search overhead", "idle time"];
    let mut table = Table::new("simulated", "Simulated processors", heads);
    for (sharing, trees, costs) in simulated {
        for (processors, cost) in PROCESSORS.iter().zip(costs) {
            table.row([
                sharing.name().to_owned(),
                (*trees).to_owned(),
                processors.to_string(),
                thousands(cost.time as u64),
                format!("{:.2}", costs[0].time / cost.time.max(1e-12)),
                format!("{:+.1} %", overhead(cost, &costs[0])),
                format!("{:.1} %", 100.0 * cost.idle),
            ]);
        }
    }
    table
}

fn plots(simulated: &BySharing) -> Vec<Plot> {
    let lines = |figure: &dyn Fn(&Cost, &Cost) -> f64| {
        let line = |(sharing, trees, costs): &(Sharing, &str, Vec<Cost>)| {
            let points =
                PROCESSORS.iter().zip(costs).map(|(&count, cost)| (count as f64, figure(cost, &costs[0])));
            Series::new(format!("{}, {trees}", sharing.name()), points)
        };
        simulated.iter().map(line).collect::<Vec<_>>()
    };
    let mut speed = lines(&|cost, one| one.time / cost.time.max(1e-12));
    speed.push(Series::dashed("as many as processors", PROCESSORS.map(|count| (count as f64, count as f64))));
    let plot = |name: &str, title: &str, upward: Axis, series: Vec<Series>| Plot {
        name: name.to_owned(),
        title: title.to_owned(),
        across: Axis::logarithmic("processors"),
        upward,
        series,
    };
    vec![
        plot("speed-up", "Simulated speed-up", Axis::logarithmic("speed-up"), speed),
        plot(
            "idle",
            "Simulated idle time",
            Axis::linear("% of the processors' time"),
            lines(&|cost, _| 100.0 * cost.idle),
        ),
    ]
}

fn judge(figures: Figures<'_>) -> Vec<Finding> {
    let rows = figures.table("simulated");
    let speed = |sharing: Sharing, trees: &str, processors: usize| {
        rows.number(&[sharing.name(), trees, &processors.to_string()], "speed-up")
    };
    let (pv, ybw) = (Sharing::PvSplitting, Sharing::YoungBrothers);
    let words = |it: Option<f64>| it.map_or_else(|| "?".to_owned(), |it| format!("{it:.1}"));
    let told_of = |processors| {
        format!(
            "{processors} processors: PV splitting {}, young brothers wait {}",
            words(speed(pv, "chess", processors)),
            words(speed(ybw, "chess", processors))
        )
    };
    let kinds = ["chess", "synthetic"];
    let grows = kinds.iter().map(|kind| Some(speed(ybw, kind, 64)? > speed(ybw, kind, 32)?));
    let is_better = [16, 32, 64].iter().flat_map(|&processors| {
        kinds.iter().map(move |kind| Some(speed(ybw, kind, processors)? > speed(pv, kind, processors)?))
    });
    let threads: Vec<(Sharing, Estimate)> =
        Sharing::ALL.iter().filter_map(|&sharing| Some((sharing, speed_up(figures, sharing)?))).collect();
    vec![
        Finding::new(
            "None of the early systems consistently achieved more than a 5-fold speed-up with eight processors",
            Judgement::of(speed(pv, "chess", 8).filter(|it| *it <= 5.0).map(|_| true)),
            format!(
                "PV splitting {}, young brothers wait {} with eight processors that talk for nothing",
                words(speed(pv, "chess", 8)),
                words(speed(ybw, "chess", 8))
            ),
        )
        .of("Marsland 1991, 5")
        .by("a simulation in which talking costs nothing is an upper bound: below 5 it would decide, above it says nothing about those machines"),
        Finding::new(
            "There is no apparent theoretical limit to the parallelism",
            Judgement::of_cases(grows),
            format!("young brothers wait: {} with 32 and {} with 64 processors on chess trees", words(speed(ybw, "chess", 32)), words(speed(ybw, "chess", 64))),
        )
        .of("Marsland 1991, 5")
        .by("the simulated speed-up still grows from 32 to 64 processors, on both kinds of trees; more were not simulated"),
        Finding::new(
            "Better scheduling methods yield improved performance",
            Judgement::of_cases(is_better),
            format!("{}; {}", told_of(16), told_of(64)),
        )
        .of("Marsland 1991, 5")
        .by("young brothers wait against PV splitting with 16, 32 and 64 simulated processors, on both kinds of trees"),
        Finding::new(
            "Two threads are faster than one",
            Judgement::of_cases(threads.iter().map(|(_, it)| above(*it, 1.0))),
            format!(
                "speed-up on this machine: {}",
                threads.iter().map(|(sharing, it)| format!("{} {}", sharing.name(), told(*it, 2))).collect::<Vec<_>>().join(", ")
            ),
        )
        .of("Marsland 1991, 5 (improved performance through multiprocessor systems)")
        .by("time on the wall, each way of sharing"),
    ]
}
