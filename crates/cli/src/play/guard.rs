//! The guard against impulsive moves: before a move that loses by a proof, it asks. Marsland 1991, 1.2: what man and machine can do
//! for each other.

use quevedo_engine::Options;
use quevedo_rules::{Board, Game, Move};
use quevedo_tutor::{Language, Tutor, guard_question, objection};

use crate::failure::Usage;

/// Who asks.
#[derive(Debug)]
pub(super) struct Guard {
    tutor: Tutor,
    /// The move that was asked about last, and where: whoever gives it again means it.
    asked: Option<(Board, Move)>,
}

impl Guard {
    pub(super) fn new() -> anyhow::Result<Guard> {
        let options = Options { hash: 4, ..Options::default() };
        let tutor = Tutor::new(options).map_err(|error| Usage(error.to_string()))?;
        Ok(Guard { tutor, asked: None })
    }

    /// What speaks against a move, if that is proven and nobody has been told yet.
    pub(super) fn objection(&mut self, game: &Game, mv: Move) -> Option<String> {
        let here = Some((*game.board(), mv));
        if self.asked == here {
            self.asked = None;
            return None;
        }
        let words = self.look(game, mv)?;
        self.asked = here;
        Some(words)
    }

    fn look(&mut self, game: &Game, mv: Move) -> Option<String> {
        // A guard that cannot look lets everything pass.
        let explanation = self.tutor.explain(game, &guard_question(mv)).ok()?;
        objection(&explanation, Language::English)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position;

    fn game(moves: &str) -> Game {
        position::play(Board::start(), moves).expect("a game")
    }

    #[test]
    fn it_asks_once_about_a_proven_loss_and_not_about_a_good_move() {
        let mut guard = Guard::new().expect("a guard");
        // The queen takes a pawn that is guarded.
        let game = game("e4 e5 Qh5 Nc6");
        let mv = |text: &str| game.board().parse_san(text).expect("a move");
        let words = guard.objection(&game, mv("Qxf7+")).expect("an objection");
        assert!(words.contains("queen"), "{words}");
        assert_eq!(guard.objection(&game, mv("Qxf7+")), None, "whoever gives it again means it");
        assert_eq!(guard.objection(&game, mv("Nf3")), None);
        assert!(guard.objection(&game, mv("Qxh7")).is_some());
        assert!(guard.objection(&game, mv("Qxf7+")).is_some(), "another time is another question");
    }
}
