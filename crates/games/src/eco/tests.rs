//! Tests of the names of openings.

use std::collections::HashMap;

use super::*;
use crate::GameTree;

fn named(pgn: &str) -> (String, String, usize) {
    let game = GameTree::from_pgn(pgn).expect("a good game");
    let named = Openings::builtin().classify(game.start(), &game.moves()).expect("it has a name");
    (named.opening.code.to_string(), named.opening.name.to_string(), named.ply)
}

fn rows() -> impl Iterator<Item = &'static str> {
    BUILTIN.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty())
}

/// Every row can be read, every position is there once, and the table is as large as promised.
#[test]
fn the_own_table_is_sound() {
    assert_eq!(packed::read(BUILTIN, |_, _| {}), Ok(()), "the number of a bad line");
    let openings = Openings::builtin();
    assert!(openings.len() >= 3_800, "only {} openings", openings.len());
    assert_eq!(openings.len(), rows().count(), "two rows have the same position");
    assert!(openings.iter().all(|opening| !opening.moves.is_empty()));
    for letter in 'A'..='E' {
        let count = openings.iter().filter(|opening| opening.code.starts_with(letter)).count();
        assert!(count >= 50, "only {count} openings under {letter}");
    }
}

#[test]
fn openings_are_found_by_position() {
    let (code, name, ply) = named("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. h3 a6 *");
    assert_eq!((code.as_str(), ply), ("C65", 6));
    assert!(name.starts_with("Ruy Lopez"), "{name}");
    let direct = named("1. d4 Nf6 2. c4 g6 3. Nc3 d5 *");
    let transposed = named("1. c4 g6 2. Nc3 Nf6 3. d4 d5 *");
    assert_eq!(direct, transposed);
    assert_eq!(direct.0, "D80");
    assert!(Openings::builtin().lookup(&Board::start()).is_none());
    assert!(Openings::builtin().classify(&Board::start(), &[]).is_none());
}

#[test]
fn tables_in_both_layouts_are_read() {
    let own = Openings::from_tsv("# ours\nB00\tKing's Pawn\t1. e4\n\nB01\tScandinavian\t1.e4 d5\r\n")
        .expect("good");
    let lichess = "eco\tname\tpgn\tuci\tepd\nB01\tScandinavian\t1. e4 d5\te2e4 d7d5\tsome position\n";
    let lichess = Openings::from_reader(lichess.as_bytes()).expect("good");
    let scandinavian = |table: &Openings| table.iter().last().cloned();
    assert_eq!(scandinavian(&own), scandinavian(&lichess));
    assert_eq!((own.len(), lichess.len()), (2, 1));
    let twice = Openings::from_tsv("A04\tReti\t1. Nf3\nA05\tBetter\t1. Nf3\n").expect("good");
    assert_eq!((twice.len(), &*twice.iter().next().expect("one").name), (1, "Better"));
}

#[test]
fn mistakes_are_named_with_their_line() {
    for (text, message) in [
        (
            "# a\nB00\tKing's Pawn\n",
            "line 2: expected a code, a name and moves with tabs between, found 2 columns",
        ),
        ("B00\t\t1. e4\n", "line 1: expected a code, a name and moves with tabs between, found 3 columns"),
        ("X00\tKing's Pawn\t1. e4\n", "line 1: \"X00\" is not a code from A00 to E99"),
        ("B00\tKing's Pawn\t1. e5\n", "line 1: \"e5\" is not legal: a pawn cannot go from e2 to e5"),
    ] {
        let error = Openings::from_tsv(text).expect_err(text);
        assert_eq!(error.to_string(), message);
    }
    let error = Openings::from_reader(&b"B00\t\xff\t1. e4\n"[..]).expect_err("no UTF-8");
    assert_eq!(error.to_string(), "line 1 is not a row of text: it is not UTF-8");
    let long = "a".repeat(100_000);
    assert!(Openings::from_tsv(&long).expect_err("too long").to_string().contains("longer than 64 KiB"));
}

#[allow(clippy::print_stderr)]
fn skipped(path: &str) {
    eprintln!("skipped: {path} is missing");
}

/// Of the lines that Lichess's table knows, this many have a name of ours with the same code.
#[test]
fn the_known_lines_have_names() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/eco/chess-openings.tsv");
    let Ok(text) = std::fs::read_to_string(path) else {
        return skipped(path);
    };
    let theirs = Openings::from_tsv(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
    let (mut exact, mut same_code) = (0, 0);
    for their in theirs.iter() {
        let named = Openings::builtin().classify(&Board::start(), &their.moves);
        exact += usize::from(named.is_some_and(|named| named.ply == their.moves.len()));
        same_code += usize::from(named.is_some_and(|named| named.opening.code == their.code));
    }
    assert!(exact >= 2_500, "only {exact} of {} lines have a name of their own", theirs.len());
    assert_eq!(same_code, theirs.len());
}

/// Where Lichess's table knows a position of ours, its code is the same.
#[test]
fn codes_agree_with_lichess() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/eco/chess-openings.tsv");
    let Ok(text) = std::fs::read_to_string(path) else {
        return skipped(path);
    };
    let theirs = Openings::from_tsv(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
    assert!(theirs.len() > 3_000);
    let mut common = 0;
    let mut different = HashMap::new();
    for ours in Openings::builtin().iter() {
        let board = ours.moves.iter().fold(Board::start(), |board, &mv| board.play(mv));
        if let Some(their) = theirs.lookup(&board) {
            common += 1;
            if their.code != ours.code {
                different.insert(&ours.name, (&ours.code, &their.code));
            }
        }
    }
    assert!(common > 400, "only {common} positions in common");
    assert!(different.is_empty(), "{different:?}");
}
