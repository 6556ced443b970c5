//! `search-errors`: a far passed pawn that search misses and knowledge sees (in the spirit of Marsland's Fig. 11).

use quevedo_rules::{Board, Color, Piece, Rank};
use quevedo_suite::{Goal, Task};
use std::sync::Arc;

use super::measured::{Measured, Method, settings};
use super::{Bench, Experiment, ExperimentReport, Figures, Finding, Halt, Judgement, Table};
use crate::{Algorithm, Judge};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "search-errors",
    title: "Search and knowledge errors",
    paper: "T.A. Marsland, Computer chess and search (1991), section 4.6, Fig. 11 (Nuchess - Cray Blitz, 1984)",
    summary: "the passed pawn on its home square that a shallow search misses: at which depth each evaluation and extension avoids the blunder",
    measure,
    judge,
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

fn measure(bench: &Bench<'_>) -> Result<ExperimentReport, Halt> {
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
         the pawn on a7 cannot be stopped. The position is ours: it plays the moves that the text gives, the diagram is not in it. Each cell: the depth \
         from which on the program avoids {BLUNDER}, of the depths that were searched, and what it plays at the last of them. It is one position: \
         these figures have no error."
    ));
    let heads = std::iter::once("evaluation").chain(FEATURES.iter().map(|(name, _)| *name));
    let mut table = Table::new("depths", "Since when the blunder is avoided", heads);
    for (judge, found) in judges.iter().zip(&found) {
        let cells = found.iter().map(|found| cell(found));
        table.row(std::iter::once(judge.name().to_owned()).chain(cells));
    }
    report.tables.push(table);
    Ok(report)
}

/// `from depth 5 of 11 (Rf7+)`, where 11 is the last depth that was searched.
fn cell(found: &[Measured]) -> String {
    let Some(last) = found.last() else { return String::new() };
    let wrong = found.iter().rposition(|it| it.solved == 0);
    match found.get(wrong.map_or(0, |place| place + 1)) {
        Some(since) => format!("from depth {} of {} ({})", since.depth, last.depth, last.best),
        None => format!("never up to depth {} ({})", last.depth, last.best),
    }
}

/// Since when the blunder is avoided, if at all, and the last depth that was searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Seen {
    since: Option<i32>,
    last: i32,
}

impl Seen {
    fn read(cell: &str) -> Option<Seen> {
        let words: Vec<&str> = cell.split_whitespace().collect();
        match words[..] {
            ["from", "depth", since, "of", last, ..] => {
                Some(Seen { since: since.parse().ok(), last: last.parse().ok()? })
            }
            ["never", "up", "to", "depth", last, ..] => Some(Seen { since: None, last: last.parse().ok()? }),
            _ => None,
        }
    }

    /// Whether it is avoided sooner than by another; nothing, if neither was searched deeply enough to tell.
    fn is_sooner(self, other: Seen) -> Option<bool> {
        match (self.since, other.since) {
            (Some(ours), Some(theirs)) => Some(ours < theirs),
            (Some(ours), None) => (ours <= other.last).then_some(true),
            (None, Some(theirs)) => (theirs <= self.last).then_some(false),
            (None, None) => None,
        }
    }

    fn words(seen: Option<Seen>) -> String {
        match seen {
            Some(Seen { since: Some(depth), .. }) => format!("from depth {depth}"),
            Some(Seen { since: None, last }) => format!("not by depth {last}"),
            None => "?".to_owned(),
        }
    }
}

/// A search of fewer plies than the forced sequence has is shallow: 45. Rxg6 Rxg6+ 46. Kxg6 Nxd6 47. cxd6.
const FORCED: i32 = 5;

fn judge(figures: Figures<'_>) -> Vec<Finding> {
    let rows = figures.table("depths");
    let seen = |judge: &str, feature: usize| Seen::read(rows.find(&[judge])?.cell(FEATURES[feature].0)?);
    let (material, quiescence) = (seen("material", 0), seen("material", 1));
    let home_ignored = seen("material, passed pawns off their home square", 0);
    let (home_known, classical) = (seen("material, passed pawns", 0), seen("classical", 0));
    let is_late = |seen: Seen| match seen.since {
        Some(depth) => Some(depth > FORCED),
        None => (seen.last >= FORCED).then_some(true),
    };
    let sooner =
        |ours: Option<Seen>, theirs: Option<Seen>| ours.zip(theirs).and_then(|(a, b)| a.is_sooner(b));
    vec![
        Finding::new(
            "A shallow search does not see the danger of the pawn on a7",
            Judgement::of(material.and_then(is_late)),
            format!("material alone avoids the blunder {}", Seen::words(material)),
        )
        .of("Marsland 1991, 4.6, Fig. 11")
        .by("material alone plays the blunder up to depth 5, the length of the forced sequence"),
        Finding::new(
            "Even a good quiescence search might not recognise the danger of a passed pawn so far from its destination",
            Judgement::of(quiescence.and_then(is_late)),
            format!("with promotions and passed pawns beyond the horizon: {}", Seen::words(quiescence)),
        )
        .of("Marsland 1991, 4.6, Fig. 11")
        .by("the blunder is played up to depth 5 also with promotions and passed pawns beyond the horizon"),
        Finding::new(
            "It illustrates the need for knowledge that cannot be obtained easily through search",
            Judgement::of_cases([sooner(home_known, material), sooner(classical, material)]),
            format!(
                "with a bonus for passed pawns {}, with the classical evaluation {}, with material alone {}",
                Seen::words(home_known),
                Seen::words(classical),
                Seen::words(material)
            ),
        )
        .of("Marsland 1991, 4.6")
        .by("each of the two evaluations that know passed pawns against material alone: sooner or not"),
        Finding::new(
            "Perhaps the pawn was ignored because it was still on its home square",
            Judgement::of(sooner(home_known, home_ignored)),
            format!(
                "passed pawns off their home square only: {}; everywhere: {}",
                Seen::words(home_ignored),
                Seen::words(home_known)
            ),
        )
        .of("Marsland 1991, 4.6")
        .by("knowledge of passed pawns everywhere against knowledge of those off their home square: sooner or not"),
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

    #[test]
    fn cells_are_read_back() {
        assert_eq!(Seen::read("from depth 9 of 11 (Rf7+)"), Some(Seen { since: Some(9), last: 11 }));
        let never = Seen::read("never up to depth 7 (Rxg6)").expect("a cell");
        assert_eq!(never, Seen { since: None, last: 7 });
        let at_9 = Seen { since: Some(9), last: 11 };
        assert_eq!(never.is_sooner(at_9), None, "depth 9 was not searched");
        assert_eq!(at_9.is_sooner(Seen { since: Some(12), last: 14 }), Some(true));
    }
}
