//! Detection: which facts hold of a position or a move.
//!
//! Detectors look for what may be true and keep what they can show: by a look at one board, or by a proof. They never choose among what
//! they find, and they say nothing.

mod answers;
mod blunder;
mod endings;
mod initiative;
pub(crate) mod lines;
mod looks;
mod mate;
pub(crate) mod men;
mod motif;
mod only;
mod opening;
mod patterns;
mod pawn_play;
mod pawns;
mod scene;
mod threat;

pub use blunder::{allows, misses};
pub use endings::{allows_by_tables, findings_of_tables, misses_by_tables, simplification};
pub use initiative::initiative;
pub use only::only_move;
pub use opening::opening;
pub use patterns::mate_pattern;

use quevedo_rules::{Board, Color, Move};

use crate::prove::{Effort, strongest};
use crate::{Fact, Finding, Goal, Proof, Truth};

/// What stands on the board: men that hang or are loose, what either side threatens, what the side to move can reach.
pub fn findings_of_position(board: &Board, effort: Effort) -> Vec<Finding> {
    let mut found = men::hanging(board);
    found.extend(men::loose(board));
    found.extend(men::x_rays(board));
    found.extend(looks::facts(board));
    found.extend(pawns::facts(board));
    found.extend(pawn_play::facts(board));
    found.extend(threat::threats(board, effort));
    let us = board.turn();
    if let Some(proof) = strongest(board, us, None, effort, &[]) {
        found.push(reached(board, None, &proof, effort));
    }
    found
}

/// What a move does: `line` begins with the move, and what follows it is a hint (the engine's line) for the proofs.
///
/// Motifs further on the proof's main line are reported of the positions where they happen: a finding's `at` says which.
pub fn findings_of_move(board: &Board, line: &[Move], effort: Effort) -> Vec<Finding> {
    let Some(&mv) = line.first().filter(|&&mv| board.is_legal(mv)) else { return Vec::new() };
    let mut found = Vec::new();
    if let Some(proof) = strongest(board, board.turn(), Some(mv), effort, line) {
        found.push(reached(board, Some(mv), &proof, effort));
        found.extend(motif::along(&proof));
        found.extend(answers::back_rank(&proof));
        found.extend(answers::sacrifice(board, mv, &proof));
        found.extend(pawns::of_proof(board, mv, &proof));
    }
    found.extend(answers::trapped(board, mv, effort));
    found.extend(answers::parries(board, mv, effort));
    found.extend(threat::after_move(board, mv, effort));
    found.extend(answers::desperado(board, mv));
    found.extend(pawn_play::of_move(board, mv));
    found
}

/// That a goal is reached by a proof of the side to move.
fn reached(board: &Board, mv: Option<Move>, proof: &Proof, effort: Effort) -> Finding {
    let fact = match proof.goal {
        Goal::Mate(moves) => mate::fact(board, proof, moves, effort),
        goal => Fact::Achieves { goal },
    };
    proven(fact, board, mv, proof.clone())
}

/// A finding of the proof's attacker, whose line is the proof's main line, of a move or of the position.
fn proven(fact: Fact, at: &Board, mv: Option<Move>, proof: Proof) -> Finding {
    Finding {
        fact,
        at: *at,
        mv: mv.map(|mv| at.uci(mv)),
        side: proof.attacker,
        truth: Truth::Proven,
        gain: proof.gain(),
        line: proof.main_line(),
        proofs: vec![proof],
    }
}

/// A finding that one board shows.
fn seen(fact: Fact, at: &Board, mv: Option<Move>, side: Color, gain: i8) -> Finding {
    let mv = mv.map(|mv| at.uci(mv));
    Finding {
        fact,
        at: *at,
        mv,
        side,
        truth: Truth::Static,
        gain,
        line: mv.into_iter().collect(),
        proofs: Vec::new(),
    }
}
