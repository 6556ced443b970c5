//! `quevedo check-engine`.

use serde_json::Value;

use crate::run;

/// The checks with a grade, by name.
fn with_grade(report: &Value, grade: &str) -> Vec<String> {
    let checks = report["checks"].as_array().expect("a list");
    let graded = checks.iter().filter(|check| check["grade"] == grade);
    graded.map(|check| check["name"].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn our_own_engine_passes_every_check() {
    // With more patience than a user needs: other tests share the machine.
    let report = run(&["check-engine", "self", "--patience", "60", "--json"]);
    let found: Value = serde_json::from_str(&report.stdout).expect("JSON");
    assert_eq!(with_grade(&found, "fail"), Vec::<String>::new(), "{}", report.stdout);
    assert_eq!(with_grade(&found, "skip"), Vec::<String>::new(), "{}", report.stdout);
    assert_eq!((report.code, found["failed"].as_u64()), (0, Some(0)));
    assert!(found["passed"].as_u64() >= Some(30), "{}", report.stdout);
}

#[cfg(unix)]
#[test]
fn a_broken_engine_is_found_out() {
    let script = concat!("args=", env!("CARGO_MANIFEST_DIR"), "/tests/cli/broken_engine.sh");
    let only = "greeting,options,standard-options,ready,nodes,movetime,one-clock,infinite,ready-searching,illegal-position,\
                chess960,info,mate,mate-line,wdl,quit,quit-searching,end-of-input";
    let report = run(&["check-engine", "cmd=sh", script, "--patience", "3", "--json", "--only", only]);
    let found: Value = serde_json::from_str(&report.stdout).expect("JSON");
    assert_eq!(report.code, 1);
    assert_eq!(with_grade(&found, "pass"), ["ready", "mate", "quit"]);
    for (name, words) in [
        ("greeting", "there is no line \"id author\""),
        ("options", "the default 0 is not between 1 and 64"),
        ("standard-options", "Ponder is of type Spin, expected Check"),
        ("nodes", "a second answer to one go: bestmove a2a4"),
        ("movetime", "bestmove is not legal"),
        ("one-clock", "no bestmove within 3.0 s"),
        ("infinite", "e2e4"),
        ("ready-searching", "no readyok within 3.0 s"),
        ("illegal-position", "ended by itself"),
        ("chess960", "the line is not legal"),
        ("info", "score cp is \"0.35\", expected a number without fraction"),
        ("mate-line", "the line of mate 2 has 1 plies, expected 3"),
        ("wdl", "sums to 999, expected 1000"),
        ("quit-searching", ""),
        ("end-of-input", "still running after 3.0 s"),
    ] {
        let checks = found["checks"].as_array().expect("a list");
        let check = checks.iter().find(|check| check["name"] == name).expect("checked");
        assert!(check["reason"].as_str().is_some_and(|reason| reason.contains(words)), "{check}");
        assert!(!check["transcript"].as_array().expect("a list").is_empty(), "{check}");
    }
}

#[test]
fn what_is_asked_for_must_exist() {
    let run = |arguments: &[&str]| run(&[&["check-engine"], arguments].concat());
    let odd = run(&["self", "--only", "honesty"]);
    assert_eq!(
        (odd.code, odd.stderr.as_str()),
        (2, "quevedo: there is no check \"honesty\"; --list shows them\n")
    );
    let odd = run(&["name=x"]);
    assert_eq!(odd.code, 2);
    assert!(odd.stderr.contains("words are cmd="), "{}", odd.stderr);
    let missing = run(&["/nowhere/engine", "--only", "greeting"]);
    assert_eq!((missing.code, missing.stdout.as_str()), (4, ""));
    assert!(missing.stderr.contains("/nowhere/engine"), "{}", missing.stderr);
    let list = run(&["--list"]).good();
    assert!(list.lines().count() >= 30 && list.starts_with("greeting "), "{list}");
}

#[test]
fn a_list_in_lines_has_one_check_a_line() {
    let lines = run(&["check-engine", "--list", "--jsonl"]).good();
    assert!(lines.lines().count() >= 30);
    for line in lines.lines() {
        let check: Value = serde_json::from_str(line).expect("JSON");
        assert!(check["name"].is_string() && check["summary"].is_string(), "{line}");
    }
}

#[test]
fn a_program_that_is_not_there_is_one_error() {
    for (engine, words) in [
        ("/no/such/engine", "quevedo: /no/such/engine: No such file"),
        ("no-such-engine", "quevedo: there is no program no-such-engine"),
        ("cmd=/", "quevedo: / is a folder"),
    ] {
        let run = run(&["check-engine", engine]);
        assert_eq!((run.code, run.stdout.as_str(), run.stderr.lines().count()), (4, "", 1), "{engine}");
        assert!(run.stderr.starts_with(words), "{}", run.stderr);
    }
}

#[cfg(unix)]
#[test]
fn odd_bytes_of_an_engine_do_not_reach_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("engine.sh");
    let text = "read line; printf 'id name \\033[2J\\007 %0400d\\n' 0; exit 3\n";
    std::fs::write(&script, text).expect("a file");
    let script = format!("args={}", script.display());
    let report = run(&["check-engine", "cmd=sh", &script, "--only", "greeting"]);
    assert_eq!(report.code, 1);
    assert!(report.stdout.contains("id name \\u{1b}[2J\\u{7} 000"), "{}", report.stdout);
    assert!(!report.stdout.contains(['\u{1b}', '\u{7}']), "{}", report.stdout);
    assert!(report.stdout.lines().all(|line| line.chars().count() < 260), "{}", report.stdout);
}
