//! `quevedo analyze` and `quevedo eval`.

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::run;

const MATE_IN_TWO: &str = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1";

#[test]
fn a_mate_is_found_and_written_for_white() {
    let white = run(&["analyze", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "--depth", "4", "--json"]).json();
    assert_eq!(white["best_move"], json!({ "uci": "a1a8", "san": "Ra8#" }));
    assert_eq!(white["expected_answer"], Value::Null);
    let line = &white["lines"][0];
    assert_eq!((&line["score"], &line["mate"], &line["san"]), (&json!("#1"), &json!(1), &json!("1. Ra8#")));
    assert_eq!(line["wdl"], json!({ "win": 1000, "draw": 0, "loss": 0 }));
    let black = run(&["analyze", "r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1", "--depth", "4", "--json"]).json();
    let line = &black["lines"][0];
    assert_eq!(
        (&line["score"], &line["mate"], &line["san"]),
        (&json!("#-1"), &json!(-1), &json!("1... Ra1#"))
    );
    assert_eq!(line["wdl"], json!({ "win": 0, "draw": 0, "loss": 1000 }));
}

#[test]
fn several_lines_are_ranked() {
    let analysis = run(&["analyze", MATE_IN_TWO, "--nodes", "3000", "--lines", "3", "--json"]).json();
    let lines = analysis["lines"].as_array().expect("a list");
    assert_eq!(lines.len(), 3);
    let ranks: Vec<_> = lines.iter().map(|line| line["rank"].as_u64()).collect();
    assert_eq!(ranks, [Some(1), Some(2), Some(3)]);
    assert_eq!(analysis["best_move"]["san"], "Rb8#");
    let few =
        run(&["analyze", "7k/8/5K2/8/8/8/8/R7 b - - 0 1", "--depth", "3", "--lines", "9", "--json"]).json();
    assert_eq!(few["lines"].as_array().map(Vec::len), Some(2), "there are only two moves");
}

