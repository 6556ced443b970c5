//! What a game is played under.

use quevedo_clock::{Allotment, TimeControl};
use quevedo_rules::{Board, Color};

/// What was agreed on before a game.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The first position.
    pub start: Board,
    /// The person's side.
    pub human: Color,
    /// The person's name.
    pub name: String,
    /// What the engine is called.
    pub engine: String,
    /// The clock of both players, if there is one.
    pub clock: Option<Allotment>,
    /// What limits each of the engine's moves beside the clock.
    pub level: TimeControl,
}

impl Default for Terms {
    /// From the start position, the person has White, no clock, and a second for each of the engine's moves.
    fn default() -> Terms {
        Terms {
            start: Board::start(),
            human: Color::White,
            name: "You".to_owned(),
            engine: "Quevedo".to_owned(),
            clock: None,
            level: TimeControl {
                move_time: Some(core::time::Duration::from_secs(1)),
                ..TimeControl::default()
            },
        }
    }
}

impl Terms {
    /// So many nodes for each of the engine's moves.
    pub fn nodes(nodes: u64) -> TimeControl {
        TimeControl { nodes: Some(nodes), ..TimeControl::default() }
    }

    /// What limits the engine.
    pub(crate) fn engine_control(&self) -> TimeControl {
        TimeControl { clock: self.clock, ..self.level }
    }

    /// What limits the person.
    pub(crate) fn human_control(&self) -> TimeControl {
        TimeControl { clock: self.clock, ..TimeControl::default() }
    }
}
