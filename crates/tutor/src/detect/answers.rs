//! What a move answers and what it gives: parried threats, trapped men, sacrifices, mates on the last rank.

use quevedo_rules::{Board, Color, Move, Piece, Rank, attacks};

use super::blunder::shifted;
use super::lines::attacked_from;
use super::mate::last_position;
use super::men::with_turn;
use super::proven;
use crate::exchange::{best_capture_of, points, see, taken, victim};
use crate::prove::{Effort, prove, strongest_threat};
use crate::{Defence, Fact, Finding, Goal, Proof, Remedy, Root};

/// That the move meets what the other side threatened: the threat was proven before it, and is not after it.
pub(super) fn parries(board: &Board, mv: Move, effort: Effort) -> Option<Finding> {
    let proof = strongest_threat(board, !board.turn(), effort)?;
    if proof.gain() <= 0 {
        return None;
    }
    let passed = board.play_null()?;
    let threat = passed.find_uci(proof.first_move()?).ok()?;
    let after = board.play(mv);
    // What the parry took is its side's to keep.
    let same = shifted(proof.goal, taken(board, mv));
    if prove(&after, after.turn(), same, effort, &[threat]).is_some() {
        return None;
    }
    let how = remedy(board, &after, mv, threat)?;
    let fact = Fact::Parries { goal: proof.goal, threat: proof.first_move()?, how };
    let mut finding = proven(fact, board, Some(mv), proof);
    finding.side = board.turn();
    finding.gain = 0;
    finding.line = vec![board.uci(mv)];
    Some(finding)
}

fn remedy(board: &Board, after: &Board, mv: Move, threat: Move) -> Option<Remedy> {
    let aim = threat.to();
    let target = if threat.is_en_passant() { None } else { board.man_at(aim).map(|_| aim) };
    let stands = mv.to();
    if victim(board, mv) == Some(threat.from()) {
        Some(Remedy::Takes)
    } else if Some(mv.from()) == target {
        Some(Remedy::Moves)
    } else if after.in_check() {
        Some(Remedy::Counters)
    } else if attacks::between(threat.from(), aim).contains(stands) {
        Some(Remedy::Blocks)
    } else if attacked_from(after, stands).contains(aim) {
        Some(Remedy::Guards)
    } else {
        None
    }
}

/// Pieces of the other side that are lost whatever it plays.
pub(super) fn trapped(board: &Board, mv: Move, effort: Effort) -> Vec<Finding> {
    let after = board.play(mv);
    let (us, them) = (board.turn(), after.turn());
    let Some(ours) = with_turn(&after, us) else { return Vec::new() };
    let pieces = after.color(them) - after.pieces(Piece::King) - after.pieces(Piece::Pawn);
    let mut found = Vec::new();
    for man in pieces {
        let worth = after.piece_at(man).map_or(0, points);
        if best_capture_of(&ours, man).is_none_or(|(_, see)| see < worth - 1)
            || !is_lost_anywhere(&after, man)
        {
            continue;
        }
        let goal = Goal::Material(worth - 1);
        if let Some(proof) = prove(&after, us, goal, effort, &[]).and_then(|proof| that_takes(proof, man)) {
            let mut finding = proven(Fact::Trapped { man }, board, Some(mv), proof);
            finding.line.insert(0, board.uci(mv));
            found.push(finding);
        }
    }
    found
}

/// Whether every legal move of the man leaves it to a capture that wins something.
fn is_lost_anywhere(after: &Board, man: quevedo_rules::Square) -> bool {
    after.legal_moves().into_iter().filter(|mv| mv.from() == man).all(|mv| {
        let next = after.play(mv);
        best_capture_of(&next, mv.to()).is_some_and(|(_, see)| see > 0)
    })
}

