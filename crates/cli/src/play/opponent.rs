//! The engine as an opponent.

use quevedo_engine::{Answer, Engine, Limits};
use quevedo_rules::Game;
use quevedo_value::Score;

use crate::thinking::{self, MachineArgs};

/// An engine that answers one question at a time.
#[derive(Debug)]
pub(super) struct Opponent {
    engine: Engine,
}

impl Opponent {
    pub(super) fn new(machine: &MachineArgs) -> anyhow::Result<Opponent> {
        Ok(Opponent { engine: machine.engine()? })
    }

    /// Forgets the last game.
    pub(super) fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// Thinks about the current position; an interruption ends it early.
    pub(super) fn think(&mut self, game: &Game, limits: Limits) -> anyhow::Result<Answer> {
        thinking::follow(self.engine.search(game, limits), |_| Ok(()))
    }
}

/// Whether the engine takes a draw that is offered: when it stands worse, or when the game is old and
/// nobody has anything. `score` is the engine's own.
pub(super) fn accepts_draw(score: Option<Score>, move_number: u16) -> bool {
    const WORSE: Score = Score::cp(-50);
    const EVEN: i32 = 20;
    const LATE: u16 = 40;
    score.is_some_and(|score| {
        score <= WORSE || (move_number >= LATE && !score.is_decided() && score.raw().abs() <= EVEN)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_value::Ply;

    #[test]
    fn draws_are_taken_when_there_is_nothing_to_win() {
        assert!(!accepts_draw(None, 60));
        assert!(!accepts_draw(Some(Score::DRAW), 10), "too early");
        assert!(accepts_draw(Some(Score::DRAW), 40));
        assert!(accepts_draw(Some(Score::cp(-80)), 10), "glad to escape");
        assert!(!accepts_draw(Some(Score::cp(80)), 90));
        assert!(accepts_draw(Some(Score::mated_in(Ply::new(4))), 10));
        assert!(!accepts_draw(Some(Score::mate_in(Ply::new(4))), 90));
    }
}