#[test]
fn reports_come_one_by_one_as_lines() {
    let text = run(&["analyze", "--moves", "e4 e5", "--depth", "5", "--jsonl"]).good();
    let reports: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let depths: Vec<_> = reports.iter().map(|report| report["depth"].as_i64().expect("a depth")).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5, 5]);
    assert!(reports[5]["fen"].as_str().is_some_and(|fen| fen.ends_with(" w KQkq - 0 2")));
    let text = run(&["analyze", "--depth", "3"]).good();
    assert!(
        text.starts_with("depth    score  win draw loss      nodes  kN/s  seconds  moves\n    1 "),
        "{text}"
    );
    assert!(text.contains("\nbest move "), "{text}");
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let over = run(&["analyze", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"]).good();
    assert_eq!(over, "there is no move to find: checkmate\n");
    let over = run(&["analyze", "--json", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]).json();
    assert_eq!((&over["best_move"], &over["lines"]), (&Value::Null, &json!([])));
}

#[test]
fn limits_of_the_options() {
    for arguments in [
        &["--depth", "0"][..],
        &["--nodes", "0"],
        &["--time", "-1"],
        &["--lines", "0"],
        &["--threads", "0"],
        &["--hash", "0"],
        &["--infinite", "--depth", "3"],
    ] {
        assert_eq!(run(&[&["analyze"], arguments].concat()).code, 2, "{arguments:?}");
    }
    assert_eq!(run(&["analyze", "8/8 w"]).code, 3);
}

#[test]
#[cfg(unix)]
fn an_interruption_ends_it_with_the_last_result() {
    use crate::solve::interrupted;
    for (options, expected) in [(&["--infinite"][..], 0), (&["--time", "1000"], 130)] {
        let (text, code) = interrupted(&[&["analyze"], options].concat());
        assert_eq!(code, Some(expected), "{text}");
        assert!(text.contains("\nbest move "), "{text}");
    }
}

#[test]
fn the_evaluation_is_taken_apart() {
    let report = run(&["eval", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "--json"]).json();
    let terms = report["terms"].as_array().expect("a list");
    let pawn = terms.iter().find(|term| term["name"] == "pawn").expect("a pawn");
    assert!(pawn["white"]["endgame"].as_f64() > Some(0.5) && pawn["black"]["endgame"] == 0.0);
    assert_eq!(pawn["means"], "A pawn.");
    assert_eq!((&report["phase"], &report["phases"]), (&json!(0), &json!(24)));
    let text = run(&["eval", "--moves", "e4 e5"]).good();
    assert!(
        text.contains("\nMaterial ") && text.contains("\nmiddlegame ") && text.contains("\nvalue "),
        "{text}"
    );
}

#[test]
fn the_engine_prints_the_same_table() {
    let spoken = crate::run_with(&[], "position startpos moves e2e4\neval\nquit\n").good();
    let terms = run(&["eval", "--classical", "--moves", "e4"]).good();
    assert!(spoken.contains(terms.trim_end()), "{spoken}");
    let both = run(&["eval", "--moves", "e4"]).good();
    assert!(both.starts_with("The network, ") && both.ends_with(&terms), "{both}");
}

#[test]
fn shannon_wrote_it_down() {
    assert_snapshot!(run(&["eval", "--shannon", "--moves", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6"]).good());
    let report = run(&["eval", "--shannon", "--json", "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1"]).json();
    assert_eq!(report["value"], 6.0);
    assert_eq!(
        report["terms"][2],
        json!({
            "letter": "R", "name": "rooks", "weight": 5.0, "white": 1, "black": 0, "value": 5.0
        })
    );
    assert_eq!(report["appendix"].as_array().map(Vec::len), Some(19));
}

const MATERIAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.in/material.qvnn");

#[test]
fn the_network_of_the_tour_is_the_one_made_by_hand() {
    let made = quevedo_eval::nnue::material().expect("a network").to_bytes();
    assert_eq!(std::fs::read(MATERIAL).expect("a file"), made);
}

#[test]
fn a_network_says_what_it_thinks_of_each_man() {
    let report = run(&["eval", "--json", "--eval-file", MATERIAL, "4k3/pp6/8/8/8/8/8/R3K3 b - - 0 1"]).json();
    assert_eq!((report["value"].as_f64(), report["network_value"].as_f64()), (Some(3.0), Some(3.0)));
    assert_eq!(report["description"], "material, counted by hand");
    let men = report["men"].as_array().expect("a list");
    let rook = men.iter().find(|man| man["square"] == "a1").expect("a rook");
    assert_eq!((rook["man"].as_str(), rook["worth"].as_f64()), (Some("R"), Some(5.0)));
    // A bishop alone is worth nothing, whatever the network says.
    let report = run(&["eval", "--json", "--eval-file", MATERIAL, "4k3/8/8/8/8/8/8/B3K3 w - - 0 1"]).json();
    assert_eq!((report["value"].as_f64(), report["network_value"].as_f64()), (Some(0.0), Some(3.0)));
}

#[test]
fn what_is_no_network_is_refused() {
    let refused = |arguments: &[&str], code: i32, words: &str| {
        let run = run(arguments);
        assert_eq!(run.code, code, "{}", run.stderr);
        assert!(run.stderr.contains(words), "{}", run.stderr);
    };
    refused(&["eval", "--eval-file", "Cargo.toml"], 3, "this is no network of Quevedo");
    refused(&["bench", "1", "--eval-file", "no-such-file"], 3, "cannot read no-such-file");
    refused(&["eval", "--shannon", "--eval-file", MATERIAL], 2, "cannot be used with");
    refused(&["bench", "1", "--evaluation", "oracle"], 2, "expected one of classical, network, shannon");
    if quevedo_eval::nnue::builtin().is_none() {
        refused(&["eval", "--network"], 2, "no network is built into this program");
    }
}

#[test]
fn another_evaluation_can_be_chosen() {
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.in/material.qvnn");
    let score = |more: &[&str]| {
        let mut words = vec!["analyze", "--moves", "e4 d5", "--depth", "6", "--json"];
        words.extend(more);
        run(&words).json()["lines"][0]["score"].clone()
    };
    let classical = score(&["--evaluation", "classical"]);
    assert_ne!(classical, score(&["--eval-file", network]));
    assert_ne!(classical, score(&["--evaluation", "shannon"]));
    let default = if quevedo_eval::nnue::builtin().is_some() { "network" } else { "classical" };
    assert_eq!(score(&[]), score(&["--evaluation", default]));
    assert_eq!(classical, score(&["--eval-file", network, "--evaluation", "classical"]));
    for command in [&["analyze"][..], &["solve", "-"], &["play"]] {
        let mut words = command.to_vec();
        words.extend(["--eval-file", "no/such.qvnn"]);
        let refused = run(&words);
        assert_eq!(refused.code, 3, "{command:?}");
        assert!(refused.stderr.contains("cannot read no/such.qvnn"), "{command:?}: {}", refused.stderr);
    }
}
