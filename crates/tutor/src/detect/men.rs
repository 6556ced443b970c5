//! Men that can be taken, men that nobody guards.

use quevedo_rules::{Bitboard, Board, Color, Piece, Square, attacks};

use super::lines::{rays, without};
use super::seen;
use crate::exchange::best_capture_of;
use crate::{Fact, Finding};

/// The men of both sides that a capture wins; those of the side to move after a pass.
pub(super) fn hanging(board: &Board) -> Vec<Finding> {
    let mut found = Vec::new();
    for side in Color::ALL {
        let Some(taker) = with_turn(board, !side) else { continue };
        for man in board.color(side) - board.pieces(Piece::King) {
            if let Some((mv, see)) = best_capture_of(&taker, man).filter(|(_, see)| *see > 0) {
                let mut finding = seen(Fact::Hanging { man }, board, None, !side, see);
                finding.line = if board.turn() == side { Vec::new() } else { vec![board.uci(mv)] };
                found.push(finding);
            }
        }
    }
    found
}

/// The pieces of both sides that no man of their side guards.
pub(super) fn loose(board: &Board) -> Vec<Finding> {
    let mut found = Vec::new();
    for side in Color::ALL {
        for man in board.color(side) - board.pieces(Piece::King) - board.pieces(Piece::Pawn) {
            if guards(board, man, side).is_empty() {
                found.push(seen(Fact::Loose { man }, board, None, !side, 0));
            }
        }
    }
    found
}

/// Sliders that count on a square through the man before them: without them the exchange there would turn.
pub(super) fn x_rays(board: &Board) -> Vec<Finding> {
    let mut found = Vec::new();
    for side in Color::ALL {
        for ray in rays(board, side) {
            let Some(target) = board.man_at(ray.behind).filter(|man| man.piece() != Piece::King) else {
                continue;
            };
            let taker = !target.color();
            let Some(here) = with_turn(board, taker) else { continue };
            let falls = |board: &Board| best_capture_of(board, ray.behind).is_some_and(|(_, see)| see > 0);
            if falls(&here) != (taker == side) {
                continue;
            }
            let Some(bare) = without(&here, ray.slider) else { continue };
            if falls(&bare) != falls(&here) {
                found.push(seen(Fact::XRay { rear: ray.slider, on: ray.behind }, board, None, side, 0));
            }
        }
    }
    found
}

/// The board with `turn` to move: as it is, or after a pass, which is not possible in check.
pub(crate) fn with_turn(board: &Board, turn: Color) -> Option<Board> {
    if board.turn() == turn { Some(*board) } else { board.play_null() }
}

/// `side`'s men that guard a square: a pinned man only along its line, the king only where a single enemy at most attacks.
pub(crate) fn guards(board: &Board, square: Square, side: Color) -> Bitboard {
    let king = board.king(side);
    let mut guards = board.attackers(square, side);
    let held = guards & board.pinned(side);
    for man in held {
        if !attacks::line(king, man).contains(square) {
            guards.remove(man);
        }
    }
    if guards.contains(king) && board.attackers(square, !side).more_than_one() {
        guards.remove(king);
    }
    guards.remove(square);
    guards
}
