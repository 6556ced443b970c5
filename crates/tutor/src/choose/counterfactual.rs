//! Counterfactuals: is a motif the cause of a gain, or only there beside it?
//!
//! The motif is taken away from the board (a target goes, the king steps off the line, the back rank gets a hole), and the same move is
//! proven again. What is gained without the motif was not gained by it.

use quevedo_rules::{Board, Color, Piece, Square, attacks};

use crate::detect::lines::{attacked_from, changed, without};
use crate::prove::{Effort, strongest};
use crate::{Fact, Finding, MATE_GAIN, Proof};

/// The least part of a gain that a cause is answerable for.
pub(crate) const CAUSE: f64 = 0.6;

/// The part of the gain that is gone without the motif, from 0 (it does nothing) to 1 (it is everything): 1 - gain'/gain. `None` where the
/// finding is no motif that could be taken away: it is the gain itself, or its detection has asked the question already.
pub fn counterfactual(finding: &Finding, effort: Effort) -> Option<f64> {
    let proof = finding.proofs.first().filter(|proof| !proof.after_pass && proof.gain() > 0)?;
    let moves = proof.main_moves();
    let &mv = moves.first().filter(|_| proof.first_move().is_some())?;
    let boards = without_motif(&finding.fact, proof);
    let gain = |board: &Board| {
        let again = board.is_legal(mv).then(|| strongest(board, proof.attacker, Some(mv), effort, &moves));
        again.flatten().map_or(0, |proof| proof.gain().clamp(0, MATE_GAIN))
    };
    let left = boards.iter().map(gain).max()?;
    Some((1.0 - f64::from(left) / f64::from(proof.gain())).clamp(0.0, 1.0))
}

/// Whether the finding is the cause of its gain, as far as that can be asked.
pub(crate) fn is_cause(finding: &Finding, effort: Effort) -> bool {
    counterfactual(finding, effort).is_none_or(|part| part >= CAUSE)
}

/// The start of the proof without the motif, in one way or several.
fn without_motif(fact: &Fact, proof: &Proof) -> Vec<Board> {
    let board = &proof.start;
    let them = !proof.attacker;
    let gone = |square: Square| without(board, square).into_iter().collect::<Vec<Board>>();
    match fact {
        Fact::Fork { by, targets } => single_targets(proof, &[*by], targets),
        Fact::DoubleAttack { by, targets } => single_targets(proof, by, targets),
        Fact::PinAbsolute { pinner, pinned, .. } => {
            let line = attacks::line(*pinner, *pinned);
            king_aside(board, them, |square| !line.contains(square))
        }
        Fact::PinRelative { behind, .. } | Fact::Skewer { behind, .. } => gone(*behind),
        Fact::DiscoveredAttack { target, .. }
        | Fact::RemovedDefender { target, .. }
        | Fact::Interference { target, .. } => gone(*target),
        Fact::DiscoveredCheck { by } => gone(*by),
        Fact::DoubleCheck { by } => {
            let stood =
                by.iter().find(|&&square| board.man_at(square).is_some_and(|man| man.color() != them));
            stood.map_or_else(Vec::new, |&square| gone(square))
        }
        Fact::Overloaded { duties, .. } => duties.last().map_or_else(Vec::new, |&last| gone(last)),
        Fact::BackRank { king } => {
            let before = attacks::king(*king) & board.colored(them, Piece::Pawn);
            before.into_iter().filter_map(|pawn| without(board, pawn)).collect()
        }
        _ => Vec::new(),
    }
}

/// One of the attacked men is left, in turn: the others go, and a king steps aside.
fn single_targets(proof: &Proof, by: &[Square], targets: &[Square]) -> Vec<Board> {
    let them = !proof.attacker;
    let Some(&mv) = proof.main_moves().first() else { return Vec::new() };
    let is_king = |square: &Square| proof.start.piece_at(*square) == Some(Piece::King);
    let (kings, men): (Vec<Square>, Vec<Square>) = targets.iter().copied().partition(is_king);
    let mut boards = Vec::new();
    for left in &men {
        let others = men.iter().filter(|man| *man != left);
        let board = others.fold(proof.start, |board, &man| without(&board, man).unwrap_or(board));
        if kings.is_empty() {
            boards.push(board);
            continue;
        }
        // Whoever attacks, attacks from where it stands after the move.
        let after = board.is_legal(mv).then(|| board.play(mv));
        let is_hit = |square| {
            by.iter().any(|&by| after.is_some_and(|after| attacked_from(&after, by).contains(square)))
        };
        boards.extend(king_aside(&board, them, |square| !is_hit(square)));
    }
    boards
}

/// The board with the king one step aside, on the first square that will do.
fn king_aside(board: &Board, side: Color, will_do: impl Fn(Square) -> bool) -> Vec<Board> {
    let king = board.king(side);
    let Some(man) = board.man_at(king) else { return Vec::new() };
    let near = attacks::king(king) - board.occupied();
    let moved = |square: Square| {
        let next = changed(board, |setup| {
            setup.clear(king);
            setup.put(square, man);
        })?;
        // Where it is attacked the move would do something else.
        (!next.is_attacked(square, !side)).then_some(next)
    };
    near.into_iter().filter(|&square| will_do(square)).find_map(moved).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings_of_move;

    fn part(fen: &str, san: &str, is_it: fn(&Fact) -> bool) -> f64 {
        let board = Board::from_fen(fen).expect("a FEN");
        let mv = board.parse_san(san).expect("a move");
        let found = findings_of_move(&board, &[mv], Effort::QUICK);
        let finding = found.iter().find(|finding| is_it(&finding.fact) && finding.at == board);
        let finding = finding.unwrap_or_else(|| panic!("no such fact in {fen}"));
        counterfactual(finding, Effort::QUICK).expect("a part")
    }

    #[test]
    fn a_fork_that_wins_a_rook_is_its_cause() {
        let is_fork = |fact: &Fact| matches!(fact, Fact::Fork { .. });
        let whole = part("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "Nc7+", is_fork);
        assert!(whole >= CAUSE, "{whole}");
    }

    #[test]
    fn a_discovered_attack_on_a_pawn_is_no_cause_where_a_queen_falls() {
        let is_it = |fact: &Fact| matches!(fact, Fact::DiscoveredAttack { .. });
        let beside = part("6k1/1q2p3/8/8/4B3/8/8/4R1K1 w - - 0 1", "Bxb7", is_it);
        assert!(beside < CAUSE, "{beside}");
    }

    #[test]
    fn what_is_no_motif_is_not_asked() {
        let board = Board::from_fen("6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1").expect("a FEN");
        let mv = board.parse_san("Rd8#").expect("a move");
        let found = findings_of_move(&board, &[mv], Effort::QUICK);
        let mate = found.iter().find(|it| matches!(it.fact, Fact::MateIn { .. })).expect("mate");
        assert_eq!(counterfactual(mate, Effort::QUICK), None);
        let weak = found.iter().find(|it| matches!(it.fact, Fact::BackRank { .. })).expect("a back rank");
        assert!(counterfactual(weak, Effort::QUICK).is_some_and(|part| part >= CAUSE));
    }
}