/// The proof with a main line that takes the man where it stands: with its own, or through another reply.
fn that_takes(mut proof: Proof, man: quevedo_rules::Square) -> Option<Proof> {
    let count = match &proof.tree {
        Root::Defence(Defence::Replies(replies)) => replies.len(),
        _ => return None,
    };
    for index in 0..count {
        if index > 0
            && let Root::Defence(Defence::Replies(replies)) = &mut proof.tree
        {
            replies.swap(0, index);
        }
        if takes(&proof, man) {
            return Some(proof);
        }
    }
    None
}

/// Whether the main line of a proof that begins with the defence takes the man where it stands.
fn takes(proof: &Proof, man: quevedo_rules::Square) -> bool {
    if matches!(proof.tree, Root::Defence(Defence::Holds)) {
        return false;
    }
    let mut board = proof.start;
    for mv in proof.main_moves() {
        if victim(&board, mv) == Some(man) && board.turn() == proof.attacker {
            return true;
        }
        if mv.from() == man || victim(&board, mv) == Some(man) {
            return false;
        }
        board = board.play(mv);
    }
    false
}

/// That the move gives something up, and a proof shows what for.
pub(super) fn sacrifice(board: &Board, mv: Move, proof: &Proof) -> Option<Finding> {
    if proof.gain() <= 0 && proof.goal != Goal::Draw {
        return None;
    }
    let after = board.play(mv);
    let given = -see(board, mv);
    let us = board.turn();
    let men = after.color(us) - after.pieces(Piece::King) - after.pieces(Piece::Pawn);
    let left = men
        .into_iter()
        .filter(|&man| man != mv.to())
        .filter_map(|man| best_capture_of(&after, man))
        .map(|(_, see)| see - taken(board, mv))
        .max();
    let points = if given >= 2 { given } else { left.filter(|left| *left >= 2)? };
    Some(proven(Fact::Sacrifice { points }, board, Some(mv), proof.clone()))
}

/// That a man which falls whatever else is played sells itself.
pub(super) fn desperado(board: &Board, mv: Move) -> Option<Finding> {
    let man = mv.from();
    let piece = board.piece_at(man)?;
    let falls = |board: &Board, man| best_capture_of(board, man).is_some_and(|(_, see)| see > 0);
    let is_sold = mv.is_capture() && !mv.is_promotion() && see(board, mv) <= 0 && !board.in_check();
    if !is_sold || matches!(piece, Piece::Pawn | Piece::King) || !falls(&board.play_null()?, man) {
        return None;
    }
    if !falls(&board.play(mv), mv.to()) {
        return None;
    }
    let is_lost = |other: Move| {
        let stands = match other {
            other if other.from() == man => other.to(),
            // The rook castles.
            other if other.is_castle() && other.to() == man => {
                quevedo_rules::Wing::of(other.from(), man).rook_target(board.turn())
            }
            _ => man,
        };
        falls(&board.play(other), stands)
    };
    let others = board.legal_moves().into_iter().filter(|it| it.from() != man || !it.is_capture());
    others
        .into_iter()
        .all(is_lost)
        .then(|| super::seen(Fact::Desperado { man }, board, Some(mv), board.turn(), 0))
}

/// That the mate which is proven falls on the king's first rank.
pub(super) fn back_rank(proof: &Proof) -> Option<Finding> {
    if !matches!(proof.goal, Goal::Mate(_)) {
        return None;
    }
    let last = last_position(proof).filter(Board::is_checkmate)?;
    let side: Color = last.turn();
    let king = last.king(side);
    let home = Rank::First.relative_to(side);
    let heavy = last.pieces(Piece::Rook) | last.pieces(Piece::Queen);
    let along = last.checkers().into_iter().any(|by| heavy.contains(by) && by.rank() == home);
    let stood = proof.start.king(side) == king;
    let mv = proof.main_moves().first().copied();
    (king.rank() == home && along && stood)
        .then(|| proven(Fact::BackRank { king }, &proof.start, mv, proof.clone()))
}
