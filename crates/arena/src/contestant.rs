//! Who takes part in a match, and under which conditions.

use core::time::Duration;

use crate::process::Program;
use crate::{EnginePlayer, Fault, Host, Patience, Player, TimeControl, UciPlayer, XboardPlayer};

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
    /// A process that speaks `XBoard`'s protocol.
    Xboard(Program),
    /// Our own engine, in this process.
    Own,
}

impl Contestant {
    /// A player for it.
    ///
    /// # Errors
    /// What keeps it from playing.
    pub fn player(&self, host: &Host) -> Result<Box<dyn Player>, Fault> {
        let options = &self.options;
        Ok(match &self.kind {
            Kind::Uci(program) => Box::new(UciPlayer::start(program, host, options, self.patience)?),
            Kind::Xboard(program) => {
                let (control, ponders) = (self.control, self.ponders);
                Box::new(XboardPlayer::start(program, host, options, control, ponders, self.patience)?)
            }
            Kind::Own => Box::new(EnginePlayer::start(options, host.reader, host.movers, self.patience)?),
        })
    }
}
