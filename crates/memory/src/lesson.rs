//! What follows from a game: sums that are added when it is learnt, and taken out when it is forgotten.

use std::collections::BTreeMap;

use quevedo_rules::{Board, Color, Key, UciMove};
use serde::{Deserialize, Serialize};

use crate::{MemoryError, PlayedGame};

/// How much the next position counts against the search's own score: λ of a temporal difference.
const NEXT: f64 = 0.7;
/// Scores beyond this are won or lost, and not worth more: a mate that was found carries no further back than that.
const MOST: i32 = 1000;
/// What a game is worth at its end.
const WON: i32 = 600;
/// So many plies belong to the opening.
const OPENING: usize = 40;

/// One thing that follows from a game.
#[derive(Clone, PartialEq, Debug)]
pub enum Lesson {
    /// What a move of ours turned out to be worth.
    Position {
        /// Where it was played.
        key: Key,
        /// The move.
        mv: UciMove,
        /// Hundredths of a pawn, for us.
        value: i32,
        /// What the search had said.
        score: i32,
    },
    /// A move of ours in the opening, and the half points of the game.
    Book {
        /// Where it was played: a book's key.
        key: Key,
        /// The move.
        mv: UciMove,
        /// 0, 1 or 2.
        half_points: u64,
    },
    /// A game against somebody.
    Opponent {
        /// Who.
        name: String,
        /// Our side.
        ours: Color,
        /// 0, 1 or 2; `None` if nobody knows.
        half_points: Option<u64>,
        /// The first moves, at most four plies.
        opening: String,
    },
}

/// Games and points.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug, Default)]
pub struct Tally {
    /// Games with a result.
    pub games: u64,
    /// Twice the points.
    pub half_points: u64,
}

impl Tally {
    fn change(&mut self, half_points: u64, is_added: bool) {
        if is_added {
            self.games += 1;
            self.half_points += half_points;
        } else {
            self.games = self.games.saturating_sub(1);
            self.half_points = self.half_points.saturating_sub(half_points);
        }
    }

    /// The share of points; one half if there are none.
    pub fn score(&self) -> f64 {
        if self.games == 0 { 0.5 } else { self.half_points as f64 / (2 * self.games) as f64 }
    }
}

/// What is known of a move.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug, Default)]
pub struct MoveNote {
    /// How often it was played and judged.
    pub games: u64,
    /// The sum of what it turned out to be worth.
    pub values: i64,
    /// The sum of what the search had said.
    pub scores: i64,
}

impl MoveNote {
    /// The mean of what it turned out to be worth.
    pub fn value(&self) -> i32 {
        (self.values / self.games.max(1) as i64) as i32
    }

    /// The mean of what the search had said.
    pub fn score(&self) -> i32 {
        (self.scores / self.games.max(1) as i64) as i32
    }
}

/// What is known of our moves in a position.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug, Default)]
pub struct PositionNote(pub BTreeMap<String, MoveNote>);

/// Our results with moves of the opening.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug, Default)]
pub struct BookNote(pub BTreeMap<String, Tally>);

/// Our games against somebody.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug, Default)]
pub struct OpponentNote {
    /// All games, also those without a result.
    pub games: u64,
    /// As White and as Black.
    pub sides: [Tally; 2],
    /// By the first moves.
    pub openings: BTreeMap<String, Tally>,
}

impl PositionNote {
    pub(crate) fn change(&mut self, mv: UciMove, value: i32, score: i32, is_added: bool) {
        let note = self.0.entry(mv.to_string()).or_default();
        let sign = if is_added { 1 } else { -1 };
        note.games = note.games.saturating_add_signed(sign);
        note.values += sign * i64::from(value);
        note.scores += sign * i64::from(score);
        self.0.retain(|_, note| note.games > 0);
    }
}

impl BookNote {
    pub(crate) fn change(&mut self, mv: UciMove, half_points: u64, is_added: bool) {
        self.0.entry(mv.to_string()).or_default().change(half_points, is_added);
        self.0.retain(|_, tally| tally.games > 0);
    }
}

impl OpponentNote {
    pub(crate) fn change(&mut self, ours: Color, half_points: Option<u64>, opening: &str, is_added: bool) {
        self.games = self.games.saturating_add_signed(if is_added { 1 } else { -1 });
        if let Some(half_points) = half_points {
            self.sides[ours.index()].change(half_points, is_added);
            self.openings.entry(opening.to_owned()).or_default().change(half_points, is_added);
            self.openings.retain(|_, tally| tally.games > 0);
        }
    }
}

