//! `quevedo show`.

use insta::assert_snapshot;
use serde_json::json;

use crate::run;

#[test]
fn the_start_position_in_symbols() {
    assert_snapshot!(run(&["show"]).good());
}

#[test]
fn the_start_position_in_letters() {
    let text = run(&["show", "--ascii"]).good();
    assert!(text.is_ascii());
    assert_snapshot!(text);
}

#[test]
fn the_start_position_in_colors() {
    assert_snapshot!(run(&["show", "--color", "always"]).good().replace('\u{1b}', "␛"));
}

#[test]
fn the_start_position_as_json() {
    assert_snapshot!(run(&["show", "--json"]).good());
    let lines = run(&["show", "--jsonl"]).good();
    assert_eq!(lines.lines().count(), 1);
    let value: serde_json::Value = serde_json::from_str(&lines).expect("JSON");
    assert_eq!(value, run(&["show", "--json"]).json());
}

#[test]
fn moves_are_played_first() {
    let text = run(&["show", "--moves", "1. e4 c5 2. Nf3 d6 3. Bb5+ b8c6"]).good();
    assert_snapshot!(text);
}

#[test]
fn mate_stalemate_and_claims() {
    let mate = run(&["show", "--moves", "f3 e5 g4 Qh4"]).good();
    assert_snapshot!(mate);
    for (fen, words) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Stalemate: Black has no move, the game is drawn"),
        ("7k/8/6K1/8/8/8/8/8 b - - 0 1", "Drawn: neither side can give mate"),
        ("7k/8/6K1/8/8/8/8/R7 b - - 100 90", "Black to move, who may claim a draw: 50 moves"),
        ("7k/8/6K1/8/8/8/8/R7 b - - 150 90", "Drawn: 75 moves"),
    ] {
        let text = run(&["show", fen]).good();
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn double_check_several_pins_and_a_long_list_of_moves() {
    assert_snapshot!(run(&["show", "4r1k1/8/8/b7/8/5n2/3P4/3RK2R w K - 3 40"]).good());
    assert_snapshot!(run(&["show", "--flip", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"]).good());
}

#[test]
fn chess960_names_the_rooks() {
    let position = run(&["show", "960:0", "--json"]).json();
    assert_eq!(position["fen"], "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    assert_eq!(position["castling"]["white"], json!({ "king_side": "h1", "queen_side": "f1" }));
    let text = run(&["show", "960:0"]).good();
    assert!(text.contains("White O-O (h1) O-O-O (f1)"), "{text}");
}

#[test]
fn openings_have_names() {
    let opening = |moves: &str| run(&["show", "--json", "--moves", moves]).json()["opening"].clone();
    assert_eq!(opening("e4 e5 Nf3 Nc6 Bb5")["eco"], "C60");
    assert_eq!(opening(""), serde_json::Value::Null);
    let folder = tempfile::tempdir().expect("a folder");
    let table = folder.path().join("own.tsv");
    std::fs::write(&table, "A00\tMy Opening\t1. a3 a6 2. h3\n").expect("a file");
    let table = table.to_str().expect("a name");
    let named = run(&["show", "--json", "--eco-file", table, "--moves", "h3 a6 a3 h6"]).json();
    assert_eq!(named["opening"], json!({ "eco": "A00", "name": "My Opening", "ply": 3 }));
}

#[test]
fn a_fen_may_be_words_and_is_read_leniently() {
    let words = ["show", "4k3/8/8/8/8/8/8/4K2R", "w", "K", "-", "0", "1"];
    let quoted = ["show", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"];
    assert_eq!(run(&words).good(), run(&quoted).good());

    let careless = ["show", "4k3/8/8/8/8/8/8/4K3 w K - 0 1"];
    let note = "quevedo: note: left out of the FEN: White may castle with a rook on h1, but there is none\n";
    assert_eq!(run(&careless).stderr, note);
    assert_eq!(run(&[&careless[..], &["-q"]].concat()).stderr, "");
    let strict = run(&[&careless[..], &["--strict"]].concat());
    assert_eq!(strict.code, 3);
    assert_eq!(
        strict.stderr,
        "quevedo: the FEN is no legal position: White may castle with a rook on h1, but there is none\n"
    );
}

#[test]
fn colors_only_where_wanted() {
    assert!(!run(&["show"]).good().contains('\u{1b}'));
    assert!(run(&["show", "--color", "always"]).good().contains('\u{1b}'));
    assert!(!run(&["show", "--color", "always", "--ascii"]).good().contains('\u{1b}'));
}
