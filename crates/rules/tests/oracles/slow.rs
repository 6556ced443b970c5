//! Attacks and pins by their definitions: walking step by step, and taking men off to see.

use quevedo_rules::{Bitboard, Color, Man, Piece, Setup, Square};

const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The squares that the man on `from` attacks.
fn attacks(setup: &Setup, from: Square, man: Man) -> Bitboard {
    let all = [STRAIGHT, DIAGONAL].concat();
    match man.piece() {
        Piece::Pawn if man.color() == Color::White => steps(from, &[(-1, 1), (1, 1)]),
        Piece::Pawn => steps(from, &[(-1, -1), (1, -1)]),
        Piece::Knight => steps(from, &JUMPS),
        Piece::King => steps(from, &all),
        Piece::Bishop => rays(setup, from, &DIAGONAL),
        Piece::Rook => rays(setup, from, &STRAIGHT),
        Piece::Queen => rays(setup, from, &all),
    }
}

fn steps(from: Square, steps: &[(i8, i8)]) -> Bitboard {
    steps.iter().filter_map(|&(files, ranks)| from.offset(files, ranks)).collect()
}

fn rays(setup: &Setup, from: Square, directions: &[(i8, i8)]) -> Bitboard {
    let mut seen = Bitboard::EMPTY;
    for &(files, ranks) in directions {
        let mut here = from;
        while let Some(next) = here.offset(files, ranks) {
            seen.insert(next);
            if setup.man_at(next).is_some() {
                break;
            }
            here = next;
        }
    }
    seen
}

/// `by`'s men that attack `target`.
pub(crate) fn attackers(setup: &Setup, target: Square, by: Color) -> Bitboard {
    let men = setup.men().filter(|(_, man)| man.color() == by);
    men.filter(|&(from, man)| attacks(setup, from, man).contains(target)).map(|(from, _)| from).collect()
}

/// `color`'s men that, taken off, would uncover an attack on their king, and the men that would attack.
pub(crate) fn pins(setup: &Setup, color: Color) -> (Bitboard, Bitboard) {
    let king = setup.squares_of(Man::new(color, Piece::King)).single().expect("one king");
    let before = attackers(setup, king, !color);
    let (mut pinned, mut pinners) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for (square, man) in setup.men() {
        if man.color() == color && man.piece() != Piece::King {
            let mut without = *setup;
            without.clear(square);
            let uncovered = attackers(&without, king, !color) - before;
            if uncovered.any() {
                pinned.insert(square);
                pinners |= uncovered;
            }
        }
    }
    (pinned, pinners)
}
