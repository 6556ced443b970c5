//! What a record asks for.

use quevedo_rules::{Board, Epd, Move};
use quevedo_value::{Bound, Score, Verdict};

/// What the solver of a position must find.
///
/// ```
/// use quevedo_rules::Epd;
/// use quevedo_suite::Goal;
/// use quevedo_value::{Bound, Ply, Score};
///
/// let epd: Epd = "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; dm 1;".parse()?;
/// let goal = Goal::of(&epd).expect("there is something to find");
/// let mate = Score::mate_in(Ply::new(1));
/// assert!(goal.is_met(epd.best_moves().first().copied(), mate, Bound::Exact));
/// # Ok::<(), quevedo_rules::EpdError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    /// One of these moves, if there are any.
    pub best: Vec<Move>,
    /// None of these moves.
    pub avoid: Vec<Move>,
    /// A mate in at most so many moves; negative: being mated in at most so many. Where there is a
    /// mate to find, `best` only says which move the author had in mind: any move that keeps the mate
    /// is as good.
    pub mate: Option<i32>,
}

impl Goal {
    /// What `bm`, `am` and `dm` ask for; `None` if there is none of them.
    pub fn of(epd: &Epd) -> Option<Goal> {
        let goal = Goal {
            best: epd.best_moves().to_vec(),
            avoid: epd.avoid_moves().to_vec(),
            mate: epd.direct_mate().filter(|&moves| moves != 0),
        };
        let is_empty = goal.best.is_empty() && goal.avoid.is_empty() && goal.mate.is_none();
        (!is_empty).then_some(goal)
    }

    /// Whether a move with its score, as the side to move sees it, is what was asked for.
    pub fn is_met(&self, mv: Option<Move>, score: Score, bound: Bound) -> bool {
        if let Some(wanted) = self.mate {
            return is_mate_within(wanted, score, bound);
        }
        mv.is_some_and(|mv| (self.best.is_empty() || self.best.contains(&mv)) && !self.avoid.contains(&mv))
    }

    /// Whether a right answer is a proof that no deeper search can take back.
    pub fn is_proof(&self) -> bool {
        self.mate.is_some()
    }

    /// What is asked for, in the notation of players: `Qg6`, `not Rxb2`, `#3`.
    pub fn words(&self, board: &Board) -> String {
        if let Some(moves) = self.mate {
            return format!("#{moves}");
        }
        let san =
            |moves: &[Move]| moves.iter().map(|&mv| board.san(mv).to_string()).collect::<Vec<_>>().join(" ");
        match (self.best.is_empty(), self.avoid.is_empty()) {
            (false, true) => san(&self.best),
            (true, _) => format!("not {}", san(&self.avoid)),
            (false, false) => format!("{}, not {}", san(&self.best), san(&self.avoid)),
        }
    }
}

/// Whether a score proves a mate in at most so many moves, or (negative) being mated.
fn is_mate_within(wanted: i32, score: Score, bound: Bound) -> bool {
    let Verdict::Mate(found) = score.verdict() else { return false };
    if wanted > 0 {
        bound != Bound::Upper && (1..=wanted).contains(&found)
    } else {
        bound != Bound::Lower && (wanted..=-1).contains(&found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_value::Ply;

    fn epd(text: &str) -> Epd {
        text.parse().expect("an EPD record")
    }

    fn goal(text: &str) -> Goal {
        Goal::of(&epd(text)).expect("a goal")
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    #[test]
    fn moves_to_find_and_to_avoid() {
        let record = format!("{START} bm e4 d4; am d4;");
        let (board, goal) = (epd(&record).board, goal(&record));
        let met = |text: &str| {
            let mv = board.parse_san(text).expect("a move");
            goal.is_met(Some(mv), Score::DRAW, Bound::Exact)
        };
        assert!(met("e4") && !met("d4") && !met("c4"));
        assert!(!goal.is_met(None, Score::DRAW, Bound::Exact));
        assert_eq!(goal.words(&board), "e4 d4, not d4");
        let record = format!("{START} am f3;");
        assert_eq!(Goal::of(&epd(&record)).expect("a goal").words(&board), "not f3");
    }

    #[test]
    fn a_record_may_ask_for_nothing() {
        for record in [format!("{START} id \"x\";"), START.to_owned(), format!("{START} dm 0;")] {
            assert_eq!(Goal::of(&epd(&record)), None);
        }
    }

    #[test]
    fn mates_may_be_quicker_but_not_slower() {
        let goal = goal(&format!("{START} bm e4; dm 3;"));
        let met = |plies, bound| goal.is_met(None, Score::mate_in(Ply::new(plies)), bound);
        assert!(met(5, Bound::Exact) && met(1, Bound::Exact) && met(5, Bound::Lower));
        assert!(!met(7, Bound::Exact) && !met(5, Bound::Upper));
        assert!(!goal.is_met(None, Score::mated_in(Ply::new(4)), Bound::Exact));
        assert!(!goal.is_met(None, Score::cp(900), Bound::Exact));
    }

    #[test]
    fn being_mated_is_to_be_seen() {
        let goal = goal(&format!("{START} dm -2;"));
        let met = |plies, bound| goal.is_met(None, Score::mated_in(Ply::new(plies)), bound);
        assert!(met(4, Bound::Exact) && met(2, Bound::Upper));
        assert!(!met(6, Bound::Exact) && !met(4, Bound::Lower));
        assert!(!goal.is_met(None, Score::mate_in(Ply::new(3)), Bound::Exact));
    }
}
