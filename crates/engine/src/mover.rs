//! Players that choose moves in another way than by our search: whoever runs the engine may lend it some.

use quevedo_rules::{Game, Move};

/// Chooses moves in a way of its own.
pub trait Mover: Send {
    /// Its move; `None` where there is none.
    fn choose(&mut self, game: &Game) -> Option<Move>;
}

/// Makes the mover of a name, with a seed for its chances; `None` if there is none of that name.
pub type MoverMaker = fn(&str, u64) -> Option<Box<dyn Mover>>;

/// The names of the movers that the option `Opponent` offers; the first is the engine itself.
pub const OPPONENTS: &[&str] =
    &["none", "random", "first-move", "type-a-1", "type-a-2", "type-a-3", "type-b", "turing", "torres"];
