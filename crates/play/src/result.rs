//! How a game ends.

use quevedo_games::Outcome;

/// How a game came to its end, as PGN's tag `Termination` says it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// By the rules, by agreement or by resignation.
    Normal,
    /// Somebody's time was over.
    TimeForfeit,
}

impl Termination {
    /// The value of the tag.
    pub fn tag(self) -> &'static str {
        match self {
            Termination::Normal => "normal",
            Termination::TimeForfeit => "time forfeit",
        }
    }
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Who has won.
    pub outcome: Outcome,
    /// Why, in words.
    pub reason: String,
    /// How it came to that.
    pub termination: Termination,
}
