//! `search-errors`: a far passed pawn that search misses and knowledge sees (in the spirit of Marsland's Fig. 11).

use quevedo_rules::{Board, Color, Piece, Rank};
use quevedo_suite::{Goal, Task};
use std::sync::Arc;

use super::measured::{Measured, Method, settings};
use super::{Bench, Experiment, ExperimentReport, Finding, Halt, Judgement, Table};
use crate::{Algorithm, Judge};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "search-errors",
    title: "Search and knowledge errors",
    paper: "T.A. Marsland, Computer chess and search (1991), section 4.6, Fig. 11 (Nuchess - Cray Blitz, 1984)",
    summary: "the passed pawn on its home square that a shallow search misses: at which depth each evaluation and extension avoids the blunder",
    run,
};

/// The diagram is not in the text we have; this position plays the moves that the text gives:
/// 45. Rxg6? Rxg6+ 46. Kxg6 Nxd6 47. cxd6 a5, and nobody stops the pawn.
const POSITION: &str = "2n3r1/p2k4/3P1Rp1/2P3K1/8/8/8/8 w - - 0 45";
const BLUNDER: &str = "Rxg6";

const FEATURES: [(&str, &str); 5] = [
    ("captures", "quiescence=captures"),
    ("captures, promotions, passed pawns", "quiescence=pawns"),
    ("captures; check extension", "quiescence=captures,check-extension"),
    ("captures; recapture extension", "quiescence=captures,recapture-extension"),
    ("captures; null move R = 2", "quiescence=captures,null=2"),
];

/// Material, and for each passed pawn a bonus that grows with each rank; if asked to, pawns on their home square are
/// passed over, as Nuchess perhaps did.
fn passed_pawns(at_home_too: bool) -> Judge {
    let name =
        if at_home_too { "material, passed pawns" } else { "material, passed pawns off their home square" };
    Judge::Custom(
        name,
        Arc::new(move |board: &Board| {
            let value = |color: Color| {
                let passed = board
                    .colored(color, Piece::Pawn)
                    .into_iter()
                    .filter(|&pawn| is_passed(board, color, pawn));
                passed
                    .map(|pawn| pawn.rank().index() as i32)
                    .map(|rank| if color == Color::White { rank } else { 7 - rank })
                    .filter(|&rank| at_home_too || rank > 1)
                    // Unstoppable or not is not asked: 40 for a pawn at home, 140 before its goal.
                    .map(|rank| 20 + 20 * rank)
                    .sum::<i32>()
            };
            let us = board.turn();
            Judge::Material.evaluate(board) + value(us) - value(!us)
        }),
    )
}

fn is_passed(board: &Board, color: Color, pawn: quevedo_rules::Square) -> bool {
    let ahead = |rank: Rank| if color == Color::White { rank > pawn.rank() } else { rank < pawn.rank() };
    board.colored(!color, Piece::Pawn).into_iter().all(|enemy| {
        let is_near = enemy.file().index().abs_diff(pawn.file().index()) <= 1;
        !(is_near && ahead(enemy.rank()))
    })
}

