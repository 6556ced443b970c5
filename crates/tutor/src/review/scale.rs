//! What counts as a loss, and how hard is looked for it.

use quevedo_report::{Chances, Score};
use serde::{Deserialize, Serialize};

use super::Mark;
use super::formulas::win_percent;

/// What scores are turned into before they are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Debug, Default)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// The expected score by our model of chances: wins and half of the draws between strong players.
    #[default]
    Expectation,
    /// Lichess' Win%, with its limits and its rules for mates.
    Lichess,
}

/// A position as a scale sees it, from White's side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Seen {
    pub(super) score: Score,
    pub(super) chances: Option<Chances>,
}

impl Scale {
    /// The line that defines the marks.
    pub const fn definition(self) -> &'static str {
        match self {
            Scale::Expectation => {
                "marks: expected score lost .05 ?!, .10 ?, .20 ??; expected score E = chance to win + half the chance to draw, by the engine's model; ?? only if the loss holds at two depths; a forced mate missed or allowed is at least ?! while the game is not decided anyway"
            }
            Scale::Lichess => {
                "marks: from 5 points of Win% lost on; ?? from 3 pawns, ? from 1 pawn, else ?!; a mate allowed or lost is ??, or ? beyond 7 pawns, ?! beyond 10 (Lichess, as its games of 2025 are marked)"
            }
        }
    }

    /// What White may expect, 0 to 1.
    pub(super) fn expectation(self, seen: Seen) -> f64 {
        match (self, seen.score, seen.chances) {
            (_, Score::Mate(moves) | Score::Table(moves), _) => f64::from(u8::from(moves > 0)),
            (Scale::Expectation, Score::Cp(_), Some(chances)) => {
                f64::from(chances.win) / 1000.0 + f64::from(chances.draw) / 2000.0
            }
            (_, Score::Cp(hundredths), _) => win_percent(hundredths) / 100.0,
        }
    }

    /// The mark of a move that led from one position to the other, both as the mover sees them (`mine` turns White's
    /// figures to his), and lost so much.
    pub(super) fn mark(self, before: Score, after: Score, loss: f64) -> Option<Mark> {
        match self {
            Scale::Lichess => lichess_mark(before, after),
            Scale::Expectation => {
                let by_loss = by_loss(loss);
                let floor = is_mate_thrown(before, after) || is_mate_allowed(before, after);
                by_loss.or(floor.then_some(Mark::Inaccuracy))
            }
        }
    }
}

/// The mark of a loss of expected score.
fn by_loss(loss: f64) -> Option<Mark> {
    // Figures are thousandths; what rounds to the limit reaches it.
    LIMITS.into_iter().zip(Mark::BAD).rev().find(|(limit, _)| loss >= limit - 1e-9).map(|(_, mark)| mark)
}

/// The losses of expected score from which on a move is an inaccuracy, a mistake, a blunder.
const LIMITS: [f64; 3] = [0.05, 0.10, 0.20];

/// Lichess marks a move that loses so many points of Win%, ...
const LICHESS_POINTS: f64 = 5.0;
/// ... and grades it by hundredths of a pawn. (Its programs are said to grade by Win%; its games of 2025 are not marked so.)
const LICHESS_GRADES: [i32; 2] = [100, 300];

/// What is decided anyway: beyond so many hundredths of a pawn a mate changes little.
const DECIDED: i32 = 1000;

/// A mate was there and is gone, and with it the certainty of the win.
fn is_mate_thrown(before: Score, after: Score) -> bool {
    let still_wins = after.centipawns() > DECIDED;
    matches!(before, Score::Mate(moves) if moves > 0) && matches!(after, Score::Cp(_)) && !still_wins
}

/// The other side has a mate now that it had not before, in a game that was not lost.
fn is_mate_allowed(before: Score, after: Score) -> bool {
    let was_lost = before.centipawns() < -DECIDED;
    matches!(after, Score::Mate(moves) if moves <= 0) && matches!(before, Score::Cp(_)) && !was_lost
}

