//! `quevedo perft`.

use std::path::Path;

use insta::assert_snapshot;
use serde_json::json;

use crate::{run, run_with};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The lines of a text that do not depend on the machine.
fn without_times(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with("time") && !line.starts_with("speed"));
    lines.fold(String::new(), |text, line| text + line + "\n")
}

#[test]
fn the_start_position_is_counted() {
    let text = run(&["perft", "5"]).good();
    assert_eq!(without_times(&text), "depth  5\nnodes  4865609\n");
    assert_eq!(run(&["perft", "0", "--json"]).json()["nodes"], 1);
}

#[test]
fn divide_is_sorted_and_in_two_notations() {
    assert_snapshot!(without_times(&run(&["perft", "2", "--divide", "--fen", KIWIPETE]).good()));
}

#[test]
fn threads_and_tables_change_nothing() {
    for options in [&["--threads", "3"][..], &["--hash", "8"], &["--threads", "2", "--hash", "1"]] {
        let arguments = [&["perft", "4", "--json", "--fen", KIWIPETE], options].concat();
        assert_eq!(run(&arguments).json()["nodes"], 4_085_603, "{options:?}");
    }
}

#[test]
fn castling_is_written_as_wanted() {
    let first = |options: &[&str]| {
        let arguments =
            [&["perft", "1", "--divide", "--json", "--fen", "4k3/8/8/8/8/8/8/4K2R w K -"], options].concat();
        let count: serde_json::Value = serde_json::from_str(&run(&arguments).stdout).expect("JSON");
        let moves = count["divide"].as_array().expect("a list").clone();
        moves.into_iter().find(|mv| mv["san"] == "O-O").expect("castling")
    };
    assert_eq!(first(&[]), json!({ "uci": "e1g1", "san": "O-O", "nodes": 1 }));
    assert_eq!(first(&["--chess960"])["uci"], "e1h1");
}

#[test]
fn moves_lead_to_the_position() {
    let count = run(&["perft", "3", "--json", "--moves", "e4 e5 Ke2"]).json();
    assert_eq!(count["fen"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 1 2");
    assert_eq!(count["nodes"], 19_944);
}

#[test]
fn too_many_lines_are_an_error() {
    let run = run(&["perft", "99", "--hash", "8", "--fen", "7k/8/8/8/8/8/8/K7 w - - 0 1"]);
    assert_eq!(run.code, 3);
    assert_eq!(run.stderr, "quevedo: there are more than 2^64 lines of 99 plies, too many to count\n");
}

#[test]
fn limits_of_the_options() {
    for arguments in [
        &["perft"][..],
        &["perft", "-1"],
        &["perft", "100"],
        &["perft", "x"],
        &["perft", "3", "--threads", "0"],
        &["perft", "3", "--threads", "1000000000"],
        &["perft", "3", "--hash", "-1"],
        &["perft", "3", "--hash", "1099511627776"],
        &["perft", "3", "--max-nodes", "5"],
    ] {
        let run = run(arguments);
        assert_eq!(run.code, 2, "{arguments:?}: {}", run.stderr);
        assert!(!run.stderr.is_empty() && run.stdout.is_empty());
    }
}

const SUITE: &str = "\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902 ;D9 2439530234167
# a comment
3k4/3pp3/8/8/8/8/3PP3/3K4 w - - 0 1; D1 7; D2 49; D3 378; \n";

#[test]
fn a_suite_that_is_right() {
    let text = run_with(&["perft", "--suite", "-", "--max-nodes", "10000"], SUITE).good();
    assert_eq!(without_times(&text), "positions  2\nnumbers    6 right, 0 wrong\nnodes      9756\n");
    let text = run_with(&["perft", "2", "--suite", "-"], SUITE).good();
    assert_eq!(without_times(&text), "positions  2\nnumbers    4 right, 0 wrong\nnodes      476\n");
}

#[test]
fn a_suite_that_is_wrong() {
    let suite = SUITE.replace("8902", "8903").replace("49", "48");
    let wrong = run_with(&["perft", "3", "--suite", "-"], suite.clone());
    assert_eq!(wrong.code, 1);
    assert_snapshot!(without_times(&wrong.stdout));
    let wrong = run_with(&["perft", "3", "--suite", "-", "--json"], suite);
    assert_eq!(wrong.code, 1);
    let report: serde_json::Value = serde_json::from_str(&wrong.stdout).expect("JSON");
    assert_eq!(
        report["wrong"][1],
        json!({ "line": 3, "fen": "3k4/3pp3/8/8/8/8/3PP3/3K4 w - - 0 1", "depth": 2, "expected": 48, "counted": 49 })
    );
}

#[test]
fn a_suite_that_proves_nothing() {
    for (suite, words) in [
        ("", "quevedo: - has no positions with numbers\n"),
        ("8/8 w ;D1 3\n", "quevedo: - has 1 lines that cannot be read\n"),
    ] {
        let run = run_with(&["perft", "--suite", "-"], suite);
        assert_eq!((run.code, run.stderr.as_str()), (3, words));
    }
}

#[test]
fn suites_of_the_shared_data() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/perft");
    for (name, unreadable) in [
        ("ethereal_standard.epd", 0),
        ("ethereal_fischer960.epd", 0),
        ("sedlak_and_cpw.epd", 0),
        ("marcel_random6838.epd.zst", 0),
        // One side has 28 men.
        ("tricky.perft", 1),
    ] {
        let file = folder.join(name);
        if !file.exists() {
            eprintln!("skipped: there is no {}", file.display());
            continue;
        }
        let file = file.to_str().expect("a name");
        let run = run(&["perft", "--json", "--suite", file, "--max-nodes", "2000"]);
        assert_eq!(run.code, if unreadable > 0 { 3 } else { 0 }, "{name}");
        let report: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
        assert_eq!(report["wrong"], json!([]), "{name}");
        assert_eq!(report["unreadable"].as_array().map(Vec::len), Some(unreadable), "{name}");
        assert!(report["numbers"].as_u64() > Some(50), "{name}");
    }
}
