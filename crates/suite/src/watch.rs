//! Since when a search has been right.

use core::time::Duration;

use quevedo_rules::Move;
use quevedo_value::{Bound, Depth, Score};

use crate::Goal;

/// A point in a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mark {
    /// The iteration.
    pub depth: Depth,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
}

/// What a search thinks at some point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sight {
    /// The best move, if there is one.
    pub mv: Option<Move>,
    /// Its score for the side to move.
    pub score: Score,
    /// How the score relates to the true value.
    pub bound: Bound,
    /// When.
    pub mark: Mark,
}

/// Follows a search and knows since when its answer has been right without a break.
#[derive(Clone, Debug)]
pub struct Tracker<'goal> {
    goal: &'goal Goal,
    since: Option<Mark>,
}

impl<'goal> Tracker<'goal> {
    /// A watch at the start of a search.
    pub fn new(goal: &'goal Goal) -> Tracker<'goal> {
        Tracker { goal, since: None }
    }

    /// Takes in what the search thinks now; returns for how many iterations it has been right, this
    /// one counted.
    pub fn see(&mut self, sight: &Sight) -> u32 {
        if !self.goal.is_met(sight.mv, sight.score, sight.bound) {
            self.since = None;
            return 0;
        }
        let since = *self.since.get_or_insert(sight.mark);
        (sight.mark.depth - since.depth).plies().max(0).unsigned_abs() + 1
    }

    /// The search is over with this answer: since when it was right, `None` if it is wrong.
    pub fn finish(mut self, last: &Sight) -> Option<Mark> {
        self.see(last);
        self.since
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_rules::{Board, Epd};

    fn sight(board: &Board, san: &str, depth: i32) -> Sight {
        let mark = Mark { depth: Depth(depth), nodes: 100 * depth as u64, time: Duration::ZERO };
        let mv = board.parse_san(san).expect("a move");
        Sight { mv: Some(mv), score: Score::DRAW, bound: Bound::Exact, mark }
    }

    #[test]
    fn only_the_last_stretch_counts() {
        let epd: Epd =
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4;".parse().expect("a record");
        let goal = Goal::of(&epd).expect("a goal");
        let mut watch = Tracker::new(&goal);
        let held: Vec<u32> = [("e4", 1), ("e4", 2), ("c4", 3), ("d4", 4), ("e4", 4), ("e4", 5), ("d4", 6)]
            .map(|(san, depth)| watch.see(&sight(&epd.board, san, depth)))
            .to_vec();
        assert_eq!(held, [1, 2, 0, 1, 1, 2, 3]);
        let since = watch.clone().finish(&sight(&epd.board, "d4", 7)).expect("a right answer");
        assert_eq!((since.depth, since.nodes), (Depth(4), 400));
        assert_eq!(watch.finish(&sight(&epd.board, "a4", 7)), None);
    }

    #[test]
    fn an_answer_may_come_at_the_very_end() {
        let epd: Epd =
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - am e4;".parse().expect("a record");
        let goal = Goal::of(&epd).expect("a goal");
        let mut watch = Tracker::new(&goal);
        watch.see(&sight(&epd.board, "e4", 9));
        let since = watch.finish(&sight(&epd.board, "c4", 10)).expect("a right answer");
        assert_eq!(since.depth, Depth(10));
    }
}
