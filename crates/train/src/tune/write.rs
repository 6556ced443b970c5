//! Weights as texts: the source file of the defaults, and JSON.

use core::fmt::Write;

use quevedo_eval::terms::{ENTRIES, TERMS, TermInfo};
use quevedo_eval::{Pair, Weights};
use serde_json::{Map, Value};

/// The source file `weights.rs` of the classical evaluation.
pub fn rust_source(weights: &Weights) -> String {
    let mut text = String::from(
        "//! The weights of the terms, as (middlegame, endgame). Written by the tuner; see\n\
         //! docs/results/tuning.md for the command and the data. Change them there, not here.\n",
    );
    for term in TERMS {
        // Writing to a string cannot fail.
        let _ = write_term(&mut text, term, weights);
    }
    text
}

fn write_term(text: &mut String, term: &TermInfo, weights: &Weights) -> core::fmt::Result {
    write!(text, "\npub(super) const {}: [(i16, i16); {}] = [", term.name, term.len)?;
    let pairs = &weights.row()[term.first..term.first + term.len];
    let write_pair =
        |text: &mut String, pair: &Pair| write!(text, "({}, {})", pair.middlegame(), pair.endgame());
    if pairs.len() <= 4 {
        for (index, pair) in pairs.iter().enumerate() {
            text.push_str(if index == 0 { "" } else { ", " });
            write_pair(text, pair)?;
        }
    } else {
        // Tables by square have four files a rank.
        let columns = if term.by == "square" { 4 } else { 8 };
        for line in pairs.chunks(columns) {
            text.push_str("\n   ");
            for pair in line {
                text.push(' ');
                write_pair(text, pair)?;
                text.push(',');
            }
        }
        text.push('\n');
    }
    text.push_str("];\n");
    Ok(())
}

/// The weights as JSON: an object with a list of [middlegame, endgame] for each term.
pub fn json(weights: &Weights) -> String {
    let terms: Map<String, Value> = TERMS
        .iter()
        .map(|term| {
            let pairs = weights.row()[term.first..term.first + term.len]
                .iter()
                .map(|pair| Value::from(vec![pair.middlegame(), pair.endgame()]))
                .collect::<Vec<_>>();
            (term.name.to_lowercase(), Value::from(pairs))
        })
        .collect();
    format!("{:#}", Value::Object(terms))
}

/// Of which tables each piece counts exactly one entry: shifting such a table by a constant and the
/// piece's value by the opposite changes no evaluation.
const SHIFTS: [(&str, &str); 16] = [
    ("PAWN_SQUARES", "PAWN"),
    ("KNIGHT_SQUARES", "KNIGHT"),
    ("KNIGHT_WITH_PAWNS", "KNIGHT"),
    ("KNIGHT_MOBILITY", "KNIGHT"),
    ("KNIGHT_FROM_KING", "KNIGHT"),
    ("BISHOP_SQUARES", "BISHOP"),
    ("BISHOP_MOBILITY", "BISHOP"),
    ("BISHOP_FROM_KING", "BISHOP"),
    ("BISHOP_OWN_PAWNS", "BISHOP"),
    ("ROOK_SQUARES", "ROOK"),
    ("ROOK_WITH_PAWNS", "ROOK"),
    ("ROOK_MOBILITY", "ROOK"),
    ("QUEEN_SQUARES", "QUEEN"),
    ("QUEEN_MOBILITY", "QUEEN"),
    ("KING_SQUARES", ""),
    ("KING_GUARDS", ""),
];

/// The same evaluation in its most readable form: tables of which each piece counts one entry are
/// shifted so that the usual entry is about zero, and the piece's value takes up the difference.
/// `usage` says how often each entry was seen.
pub fn settle(weights: &Weights, usage: &[u64]) -> Weights {
    let mut row = *weights.row();
    let find = |name: &str| TERMS.iter().find(|term| term.name == name);
    for (table, piece) in SHIFTS {
        let Some(table) = find(table) else { continue };
        let entries = table.first..table.first + table.len;
        let mean = mean(&row, usage, entries.clone());
        for entry in entries {
            row[entry] -= mean;
        }
        if let Some(piece) = find(piece) {
            row[piece.first] += mean;
        }
    }
    Weights::new(row)
}

fn mean(row: &[Pair; ENTRIES], usage: &[u64], entries: core::ops::Range<usize>) -> Pair {
    let total: f64 = usage[entries.clone()].iter().map(|&seen| seen as f64).sum();
    let half = |of: fn(Pair) -> i32| -> i16 {
        let sum: f64 = entries.clone().map(|entry| usage[entry] as f64 * f64::from(of(row[entry]))).sum();
        if total > 0.0 { (sum / total).round() as i16 } else { 0 }
    };
    Pair::new(half(Pair::middlegame), half(Pair::endgame))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_eval::Classical;
    use quevedo_rules::Board;

    #[test]
    fn settling_changes_no_evaluation() {
        let usage: Vec<u64> = (0..ENTRIES as u64).map(|entry| entry * 7919 % 100).collect();
        let settled = settle(&Weights::default(), &usage);
        assert_ne!(settled, Weights::default());
        let (mut one, mut other) = (Classical::default(), Classical::new(settled));
        let mut board = Board::start();
        for round in 0..80usize {
            assert_eq!(one.value(&board), other.value(&board), "{}", board.fen());
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            board = board.play(moves[round * 7 % moves.len()]);
        }
    }

    #[test]
    fn the_source_is_the_one_that_is_compiled() {
        let source = include_str!("../../../eval/src/classical/weights.rs");
        assert_eq!(rust_source(&Weights::default()), source);
        let parsed: Value = serde_json::from_str(&json(&Weights::default())).expect("JSON");
        assert_eq!(parsed["tempo"][0].as_array().map(Vec::len), Some(2));
    }
}
