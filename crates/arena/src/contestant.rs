//! Who takes part in a match, and under which conditions.

use core::time::Duration;

use crate::process::{Launcher, Program};
use crate::uci_player::UciPlayer;
use crate::{Fault, Patience, Player, TimeControl};

/// Somebody who takes part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contestant {
    /// What tables and games call it.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Its options, in the order in which they are set; buttons have an empty value.
    pub options: Vec<(String, String)>,
    /// How much it may think.
    pub control: TimeControl,
    /// How much longer than that is forgiven.
    pub margin: Duration,
    /// Whether it thinks on the opponent's time.
    pub ponders: bool,
    /// Whether it gets a new process for every game.
    pub restarts: bool,
    /// How long it is waited for where no clock runs.
    pub patience: Patience,
}

/// What a contestant is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A process that speaks UCI.
    Uci(Program),
}

impl Contestant {
    /// A player for it.
    ///
    /// # Errors
    /// What keeps it from playing.
    pub fn player(&self, launcher: Option<&Launcher>) -> Result<Box<dyn Player>, Fault> {
        match &self.kind {
            Kind::Uci(program) => {
                let player = UciPlayer::start(program, launcher, &self.options, self.patience)?;
                Ok(Box::new(player))
            }
        }
    }
}
