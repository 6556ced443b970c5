//! `quevedo explain`, and the guard of `quevedo play`.

use serde_json::Value;

use crate::{run, run_with};

/// The queen on h5 attacks e5 and f7.
const QUEEN_OUT: [&str; 3] = ["explain", "--moves", "e4 e5 Qh5"];

fn explain(options: &[&str]) -> String {
    run(&[&QUEEN_OUT[..], &["--nodes", "20000"], options].concat()).good()
}

#[test]
fn a_blunder_is_told_with_its_line_in_eighty_columns() {
    let text = explain(&["--move", "g6"]);
    assert!(text.starts_with("2... g6??   expected score "), "{text}");
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("2... g6?? loses the rook on h8: 3. Qxe5+"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert_eq!(explain(&["--move", "g6"]), text, "the same words every time");
    let spanish = explain(&["--move", "g6", "--lang", "es"]);
    assert!(spanish.contains("pierde la torre de h8: 3. Dxe5+"), "{spanish}");
    let beginner = explain(&["--move", "g6", "--level", "beginner"]);
    assert!(beginner.len() < text.len(), "{beginner}");
}

#[test]
fn a_proof_has_every_reply() {
    let text = explain(&["--move", "g6", "--show-proof"]);
    // Three ways out of the check, each with its answer.
    for reply in ["3... Qe7", "3... Be7", "3... Ne7"] {
        assert!(text.contains(reply), "{reply}: {text}");
    }
}

#[test]
fn json_has_the_findings_that_the_sentences_rest_on() {
    let told: Value = serde_json::from_str(&explain(&["--move", "g6", "--json"])).expect("JSON");
    assert_eq!(told["played"]["mark"], "blunder");
    let sentence = &told["sentences"][0];
    let place = sentence["rests_on"]["finding"].as_u64().expect("a finding") as usize;
    let finding = &told["findings"][place];
    assert_eq!((&finding["fact"]["kind"], &finding["truth"]), (&"allows".into(), &"proven".into()));
    assert!(finding["proofs"][0]["tree"].is_object(), "{finding}");
}

#[test]
fn hints_say_more_and_more() {
    let fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let hint = |number: &str| run(&["explain", fen, "--nodes", "5000", "--hint", number]).good();
    assert_eq!(hint("1"), "Look for mate.\n");
    assert_eq!(hint("3"), "The rook on a1 moves.\n");
    assert_eq!(hint("4"), "Play Ra8#.\n");
    assert!(!hint("2").contains("a8"), "{}", hint("2"));
}

#[test]
fn a_position_is_told_with_its_candidates() {
    let text = explain(&[]);
    assert!(text.contains("Material is level."), "{text}");
    assert!(text.contains("\nMoves\n"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn bad_input_is_told_in_words() {
    let bad = |arguments: &[&str]| {
        let run = run(arguments);
        (run.code, run.stderr)
    };
    let (code, words) = bad(&["explain", "--move", "e5"]);
    assert_eq!(code, 3, "{words}");
    assert!(words.contains("move 1. \"e5\" is not legal"), "{words}");
    let (code, words) = bad(&["explain", "--why-not", "hello"]);
    assert!(code == 3 && words.contains("is not a move"), "{words}");
    let (code, words) = bad(&["explain", "--moves", "f3 e5 g4 Qh4"]);
    assert!(code == 3 && words.contains("there is no move to explain"), "{words}");
    let (code, words) = bad(&["explain", "8/8/8/8/8/8/8/8 w - - 0 1"]);
    assert_eq!(code, 3, "{words}");
    assert_eq!(bad(&["explain", "--hint", "5"]).0, 2);
    assert_eq!(bad(&["explain", "--lang", "la"]).0, 2);
}

#[test]
fn positions_that_cannot_be_are_refused_with_their_faults() {
    for (position, fault) in [
        ("hello", "the board has 1 rank"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w - - 0 1", "\"X\" on rank 1 is not a piece letter"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "Black has no king"),
        ("k7/8/8/8/8/8/8/KK6 w - - 0 1", "White has 2 kings (a1, b1)"),
        ("4k3/8/8/8/4R3/8/8/4K3 w - - 0 1", "Black is in check from e4 although White is to move"),
        ("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", "there is no move to explain: stalemate"),
    ] {
        let run = run(&["explain", position, "--nodes", "1000"]);
        assert_eq!((run.code, run.stdout.as_str()), (3, ""), "{position}: {}", run.stderr);
        assert!(run.stderr.contains(fault), "{position}: {}", run.stderr);
    }
    for (moves, fault) in [
        (["--moves", "e4 e5 Ke3"], "move 2. \"Ke3\" is not legal: a king cannot go from e1 to e3"),
        (["--move", ""], "is not a move"),
        (["--move", "O-O"], "castling is blocked on f1"),
    ] {
        let run = run(&["explain", moves[0], moves[1], "--nodes", "1000"]);
        assert!(run.code == 3 && run.stderr.contains(fault), "{moves:?}: {}", run.stderr);
    }
}

#[test]
fn the_guard_asks_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.pgn");
    let file = file.to_str().expect("a name");
    let play = ["play", "--guard", "--save", file, "--ascii", "--level", "depth=1"];
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3";
    let text = run_with(&[&play[..], &["--fen", fen]].concat(), "Qxf7+\nquit\n").stdout;
    assert!(text.contains("Are you sure? 3. Qxf7+?? loses the queen on f7"), "{text}");
    assert!(!text.contains("I play"), "nothing was played: {text}");
    let text = run_with(&[&play[..], &["--fen", fen]].concat(), "Qxf7+\nQxf7+\nquit\n").stdout;
    assert!(text.contains("I play 3... Kxf7"), "{text}");
}
