//! Threats: what would happen if the other side did nothing.

use quevedo_rules::{Board, Move};

use super::proven;
use crate::exchange::see;
use crate::prove::{Effort, prove_move, strongest_threat};
use crate::{Fact, Finding, Goal, Proof};

/// What the side that is not to move threatens.
pub(super) fn threats(board: &Board, effort: Effort) -> Option<Finding> {
    let by = !board.turn();
    let proof = strongest_threat(board, by, effort)?;
    finding(board, None, proof)
}

/// What a move threatens, and whether it gains time with that.
pub(super) fn after_move(board: &Board, mv: Move, effort: Effort) -> Vec<Finding> {
    let after = board.play(mv);
    let Some(proof) = strongest_threat(&after, board.turn(), effort) else { return Vec::new() };
    let tempo = tempo(board, mv, &proof, effort);
    finding(board, Some(mv), proof).into_iter().chain(tempo).collect()
}

/// A quiet, safe move whose threat is new.
fn tempo(board: &Board, mv: Move, proof: &Proof, effort: Effort) -> Option<Finding> {
    let counts = matches!(proof.goal, Goal::Mate(_)) || proof.gain() >= LEAST;
    if !counts || !mv.is_quiet() || see(board, mv) < 0 {
        return None;
    }
    // Carried out at once it must fall short.
    let first = proof.first_move()?;
    if let Ok(now) = board.find_uci(first)
        && prove_move(board, now, proof.goal, effort, &[]).is_some()
    {
        return None;
    }
    let mut finding = proven(Fact::Tempo { goal: proof.goal }, board, Some(mv), proof.clone());
    finding.line = vec![board.uci(mv)];
    finding.gain = 0;
    Some(finding)
}

/// The least that gains a tempo, in pawns.
const LEAST: i8 = 2;

fn finding(at: &Board, mv: Option<Move>, proof: Proof) -> Option<Finding> {
    let threat = proof.first_move()?;
    let fact = Fact::Threat { by: proof.attacker, goal: proof.goal, mv: threat };
    let mut finding = proven(fact, at, mv, proof);
    // The line of a threat has a pass in it; it stays in the proof.
    finding.line = mv.map(|mv| at.uci(mv)).into_iter().collect();
    Some(finding)
}
