//! What an engine can be asked to do, free of any protocol's spelling.

use quevedo_rules::{Setup, UciMove};
use quevedo_search::Limits;

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
    Go {
        /// How long; its own list of moves is not looked at.
        limits: Box<Limits>,
        /// About these moves only, if any are given.
        search_moves: Vec<UciMove>,
    },
    /// Stop thinking and say the best move.
    Stop,
    /// The expected move has been played: pondering becomes thinking.
    PonderHit,
    /// Say what the book has in a position.
    Book {
        /// Where the game began.
        setup: Box<Setup>,
        /// The moves since.
        moves: Vec<UciMove>,
    },
    /// Forget what the hash table holds.
    ClearHash,
    /// End.
    Quit,
}
