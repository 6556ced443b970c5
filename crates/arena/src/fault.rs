//! What can be wrong with a player, in words.

use core::time::Duration;

use crate::Overstepped;

/// A player's fault, for which it loses the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// It cannot be started.
    #[error("cannot be started: {0}")]
    Start(String),
    /// It did not greet, or says that it is not ready.
    #[error("did not say {wanted} within {:.1} s", .limit.as_secs_f64())]
    Mute {
        /// What was waited for.
        wanted: &'static str,
        /// How long.
        limit: Duration,
    },
    /// Its process has ended.
    #[error("ended by itself ({status}){}", .said.as_ref().map(|said| format!(", saying \"{said}\"")).unwrap_or_default())]
    Crash {
        /// The exit code or signal.
        status: String,
        /// The last line that it wrote to stderr.
        said: Option<String>,
    },
    /// It lives, but has closed its output.
    #[error("closed its output")]
    Disconnect,
    /// It lives, but does not read what it is told.
    #[error("does not read its input")]
    Deaf,
    /// It gave no move in time, and none when it was told to stop.
    #[error("gave no move within {:.1} s, and did not stop when told to", .0.as_secs_f64())]
    Hang(Duration),
    /// Its move came too late.
    #[error("took {:.3} s where {:.3} s were left", .0.elapsed.as_secs_f64(), .0.allowed.as_secs_f64())]
    Late(Overstepped),
    /// Its search was not limited by a clock, but took longer than anybody's patience.
    #[error("gave no move within {:.1} s", .0.as_secs_f64())]
    Endless(Duration),
    /// Its move is none.
    #[error("wants to play {0}")]
    IllegalMove(String),
    /// It calls a legal move illegal.
    #[error("does not accept a legal move: {0}")]
    Refusal(String),
    /// It gives the game up.
    #[error("resigns")]
    Resignation,
}

impl Fault {
    /// Whether the player can go on with the next game as it is; a new one is needed otherwise.
    pub fn is_survivable(&self) -> bool {
        matches!(
            self,
            Fault::Late(_)
                | Fault::Endless(_)
                | Fault::IllegalMove(_)
                | Fault::Refusal(_)
                | Fault::Resignation
        )
    }

    /// One word for tables and journals.
    pub fn kind(&self) -> &'static str {
        match self {
            Fault::Start(_) => "start",
            Fault::Mute { .. } => "mute",
            Fault::Crash { .. } => "crash",
            Fault::Disconnect => "disconnect",
            Fault::Deaf => "deaf",
            Fault::Hang(_) => "hang",
            Fault::Late(_) => "time",
            Fault::Endless(_) => "endless",
            Fault::IllegalMove(_) => "illegal",
            Fault::Refusal(_) => "refusal",
            Fault::Resignation => "resignation",
        }
    }
}

/// Why a player gave no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// By its own fault.
    Fault(Fault),
    /// The match was stopped; nobody is to blame.
    Stopped,
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Halt {
        Halt::Fault(fault)
    }
}
