//! Moves whose point is their order: in-between moves and clearances.

use quevedo_rules::{Board, Move};

use super::super::scene::Scene;
use crate::exchange::{see, victim};
use crate::{Effort, Fact, prove_move};

pub(super) fn facts(scene: &Scene<'_>) -> Vec<Fact> {
    clearance(scene).into_iter().chain(intermezzo(scene)).collect()
}

/// A good capture that the main line plays later could be played at once, but is better played later, and nothing takes it away.
fn intermezzo(scene: &Scene<'_>) -> Option<Fact> {
    let own = scene.line.iter().enumerate().skip(2).step_by(2);
    own.filter_map(|(index, &later)| {
        let board = &scene.boards[index - 1];
        let waits = scene.before.find_uci(board.uci(later)).ok()?;
        let man = victim(&scene.before, waits)?;
        let is_same = board.man_at(man) == scene.before.man_at(man) && victim(board, later) == Some(man);
        (is_same && waits != scene.mv && see(&scene.before, waits) > 0).then_some(waits)
    })
    .find(|&waits| stays(scene, waits) && falls_short(scene, waits))
    .map(|waits| Fact::Intermezzo { recapture: scene.before.uci(waits) })
}

/// Whether a capture is there after every answer to the move.
fn stays(scene: &Scene<'_>, waits: Move) -> bool {
    let written = scene.before.uci(waits);
    scene
        .after
        .legal_moves()
        .into_iter()
        .all(|reply| scene.after.play(reply).find_uci(written).is_ok_and(Move::is_capture))
}

/// Whether a capture is not proven to reach the goal when it is played at once.
fn falls_short(scene: &Scene<'_>, waits: Move) -> bool {
    prove_move(&scene.before, waits, scene.proof.goal, Effort::QUICK.part(2), &[]).is_none()
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

fn could_play(before: &Board, mv: Move) -> bool {
    before.legal_moves().into_iter().any(|other| {
        other.from() == mv.from() && other.to() == mv.to() && other.promotion() == mv.promotion()
    })
}
