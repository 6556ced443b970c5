//! `quevedo memory`.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::{command, run};

fn name(path: &Path) -> &str {
    path.to_str().expect("a plain name")
}

/// Games of the program; `first` numbers them.
fn games(first: u32, count: u32) -> String {
    let texts: Vec<String> = (first..first + count)
        .map(|number| {
            let (white, black) = if number % 2 == 0 { ("Quevedo 1", "Rival") } else { ("Other", "Quevedo 1") };
            let result = ["1-0", "0-1", "1/2-1/2"][number as usize % 3];
            format!(
                "[White \"{white}\"]\n[Black \"{black}\"]\n[Round \"{number}\"]\n[Result \"{result}\"]\n\n\
                 1. e4 {{[%eval 0.30]}} e5 {{[%eval 0.25]}} 2. Nf3 {{[%eval 0.35]}} Nc6 {{[%eval -0.80]}} {result}\n\n"
            )
        })
        .collect();
    texts.concat()
}

#[test]
fn games_are_learnt_once_and_forgotten_exactly() {
    let folder = tempfile::tempdir().expect("a folder");
    let (memory, pgn) = (folder.path().join("memory"), folder.path().join("games.pgn"));
    let text = games(0, 12) + "[White \"A\"]\n[Black \"B\"]\n\n1. e4 *\n";
    fs::write(&pgn, text).expect("a file");
    let ask = |words: &[&str]| run(&[&["memory"], words, &["--json", "--memory", name(&memory)]].concat());
    assert_eq!(ask(&["stats"]).code, 3, "there is none");
    let told = ask(&["learn", name(&pgn)]).json();
    assert_eq!([&told["learnt"], &told["known"], &told["foreign"]], [&json!(12), &json!(0), &json!(1)]);
    assert_eq!(ask(&["learn", name(&pgn)]).json()["known"], 12);
    let stats = ask(&["stats"]).json();
    assert_eq!([&stats["games"], &stats["opponents"]], [&json!(12), &json!(2)]);
    let shown = ask(&["show"]).json();
    assert_eq!(shown["moves"][0]["san"], "e4");
    assert_eq!((&shown["moves"][0]["games"], &shown["moves"][0]["judged"]), (&json!(6), &json!(6)));
    assert_eq!(ask(&["show", "--moves", "d4"]).code, 1);
    assert_eq!(ask(&["check"]).json()["faults"], json!([]));
    let book = folder.path().join("own.bin");
    assert!(ask(&["export", "-o", name(&book), "--min-score", "0"]).json()["entries"].as_u64() >= Some(4));
    assert_eq!(run(&["book", "show", "--json", name(&book)]).json()["moves"][0]["san"], "e4");
    let other = folder.path().join("other");
    let merged = run(&["memory", "merge", name(&memory), "--json", "--memory", name(&other)]).json();
    assert_eq!(merged["learnt"], 12);
    assert_eq!(ask(&["forget"]).code, 2, "what?");
    assert_eq!(ask(&["forget", "--opponent", "rival"]).json()["forgotten"], 6);
    assert_eq!(ask(&["check"]).json()["games"], 6);
    assert_eq!(ask(&["rebuild"]).json()["games"], 6);
    assert_eq!(ask(&["forget", "--everything"]).json()["forgotten"], 6);
    let stats = ask(&["stats"]).json();
    assert_eq!([&stats["games"], &stats["positions"], &stats["book"], &stats["opponents"]], [&json!(0); 4]);
}

/// S1: two processes learn at once and are killed again and again. No game that was acknowledged is lost, none counts twice.
#[test]
fn killed_learners_lose_nothing_and_count_nothing_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    let memory = folder.path().join("memory");
    let kills = if quevedo_testkit::is_full_run() { 200 } else { 8 };
    let files: Vec<_> = (0..2 * kills)
        .map(|number| {
            let path = folder.path().join(format!("{number}.pgn"));
            fs::write(&path, games(1000 * number, 40)).expect("a file");
            path
        })
        .collect();
    let learn = |path: &Path| {
        std::process::Command::new(env!("CARGO_BIN_EXE_quevedo"))
            .args(["memory", "learn", "--quiet", "--memory", name(&memory), name(path)])
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("the program starts")
    };
    let mut finished: Vec<&str> = Vec::new();
    for (round, pair) in files.chunks(2).enumerate() {
        let mut children = [learn(&pair[0]), learn(&pair[1])];
        std::thread::sleep(std::time::Duration::from_millis(5 + 60 * (round as u64 % 8)));
        for (child, path) in children.iter_mut().zip(pair) {
            let _ = child.kill();
            if child.wait().is_ok_and(|status| status.success()) {
                finished.push(name(path));
            }
        }
    }
    // Whoever has ended well has acknowledged all its games.
    if !finished.is_empty() {
        let told =
            run(&[&["memory", "learn", "--json", "--memory", name(&memory)], &finished[..]].concat()).json();
        assert_eq!((&told["learnt"], &told["known"]), (&json!(0), &json!(40 * finished.len())));
    }
    // Whatever was handed in is taken in by the next one, and whoever learns everything again finds what is there.
    let all: Vec<&str> = files.iter().map(|path| name(path)).collect();
    let output =
        command(&[&["memory", "learn", "--json", "--memory", name(&memory)], &all[..]].concat()).output();
    let told: serde_json::Value = serde_json::from_slice(&output.expect("it runs").stdout).expect("JSON");
    let number = |field: &str| told[field].as_u64().expect("a number");
    assert_eq!(number("learnt") + number("known"), 80 * u64::from(kills), "each game once");
    assert_eq!((number("waiting"), number("broken")), (0, 0));
    let stats = run(&["memory", "stats", "--json", "--memory", name(&memory)]).json();
    assert_eq!(stats["games"], 80 * kills);
    assert_eq!(run(&["memory", "check", "--json", "--memory", name(&memory)]).json()["faults"], json!([]));
}
