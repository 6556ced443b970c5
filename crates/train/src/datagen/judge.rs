//! When a game is over.

use quevedo_rules::{Board, Color, FIFTY_MOVES, Key, Outcome};
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

/// How the rules end a game whose earlier positions had these keys: mate and stalemate, dead
/// positions, fifty moves, and the third time of a position.
pub(super) fn by_the_rules(board: &Board, before: &[Key]) -> Option<Outcome> {
    if let Some(ending) = board.ending() {
        return Some(board.outcome(ending));
    }
    let reach = usize::from(board.halfmove_clock()).min(before.len());
    let recent = before.get(before.len() - reach..).unwrap_or_default();
    let is_third = recent.iter().filter(|&&key| key == board.key()).count() >= 2;
    (is_third || board.halfmove_clock() >= FIFTY_MOVES).then_some(Outcome::Draw)
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
        let outcome = |fen: &str, before: &[Key]| by_the_rules(&fen.parse().expect("a position"), before);
        assert_eq!(outcome("R3k3/8/4K3/8/8/8/8/8 b - - 3 9", &[]), Some(Outcome::Win(Color::White)));
        assert_eq!(outcome("k7/8/1Q6/8/8/8/8/K7 b - - 3 9", &[]), Some(Outcome::Draw), "stalemate");
        assert_eq!(outcome("k7/8/8/8/8/8/8/KN6 b - - 3 9", &[]), Some(Outcome::Draw), "no mate is possible");
        let (rook, late) = ("k7/8/8/8/8/8/8/KR6 b - - 9 9", "k7/8/8/8/8/8/8/KR6 b - - 100 99");
        assert_eq!(outcome(late, &[]), Some(Outcome::Draw), "fifty moves");
        let key = rook.parse::<Board>().expect("a position").key();
        let other = Key(1);
        assert_eq!(outcome(rook, &[key, other, other, other]), None, "only the second time");
        assert_eq!(outcome(rook, &[key, other, key, other]), Some(Outcome::Draw));
        let irreversible = rook.replace(" 9 9", " 2 9");
        assert_eq!(outcome(&irreversible, &[key, key, other, other]), None, "those cannot come again");
    }
}
