//! `quevedo solve`.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::{Run, run, run_with};

/// Mates that the first iterations find, and a move that nobody would avoid.
const SUITE: &str = "\
# a small suite
6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"back rank\";

6k1/5ppp/8/8/8/8/8/R3K3 w - - am Ra8#; id \"not so\";
6k1/5ppp/8/8/8/8/8/R3K3 w - - dm 1; id \"mate\";
7k/5K2/8/8/8/8/8/R7 b - - dm -1; id \"mated\";
4k3/8/8/8/8/8/8/4K3 w - - id \"nothing to find\";
6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra7; dm 1;
";

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).expect("JSON")
}

#[test]
fn each_kind_of_record_is_judged() {
    let solved = run_with(&["solve", "-", "--depth", "6", "--json"], SUITE);
    assert_eq!(solved.code, 0, "{}", solved.stderr);
    assert_eq!(solved.stderr, "quevedo: note: 1 positions of - ask for nothing: no bm, am or dm\n");
    let report = json(&solved);
    let results = report["results"].as_array().expect("a list");
    let facts: Vec<_> = results
        .iter()
        .map(|result| (result["id"].as_str(), result["expected"].as_str(), result["solved"].as_bool()))
        .collect();
    assert_eq!(
        facts,
        [
            (Some("back rank"), Some("Ra8#"), Some(true)),
            (Some("not so"), Some("not Ra8#"), Some(false)),
            (Some("mate"), Some("#1"), Some(true)),
            (Some("mated"), Some("#-1"), Some(true)),
            (Some("line 8"), Some("#1"), Some(true)),
        ]
    );
    assert_eq!(results[0]["move"], "Ra8#");
    assert_eq!(results[0]["score"], "#1");
    assert!(results[0]["right_since"]["depth"].as_i64() >= Some(1));
    assert_eq!(results[1]["right_since"], Value::Null);
    assert_eq!((&report["positions"], &report["solved"]), (&json!(5), &json!(4)));
    assert_eq!(report["suites"][0]["file"], "-");
}

#[test]
fn order_and_results_do_not_depend_on_the_jobs() {
    let strip = |text: String| {
        let lines = text.lines().map(|line| {
            let mut value: Value = serde_json::from_str(line).expect("JSON");
            for part in [&[][..], &["right_since"], &["suites", "0"]] {
                let pointer: String = part.iter().flat_map(|name| ["/", name]).collect();
                if let Some(Value::Object(fields)) = value.pointer_mut(&pointer) {
                    fields.remove("seconds");
                }
            }
            value
        });
        lines.collect::<Vec<_>>()
    };
    let arguments = ["solve", "-", "-q", "--nodes", "5000", "--jsonl"];
    let alone = strip(run_with(&arguments, SUITE).good());
    let together = strip(run_with(&[&arguments[..], &["-j", "3"]].concat(), SUITE).good());
    assert_eq!(alone.len(), 6);
    assert_eq!(alone, together);
}

#[test]
fn positions_can_be_chosen() {
    let ids = |options: &[&str]| {
        let arguments = [&["solve", "-", "-q", "--depth", "6", "--json"], options].concat();
        let report = json(&run_with(&arguments, SUITE));
        let results = report["results"].as_array().cloned().unwrap_or_default();
        results.iter().map(|result| result["id"].as_str().expect("an id").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(ids(&["--ids", "mate*"]), ["mate", "mated"]);
    assert_eq!(ids(&["--ids", "mate, back rank"]), ["back rank", "mate"]);
    assert_eq!(ids(&["--max", "2"]), ["back rank", "not so"]);
    assert_eq!(ids(&["--failures"]), ["not so"]);
}

#[test]
fn a_table_for_people() {
    let text = run_with(&["solve", "-", "-q", "--depth", "3", "--ids", "*a*", "--early", "1"], SUITE).good();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("id         solved  move"), "{text}");
    assert!(lines[1].starts_with("back rank  yes     Ra8#           #1  Ra8#"), "{text}");
    assert!(lines[lines.len() - 2].starts_with("suite  solved  positions     rate"), "{text}");
}

#[test]
fn the_exit_code_says_whether_it_is_enough() {
    let code = |target: &str| run_with(&["solve", "-", "-q", "--depth", "6", "--target", target], SUITE).code;
    assert_eq!((code("4"), code("5")), (0, 1));
    let bad =
        run_with(&["solve", "-", "--depth", "1"], "8/8 w - - bm e4;\n4k3/8/8/8/8/8/8/4K3 w - - bm Kd1;\n");
    assert_eq!(bad.code, 3);
    assert_eq!(
        bad.stderr,
        "quevedo: note: -, line 1: the board has 2 ranks, expected 8\nquevedo: 1 line cannot be read\n"
    );
    let none = run_with(&["solve", "-"], "# nothing\n");
    assert_eq!((none.code, none.stderr.as_str()), (3, "quevedo: there are no positions to solve\n"));
    assert_eq!(run(&["solve"]).code, 2);
    assert_eq!(run(&["solve", "x.epd", "--time", "0"]).code, 2);
    assert_eq!(run(&["solve", "/nowhere.epd"]).code, 3);
}

/// Interrupts a program when it has written its first line; what else it writes, and how it ends.
#[cfg(unix)]
pub(crate) fn interrupted(arguments: &[&str]) -> (String, Option<i32>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quevedo"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    output.read_line(&mut text).expect("a line");
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
    output.read_to_string(&mut text).expect("text");
    (text, child.wait().expect("it ends").code())
}

#[test]
#[cfg(unix)]
fn an_interruption_tells_what_is_known() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("long.epd");
    let easy = "6k1/5ppp/8/8/8/8/8/R3K3 w - - dm 1; id \"easy\";\n";
    let hard = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"hard\";\n";
    std::fs::write(&file, format!("{easy}{hard}")).expect("a file");
    let file = file.to_str().expect("a name");
    let (text, code) = interrupted(&["solve", file, "--time", "1000", "--jsonl"]);
    assert_eq!(code, Some(130), "{text}");
    let last: Value = serde_json::from_str(text.lines().last().expect("a line")).expect("JSON");
    assert_eq!((&last["positions"], &last["solved"]), (&json!(1), &json!(1)));
}

#[test]
fn every_suite_of_the_shared_data_can_be_read() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/suites");
    for name in ["wac.epd", "bratko_kopec.epd", "mates2000.epd", "vnmp_mate4_434.epd", "sts_v5.epd"] {
        let file = folder.join(name);
        if !file.exists() {
            eprintln!("skipped: there is no {}", file.display());
            continue;
        }
        let file = file.to_str().expect("a name");
        let report = run(&["solve", file, "--nodes", "500", "--max", "20", "--hash", "1", "--json"]).json();
        assert_eq!((&report["positions"], &report["unreadable"]), (&json!(20), &json!([])), "{name}");
        assert!(report["solved"].as_u64() > Some(0), "{name}");
    }
}
