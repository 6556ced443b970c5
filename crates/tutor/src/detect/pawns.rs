//! Pawns: passed ones, weak ones, breaks, and promotions by force.

use quevedo_rules::{Bitboard, Board, Color, Move, Piece, Square, attacks};

use super::{proven, seen};
use crate::exchange::victim;
use crate::{Attack, Defence, Fact, Finding, Goal, PawnFlaw, Proof, Root};

/// What can be seen of the pawns of both sides.
pub(super) fn facts(board: &Board) -> Vec<Finding> {
    let mut found = Vec::new();
    for side in Color::ALL {
        for pawn in board.colored(side, Piece::Pawn) {
            if is_passed(board, pawn, side) {
                found.push(seen(Fact::Passed { pawn }, board, None, side, 0));
            }
            let flaws = flaws(board, pawn, side);
            found.extend(
                flaws.into_iter().map(|flaw| seen(Fact::WeakPawn { pawn, flaw }, board, None, !side, 0)),
            );
        }
    }
    found
}

/// The squares ahead of a square, from the next rank to the last.
pub(super) fn ahead(square: Square, side: Color) -> Bitboard {
    let mut front = Bitboard::of(square).forward(side);
    let mut all = front;
    for _ in 0..6 {
        front = front.forward(side);
        all |= front;
    }
    all
}

pub(super) fn beside(squares: Bitboard) -> Bitboard {
    squares.east() | squares.west()
}

pub(super) fn is_passed(board: &Board, pawn: Square, side: Color) -> bool {
    let front = ahead(pawn, side);
    !(front | beside(front)).intersects(board.colored(!side, Piece::Pawn))
}

pub(super) fn flaws(board: &Board, pawn: Square, side: Color) -> Vec<PawnFlaw> {
    let own = board.colored(side, Piece::Pawn);
    let files = beside(Bitboard::file(pawn.file()));
    let mut flaws = Vec::new();
    if ahead(pawn, side).intersects(own) {
        flaws.push(PawnFlaw::Doubled);
    }
    if !files.intersects(own) {
        flaws.push(PawnFlaw::Isolated);
    } else if is_backward(board, pawn, side) {
        flaws.push(PawnFlaw::Backward);
    }
    flaws
}

fn is_backward(board: &Board, pawn: Square, side: Color) -> bool {
    let own = board.colored(side, Piece::Pawn);
    let behind = beside(ahead(pawn, !side) | pawn);
    let Some(stop) = Bitboard::of(pawn).forward(side).first() else { return false };
    let stopped = attacks::pawn(side, stop).intersects(board.colored(!side, Piece::Pawn));
    !behind.intersects(own) && stopped
}

/// What a proof of a promotion says of the pawns, and whether a lesser piece is right.
pub(super) fn of_proof(board: &Board, mv: Move, proof: &Proof) -> Vec<Finding> {
    let mut found = Vec::new();
    if proof.goal == Goal::Promotion
        && let Root::Attack(attack) = &proof.tree
        && let Some(pawn) = promoted_always(board, attack, None)
    {
        let stands = if pawn == mv.from() { mv.to() } else { pawn };
        if !mv.is_promotion() {
            found.push(proven(Fact::Unstoppable { pawn: stands }, board, Some(mv), proof.clone()));
        }
    }
    found.extend(breakthrough(board, mv, proof).map(|fact| proven(fact, board, Some(mv), proof.clone())));
    if let Some(piece) = mv.promotion().filter(|piece| *piece != Piece::Queen) {
        let queen = board.legal_moves().into_iter().find(|other| {
            other.from() == mv.from() && other.to() == mv.to() && other.promotion() == Some(Piece::Queen)
        });
        if queen.is_some_and(|queen| board.play(queen).is_stalemate()) {
            found.push(proven(Fact::UnderPromotion { piece }, board, Some(mv), proof.clone()));
        }
    }
    found
}

/// A pawn move whose main line gives up a pawn and promotes another one that was not passed.
fn breakthrough(board: &Board, mv: Move, proof: &Proof) -> Option<Fact> {
    let us = board.turn();
    let line = proof.main_moves();
    if proof.goal != Goal::Promotion
        || board.piece_at(mv.from()) != Some(Piece::Pawn)
        || line.first() != Some(&mv)
    {
        return None;
    }
    let mut here = board.play(mv);
    // Where each own pawn stands, by where it stood after the move.
    let mut pawns: Vec<(Square, Square)> =
        here.colored(us, Piece::Pawn).into_iter().map(|square| (square, square)).collect();
    let mut given = false;
    for &mv in &line[1..] {
        if let Some(taken) = victim(&here, mv).filter(|_| here.turn() != us) {
            given |= here.piece_at(taken) == Some(Piece::Pawn);
            pawns.retain(|(_, now)| *now != taken);
        }
        let moved = pawns.iter_mut().find(|(_, now)| *now == mv.from() && here.turn() == us);
        if let Some((pawn, now)) = moved {
            *now = mv.to();
            let stood = if *pawn == line[0].to() { line[0].from() } else { *pawn };
            if mv.is_promotion() {
                let is_new = !is_passed(board, stood, us);
                return (given && is_new).then_some(Fact::Breakthrough { pawn: *pawn });
            }
        }
        here = here.play(mv);
    }
    None
}

/// The one pawn, by where it stands on `board`, that is promoted on every line of a tree.
fn promoted_always(board: &Board, attack: &Attack, promoted: Option<Square>) -> Option<Square> {
    let mv = board.find_uci(attack.mv).ok()?;
    let here = if mv.is_promotion() { promoted.or(Some(mv.from())) } else { promoted };
    let next = board.play(mv);
    let home = |square: Square| if square == mv.to() { mv.from() } else { square };
    match &attack.then {
        Defence::Holds => here,
        Defence::Replies(replies) => {
            let mut pawns = replies.iter().map(|reply| {
                let reply_mv = next.find_uci(reply.mv).ok()?;
                let after = next.play(reply_mv);
                // Once promoted, the pawn is known by where it stood before.
                if here.is_some() {
                    Some(here)
                } else {
                    Some(promoted_always(&after, &reply.then, None).map(home))
                }
            });
            let first = pawns.next()??;
            pawns.all(|pawn| pawn == Some(first)).then_some(first)?
        }
    }
}
