//! `quevedo spsa`.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::run;

#[test]
fn a_tuning_can_be_broken_off_and_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let arguments = |state: &str, more: &[&str]| {
        let (state, picture) = (path(state), path("path.svg"));
        let common = [
            "spsa",
            "--param",
            "reverse_futility_slope,lmp_base",
            "--nodes",
            "300",
            "--iterations",
            "6",
            "--batch",
            "2",
        ];
        let files = ["--state", &state, "--svg", &picture, "--json", "--r-end", "0.5", "--hash", "1"];
        let all: Vec<String> = common.iter().chain(&files).chain(more).map(|&word| word.to_owned()).collect();
        all
    };
    let tune = |state: &str, more: &[&str]| {
        let arguments = arguments(state, more);
        run(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let whole = tune("whole.json", &[]);
    assert_eq!(whole.code, 0, "{}", whole.stderr);
    let found: serde_json::Value = serde_json::from_str(&whole.stdout).expect("JSON");
    assert_eq!((found["done"].as_u64(), found["games"].as_u64()), (Some(6), Some(12)));
    assert_eq!(found["parameters"][0]["name"], "reverse_futility_slope");
    let moved = |place: usize| found["parameters"][place]["value"] != found["parameters"][place]["start"];
    assert!(moved(0) && moved(1), "{found}");
    assert!(fs::read_to_string(path("path.svg")).expect("a picture").contains("lmp_base"));

    // The same with two threads, and killed as soon as there is a state, comes to the same end.
    let program = assert_cmd::cargo::cargo_bin!("quevedo");
    let mut killed = Command::new(program)
        .args(arguments("killed.json", &[]))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let patience = Instant::now() + Duration::from_mins(10);
    while !fs::exists(path("killed.json")).expect("a folder") && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(1));
    }
    killed.kill().expect("a process");
    killed.wait().expect("a process");
    let resumed = tune("killed.json", &["--concurrency", "2"]);
    assert_eq!(resumed.code, 0, "{}", resumed.stderr);
    assert!(resumed.stderr.contains("of 6 pairs; going on"), "{}", resumed.stderr);
    let state = |name: &str| fs::read_to_string(path(name)).expect("a state");
    assert_eq!(state("whole.json"), state("killed.json"));

    let again = tune("whole.json", &[]);
    assert_eq!(again.code, 0);
    assert!(again.stderr.contains("holds 6 of 6 pairs; going on"), "{}", again.stderr);
    let other = tune("whole.json", &["--seed", "5"]);
    assert_eq!(other.code, 2);
    assert!(other.stderr.contains("holds another tuning: --seed was 1 and is now 5;"), "{}", other.stderr);
    for (more, words) in [
        (["--hash", "2"], "--hash was 1 and is now 2;"),
        (["--nodes", "301"], "--nodes was 300 and is now 301;"),
        (["--batch", "3"], "--batch was 2 and is now 3;"),
        (["--iterations", "7"], "--iterations was 6 and is now 7;"),
        (["--param", "null_base"], "--param was"),
    ] {
        // The last word counts: the common ones come first.
        let arguments = arguments("whole.json", &[]);
        let replaced: Vec<&str> = arguments
            .iter()
            .enumerate()
            .map(|(place, word)| if place > 0 && arguments[place - 1] == more[0] { more[1] } else { word })
            .collect();
        let other = run(&replaced);
        assert!(other.code == 2 && other.stderr.contains(words), "{more:?}: {}", other.stderr);
    }
    fs::write(path("book.epd"), "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n")
        .expect("writable");
    let book = path("book.epd");
    let other = tune("whole.json", &["--openings", &book]);
    assert!(other.code >= 2 && fs::exists(path("whole.json")).expect("a folder"), "{}", other.stderr);
    let good = state("whole.json");
    fs::write(path("whole.json"), good.replace("\"done\": 6", "\"done\": 5")).expect("writable");
    let damaged = tune("whole.json", &[]);
    assert!(damaged.code == 3 && damaged.stderr.contains("checksum does not fit"), "{}", damaged.stderr);
    fs::write(path("whole.json"), "{\"version\":").expect("writable");
    let damaged = tune("whole.json", &[]);
    assert_eq!(damaged.code, 3);
    assert!(damaged.stderr.contains("cannot be gone on with: it cannot be read"), "{}", damaged.stderr);
}

#[test]
fn parameters_are_listed() {
    let list = run(&["spsa", "--list"]).good();
    assert!(list.lines().any(|line| line.starts_with("null_base ")), "{list}");
    let one = run(&["spsa", "--list", "--param", "null_base", "--json"]).json();
    assert_eq!((one.as_array().map(Vec::len), one[0]["name"].as_str()), (Some(1), Some("null_base")));
    let lines = run(&["spsa", "--list", "--param", "null_base,null_divisor", "--jsonl"]).good();
    let names: Vec<_> = lines
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["name"].clone())
        .collect();
    assert_eq!(names, ["null_base", "null_divisor"]);
    let odd = run(&["spsa", "--nodes", "100", "--param", "courage"]);
    assert_eq!(
        (odd.code, odd.stderr.as_str()),
        (2, "quevedo: there is no parameter \"courage\"; --list shows them\n")
    );
    assert_eq!(run(&["spsa"]).code, 2, "nothing limits the engines");
}
