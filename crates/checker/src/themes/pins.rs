//! Pins to the king, and what the pinned man cannot do.

use shakmaty::{Bitboard, Chess, Color, Position, Square};

use super::Puzzle;
use super::terms::{attackers, hangs, pin_line};
use crate::ground::value;

/// After a move of the solver a pinned man could take something but for the pin, or cannot get away from an attack along it.
pub(super) fn pin(puzzle: &Puzzle) -> bool {
    puzzle.own().any(|(_, played)| {
        let position = &played.after;
        let theirs = position.board().by_color(!puzzle.solver);
        let pinned = theirs.into_iter().filter_map(|square| Some((square, pin_line(position, square)?)));
        pinned.into_iter().any(|(square, line)| {
            cannot_take(position, puzzle.solver, square, line)
                || cannot_escape(position, puzzle.solver, square, line)
        })
    })
}

/// It would take something better than itself, or something that hangs.
fn cannot_take(position: &Chess, solver: Color, pinned: Square, line: Bitboard) -> bool {
    let board = position.board();
    let Some(man) = board.piece_at(pinned) else { return false };
    let hit = board.attacks_from(pinned) & board.by_color(solver) & !line;
    hit.into_iter().any(|square| {
        board.role_at(square).is_some_and(|role| value(role) > value(man.role)) || hangs(board, square)
    })
}

/// Attacked on the line by something cheaper; or it hangs, does not hit back, and could go but for the pin.
fn cannot_escape(position: &Chess, solver: Color, pinned: Square, line: Bitboard) -> bool {
    let board = position.board();
    let Some(man) = board.piece_at(pinned) else { return false };
    let on_line = attackers(board, solver, pinned) & line;
    on_line.into_iter().any(|attacker| {
        let is_cheaper = board.role_at(attacker).is_some_and(|role| value(man.role) > value(role));
        let hits_back = || attackers(board, !solver, attacker).contains(pinned);
        is_cheaper || (hangs(board, pinned) && !hits_back() && would_leave(position, pinned, line))
    })
}

/// Whether the man has a move off the line, pins not looked at.
fn would_leave(position: &Chess, square: Square, line: Bitboard) -> bool {
    let board = position.board();
    let Some(man) = board.piece_at(square) else { return false };
    let others = board.by_color(!man.color);
    let targets = if man.role == shakmaty::Role::Pawn {
        let step = man.color.fold_wb(8, -8);
        let push = square.offset(step).filter(|to| !board.occupied().contains(*to));
        (board.attacks_from(square) & others) | push.map_or(Bitboard::EMPTY, Bitboard::from)
    } else {
        board.attacks_from(square) & !board.by_color(man.color)
    };
    (targets & !line).any()
}
