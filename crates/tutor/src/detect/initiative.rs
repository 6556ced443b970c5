//! The initiative: threat after threat.

use quevedo_rules::{Board, Move};

use crate::prove::{Effort, strongest_threat};
use crate::{Fact, Finding, Goal, Proof, Truth};

/// How many moves in a row must give check or threaten.
const MOVES: usize = 3;
/// How many of them must threaten: checks alone are no initiative.
const THREATS: usize = 2;
/// The least that counts as a threat, in pawns.
const LEAST: i8 = 2;

/// That the mover's first three moves on a line each give check or threaten something.
pub fn initiative(board: &Board, line: &[Move], effort: Effort) -> Option<Finding> {
    let us = board.turn();
    let mut here = *board;
    let mut proofs: Vec<Proof> = Vec::new();
    let mut shown = Vec::new();
    for &mv in line.iter().take(2 * MOVES - 1) {
        if !here.is_legal(mv) {
            return None;
        }
        shown.push(here.uci(mv));
        let mover = here.turn();
        here = here.play(mv);
        if mover == us && !here.in_check() {
            let proof = strongest_threat(&here, us, effort)?;
            let counts = match proof.goal {
                Goal::Mate(_) => true,
                Goal::Material(points) => points >= LEAST,
                _ => false,
            };
            proofs.push(Some(proof).filter(|_| counts)?);
        }
    }
    if shown.len() < 2 * MOVES - 1 || proofs.len() < THREATS {
        return None;
    }
    Some(Finding {
        fact: Fact::Initiative,
        at: *board,
        mv: shown.first().copied(),
        side: us,
        truth: Truth::Proven,
        gain: 0,
        line: shown,
        proofs,
    })
}
