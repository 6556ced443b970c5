//! FEN into positions.

use arrayvec::ArrayVec;

use super::{FenError, wing_rook};
use crate::excerpt::excerpt;
use crate::{CastlingRights, Color, File, Man, Rank, Setup, Square, Wing};

/// Longer texts are not even looked at.
const LONGEST: usize = 1_000;

/// How much carelessness is forgiven.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    Strict,
    Lenient,
}

/// Reads exactly what the standard says.
pub(super) fn strict(text: &str) -> Result<Setup, FenError> {
    check_length(text)?;
    if text.trim().is_empty() {
        return Err(FenError::Empty);
    }
    if let Some(place) = superfluous_space(text) {
        return Err(FenError::SuperfluousSpace(place));
    }
    let fields: ArrayVec<&str, 7> = text.split(' ').take(7).collect();
    let (board, turn, castling, en_passant, clock, number) = match fields[..] {
        [board, turn, castling, en_passant, clock, number] => {
            (board, turn, castling, en_passant, clock, number)
        }
        [_, _, _, _, _, _, extra] => return Err(FenError::ExtraFields(excerpt(extra))),
        _ => return Err(FenError::MissingFields(fields.len())),
    };
    let mut setup = Setup::EMPTY;
    place_men(&mut setup, board, Manner::Strict)?;
    setup.turn = read_turn(turn, Manner::Strict)?;
    setup.castling = read_castling(&setup, castling, Manner::Strict)?;
    setup.en_passant = read_en_passant(en_passant, Manner::Strict)?;
    setup.halfmove_clock = read_halfmove_clock(clock)?;
    setup.fullmove_number = match read_fullmove_number(number)? {
        0 => return Err(FenError::FullmoveNumber(excerpt(number))),
        number => number,
    };
    Ok(setup)
}

/// Reads whatever has one plain meaning.
pub(super) fn lenient(text: &str) -> Result<Setup, FenError> {
    check_length(text)?;
    lenient_fields(text.split(is_separator).filter(|field| !field.is_empty()))
}

/// Reads the fields of a FEN, of which all but the first may be missing. A number where castling
/// or en passant is expected means that these were left out.
pub(crate) fn lenient_fields<'a>(fields: impl Iterator<Item = &'a str>) -> Result<Setup, FenError> {
    let mut fields = fields.peekable();
    let mut setup = Setup::EMPTY;
    place_men(&mut setup, fields.next().ok_or(FenError::Empty)?, Manner::Lenient)?;
    if let Some(turn) = fields.next() {
        setup.turn = read_turn(turn, Manner::Lenient)?;
    }
    if let Some(castling) = fields.next_if(|field| !is_number(field) && read_square(field).is_none()) {
        setup.castling = read_castling(&setup, castling, Manner::Lenient)?;
    }
    if let Some(en_passant) = fields.next_if(|field| !is_number(field)) {
        setup.en_passant = read_en_passant(en_passant, Manner::Lenient)?;
    }
    if let Some(clock) = fields.next() {
        setup.halfmove_clock = read_halfmove_clock(clock)?;
    }
    if let Some(number) = fields.next() {
        setup.fullmove_number = read_fullmove_number(number)?.max(1);
    }
    match fields.next() {
        Some(extra) => Err(FenError::ExtraFields(excerpt(extra))),
        None => Ok(setup.without_contradictions()),
    }
}

fn check_length(text: &str) -> Result<(), FenError> {
    if text.len() > LONGEST { Err(FenError::TooLong(text.len())) } else { Ok(()) }
}

/// White space of all kinds, the underscores of web addresses, and the mark at the start of some files.
fn is_separator(letter: char) -> bool {
    letter.is_whitespace() || letter == '_' || letter == '\u{feff}'
}

/// The place, counted from 1, of the first space that separates nothing.
fn superfluous_space(text: &str) -> Option<usize> {
    let mut after_space = true;
    for (index, letter) in text.chars().enumerate() {
        if letter == ' ' && after_space {
            return Some(index + 1);
        }
        after_space = letter == ' ';
    }
    after_space.then(|| text.chars().count())
}

