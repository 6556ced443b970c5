//! `horizon`: a program that sheds pawns to hide a loss (in the spirit of Marsland's Fig. 4).

use quevedo_rules::Board;
use quevedo_suite::{Goal, Task};

use super::measured::{Measured, Method, settings};
use super::{
    Axis, Bench, Experiment, ExperimentReport, Figures, Finding, Halt, Judgement, Plot, Series, Table,
};
use crate::{Algorithm, Judge};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "horizon",
    title: "The horizon effect",
    paper: "T.A. Marsland, Computer chess and search (1991), section 2.6, Fig. 4 (after Kaindl); Berliner 1973",
    summary: "a captures-only program throws pawns away to push the loss of its queen beyond the horizon, by depth and quiescence variant",
    measure,
    judge,
};

/// The diagram is not in the text we have; this position is made after what the text says. The queen on g7 is pinned
/// to its king by the bishop, which the queen behind it protects all along the diagonal. Black should give the queen for the
/// bishop; each of the four pawn moves c3, d4, e5, f6 only delays that by two plies, and costs a pawn.
const POSITION: &str = "r6k/p4pqp/4p3/3p4/2p5/8/1B4PP/Q5K1 b - - 0 1";
const BLOCKS: [&str; 4] = ["c3", "d4", "e5", "f6"];

const NODES: u64 = 3_000_000;

const VARIANTS: [(&str, &str); 7] = [
    ("none", "quiescence=off"),
    ("captures", "quiescence=captures"),
    ("captures, checks", "quiescence=checks"),
    ("captures, promotions, pawns", "quiescence=pawns"),
    ("all of these", "quiescence=full"),
    ("Beal's null move", "quiescence=null-move"),
    ("captures; singular extensions", "quiescence=captures,singular-extension"),
];

