//! Positions into FEN.

use super::wing_rook;
use crate::{Color, File, Man, Rank, Setup, Square, Wing};

/// How castling rights are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Castling {
    /// `KQkq` wherever that is clear, file letters elsewhere.
    XFen,
    /// Always file letters.
    Shredder,
}

/// The FEN of a setup, without its counters.
pub(crate) fn four_fields(setup: &Setup, castling: Castling) -> String {
    let mut text = String::with_capacity(96);
    write_men(setup, &mut text);
    text.push(' ');
    text.push(setup.turn.fen_char());
    text.push(' ');
    write_castling(setup, castling, &mut text);
    text.push(' ');
    match setup.en_passant {
        Some(square) => text.extend([square.file().char(), square.rank().char()]),
        None => text.push('-'),
    }
    text
}

/// The whole FEN of a setup.
pub(super) fn six_fields(setup: &Setup, castling: Castling) -> String {
    let mut text = four_fields(setup, castling);
    for counter in [setup.halfmove_clock, setup.fullmove_number] {
        text.push(' ');
        text.push_str(&counter.to_string());
    }
    text
}

fn write_men(setup: &Setup, text: &mut String) {
    for rank in Rank::ALL.into_iter().rev() {
        if rank != Rank::Eighth {
            text.push('/');
        }
        let mut empty = 0;
        for file in File::ALL {
            match setup.man_at(Square::at(file, rank)) {
                Some(man) => {
                    write_empty(empty, text);
                    text.push(Man::fen_char(man));
                    empty = 0;
                }
                None => empty += 1,
            }
        }
        write_empty(empty, text);
    }
}

fn write_empty(squares: u8, text: &mut String) {
    if squares > 0 {
        text.push(char::from(b'0' + squares));
    }
}

fn write_castling(setup: &Setup, castling: Castling, text: &mut String) {
    if setup.castling.is_empty() {
        text.push('-');
        return;
    }
    for color in Color::ALL {
        let rooks = setup.castling.rooks_of(color);
        for file in File::ALL.into_iter().rev() {
            let rook = Square::at(file, Rank::First.relative_to(color));
            if rooks.contains(rook) {
                let letter = castling_letter(setup, castling, color, rook);
                text.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
            }
        }
    }
}

/// The letter that a reader takes for this very rook, in lower case.
fn castling_letter(setup: &Setup, castling: Castling, color: Color, rook: Square) -> char {
    match castling {
        Castling::XFen if rook == wing_rook(setup, color, Wing::King) => 'k',
        Castling::XFen if rook == wing_rook(setup, color, Wing::Queen) => 'q',
        _ => rook.file().char(),
    }
}
