//! The name of an opening.

use quevedo_games::Openings;
use quevedo_rules::{Color, Game};

use super::seen;
use crate::{Fact, Finding};

/// The last named position of a game with its name, of which the finding is.
pub fn opening(game: &Game) -> Option<Finding> {
    let named = Openings::builtin().classify(game.start(), game.moves())?;
    let at = game.boards().get(named.ply)?;
    let fact = Fact::Opening { eco: named.opening.code.to_string(), name: named.opening.name.to_string() };
    Some(seen(fact, at, None, Color::White, 0))
}
