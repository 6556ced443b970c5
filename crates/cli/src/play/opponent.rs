//! The engine as an opponent.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use quevedo_engine::{Command, Engine, Event, Go};
use quevedo_rules::{Game, Move};
use quevedo_value::{Depth, Score};

use crate::failure::EngineFailure;
use crate::interrupt;
use crate::thinking::{self, MachineArgs};

/// What the engine found.
#[derive(Clone, Debug)]
pub(super) struct Thought {
    pub(super) best: Option<Move>,
    /// For the side to move; `None` if it has not come that far.
    pub(super) score: Option<Score>,
    pub(super) depth: Depth,
    pub(super) line: Vec<Move>,
}

/// An engine that answers one question at a time.
#[derive(Debug)]
pub(super) struct Opponent {
    engine: Engine,
    events: Receiver<Event>,
}

impl Opponent {
    pub(super) fn new(machine: &MachineArgs) -> anyhow::Result<Opponent> {
        let (engine, events) = machine.engine()?;
        Ok(Opponent { engine, events })
    }

    /// Forgets the last game.
    pub(super) fn new_game(&mut self) {
        self.engine.send(Command::NewGame);
    }

    /// Thinks about the current position; an interruption ends it early.
    pub(super) fn think(&mut self, game: &Game, go: Go) -> Result<Thought, EngineFailure> {
        thinking::go(&mut self.engine, game, go);
        let mut thought = Thought { best: None, score: None, depth: Depth::ZERO, line: Vec::new() };
        loop {
            match self.events.recv_timeout(Duration::from_millis(50)) {
                Ok(Event::Line { report, .. }) => {
                    thought.score = Some(report.score);
                    thought.depth = report.depth;
                    thought.line = report.line;
                }
                Ok(Event::BestMove { best, .. }) => {
                    thought.best = best;
                    return Ok(thought);
                }
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(EngineFailure::of_our_own()),
            }
            if interrupt::is_wanted() {
                self.engine.send(Command::Stop);
            }
        }
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
