//! The core of every blunder: what a move allows, and what it misses.

use quevedo_rules::{Board, Move};

use super::proven;
use crate::exchange::taken;
use crate::prove::{Effort, prove, prove_move, strongest};
use crate::{Fact, Finding, Goal, MATE_GAIN};

/// What the other side reaches after a move, and would not after a better one. Both lines begin with their moves; what follows is a
/// hint for the proofs.
pub fn allows(board: &Board, played: &[Move], better: &[Move], effort: Effort) -> Option<Finding> {
    let (&mv, &other) = (played.first()?, better.first()?);
    if mv == other || !board.is_legal(mv) || !board.is_legal(other) {
        return None;
    }
    let after = board.play(mv);
    let proof = strongest(&after, after.turn(), None, effort, &played[1..])?;
    let net = net_gain(&proof, taken(board, mv));
    if net <= 0 && matches!(proof.goal, Goal::Material(_) | Goal::Promotion) {
        return None;
    }
    // The same net loss must not be there after the better move.
    let same = shifted(proof.goal, taken(board, other) - taken(board, mv));
    let instead = board.play(other);
    if prove(&instead, instead.turn(), same, effort, &better[1..]).is_some() {
        return None;
    }
    let fact = Fact::Allows { goal: proof.goal, by: proof.first_move()?, better: board.uci(other) };
    let mut finding = proven(fact, board, Some(mv), proof);
    finding.gain = net;
    finding.line.insert(0, board.uci(mv));
    Some(finding)
}

/// What a better move reaches and the played one does not.
pub fn misses(board: &Board, played: &[Move], better: &[Move], effort: Effort) -> Option<Finding> {
    let (&mv, &other) = (played.first()?, better.first()?);
    if mv == other || !board.is_legal(mv) || !board.is_legal(other) {
        return None;
    }
    let proof = strongest(board, board.turn(), Some(other), effort, better)?;
    if prove_move(board, mv, proof.goal, effort, played).is_some() {
        return None;
    }
    let fact = Fact::Misses { goal: proof.goal, better: board.uci(other) };
    let finding = proven(fact, board, Some(mv), proof);
    Some(finding)
}

/// What a proof gains beyond what the move before it took.
fn net_gain(proof: &crate::Proof, taken: i8) -> i8 {
    match proof.goal {
        Goal::Material(points) => points - taken,
        Goal::Mate(_) => MATE_GAIN,
        _ => proof.gain(),
    }
}

/// A goal counted from a position where so much more was taken before.
pub(super) fn shifted(goal: Goal, by: i8) -> Goal {
    match goal {
        Goal::Material(points) => Goal::Material(points + by),
        goal => goal,
    }
}
