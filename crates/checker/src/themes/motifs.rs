//! Motifs that two or three moves show.

use shakmaty::{Position, Role, Square, attacks};

use super::terms::{attackers, hangs, is_in_danger, is_slider, is_trapped, rank_of, targets};
use super::{Later, Played, Puzzle};
use crate::ground::{balance, value};

/// A man other than the king, not in danger itself, attacks two or more enemy pieces, each worth more or hanging without guarding back.
/// The last move of a solution does not count.
pub(super) fn fork(puzzle: &Puzzle) -> bool {
    let mut own: Vec<&Played> = puzzle.own().map(|(_, played)| played).collect();
    own.pop();
    own.into_iter().any(forks)
}

fn forks(played: &Played) -> bool {
    let board = played.after.board();
    let by = played.role();
    if by == Role::King || is_in_danger(board, played.to) {
        return false;
    }
    let is_forked = |(square, man): &(Square, shakmaty::Piece)| {
        let hits_back = || attackers(board, man.color, played.to).contains(*square);
        man.role != Role::Pawn && (rank_of(man.role) > rank_of(by) || (hangs(board, *square) && !hits_back()))
    };
    targets(board, played.to).filter(is_forked).count() > 1
}

/// A slider takes what stood behind a more valuable man that has left the line.
pub(super) fn skewer(puzzle: &Puzzle) -> bool {
    puzzle.later().any(|Later { reply, now, .. }| {
        let Some(taken) = now.met() else { return false };
        let has_left = reply.to != now.to && attacks::between(now.from, now.to).contains(reply.from);
        is_slider(now.role())
            && has_left
            && !now.after.is_checkmate()
            && rank_of(reply.role()) > rank_of(taken)
            && is_in_danger(now.before.board(), now.to)
    })
}

/// Check by a man that did not move, alone or with the one that did.
pub(super) fn discovered_check(puzzle: &Puzzle) -> bool {
    puzzle.own().any(|(_, played)| played.after.checkers().into_iter().any(|checker| checker != played.to))
}

/// Check by nobody but a man that did not move.
fn checks_from_behind(played: &Played) -> bool {
    played.gives_check() && !played.after.checkers().contains(played.to)
}

/// A capture along a line that the solver's move before has opened, or a check by nobody but the man behind.
pub(super) fn discovered_attack(puzzle: &Puzzle) -> bool {
    if puzzle.own().any(|(_, played)| checks_from_behind(played)) {
        return true;
    }
    for Later { first, reply, now, .. } in puzzle.later() {
        if !now.is_capture() {
            continue;
        }
        // To take back is not to discover; what comes later is not looked at.
        if reply.to == now.to {
            return false;
        }
        let opened = attacks::between(now.from, now.to).contains(first.from);
        if opened && now.to != first.to && now.from != first.to && !first.mv.is_castle() {
            return true;
        }
    }
    false
}

pub(super) fn double_check(puzzle: &Puzzle) -> bool {
    puzzle.own().any(|(_, played)| played.after.checkers().count() > 1)
}

/// Both have taken on one square, the other side with a man from the line on which the solver then takes again.
pub(super) fn x_ray(puzzle: &Puzzle) -> bool {
    puzzle.later().any(|Later { first, reply, now, .. }| {
        now.is_capture()
            && reply.to == now.to
            && first.to == now.to
            && reply.role() != Role::King
            && attacks::between(now.from, now.to).contains(reply.from)
    })
}

/// The first move takes a piece that nobody guards, not merely back, and keeps what it won.
pub(super) fn hanging_piece(puzzle: &Puzzle) -> bool {
    let (set, take) = (puzzle.first(), &puzzle.moves[1]);
    let Some(taken) = take.met().filter(|role| *role != Role::Pawn) else { return false };
    if !hangs(take.before.board(), take.to) {
        return false;
    }
    let takes_back = set.to == take.to && set.met().is_some_and(|role| value(role) >= value(taken));
    let keeps = puzzle
        .moves
        .get(3)
        .is_none_or(|later| balance(&later.after, puzzle.solver) >= balance(&take.after, puzzle.solver));
    !takes_back && keeps
}

/// A piece is taken that could not have saved itself the move before.
pub(super) fn trapped_piece(puzzle: &Puzzle) -> bool {
    puzzle.later().any(|Later { reply, now, .. }| {
        let is_piece = now.met().is_some_and(|role| role != Role::Pawn);
        let stood = if reply.to == now.to { reply.from } else { now.to };
        is_piece && is_trapped(&reply.before, stood)
    })
}
