//! How long a search may go on.

use core::time::Duration;

use quevedo_rules::{Color, Move};
use quevedo_value::Depth;

/// A player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayerClock {
    /// Time left.
    pub time: Duration,
    /// Time added for each move.
    pub increment: Duration,
}

/// What ends a search. Nothing set means: go on until told to stop.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Only these root moves, if any are given.
    pub search_moves: Vec<Move>,
    /// The clocks of both players, by [`Color::index`].
    pub clocks: [Option<PlayerClock>; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Iterations.
    pub depth: Option<Depth>,
    /// Nodes of all threads.
    pub nodes: Option<u64>,
    /// Nodes after which no new iteration begins: for even games at fixed strength.
    pub soft_nodes: Option<u64>,
    /// A mate in so many moves is enough.
    pub mate: Option<u32>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// Until told to stop, whatever is found.
    pub infinite: bool,
    /// On the opponent's time: the clocks count only once the expected move has been played.
    pub ponder: bool,
}

impl Limits {
    /// To a depth.
    pub fn depth(plies: i32) -> Limits {
        Limits { depth: Some(Depth(plies)), ..Limits::default() }
    }

    /// To a number of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// For a time.
    pub fn time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }

    /// The clock of the side to move.
    pub fn clock(&self, us: Color) -> Option<PlayerClock> {
        self.clocks[us.index()]
    }
}
