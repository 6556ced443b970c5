//! What an engine can be asked to do, free of any protocol's spelling.

use core::time::Duration;

use quevedo_rules::{Setup, UciMove};
use quevedo_search::PlayerClock;
use quevedo_value::Depth;

/// A request to the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// A new game begins: everything learnt from the last one is forgotten.
    NewGame,
    /// The position to think about: a start and the moves since.
    Position {
        /// Where the game began.
        setup: Box<Setup>,
        /// The moves since.
        moves: Vec<UciMove>,
    },
    /// Sets an option by name; buttons have no value.
    SetOption {
        /// The option's name, in any case.
        name: String,
        /// Its new value.
        value: Option<String>,
    },
    /// Think.
    Go(Box<Go>),
    /// Stop thinking and say the best move.
    Stop,
    /// The expected move has been played: pondering becomes thinking.
    PonderHit,
    /// Forget what the hash table holds.
    ClearHash,
    /// End.
    Quit,
}

/// How long and about what to think.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Go {
    /// Only these moves, if any are given.
    pub search_moves: Vec<UciMove>,
    /// Think on the opponent's time: say nothing before `PonderHit` or `Stop`.
    pub ponder: bool,
    /// The clocks of White and Black.
    pub clocks: [Option<PlayerClock>; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Iterations.
    pub depth: Option<Depth>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// A mate in so many moves.
    pub mate: Option<u32>,
    /// A fixed time.
    pub move_time: Option<Duration>,
    /// Until told to stop.
    pub infinite: bool,
}
