//! `horizon`: a program that sheds pawns to hide a loss (in the spirit of Marsland's Fig. 4).

use quevedo_rules::Board;
use quevedo_suite::{Goal, Task};

use super::measured::{Measured, Method, settings};
use super::{Axis, Bench, Experiment, ExperimentReport, Finding, Halt, Judgement, Plot, Series, Table};
use crate::{Algorithm, Judge};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "horizon",
    title: "The horizon effect",
    paper: "T.A. Marsland, Computer chess and search (1991), section 2.6, Fig. 4 (after Kaindl); Berliner 1973",
    summary: "a captures-only program throws pawns away to push the loss of its queen beyond the horizon, by depth and quiescence variant",
    run,
};

/// The diagram is not in the text we have; this position is made after what the text says. The queen on g7 is pinned
/// to its king by the bishop, which the queen behind it protects all along the diagonal. Black should give the queen for the
/// bishop; each of the four pawn moves c3, d4, e5, f6 only delays that by two plies, and costs a pawn.
const POSITION: &str = "r6k/p4pqp/4p3/3p4/2p5/8/1B4PP/Q5K1 b - - 0 1";
const BLOCKS: [&str; 4] = ["c3", "d4", "e5", "f6"];

const VARIANTS: [(&str, &str); 7] = [
    ("none", "quiescence=off"),
    ("captures", "quiescence=captures"),
    ("captures, checks", "quiescence=checks"),
    ("captures, promotions, pawns", "quiescence=pawns"),
    ("all of these", "quiescence=full"),
    ("Beal's null move", "quiescence=null-move"),
    ("captures; singular extensions", "quiescence=captures,singular-extension"),
];

fn run(bench: &Bench<'_>) -> Result<ExperimentReport, Halt> {
    let board = Board::from_fen(POSITION).map_err(|error| Halt::Broken(error.to_string()))?;
    let avoid = BLOCKS.iter().filter_map(|block| board.parse_san(block).ok()).collect();
    let goal = Goal { best: Vec::new(), avoid, mate: None };
    let task = Task { id: None, board, goal };
    let deepest = bench.scale.pick(4, 10, 12);
    let mut methods = Vec::new();
    for (name, switches) in VARIANTS {
        let text = format!("deepening,captures-first,killers,history,table=65536,nodes=3000000,{switches}");
        methods.push(Method::new(name, Algorithm::Pvs, settings(&text)?));
    }
    let places: Vec<usize> = (0..methods.len()).collect();
    let name = |&place: &usize| format!("{} d{deepest}", methods[place].name);
    let found = bench.each("searches", &places, name, |&place| {
        methods[place].measure(bench, &task, &Judge::Material, deepest)
    })?;

    let mut report = ExperimentReport::of(&EXPERIMENT);
    report.explain(format!(
        "`{POSITION}`, Black to move, material alone. The bishop on b2 wins the queen on g7, which is pinned. Black should give the queen for the \
         bishop; the pawn moves {} block the diagonal for a move each, and are taken. Numbers are what the program believes, in pawns for Black.",
        BLOCKS.join(", ")
    ));
    report.tables.push(table(&found, deepest));
    report.plots.push(plot(&found));
    report.findings = findings(&found, deepest);
    Ok(report)
}

fn at(found: &[Measured], depth: i32) -> Option<&Measured> {
    found.iter().find(|found| found.depth == depth)
}

fn table(found: &[Vec<Measured>], deepest: i32) -> Table {
    let heads =
        std::iter::once("beyond the horizon".to_owned()).chain((1..=deepest).map(|d| format!("depth {d}")));
    let mut table = Table::new("moves", "The move chosen and what the program believes it has", heads);
    for ((name, _), found) in VARIANTS.iter().zip(found) {
        let cell = |depth| {
            at(found, depth).map_or(String::new(), |it| format!("{} {:+.1}", it.best, pawns(it.value)))
        };
        table.row(std::iter::once((*name).to_owned()).chain((1..=deepest).map(cell)));
    }
    table
}

fn plot(found: &[Vec<Measured>]) -> Plot {
    let line = |((name, _), found): (&(&str, &str), &Vec<Measured>)| {
        Series::new(*name, found.iter().map(|it| (f64::from(it.depth), pawns(it.value).clamp(-15.0, 15.0))))
    };
    Plot {
        name: "belief".to_owned(),
        title: "What the program believes, by depth".to_owned(),
        across: Axis::linear("depth"),
        upward: Axis::linear("pawns for Black"),
        series: VARIANTS.iter().zip(found).map(line).collect(),
    }
}

fn pawns(value: i32) -> f64 {
    f64::from(value) / 100.0
}

fn findings(found: &[Vec<Measured>], deepest: i32) -> Vec<Finding> {
    let captures = &found[1];
    let sheds = |depth| at(captures, depth).is_some_and(|it| it.solved == 0);
    let shed: Vec<i32> = (2..=deepest).filter(|&depth| sheds(depth)).collect();
    let first_right = |found: &Vec<Measured>| {
        // Since when the answer is right and stays so.
        let wrong = found.iter().filter(|it| it.solved == 0).map(|it| it.depth).max().unwrap_or(0);
        (wrong < deepest).then_some(wrong + 1)
    };
    let words = VARIANTS.iter().zip(found).map(|((name, _), found)| {
        let depth = first_right(found)
            .map_or_else(|| format!("not by depth {deepest}"), |depth| format!("from depth {depth}"));
        format!("{name}: {depth}")
    });
    let sees = |place: usize| first_right(&found[place]).unwrap_or(i32::MAX);
    let best = (2..VARIANTS.len()).map(sees).min().unwrap_or(i32::MAX);
    vec![
        Finding::new(
            "A program with a quiescence search of captures only assumes that any blocking move saves the queen",
            Judgement::of(shed.len() >= 2),
            format!(
                "it blocks with a pawn at depth {}",
                shed.iter()
                    .map(|&depth| format!("{depth} ({})", at(captures, depth).map_or("", |it| &it.best)))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        ),
        Finding::new(
            "Even an 8-ply search might not show the inevitable",
            Judgement::of(deepest >= 8 && sheds(8)),
            match at(captures, 8) {
                Some(it) => {
                    format!("at depth 8 it plays {} and believes in {:+.1}", it.best, pawns(it.value))
                }
                None => format!("searched to depth {deepest} only"),
            },
        ),
        Finding::new(
            "The effect is less apparent in programs with more knowledgeable quiescence searches",
            Judgement::of(best < sees(1)),
            format!("the right move is chosen and kept: {}", words.collect::<Vec<_>>().join("; ")),
        ),
    ]
}
