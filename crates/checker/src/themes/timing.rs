//! Motifs in which one man is made to leave, to come, or to stand in the way.

use shakmaty::{Position, Role, Square, attacks};

use super::terms::{attackers, hangs, is_in_danger, is_slider, rank_of};
use super::{Later, Played, Puzzle};
use crate::ground::value;

/// A king, queen or rook takes on a square to which the solver has moved, and is then attacked there: the king with a check, the others
/// until they are taken.
pub(super) fn attraction(puzzle: &Puzzle) -> bool {
    let at = |place: usize| puzzle.moves.get(place);
    puzzle.own().any(|(place, lure)| {
        let (Some(taken), Some(attack)) = (at(place + 1), at(place + 2)) else { return false };
        let attracted = taken.role();
        let is_lured = taken.to == lure.to && matches!(attracted, Role::King | Role::Queen | Role::Rook);
        let attacks_it = || attackers(attack.after.board(), puzzle.solver, taken.to).contains(attack.to);
        let falls = || at(place + 4).is_some_and(|later| later.to == taken.to);
        is_lured && attacks_it() && (attracted == Role::King || falls())
    })
}

/// How much the tagger's list of kinds counts a man: its place in the row pawn, knight, bishop, rook, queen, king.
fn number(role: Role) -> i32 {
    role as i32
}

/// A man that guarded a square takes something or answers a check, and the square is then taken or promoted on.
pub(super) fn deflection(puzzle: &Puzzle) -> bool {
    puzzle.later().any(|Later { first, reply, now, .. }| {
        let taken = now.met();
        if taken.is_none() && !now.mv.is_promotion() {
            return false;
        }
        if taken.is_some_and(|role| rank_of(role) > rank_of(now.role())) {
            return false;
        }
        // The label compares what was given up, in pawns, with the number of the man's kind.
        let gives_more = first.met().is_none_or(|role| value(role) < number(first.role()));
        let is_elsewhere = now.to != reply.to && now.to != first.to;
        let is_forced = reply.to == first.to || first.gives_check();
        let board = first.after.board();
        let hit = board.attacks_from(reply.from);
        let guarded = hit.contains(now.to)
            || (now.mv.is_promotion() && now.to.file() == reply.from.file() && hit.contains(now.from));
        let still = now.before.board().attacks_from(reply.to).contains(now.to);
        gives_more && is_elsewhere && is_forced && guarded && !still
    })
}

/// The first guard of a square, if it is a slider.
fn sliding_guard(played: &Played, square: Square, color: shakmaty::Color) -> Option<Square> {
    let board = played.after.board();
    let guard = attackers(board, color, square).into_iter().next()?;
    board.role_at(guard).is_some_and(is_slider).then_some(guard)
}

/// A man between a slider and what it guarded, whichever side put it there; what was guarded is then taken.
pub(super) fn interference(puzzle: &Puzzle) -> bool {
    let falls = |now: &Played| now.met().is_some() && hangs(now.before.board(), now.to);
    let color = !puzzle.solver;
    let by_reply = puzzle.later().any(|Later { first, reply, now, .. }| {
        let cuts = |guard| attacks::between(now.to, guard).contains(reply.to);
        falls(now) && sliding_guard(first, now.to, color).is_some_and(cuts)
    });
    by_reply
        || puzzle.later().any(|Later { earlier, first, reply, now }| {
            let cuts = |guard| attacks::between(now.to, guard).contains(first.to);
            now.to != reply.to && falls(now) && sliding_guard(earlier, now.to, color).is_some_and(cuts)
        })
}

/// A recapture that was there is put off for one move.
pub(super) fn intermezzo(puzzle: &Puzzle) -> bool {
    // Only the first capture that fits the first half of this is asked.
    let waits = |later: &Later<'_>| {
        let Later { first, reply, now, .. } = later;
        let took_part = attackers(first.after.board(), !puzzle.solver, now.to).contains(reply.from);
        now.is_capture() && !took_part && first.to != now.to
    };
    puzzle.later().find(waits).is_some_and(|Later { earlier, now, .. }| {
        earlier.to == now.to && earlier.is_capture() && earlier.after.is_legal(now.mv)
    })
}

/// A slider goes where, or through where, another man has just stood, which left without need.
pub(super) fn clearance(puzzle: &Puzzle) -> bool {
    puzzle.later().any(|Later { first, reply, now, .. }| {
        let is_quiet = now.met().is_none() && is_slider(now.role());
        let is_other = !first.mv.is_promotion() && first.to != now.from && first.to != now.to;
        let is_free = !now.before.is_check() && (!now.gives_check() || reply.role() != Role::King);
        let cleared = first.from == now.to || attacks::between(now.from, now.to).contains(first.from);
        let gives = || first.met().is_none() || is_in_danger(first.after.board(), first.to);
        is_quiet && is_other && is_free && cleared && gives()
    })
}

/// What guarded something is taken, and then that is taken, or it is mate.
pub(super) fn capturing_defender(puzzle: &Puzzle) -> bool {
    puzzle.later().any(|Later { first, reply, now, .. }| {
        let falls = || {
            now.met().is_some_and(|role| now.role() != Role::King && value(role) <= value(now.role()))
                && hangs(now.before.board(), now.to)
                && reply.to != now.to
        };
        if !now.after.is_checkmate() && !falls() {
            return false;
        }
        let board = first.before.board();
        let guarded = || {
            board
                .piece_at(first.to)
                .is_some_and(|guard| attackers(board, guard.color, now.to).contains(first.to))
        };
        !first.gives_check() && first.to != now.from && guarded() && !first.before.is_check()
    })
}