fn measure(bench: &Bench<'_>) -> Result<ExperimentReport, Halt> {
    let board = Board::from_fen(POSITION).map_err(|error| Halt::Broken(error.to_string()))?;
    let avoid = BLOCKS.iter().filter_map(|block| board.parse_san(block).ok()).collect();
    let goal = Goal { best: Vec::new(), avoid, mate: None };
    let task = Task { id: None, board, goal };
    let deepest = bench.scale.pick(4, 10, 12);
    let mut methods = Vec::new();
    for (name, switches) in VARIANTS {
        let text = format!("deepening,captures-first,killers,history,table=65536,nodes={NODES},{switches}");
        methods.push(Method::new(name, Algorithm::Pvs, settings(&text)?));
    }
    let places: Vec<usize> = (0..methods.len()).collect();
    let name = |&place: &usize| format!("{} d{deepest}", methods[place].name);
    let found = bench.each("searches", &places, name, |&place| {
        methods[place].measure(bench, &task, &Judge::Material, deepest)
    })?;

    let mut report = ExperimentReport::of(&EXPERIMENT);
    report.explain(format!(
        "The position is ours, after what the paper's text says of Kaindl's, whose diagram we do not have: `{POSITION}`, Black to move, material alone. The bishop on b2 wins the queen on g7, which is pinned. Black should give the queen for the \
         bishop; the pawn moves {} block the diagonal for a move each, and are taken. Numbers are what the program believes, in pawns for Black; \
         a depth that was not searched within {} nodes is empty. It is one position: these figures have no error.",
        BLOCKS.join(", "),
        super::table::thousands(NODES)
    ));
    report.tables.push(table(&found, deepest));
    report.plots.push(plot(&found));
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

/// A variant's move and belief at each depth that was searched.
fn course(figures: Figures<'_>, variant: &str) -> Vec<(i32, String, f64)> {
    let rows = figures.table("moves");
    let Some(row) = rows.find(&[variant]) else { return Vec::new() };
    let read = |head: &String| {
        let depth = head.strip_prefix("depth ")?.parse().ok()?;
        let (mv, belief) = row.cell(head)?.split_once(' ')?;
        Some((depth, mv.to_owned(), super::figures::leading_number(belief)?))
    };
    rows.heads().iter().filter_map(read).collect()
}

/// The depth since which no pawn is thrown away, of those that were searched.
fn since(course: &[(i32, String, f64)]) -> Option<i32> {
    let wrong = course.iter().rposition(|(_, mv, _)| BLOCKS.contains(&mv.as_str()));
    course.get(wrong.map_or(0, |place| place + 1)).map(|(depth, ..)| *depth)
}

fn judge(figures: Figures<'_>) -> Vec<Finding> {
    let of = |place: usize| course(figures, VARIANTS[place].0);
    let captures = of(1);
    let blocks: Vec<&(i32, String, f64)> =
        captures.iter().filter(|(_, mv, belief)| BLOCKS.contains(&mv.as_str()) && *belief > 0.0).collect();
    let at_8 = captures.iter().find(|(depth, ..)| *depth == 8);
    let told = |place: usize| {
        let course = of(place);
        let last = course.last().map_or(0, |(depth, ..)| *depth);
        match since(&course) {
            Some(depth) => format!("{}: from depth {depth}", VARIANTS[place].0),
            None => format!("{}: not by depth {last}", VARIANTS[place].0),
        }
    };
    // A variant that was searched less deeply than the other needed says nothing.
    let is_sooner = |place: usize| {
        let (theirs, ours) = (since(&captures)?, of(place));
        match since(&ours) {
            Some(depth) => Some(depth < theirs),
            None => ours.last().filter(|(depth, ..)| *depth >= theirs).map(|_| false),
        }
    };
    vec![
        Finding::new(
            "A program with a quiescence search of captures only assumes that any blocking move saves the queen",
            Judgement::of((!captures.is_empty()).then_some(blocks.len() >= 2)),
            format!(
                "it blocks with a pawn and believes itself ahead at depth {}",
                blocks
                    .iter()
                    .map(|(depth, mv, belief)| format!("{depth} ({mv} {belief:+.1})"))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        )
        .of("Marsland 1991, 2.6, Fig. 4")
        .by("a pawn is thrown away, and the value says ahead, at two depths or more"),
        Finding::new(
            "Even an 8-ply search might not show the inevitable",
            Judgement::of(at_8.map(|(_, mv, belief)| BLOCKS.contains(&mv.as_str()) && *belief > 0.0)),
            match at_8 {
                Some((_, mv, belief)) => format!("at depth 8 it plays {mv} and believes in {belief:+.1}"),
                None => "depth 8 was not searched".to_owned(),
            },
        )
        .of("Marsland 1991, 2.6, Fig. 4")
        .by("what is played and believed at depth 8, with captures alone beyond the horizon"),
        Finding::new(
            "The effect is less apparent in programs with more knowledgeable quiescence searches",
            Judgement::of_cases((2..VARIANTS.len()).map(is_sooner)),
            format!(
                "the queen is given up and stays given up: {}",
                (0..VARIANTS.len()).map(told).collect::<Vec<_>>().join("; ")
            ),
        )
        .of("Marsland 1991, 2.6 (Kaindl 1982)")
        .by("each more knowledgeable variant against captures alone: sooner or not"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_said_of_a_depth_that_was_not_searched() {
        let mut table = Table::new("moves", "", ["beyond the horizon", "depth 1", "depth 2", "depth 3"]);
        table.row(["none", "c3 +5.0", "c3 -1.0", ""]);
        table.row(["captures", "c3 +5.0", "Qxb2 -1.0", "Qxb2 -1.0"]);
        table.row(["captures, checks", "c3 +5.0", "", ""]);
        let tables = [table];
        let figures = Figures::of(&tables);
        assert_eq!(since(&course(figures, "none")), None, "depth 3 was not searched");
        assert_eq!(since(&course(figures, "captures")), Some(2));
        let findings = judge(figures);
        assert!(findings[2].figures.contains("none: not by depth 2"), "{}", findings[2].figures);
        assert_eq!(findings[1].verdict, Judgement::NotDecided);
        assert_eq!(findings[2].verdict, Judgement::NotDecided, "checks were not searched to depth 2");
    }
}