fn place_men(setup: &mut Setup, board: &str, manner: Manner) -> Result<(), FenError> {
    let ranks = board.split('/').count();
    if ranks != 8 {
        return Err(FenError::RankCount(ranks));
    }
    for (rank, row) in Rank::ALL.into_iter().rev().zip(board.split('/')) {
        place_rank(setup, rank, row, manner)?;
    }
    Ok(())
}

fn place_rank(setup: &mut Setup, rank: Rank, row: &str, manner: Manner) -> Result<(), FenError> {
    let mut squares = 0;
    let mut after_digit = false;
    let mut adjacent_digits = false;
    for letter in row.chars() {
        if let Some(empty @ 1..=8) = letter.to_digit(10) {
            adjacent_digits |= after_digit;
            after_digit = true;
            squares += empty;
        } else {
            let man = Man::from_fen_char(letter).ok_or(FenError::PieceLetter { rank, letter })?;
            if squares < 8 {
                setup.put(Square::at(File::new(squares as u8), rank), man);
            }
            after_digit = false;
            squares += 1;
        }
    }
    if squares != 8 {
        return Err(FenError::RankLength { rank, squares });
    }
    if adjacent_digits && manner == Manner::Strict {
        return Err(FenError::AdjacentDigits(rank));
    }
    Ok(())
}

fn read_turn(field: &str, manner: Manner) -> Result<Color, FenError> {
    match field {
        "w" => return Ok(Color::White),
        "b" => return Ok(Color::Black),
        _ => {}
    }
    let is = |word: &str| manner == Manner::Lenient && field.eq_ignore_ascii_case(word);
    if is("w") || is("white") {
        Ok(Color::White)
    } else if is("b") || is("black") {
        Ok(Color::Black)
    } else {
        Err(FenError::SideToMove(excerpt(field)))
    }
}

fn read_castling(setup: &Setup, field: &str, manner: Manner) -> Result<CastlingRights, FenError> {
    let mut rights = CastlingRights::NONE;
    if field == "-" {
        return Ok(rights);
    }
    for letter in field.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rook = match letter.to_ascii_lowercase() {
            'k' => wing_rook(setup, color, Wing::King),
            'q' => wing_rook(setup, color, Wing::Queen),
            lower => match File::from_char(lower) {
                Some(file) => Square::at(file, Rank::First.relative_to(color)),
                None => return Err(FenError::CastlingLetter { field: excerpt(field), letter }),
            },
        };
        if rights.rooks().contains(rook) && manner == Manner::Strict {
            return Err(FenError::CastlingRepeated { field: excerpt(field), letter });
        }
        rights = rights.with(rook);
    }
    Ok(rights)
}

fn read_en_passant(field: &str, manner: Manner) -> Result<Option<Square>, FenError> {
    if field == "-" {
        return Ok(None);
    }
    let square = match manner {
        Manner::Strict => field.parse().ok(),
        Manner::Lenient => read_square(field),
    };
    square.map(Some).ok_or_else(|| FenError::EnPassantSquare(excerpt(field)))
}

/// A square whose file may be a capital.
fn read_square(field: &str) -> Option<Square> {
    match *field.as_bytes() {
        [file, rank] => {
            Some(Square::at(File::from_char(char::from(file))?, Rank::from_char(char::from(rank))?))
        }
        _ => None,
    }
}

fn is_number(field: &str) -> bool {
    field.bytes().all(|byte| byte.is_ascii_digit())
}

fn read_number(field: &str) -> Option<u16> {
    // Rust would also read a sign.
    if is_number(field) { field.parse().ok() } else { None }
}

fn read_halfmove_clock(field: &str) -> Result<u16, FenError> {
    read_number(field).ok_or_else(|| FenError::HalfmoveClock(excerpt(field)))
}

fn read_fullmove_number(field: &str) -> Result<u16, FenError> {
    read_number(field).ok_or_else(|| FenError::FullmoveNumber(excerpt(field)))
}
