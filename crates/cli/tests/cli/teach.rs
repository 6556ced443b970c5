//! `quevedo teach`.

use serde_json::Value;

use crate::{run, run_with};

const ROOK: &str = "8/8/8/4k3/8/3K4/8/R7 w - - 0 1";

fn fits(text: &str) {
    let longest = text.lines().max_by_key(|line| line.chars().count()).unwrap_or_default();
    assert!(longest.chars().count() <= 80, "{longest}");
}

#[test]
fn the_endings_are_listed() {
    let text = run(&["teach"]).good();
    assert!(text.contains("KBNK      4 goals   king, bishop and knight against king\n"), "{text}");
    fits(&text);
    let rows: Value = serde_json::from_str(&run(&["teach", "--json"]).good()).expect("JSON");
    assert!(rows.as_array().expect("rows").iter().any(|row| row["name"] == "KRK" && row["parts"] == 5));
}

#[test]
fn a_proof_in_figures() {
    let text = run(&["teach", "--verify", "KRK"]).good();
    assert!(
        text.contains("  won positions               21959\n  failures                    0\n"),
        "{text}"
    );
    assert!(text.contains("  longest                   31 (perfect play 16)\n"), "{text}");
    fits(&text);
    let report: Value =
        serde_json::from_str(&run(&["teach", "--verify", "krk", "--json"]).good()).expect("JSON");
    assert_eq!((&report["longest"], &report["failures"]), (&31.into(), &0.into()));
    assert_eq!(report["parts"][1]["name"], "squeeze");
}

#[test]
fn a_lesson_answers_every_move() {
    let words = "hint\nhint\nshow\nRa4\nundo\nKc2\nundo\nRd1\nwhat\nmoves\nboard\nquit\nRa4\n";
    let text = run_with(&["teach", "KRK", "--ascii", "--fen", ROOK], words).good();
    fits(&text);
    let mut rest = text.as_str();
    for expected in [
        "King and rook against king (KRK)\n",
        "  2. squeeze: the rook takes a rank or file away",
        "For example, from here:\n",
        "Now you: you are White.",
        "5 | . . . . k . . . |",
        "By the method mate comes within ",
        "Rule 2, squeeze: ",
        "Look at the rook.\n",
        "The method plays Ra4: squeeze (2), ",
        "Good: squeeze, rule 2.\nThe defender plays ",
        "It wins, but ",
        "\"what\" is not a move",
    ] {
        let place = rest.find(expected);
        assert!(place.is_some(), "{expected:?} is missing, or comes too early:\n{text}");
        rest = &rest[place.unwrap_or(0) + expected.len()..];
    }
    assert_eq!(text.matches("Good: ").count(), 1, "after `quit` nothing is answered:\n{text}");
}

#[test]
fn a_lesson_for_programs() {
    let run = run_with(&["teach", "KQK", "--jsonl", "--fen", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"], "Qg6\n");
    let lines: Vec<Value> =
        run.good().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let [answer, end] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!((&answer["verdict"], &answer["conclusion"]), (&"throws_away".into(), &"stalemate".into()));
    assert_eq!((&end["ending"], &end["verdicts"][0]), (&"KQK".into(), &"throws_away".into()));
}

#[test]
fn the_method_is_played_out() {
    let text = run(&["teach", "KRK", "--demo", "--ascii"]).good();
    fits(&text);
    assert!(text.contains(" squeeze: the rook takes") && text.contains("\nMate, after "), "{text}");
    let demo: Value = serde_json::from_str(&run(&["teach", "KQK", "--demo", "--json"]).good()).expect("JSON");
    assert_eq!(demo["conclusion"], "mate");
    assert!(demo["moves"].as_array().expect("moves").len() <= 18);
}

#[test]
fn it_speaks_spanish() {
    let text = run_with(&["teach", "KRK", "--lang", "es", "--fen", ROOK], "pista\nRa4\nsalir\n").good();
    fits(&text);
    for expected in [
        "Rey y torre contra rey (KRK)",
        "Ahora usted: lleva las blancas.",
        "Regla 2, apretar:",
        "Bien: apretar, regla 2.",
    ] {
        assert!(text.contains(expected), "{expected:?} is missing:\n{text}");
    }
}

#[test]
fn a_defence_is_told() {
    let text = run(&["teach", "PHILIDOR"]).good();
    fits(&text);
    assert!(text.contains("  2. the third rank: as long as neither pawn nor king"), "{text}");
    let page: Value = serde_json::from_str(&run(&["teach", "philidor", "--json"]).good()).expect("JSON");
    assert_eq!((&page["name"], &page["rules"][0]["name"]), (&"PHILIDOR".into(), &"take".into()));
    assert!(run(&["teach", "PHILIDOR", "--lang", "es"]).good().contains("la tercera fila: mientras"));
    let refused = run(&["teach", "PHILIDOR", "--demo"]);
    assert!(refused.code == 2 && refused.stderr.contains("there is no lesson on it"), "{}", refused.stderr);
}

#[test]
fn what_cannot_be_taught() {
    let words = |arguments: &[&str], code: i32| {
        let run = run(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{}", run.stderr);
        run.stderr
    };
    assert!(words(&["teach", "KNNK"], 2).contains("there is no method for \"KNNK\"; there are KQK, KRK, "));
    assert!(words(&["teach", "--demo"], 2).contains("which ending?"));
    assert!(words(&["teach", "KRK", "--verify", "--demo"], 2).contains("cannot be used with"));
    assert!(words(&["teach", "KRK", "--fen", "8/8 w"], 3).contains("the board has 2 ranks"));
    assert!(words(&["teach", "KRK", "--fen", "startpos"], 3).contains("does not have the men of KRK"));
    let drawn = "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1";
    assert!(words(&["teach", "KPK", "--fen", drawn], 3).contains("White cannot win this position"));
}
