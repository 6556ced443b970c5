//! What a referee expects of a player, however it is made.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use core::time::Duration;

use quevedo_rules::{Color, Game, Move};
use quevedo_value::Verdict;

use crate::{Clock, Fault, Halt};

/// Somebody who plays games: a process, or an engine in this one.
pub trait Player: Send {
    /// Gets ready for a game.
    ///
    /// # Errors
    /// What is wrong with the player.
    fn new_game(&mut self, game: &Game) -> Result<(), Fault>;

    /// Finds a move for the side to move.
    ///
    /// # Errors
    /// Why there is none.
    fn think(&mut self, task: &Task<'_>) -> Result<Reply, Halt>;

    /// Goes on thinking while the opponent thinks. The game has the player's own move as its last.
    ///
    /// # Errors
    /// What is wrong with the player.
    fn ponder(&mut self, task: &Task<'_>, expected: Move) -> Result<(), Fault>;

    /// Hears that the game is over.
    fn game_over(&mut self) {}

    /// What the player said when its options were set, since it was last asked.
    fn remarks(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// What the player said that a user should know, since it was last asked.
    fn warnings(&mut self) -> Vec<String> {
        Vec::new()
    }
}

/// What an engine says when it does not take an option: UCI has no word for it, so `info string` with this is one.
const REFUSED: &str = "refused: ";

/// Why an option is refused, if that is what a message says.
pub(crate) fn refusal(message: &str) -> Option<&str> {
    message.strip_prefix(REFUSED)
}

/// A position to think about.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// The clocks of White and Black.
    pub clocks: &'a [Clock; 2],
    /// Set when the match is to end.
    pub stop: &'a AtomicBool,
}

impl Task<'_> {
    /// The clock of the side to move.
    pub fn clock(&self) -> &Clock {
        self.clock_of(self.game.board().turn())
    }

    /// The clock of a side.
    pub fn clock_of(&self, color: Color) -> &Clock {
        &self.clocks[color.index()]
    }

    /// Whether the match is to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }
}

/// A player's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The move, which is legal.
    pub mv: Move,
    /// The answer that the player expects.
    pub ponder: Option<Move>,
    /// How long it took.
    pub elapsed: Duration,
    /// What the player said about it last.
    pub thought: Thought,
}

/// What a player thinks of its move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Thought {
    /// How good the position is for the player.
    pub verdict: Option<Verdict>,
    /// How deep it looked.
    pub depth: Option<u32>,
    /// How many nodes it visited.
    pub nodes: Option<u64>,
    /// The line that it expects, its own move first.
    pub line: Vec<Move>,
}

/// How long a referee waits for what no clock measures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// For a process to start and greet.
    pub start: Duration,
    /// For an answer to "are you ready?".
    pub ready: Duration,
    /// For a move, where no clock runs.
    pub think: Duration,
    /// For the end of a search that was told to stop, and for the end of a process.
    pub stop: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        let seconds = Duration::from_secs;
        Patience {
            start: seconds(10),
            ready: seconds(10),
            think: seconds(120),
            stop: Duration::from_millis(500),
        }
    }
}
