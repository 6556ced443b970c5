//! Moves as people write them: many spellings that mean a move, and many texts that mean none.

use quevedo_rules::{Board, MoveError};
use quevedo_testkit::data;

fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn sloppy_moves_are_understood() {
    for case in data::san_cases() {
        let board = board(case.fen);
        let mv = board
            .parse_san(case.text)
            .unwrap_or_else(|error| panic!("{} in {}: {error}", case.text, case.fen));
        assert_eq!(board.parse_uci(case.uci), Ok(mv), "{} in {}", case.text, case.fen);
        assert_eq!(board.san(mv).to_string(), case.san, "{} in {}", case.text, case.fen);
    }
}

#[test]
fn texts_that_are_no_moves_are_refused_for_the_right_reason() {
    for case in data::bad_sans() {
        let error = board(case.fen).parse_san(case.text).expect_err(case.text);
        assert_eq!(reason(&error), case.reason, "{} in {}: {error}", case.text, case.fen);
    }
}

fn reason(error: &MoveError) -> &'static str {
    match error {
        MoveError::Syntax { .. } => "syntax",
        MoveError::NoSuchPiece { .. } => "no_such_piece",
        MoveError::Illegal { .. } => "illegal",
        MoveError::Ambiguous { .. } => "ambiguous",
        _ => "something else",
    }
}
