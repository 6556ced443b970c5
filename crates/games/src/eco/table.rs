//! Rows of text into openings.

use std::io::{BufRead, BufReader, Read};

use quevedo_rules::{Board, Move};

use super::{EcoError, Opening};

/// Longer lines are no openings.
const LONGEST: usize = 64 << 10;

/// Which column holds what.
#[derive(Clone, Copy)]
struct Columns {
    code: usize,
    name: usize,
    moves: usize,
}

/// Reads all rows and hands on each opening with its position.
pub(super) fn read(input: impl Read, mut add: impl FnMut(Opening, &Board)) -> Result<(), EcoError> {
    let mut input = BufReader::new(input);
    let mut columns = Columns { code: 0, name: 1, moves: 2 };
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        if (&mut input).take(LONGEST as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        if bytes.len() > LONGEST {
            return Err(EcoError::Line { line, reason: "it is longer than 64 KiB" });
        }
        let row =
            core::str::from_utf8(&bytes).map_err(|_| EcoError::Line { line, reason: "it is not UTF-8" })?;
        let row = row.trim_start_matches('\u{feff}').trim_end_matches(['\n', '\r']);
        if row.trim().is_empty() || row.starts_with('#') {
            continue;
        }
        if let Some(found) = heading(row) {
            columns = found;
            continue;
        }
        let (opening, board) = read_row(row, columns, line)?;
        add(opening, &board);
    }
    Ok(())
}

/// The columns that a heading names; `None` if the row is none.
fn heading(row: &str) -> Option<Columns> {
    let place = |name: &str| row.split('\t').position(|column| column.trim().eq_ignore_ascii_case(name));
    Some(Columns {
        code: place("eco")?,
        name: place("name")?,
        moves: place("pgn").or_else(|| place("moves"))?,
    })
}

fn read_row(row: &str, columns: Columns, line: u64) -> Result<(Opening, Board), EcoError> {
    let fields: Vec<&str> = row.split('\t').map(str::trim).collect();
    let field = |place: usize| {
        fields
            .get(place)
            .filter(|field| !field.is_empty())
            .ok_or(EcoError::Columns { line, found: fields.len() })
    };
    let (code, name, moves) = (field(columns.code)?, field(columns.name)?, field(columns.moves)?);
    if !is_code(code) {
        return Err(EcoError::Code { line, text: code.chars().take(20).collect() });
    }
    let (moves, board) = read_moves(moves, line)?;
    Ok((Opening { code: (*code).into(), name: (*name).into(), moves }, board))
}

pub(crate) fn is_code(text: &str) -> bool {
    matches!(text.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9'])
}

fn read_moves(text: &str, line: u64) -> Result<(Box<[Move]>, Board), EcoError> {
    let mut board = Board::start();
    let mut moves = Vec::new();
    for word in text.split_ascii_whitespace() {
        // "1." stands alone or before its move.
        let word = word.rsplit_once('.').map_or(word, |(_, mv)| mv);
        if word.is_empty() || word.bytes().all(|byte| byte.is_ascii_digit()) {
            continue;
        }
        let mv = board.parse_san(word).map_err(|error| EcoError::Move { line, error })?;
        moves.push(mv);
        board = board.play(mv);
    }
    Ok((moves.into(), board))
}
