//! 10,000 malformed FENs are refused with the fault named, 10,000 valid ones are read right.

use quevedo_rules::{Board, FenError};
use quevedo_testkit::fen::{self, Castling};
use quevedo_testkit::malformed::{self, Flaw, Malformed, malformed};
use quevedo_testkit::{Random, RandomWalk, Start, data};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode};

const COUNT: usize = 10_000;
/// A message that repeats a megabyte of input is no message.
const LONGEST_MESSAGE: usize = 1000;

fn assert_refused(broken: &Malformed) {
    let Malformed { text, flaw } = broken;
    let start: String = text.chars().take(100).collect();
    let error = Board::from_fen(text).expect_err(&start);
    let message = error.to_string();
    assert!(flaw.is_named_in(&message), "{flaw:?} is not named for `{start}`: {message}");
    assert!(message.len() < LONGEST_MESSAGE, "{} bytes are too long for a message", message.len());
    if !broken.is_forgivable() {
        let error = Board::from_fen_lenient(text).expect_err(&start);
        assert!(error.to_string().len() < LONGEST_MESSAGE);
    }
}

#[test]
fn ten_thousand_malformed_fens_are_refused() {
    let mut random = Random::new(1911);
    let mut seen = Vec::new();
    for visit in RandomWalk::new(1911, &Start::ALL).take(COUNT) {
        let broken = malformed(&mut random, &visit.board);
        assert_refused(&broken);
        seen.push(broken.flaw);
    }
    for flaw in Flaw::all() {
        assert!(seen.iter().filter(|&&other| other == flaw).count() >= 10, "{flaw:?} is too rare");
    }
}

#[test]
fn the_embedded_malformed_fens_are_refused() {
    malformed::embedded().iter().for_each(assert_refused);
}

#[test]
fn ten_thousand_valid_fens_are_accepted() {
    let mut random = Random::new(1913);
    for visit in RandomWalk::new(1913, &Start::ALL).take(COUNT) {
        let text = fen::some_valid(&mut random, &visit);
        let board = Board::from_fen(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(board, visit.board, "{text}");
        assert_eq!(Board::from_fen_lenient(&text), Ok(board), "{text}");
        assert_eq!(board.fen(), fen::write(&board.setup(), Castling::Outermost));
        assert_eq!(board.shredder_fen(), fen::write(&board.setup(), Castling::Files));
    }
}

#[test]
fn the_embedded_valid_fens_are_accepted() {
    for text in data::valid_fens() {
        let board = Board::from_fen(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(Board::from_fen(&board.fen()), Ok(board));
        assert_eq!(Board::from_fen(&board.shredder_fen()), Ok(board));
    }
}

/// What a position's text says must not depend on who reads it: wherever we read a scrambled text
/// strictly, so does shakmaty, and it sees the same men, side, rights and counters.
#[test]
fn scrambled_fens_are_read_alike() {
    let mut random = Random::new(1917);
    let (mut accepted, mut refused) = (0, 0);
    for visit in RandomWalk::new(1917, &Start::ALL).take(10 * COUNT) {
        let valid = fen::some_valid(&mut random, &visit);
        let text = malformed::scrambled(&mut random, &valid);
        // The outer result is about the text, the inner one about the position.
        let theirs = text.parse().map(|fen: Fen| fen.into_position::<Chess>(CastlingMode::Chess960).ok());
        match Board::from_fen(&text) {
            Ok(board) => {
                accepted += 1;
                // Its rules refuse a few positions that ours take: checks that no last move can have given.
                if let Some(theirs) = theirs.expect(&text) {
                    let theirs = Fen::from_position(&theirs, EnPassantMode::Legal).to_string();
                    assert_eq!(board.fen(), theirs, "{text}");
                }
            }
            Err(FenError::Illegal(illegal)) => {
                refused += 1;
                assert!(!matches!(theirs, Ok(Some(_))), "shakmaty takes {text}, we do not: {illegal}");
            }
            Err(_) => refused += 1,
        }
    }
    assert!(accepted > COUNT / 10 && refused > COUNT, "{accepted} accepted, {refused} refused");
}
