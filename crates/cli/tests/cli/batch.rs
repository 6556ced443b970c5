//! `quevedo show --batch`: many FENs through one process.

use quevedo_rules::{Board, Move};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;

use crate::run_with;

const LETTERS: &[char] = &[
    'K', 'k', 'Q', 'q', 'P', 'p', 'R', 'n', 'b', 'w', '-', '/', ' ', '0', '1', '8', '9', 'e', '3', 'x', 'é',
    '♔', '\t', '"', '\u{0}',
];

fn random() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(1912)
}

/// Positions of random games.
fn positions(random: &mut Xoshiro256PlusPlus, count: usize) -> Vec<Board> {
    let mut boards = Vec::new();
    let mut board = Board::start();
    while boards.len() < count {
        let moves: Vec<Move> = board.legal_moves().into_iter().collect();
        board = match moves.choose(random) {
            Some(&mv) if board.fullmove_number() < 60 => board.play(mv),
            _ => Board::chess960(random.random_range(0..960)).expect("a number below 960"),
        };
        boards.push(board);
    }
    boards
}

/// A FEN with something done to it.
fn mutated(fen: &str, random: &mut Xoshiro256PlusPlus) -> String {
    let mut letters: Vec<char> = fen.chars().collect();
    for _ in 0..random.random_range(1..4) {
        let place = random.random_range(0..letters.len());
        let letter = *LETTERS.choose(random).expect("a letter");
        match random.random_range(0..4) {
            0 => letters[place] = letter,
            1 => letters.insert(place, letter),
            2 if letters.len() > 1 => drop(letters.remove(place)),
            _ => letters.truncate(place.max(1)),
        }
    }
    letters.into_iter().collect()
}

#[test]
fn ten_thousand_malformed_positions() {
    let mut random = random();
    let mut malformed = Vec::new();
    while malformed.len() < 10_000 {
        let board = positions(&mut random, 1)[0];
        let text = mutated(&board.fen(), &mut random);
        if Board::from_fen(&text).is_err() {
            malformed.push(text);
        }
    }
    for options in [&["show", "--batch", "--strict"][..], &["show", "--batch"]] {
        let is_strict = options.len() == 3;
        let run = run_with(options, malformed.join("\n"));
        assert_eq!((run.code, run.stderr.as_str()), (1, ""));
        let answers: Vec<&str> = run.stdout.lines().collect();
        assert_eq!(answers.len(), malformed.len());
        for (text, answer) in malformed.iter().zip(answers) {
            let expected = if is_strict { Board::from_fen(text) } else { Board::from_fen_lenient(text) };
            match expected {
                Ok(board) => assert_eq!(answer, format!("ok\t{}", board.fen()), "{text:?}"),
                Err(error) => assert_eq!(answer, format!("error\t{error}"), "{text:?}"),
            }
            assert!(answer.len() > "error\t".len() + 10, "{text:?}: {answer}");
        }
    }
}

#[test]
fn ten_thousand_good_positions() {
    let fens: Vec<String> = positions(&mut random(), 10_000).iter().map(Board::fen).collect();
    let answers = run_with(&["show", "--batch", "--strict"], fens.join("\n")).good();
    let expected: Vec<String> = fens.iter().map(|fen| format!("ok\t{fen}")).collect();
    assert!(answers.lines().eq(expected.iter().map(String::as_str)));
}

#[test]
fn bytes_that_are_no_text_and_lines_without_end() {
    let mut input = b"\xff\xfe\n\n".to_vec();
    input.extend(std::iter::repeat_n(b'x', 1 << 20));
    input.extend(b"\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\r\n");
    let run = run_with(&["show", "--batch"], input);
    assert_eq!(run.code, 1);
    assert_eq!(
        run.stdout,
        "error\tthe line is not UTF-8 text\n\
         error\tthe FEN is empty\n\
         error\tthe line is too long to be a FEN\n\
         ok\t4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"
    );
}

#[test]
fn answers_as_json() {
    let input = "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n8/8 w\n";
    let good = json!({ "line": 1, "ok": true, "fen": "4k3/8/8/8/8/8/8/4K3 w - - 0 1" });
    let bad = json!({ "line": 2, "ok": false, "error": "the board has 2 ranks, expected 8" });
    let lines = run_with(&["show", "--batch", "--jsonl"], input).stdout;
    let objects: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(objects, [good.clone(), bad.clone()]);
    let whole = run_with(&["show", "--batch", "--json"], input).stdout;
    let whole: serde_json::Value = serde_json::from_str(&whole).expect("JSON");
    assert_eq!(whole, json!({ "positions": [good, bad] }));
    assert_eq!(run_with(&["show", "--batch", "--json"], "").json(), json!({ "positions": [] }));
}
