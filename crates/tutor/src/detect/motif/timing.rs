//! Moves whose point is their order: in-between moves and clearances.

use quevedo_rules::Board;

use super::super::scene::Scene;
use crate::Fact;

pub(super) fn facts(scene: &Scene<'_>) -> Vec<Fact> {
    clearance(scene).into_iter().collect()
}

/// The follow-up goes through or to the square that the move left, and could not be played before.
fn clearance(scene: &Scene<'_>) -> Option<Fact> {
    let &follow_up = scene.line.get(2)?;
    let now = scene.boards.get(1)?;
    let left = scene.mv.from();
    let uses = follow_up.to() == left
        || quevedo_rules::attacks::between(follow_up.from(), follow_up.to()).contains(left);
    let mover = now.man_at(follow_up.from())?;
    let stood = scene.before.man_at(follow_up.from()) == Some(mover) && follow_up.from() != scene.arrived();
    // A recapture through the square that the taker left is no clearance.
    let takes_back = follow_up.to() == scene.mv.to();
    (uses && stood && !takes_back && !could_play(&scene.before, follow_up))
        .then(|| Fact::Clearance { follow_up: now.uci(follow_up) })
}

fn could_play(before: &Board, mv: quevedo_rules::Move) -> bool {
    before.legal_moves().into_iter().any(|other| {
        other.from() == mv.from() && other.to() == mv.to() && other.promotion() == mv.promotion()
    })
}
