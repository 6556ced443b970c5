//! Threats: what would happen if the other side did nothing.

use quevedo_rules::{Board, Move};

use super::proven;
use crate::prove::{Effort, strongest_threat};
use crate::{Fact, Finding, Proof};

/// What the side that is not to move threatens.
pub(super) fn threats(board: &Board, effort: Effort) -> Option<Finding> {
    let by = !board.turn();
    let proof = strongest_threat(board, by, effort)?;
    finding(board, None, proof)
}

/// What a move threatens.
pub(super) fn after_move(board: &Board, mv: Move, effort: Effort) -> Option<Finding> {
    let after = board.play(mv);
    let proof = strongest_threat(&after, board.turn(), effort)?;
    finding(board, Some(mv), proof)
}

fn finding(at: &Board, mv: Option<Move>, proof: Proof) -> Option<Finding> {
    let threat = proof.first_move()?;
    let fact = Fact::Threat { by: proof.attacker, goal: proof.goal, mv: threat };
    let mut finding = proven(fact, at, mv, proof);
    // The line of a threat has a pass in it; it stays in the proof.
    finding.line = mv.map(|mv| at.uci(mv)).into_iter().collect();
    Some(finding)
}
