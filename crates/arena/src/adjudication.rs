//! Ending games that are decided before the rules say so.

use core::fmt;
use std::sync::Arc;

use quevedo_rules::{Board, Color, Outcome};
use quevedo_value::Verdict;

/// When a referee ends a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// When both players say that the game is level.
    pub draw: Option<DrawRule>,
    /// When somebody says that the game is lost.
    pub resign: Option<ResignRule>,
    /// After so many moves of each side the game is drawn.
    pub most_moves: Option<u32>,
}

/// A draw if both players call the game level for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// Not before this move of the game.
    pub from_move: u32,
    /// For so many moves of each side, one after the other.
    pub moves: u32,
    /// Level is not more than this many hundredths of a pawn.
    pub score: u32,
}

/// A loss if a player calls the game lost for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// For so many moves, one after the other.
    pub moves: u32,
    /// Lost is at least so many hundredths of a pawn.
    pub score: u32,
    /// Whether the other player has to call it won as long.
    pub two_sided: bool,
}

/// Which rule ended the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// Both called it level.
    Draw,
    /// This side called it lost.
    Resignation(Color),
    /// It was too long.
    TooLong,
    /// Tablebases know how it ends.
    Tables(Outcome),
}

impl Ruling {
    /// The result.
    pub fn outcome(self) -> Outcome {
        match self {
            Ruling::Resignation(loser) => Outcome::Win(!loser),
            Ruling::Draw | Ruling::TooLong => Outcome::Draw,
            Ruling::Tables(outcome) => outcome,
        }
    }
}

/// Somebody who knows how positions end, like tablebases. It is asked after captures and pawn moves only, so
/// that it need not think of the fifty-move rule's past.
#[derive(Clone)]
pub struct Oracle(Arc<Knowledge>);

/// The result with best play, where it is known.
type Knowledge = dyn Fn(&Board) -> Option<Outcome> + Send + Sync;

impl Oracle {
    /// Made of a function that gives the result with best play, where it is known.
    pub fn new(know: impl Fn(&Board) -> Option<Outcome> + Send + Sync + 'static) -> Oracle {
        Oracle(Arc::new(know))
    }

    /// How the game ends, if this position can be judged.
    pub fn ask(&self, board: &Board) -> Option<Outcome> {
        if board.halfmove_clock() == 0 { (self.0)(board) } else { None }
    }
}

impl fmt::Debug for Oracle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Oracle")
    }
}

/// Watches the players' opinions during one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// Plies in a row that were called level.
    level: u32,
    /// Moves in a row that each side called lost, and won.
    lost: [u32; 2],
    won: [u32; 2],
    plies: u32,
}

impl Adjudicator {
    /// For a game that begins.
    pub fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator { rules, level: 0, lost: [0; 2], won: [0; 2], plies: 0 }
    }

    /// Takes note of a move in the numbered move of the game, and says whether that ends it.
    pub fn note(&mut self, us: Color, number: u32, verdict: Option<Verdict>) -> Option<Ruling> {
        self.plies += 1;
        let score = verdict.map(weight);
        self.count(us, score);
        self.resignation(us).or_else(|| self.draw(number)).or_else(|| {
            let too_long = self.rules.most_moves.is_some_and(|most| self.plies >= most.saturating_mul(2));
            too_long.then_some(Ruling::TooLong)
        })
    }

    fn count(&mut self, us: Color, score: Option<i64>) {
        let counted = |count: u32, holds: bool| if holds { count + 1 } else { 0 };
        if let Some(rule) = self.rules.draw {
            self.level = counted(self.level, score.is_some_and(|score| score.abs() <= i64::from(rule.score)));
        }
        if let Some(rule) = self.rules.resign {
            let limit = i64::from(rule.score);
            let side = us.index();
            self.lost[side] = counted(self.lost[side], score.is_some_and(|score| score <= -limit));
            self.won[side] = counted(self.won[side], score.is_some_and(|score| score >= limit));
        }
    }

    fn resignation(&self, us: Color) -> Option<Ruling> {
        let rule = self.rules.resign?;
        // The one who moves says it last; with two sides, either may be the last to see it.
        [us, !us].into_iter().find_map(|loser| {
            let gives_up = self.lost[loser.index()] >= rule.moves;
            let confirmed = !rule.two_sided || self.won[(!loser).index()] >= rule.moves;
            (gives_up && confirmed).then_some(Ruling::Resignation(loser))
        })
    }

    fn draw(&self, number: u32) -> Option<Ruling> {
        let rule = self.rules.draw?;
        let is_level = self.level >= rule.moves.saturating_mul(2) && number >= rule.from_move;
        is_level.then_some(Ruling::Draw)
    }
}

/// In hundredths of a pawn; a mate is decided whatever limit is set.
fn weight(verdict: Verdict) -> i64 {
    match verdict {
        Verdict::Mate(1..) => i64::MAX,
        Verdict::Mate(_) => -i64::MAX,
        verdict => i64::from(verdict.centipawns()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(rules: Adjudication, scores: &[i32]) -> Option<(usize, Ruling)> {
        let mut watch = Adjudicator::new(rules);
        scores.iter().enumerate().find_map(|(ply, &score)| {
            let us = if ply % 2 == 0 { Color::White } else { Color::Black };
            let ruling = watch.note(us, ply as u32 / 2 + 1, Some(Verdict::Centipawns(score)));
            ruling.map(|ruling| (ply, ruling))
        })
    }

    #[test]
    fn level_games_are_drawn() {
        let draw = Some(DrawRule { from_move: 3, moves: 2, score: 10 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        assert_eq!(play(rules, &[0; 9]), Some((4, Ruling::Draw)), "not before move 3");
        assert_eq!(play(rules, &[0, 0, 0, 0, 11, 0, 0, 0, -10]), Some((8, Ruling::Draw)));
        assert_eq!(play(rules, &[0, 0, 50, 0, 0, 0]), None);
    }

    #[test]
    fn lost_games_are_given_up() {
        let one = Some(ResignRule { moves: 2, score: 500, two_sided: false });
        let two = Some(ResignRule { moves: 2, score: 500, two_sided: true });
        let scores = [-600, 100, -600, 700, -600, 600, -600, 600];
        let rules = |resign| Adjudication { resign, ..Adjudication::default() };
        assert_eq!(play(rules(one), &scores), Some((2, Ruling::Resignation(Color::White))));
        assert_eq!(play(rules(two), &scores), Some((5, Ruling::Resignation(Color::White))));
        assert_eq!(play(rules(one), &[-600, 0, 0, 0, -600, 0]), None);
    }

    #[test]
    fn silent_players_are_not_judged() {
        let draw = Some(DrawRule { from_move: 0, moves: 1, score: 10 });
        let resign = Some(ResignRule { moves: 1, score: 0, two_sided: false });
        let mut watch = Adjudicator::new(Adjudication { draw, resign, most_moves: Some(2) });
        assert_eq!(watch.note(Color::White, 1, None), None);
        assert_eq!(watch.note(Color::Black, 1, None), None);
        assert_eq!(watch.note(Color::White, 2, None), None);
        assert_eq!(watch.note(Color::Black, 2, None), Some(Ruling::TooLong));
    }

    #[test]
    fn mates_count_as_decided() {
        let resign = Some(ResignRule { moves: 1, score: 100_000, two_sided: false });
        let mut watch = Adjudicator::new(Adjudication { resign, ..Adjudication::default() });
        assert_eq!(
            watch.note(Color::Black, 9, Some(Verdict::Mate(-5))),
            Some(Ruling::Resignation(Color::Black))
        );
    }
}
