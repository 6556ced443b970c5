//! Sliders, what they see, and what stands behind.

use quevedo_rules::{Bitboard, Board, Color, Setup, Square, attacks};

/// A slider, the first man on its line and the next one behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ray {
    pub(crate) slider: Square,
    pub(crate) front: Square,
    pub(crate) behind: Square,
}

/// All lines on which a slider of `color` sees a man with another behind it.
pub(crate) fn rays(board: &Board, color: Color) -> Vec<Ray> {
    let sliders = board.diagonal_sliders(color) | board.straight_sliders(color);
    let occupied = board.occupied();
    let mut rays = Vec::new();
    for slider in sliders {
        let Some(piece) = board.piece_at(slider) else { continue };
        let seen = attacks::of(piece, color, slider, occupied) & occupied;
        for front in seen {
            let through = attacks::of(piece, color, slider, occupied ^ Bitboard::of(front));
            let hidden = (through & occupied & attacks::line(slider, front)) - seen;
            rays.extend(hidden.into_iter().map(|behind| Ray { slider, front, behind }));
        }
    }
    rays
}

/// The squares that the man on a square attacks.
pub(crate) fn attacked_from(board: &Board, square: Square) -> Bitboard {
    board
        .man_at(square)
        .map_or(Bitboard::EMPTY, |man| attacks::of(man.piece(), man.color(), square, board.occupied()))
}

/// The board with what stands on a square taken off, if that is a legal position. Rights to castle that hang on it go too.
pub(crate) fn without(board: &Board, square: Square) -> Option<Board> {
    changed(board, |setup| setup.clear(square))
}

/// The board after some change of its men, with the turn as it was.
pub(crate) fn changed(board: &Board, change: impl FnOnce(&mut Setup)) -> Option<Board> {
    let mut setup = board.setup();
    change(&mut setup);
    setup.en_passant = None;
    Board::try_from(setup.without_contradictions()).ok()
}