fn run(bench: &Bench<'_>) -> Result<ExperimentReport, Halt> {
    let board = Board::from_fen(POSITION).map_err(|error| Halt::Broken(error.to_string()))?;
    let goal = Goal { best: Vec::new(), avoid: board.parse_san(BLUNDER).into_iter().collect(), mate: None };
    let task = Task { id: None, board, goal };
    let deepest = bench.scale.pick(3, 8, 11);
    let nodes = bench.scale.pick(20_000, 1_000_000, 20_000_000);
    let judges =
        [Judge::Material, Judge::Shannon, passed_pawns(false), passed_pawns(true), Judge::classical()];
    let mut methods = Vec::new();
    for (name, switches) in FEATURES {
        let text = format!("deepening,captures-first,killers,history,table=262144,nodes={nodes},{switches}");
        methods.push(Method::new(name, Algorithm::Pvs, settings(&text)?));
    }
    let places = |judge: usize| (0..methods.len()).map(move |method| (judge, method));
    let jobs: Vec<(usize, usize)> = (0..judges.len()).flat_map(places).collect();
    let name = |&(judge, method): &(usize, usize)| {
        format!("{} {} d{deepest}", judges[judge].name(), methods[method].name)
    };
    let found = bench.each("searches", &jobs, name, |&(judge, method)| {
        methods[method].measure(bench, &task, &judges[judge], deepest)
    })?;
    let found: Vec<&[Vec<Measured>]> = found.chunks(methods.len()).collect();

    let mut report = ExperimentReport::of(&EXPERIMENT);
    report.explain(format!(
        "`{POSITION}`, White to move. {BLUNDER} wins a pawn and enters a forced sequence, 45. Rxg6 Rxg6+ 46. Kxg6 Nxd6 47. cxd6, after which \
         the pawn on a7 cannot be stopped. Each cell: the depth from which on the program avoids {BLUNDER} for good, and what it plays at depth {deepest}."
    ));
    let heads = std::iter::once("evaluation").chain(FEATURES.iter().map(|(name, _)| *name));
    let mut table = Table::new("depths", "Since when the blunder is avoided", heads);
    for (judge, found) in judges.iter().zip(&found) {
        let cells = found.iter().map(|found| cell(found, deepest));
        table.row(std::iter::once(judge.name().to_owned()).chain(cells));
    }
    report.tables.push(table);
    report.findings = findings(&found, deepest);
    Ok(report)
}

/// The depth from which on the right decision is kept.
fn since(found: &[Measured], deepest: i32) -> Option<i32> {
    let wrong = found.iter().filter(|it| it.solved == 0).map(|it| it.depth).max().unwrap_or(0);
    (wrong < deepest).then_some(wrong + 1)
}

fn cell(found: &[Measured], deepest: i32) -> String {
    let last = found.last().map_or("", |it| &it.best);
    match since(found, deepest) {
        Some(depth) => format!("from depth {depth} ({last})"),
        None => format!("never ({last})"),
    }
}

fn findings(found: &[&[Vec<Measured>]], deepest: i32) -> Vec<Finding> {
    let depth = |judge: usize, method: usize| since(&found[judge][method], deepest).unwrap_or(i32::MAX);
    let told = |depth: i32| {
        if depth == i32::MAX { format!("not by depth {deepest}") } else { format!("from depth {depth}") }
    };
    let (material, quiescence) = (depth(0, 0), depth(0, 1));
    let (home_ignored, home_known, classical) = (depth(2, 0), depth(3, 0), depth(4, 0));
    vec![
        Finding::new(
            "A shallow search does not see the danger of the pawn on a7",
            Judgement::of(material > 4),
            format!("material alone avoids the blunder {}", told(material)),
        ),
        Finding::new(
            "Even a good quiescence search might not recognise the danger of a passed pawn so far from its destination",
            Judgement::of(quiescence >= material),
            format!("with promotions and passed pawns beyond the horizon: {}", told(quiescence)),
        ),
        Finding::new(
            "It illustrates the need for knowledge that cannot be obtained easily through search",
            Judgement::of(home_known < material || classical < material),
            format!(
                "with a bonus for passed pawns {}, with the classical evaluation {}, with material alone {}",
                told(home_known),
                told(classical),
                told(material)
            ),
        ),
        Finding::new(
            "Perhaps the pawn was ignored because it was still on its home square",
            Judgement::of(home_known < home_ignored),
            format!(
                "passed pawns off their home square only: {}; everywhere: {}",
                told(home_ignored),
                told(home_known)
            ),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passed_pawns_are_counted() {
        let board = Board::from_fen(POSITION).expect("a position");
        // d6 and c5 are not stopped by any pawn; g6 and a7 neither.
        let value = passed_pawns(true).evaluate(&board);
        let white = (20 + 20 * 5) + (20 + 20 * 4);
        let black = (20 + 20 * 2) + (20 + 20);
        assert_eq!(value, Judge::Material.evaluate(&board) + white - black);
        assert_eq!(passed_pawns(false).evaluate(&board), value + 40);
    }
}