/// Lichess' judgement of two scores, from the mover's side.
fn lichess_mark(before: Score, after: Score) -> Option<Mark> {
    let mate = |score: Score| match score {
        Score::Mate(moves) | Score::Table(moves) => Some(moves > 0),
        Score::Cp(_) => None,
    };
    let graded = |cp: i32| match cp.abs() {
        1000.. => Mark::Inaccuracy,
        701.. => Mark::Mistake,
        _ => Mark::Blunder,
    };
    match (mate(before), mate(after)) {
        (None, None) => {
            let (before, after) = (before.centipawns(), after.centipawns());
            let [mistake, blunder] = LICHESS_GRADES;
            let grade = match before - after {
                lost if lost >= blunder => Mark::Blunder,
                lost if lost >= mistake => Mark::Mistake,
                _ => Mark::Inaccuracy,
            };
            (win_percent(before) - win_percent(after) >= LICHESS_POINTS).then_some(grade)
        }
        // A mate appears against the mover; it matters less if he was lost anyway.
        (None, Some(false)) => {
            let cp = before.centipawns();
            Some(if cp < 0 { graded(cp) } else { Mark::Blunder })
        }
        // His own mate is gone; it matters less if he still wins.
        (Some(true), None) => {
            let cp = after.centipawns();
            Some(if cp > 0 { graded(cp) } else { Mark::Blunder })
        }
        (Some(true), Some(false)) => Some(Mark::Blunder),
        _ => None,
    }
}

/// How many nodes a review spends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
pub struct Effort {
    /// On every position, in the first pass.
    pub first: u64,
    /// On a position where the expected score moves, in the second.
    pub second: u64,
    /// Lines of the second pass besides the played move.
    pub lines: usize,
    /// The most key moments.
    pub moments: usize,
}

impl Effort {
    /// A 40-move game in at most 20 seconds on two cores.
    pub const QUICK: Effort = Effort { first: 40_000, second: 150_000, lines: 2, moments: 5 };
    /// The same in at most 60.
    pub const FULL: Effort = Effort { first: 150_000, second: 600_000, lines: 3, moments: 7 };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_by_expected_score() {
        let mark = |loss| Scale::Expectation.mark(Score::Cp(0), Score::Cp(0), loss);
        assert_eq!(mark(0.049), None);
        assert_eq!([0.05, 0.10, 0.20].map(mark), Mark::BAD.map(Some));
        assert_eq!(mark(0.199), Some(Mark::Mistake));
    }

    #[test]
    fn mates_missed_and_allowed_are_told() {
        let mark = |before, after| Scale::Expectation.mark(before, after, 0.0);
        assert_eq!(mark(Score::Mate(3), Score::Cp(700)), Some(Mark::Inaccuracy));
        assert_eq!(mark(Score::Mate(3), Score::Cp(1500)), None, "it wins all the same");
        assert_eq!(mark(Score::Mate(3), Score::Mate(7)), None, "a longer mate is a mate");
        assert_eq!(mark(Score::Cp(-500), Score::Mate(-4)), Some(Mark::Inaccuracy));
        assert_eq!(mark(Score::Cp(-1500), Score::Mate(-4)), None, "it was lost all the same");
    }

    #[test]
    fn lichess_judges_mates_by_what_is_left() {
        let mark = |before, after| Scale::Lichess.mark(before, after, 0.0);
        assert_eq!(mark(Score::Cp(0), Score::Mate(-3)), Some(Mark::Blunder));
        assert_eq!(mark(Score::Cp(-800), Score::Mate(-3)), Some(Mark::Mistake));
        assert_eq!(mark(Score::Cp(-1000), Score::Mate(-3)), Some(Mark::Inaccuracy));
        assert_eq!(mark(Score::Mate(3), Score::Cp(1100)), Some(Mark::Inaccuracy));
        assert_eq!(mark(Score::Mate(3), Score::Cp(800)), Some(Mark::Mistake));
        assert_eq!(mark(Score::Mate(3), Score::Cp(-20)), Some(Mark::Blunder));
        assert_eq!(mark(Score::Mate(3), Score::Mate(-1)), Some(Mark::Blunder));
        assert_eq!(mark(Score::Mate(3), Score::Mate(9)), None);
        assert_eq!(mark(Score::Mate(-3), Score::Mate(-1)), None);
        assert_eq!(mark(Score::Mate(-3), Score::Cp(0)), None, "nothing is lost");
    }

    #[test]
    fn lichess_judges_scores_by_both() {
        let mark = |before, after| Scale::Lichess.mark(Score::Cp(before), Score::Cp(after), 0.0);
        // 50 - win_percent(-55) is 5.04, of -54 it is 4.95.
        assert_eq!((mark(0, -54), mark(0, -55)), (None, Some(Mark::Inaccuracy)));
        assert_eq!((mark(0, -99), mark(0, -100)), (Some(Mark::Inaccuracy), Some(Mark::Mistake)));
        assert_eq!((mark(16, -183), mark(150, -150)), (Some(Mark::Mistake), Some(Mark::Blunder)));
        assert_eq!(mark(742, 612), None, "in a won game a pawn is little");
        assert_eq!(mark(3000, 1000), None, "both are clamped to ten pawns");
    }
}