impl PlayedGame {
    /// All that follows from the game. From games that teach nothing only that they were played.
    ///
    /// # Errors
    /// If a move is not legal.
    pub fn lessons(&self) -> Result<Vec<Lesson>, MemoryError> {
        let played = self.replay()?;
        let first: Vec<String> = self.moves.iter().take(4).map(ToString::to_string).collect();
        let half_points = self.outcome.half_points(self.ours).filter(|_| self.teaches());
        let mut lessons = vec![Lesson::Opponent {
            name: self.opponent.clone(),
            ours: self.ours,
            half_points,
            opening: first.join(" "),
        }];
        if !self.teaches() {
            return Ok(lessons);
        }
        if let Some(half_points) = half_points {
            let mut last = None;
            for (board, mv) in played.iter().take(OPENING) {
                if board.turn() == self.ours {
                    let key = quevedo_book::key(board, last);
                    lessons.push(Lesson::Book { key, mv: board.uci(*mv), half_points });
                }
                last = Some(*mv);
            }
        }
        lessons.extend(self.values(&played, half_points));
        Ok(lessons)
    }

    /// What each of our moves turned out to be worth: from the end of the game back, each position is worth what the search said of it
    /// and, more, what the next one was worth. What was gained by an answer that the search had not expected is
    /// the opponent's mistake, and not carried back.
    fn values(&self, played: &[(Board, quevedo_rules::Move)], half_points: Option<u64>) -> Vec<Lesson> {
        let bounded = |score: i32| score.clamp(-MOST, MOST);
        let mut next = half_points.map(|half_points| (half_points as i32 - 1) * WON);
        let mut lessons = Vec::new();
        for thought in self.thoughts.iter().rev() {
            let ply = usize::from(thought.ply);
            let Some(&(board, mv)) = played.get(ply).filter(|(board, _)| board.turn() == self.ours) else {
                continue;
            };
            let score = bounded(thought.score);
            let value = match next {
                Some(next) => {
                    let answer = self.moves.get(ply + 1);
                    let is_expected = thought.expected.is_some() && answer == thought.expected.as_ref();
                    let next = if next > score && !is_expected { score } else { next };
                    ((1.0 - NEXT) * f64::from(score) + NEXT * f64::from(next)).round() as i32
                }
                None => score,
            };
            lessons.push(Lesson::Position { key: board.key(), mv: board.uci(mv), value, score });
            next = Some(value);
        }
        lessons
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::game;
    use crate::{Ending, GameOutcome, Thought};

    fn values(game: &PlayedGame) -> Vec<(String, i32)> {
        let lessons = game.lessons().expect("legal moves");
        let value = |lesson: &Lesson| match lesson {
            Lesson::Position { mv, value, .. } => Some((mv.to_string(), *value)),
            _ => None,
        };
        lessons.iter().filter_map(value).collect()
    }

    fn thought(ply: u16, score: i32, expected: Option<&str>) -> Thought {
        Thought { ply, score, depth: 10, expected: expected.map(|text| text.parse().expect("a move")) }
    }

    #[test]
    fn a_loss_goes_back_and_an_unexpected_gain_does_not() {
        let mut lost = game("e2e4 e7e5 g1f3 b8c6", 1);
        lost.outcome = GameOutcome::Black;
        lost.thoughts = vec![thought(0, 20, Some("e7e5")), thought(2, -100, Some("b8c6"))];
        assert_eq!(values(&lost), [("g1f3".to_owned(), -450), ("e2e4".to_owned(), -309)]);
        let mut won = lost.clone();
        won.outcome = GameOutcome::White;
        won.thoughts = vec![thought(0, 20, Some("e7e5")), thought(2, 100, Some("g8f6"))];
        assert_eq!(values(&won)[0], ("g1f3".to_owned(), 100), "the opponent's mistake");
        won.thoughts[1].expected = won.moves.get(3).copied();
        assert_eq!(values(&won), [("g1f3".to_owned(), 450), ("e2e4".to_owned(), 321)]);
        won.outcome = GameOutcome::Unknown;
        assert_eq!(values(&won)[0], ("g1f3".to_owned(), 100), "scores only");
    }

    #[test]
    fn a_mate_is_worth_less_the_further_it_is() {
        let mut long = game("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3 d7d6", 1);
        long.outcome = GameOutcome::Black;
        long.thoughts =
            (0..5).map(|ply| thought(2 * ply, if ply == 4 { -29_990 } else { 0 }, None)).collect();
        let values: Vec<i32> = values(&long).into_iter().map(|(_, value)| value).collect();
        assert_eq!(values, [-1000, -700, -490, -343, -240]);
    }

    #[test]
    fn poison_is_not_learnt() {
        for poison in 0..3 {
            let mut game = game("f2f3 e7e5 g2g4 d8h4", 1);
            game.outcome = GameOutcome::Black;
            game.thoughts = vec![thought(0, 0, None), thought(2, 0, None)];
            match poison {
                0 => game.is_full_strength = false,
                1 => game.ending = Ending::Time,
                _ => game.ending = Ending::Abandoned,
            }
            let lessons = game.lessons().expect("legal moves");
            assert_eq!(lessons.len(), 1);
            assert!(matches!(&lessons[0], Lesson::Opponent { half_points: None, .. }));
        }
    }
}
