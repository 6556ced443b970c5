//! When a game is over.

use quevedo_rules::{Color, Game, Outcome};
use serde::{Deserialize, Serialize};

/// A game is won that the searches of both sides have called won for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WinRule {
    /// Won is at least so many hundredths of a pawn.
    pub score: u16,
    /// For so many plies, one after the other.
    pub plies: u32,
}

/// A game is drawn that the searches of both sides have called level for a while, late enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawRule {
    /// Not before so many plies were searched.
    pub from_ply: u32,
    /// For so many plies, one after the other.
    pub plies: u32,
    /// Level is at most so many hundredths of a pawn.
    pub score: u16,
}

/// Watches one game.
#[derive(Clone, Debug)]
pub struct Judge {
    win: WinRule,
    draw: DrawRule,
    plies: u32,
    /// Plies in a row that one side was winning, positive for White.
    winning: i64,
    /// Plies in a row that were level.
    level: u32,
}

impl Judge {
    /// For a game that begins.
    pub fn new(win: WinRule, draw: DrawRule) -> Judge {
        Judge { win, draw, plies: 0, winning: 0, level: 0 }
    }

    /// Takes note of White's score of the next ply; the result, if that is enough.
    pub fn note(&mut self, score: i16) -> Option<Outcome> {
        self.plies += 1;
        let size = score.unsigned_abs();
        self.winning = match score.signum() {
            1 if size >= self.win.score => self.winning.max(0) + 1,
            -1 if size >= self.win.score => self.winning.min(0) - 1,
            _ => 0,
        };
        self.level = if size <= self.draw.score { self.level + 1 } else { 0 };
        if self.winning.unsigned_abs() >= u64::from(self.win.plies) {
            return Some(Outcome::Win(if self.winning > 0 { Color::White } else { Color::Black }));
        }
        let is_drawn = self.plies >= self.draw.from_ply && self.level >= self.draw.plies;
        is_drawn.then_some(Outcome::Draw)
    }
}

/// How the rules end a game: mate and stalemate, dead positions, and what players could claim, fifty moves and
/// the third time of a position.
pub(super) fn by_the_rules(game: &Game) -> Option<Outcome> {
    game.outcome().or_else(|| game.claim().map(|_| Outcome::Draw))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIN: WinRule = WinRule { score: 1000, plies: 3 };
    const DRAW: DrawRule = DrawRule { from_ply: 6, plies: 4, score: 10 };

    /// The ply after which a game with these scores ends, and how.
    fn judged(scores: &[i16]) -> Option<(usize, Outcome)> {
        let mut judge = Judge::new(WIN, DRAW);
        scores.iter().enumerate().find_map(|(ply, &score)| Some((ply + 1, judge.note(score)?)))
    }

    #[test]
    fn wins_must_last() {
        assert_eq!(judged(&[1000, 1200, 999, 1000, 1000, 31_000]), Some((6, Outcome::Win(Color::White))));
        assert_eq!(judged(&[-1000, -1200, -32_000]), Some((3, Outcome::Win(Color::Black))));
        assert_eq!(judged(&[1000, 1000, -1000, -1000, 1000, 1000]), None, "they do not agree");
        assert_eq!(judged(&[i16::MIN; 3]), Some((3, Outcome::Win(Color::Black))));
    }

    #[test]
    fn draws_must_be_late_and_last() {
        assert_eq!(judged(&[0; 20]), Some((6, Outcome::Draw)));
        assert_eq!(judged(&[50, 50, 50, 50, 10, -10, 11, 0, 0, 0, 0]), Some((11, Outcome::Draw)));
        assert_eq!(judged(&[20; 50]), None);
    }

    #[test]
    fn the_rules_come_first() {
        let game = |fen: &str| Game::new(fen.parse().expect("a position"));
        let outcome = |fen: &str| by_the_rules(&game(fen));
        assert_eq!(outcome("R3k3/8/4K3/8/8/8/8/8 b - - 3 9"), Some(Outcome::Win(Color::White)));
        assert_eq!(outcome("k7/8/1Q6/8/8/8/8/K7 b - - 3 9"), Some(Outcome::Draw), "stalemate");
        assert_eq!(outcome("k7/8/8/8/8/8/8/KN6 b - - 3 9"), Some(Outcome::Draw), "no mate is possible");
        assert_eq!(outcome("k7/8/8/8/8/8/8/KR6 b - - 100 99"), Some(Outcome::Draw), "fifty moves");
        assert_eq!(outcome("k7/8/8/8/8/8/8/KR6 b - - 99 99"), None);
        let mut shuffle = game("k7/8/8/8/8/8/8/KR6 b - - 9 9");
        for time in 0..2 {
            assert_eq!(by_the_rules(&shuffle), None, "position seen {} times", time + 1);
            for text in ["a8a7", "b1b2", "a7a8", "b2b1"] {
                let mv = shuffle.board().parse_uci(text).expect("a legal move");
                shuffle.play(mv).expect("a legal move");
            }
        }
        assert_eq!(by_the_rules(&shuffle), Some(Outcome::Draw), "the third time");
    }
}
