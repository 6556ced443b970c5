//! Mates: how many moves, and whether there is a shorter one.

use quevedo_rules::Board;

use super::patterns::mate_pattern;
use crate::prove::{Effort, no_mate_within};
use crate::{Fact, Goal, Proof};

/// Positions to spend on showing that no shorter mate exists: every move is tried.
const REFUTATION: u64 = 100_000;

/// "Mate in n" if no shorter mate exists, else only that a mate is reached.
pub(super) fn fact(board: &Board, proof: &Proof, moves: u8, effort: Effort) -> Fact {
    let nodes = effort.nodes.max(REFUTATION);
    match no_mate_within(board, moves - 1, Effort { nodes, ..effort }) {
        Some(true) => {
            Fact::MateIn { moves, pattern: last_position(proof).and_then(|last| mate_pattern(&last)) }
        }
        _ => Fact::Achieves { goal: Goal::Mate(moves) },
    }
}

/// Where the main line ends.
pub(super) fn last_position(proof: &Proof) -> Option<Board> {
    let root = proof.root()?;
    Some(proof.main_moves().into_iter().fold(root, |board, mv| board.play(mv)))
}
