//! The only move.

use quevedo_rules::{Board, Move};

use super::blunder::shifted;
use crate::exchange::taken;
use crate::prove::{Effort, prove, strongest};
use crate::{Fact, Finding, Goal, Truth};

/// That every other move is proven to allow a mate, or a loss of at least two pawns that this one is not proven to allow.
/// Positions with hundreds of moves are left alone.
pub fn only_move(board: &Board, mv: Move, effort: Effort) -> Option<Finding> {
    let moves = board.legal_moves();
    let others: Vec<Move> = moves.into_iter().filter(|&other| other != mv).collect();
    let (&first, _) = others.split_first()?;
    let sample = board.play(first);
    let proof = strongest(&sample, sample.turn(), None, effort, &[])?;
    let worst = match proof.goal {
        Goal::Material(points) if points - taken(board, first) >= 2 => Goal::Material(2),
        Goal::Mate(_) => Goal::Mate(effort.plies.div_ceil(2)),
        _ => return None,
    };
    for goal in [worst, Goal::Material(2)] {
        if let Some(finding) = only_for(board, mv, &others, goal, effort) {
            return Some(finding);
        }
    }
    None
}

fn only_for(board: &Board, mv: Move, others: &[Move], goal: Goal, effort: Effort) -> Option<Finding> {
    let loses = |mv: Move| {
        let after = board.play(mv);
        prove(&after, after.turn(), shifted(goal, taken(board, mv)), effort, &[])
    };
    if loses(mv).is_some() {
        return None;
    }
    let proofs = others.iter().map(|&other| loses(other)).collect::<Option<Vec<_>>>()?;
    Some(Finding {
        fact: Fact::OnlyMove { others: goal },
        at: *board,
        mv: Some(board.uci(mv)),
        side: board.turn(),
        truth: Truth::Proven,
        gain: proofs.first()?.gain(),
        line: vec![board.uci(mv)],
        proofs,
    })
}
