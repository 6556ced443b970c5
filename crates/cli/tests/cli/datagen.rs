//! `quevedo datagen`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::{Run, run};

/// Short games of short searches.
const SHORT: [&str; 4] = ["--nodes", "60", "--random-plies", "30"];

fn arguments<'a>(out: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let out = out.to_str().expect("a name");
    [&["datagen", "--out", out, "--json"], &SHORT[..], more].concat()
}

fn datagen(out: &Path, more: &[&str]) -> Run {
    run(&arguments(out, more))
}

#[test]
fn the_same_seed_the_same_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    let report = datagen(&file("one"), &["--games", "9", "--threads", "1"]).json();
    assert_eq!((&report["games"], &report["not_played"]), (&json!(9), &json!(0)));
    let results = ["white", "drawn", "black"].map(|name| report[name].as_u64().expect("a number"));
    assert_eq!(results.iter().sum::<u64>(), 9);
    assert!(report["plies"].as_u64() > report["positions"].as_u64(), "{report}");
    assert!(report["positions"].as_u64() > Some(50), "{report}");

    datagen(&file("three"), &["--games", "9", "--threads", "3"]).json();
    datagen(&file("halves"), &["--games", "4", "--threads", "2"]).json();
    let second = datagen(&file("halves"), &["--games", "9"]).json();
    assert_eq!(second["positions"], report["positions"]);
    let bytes = |name: &str| fs::read(file(name)).expect("a file");
    assert!(bytes("one") == bytes("three"), "the number of threads makes no difference");
    assert!(bytes("one") == bytes("halves"), "nor does an interruption");

    datagen(&file("other"), &["--games", "9", "--seed", "2"]).json();
    assert!(bytes("one") != bytes("other"));
    let nothing = datagen(&file("one"), &["--games", "5"]).json();
    assert_eq!(
        (&nothing["games"], &nothing["positions_per_hour"]),
        (&json!(9), &json!(0)),
        "there is enough"
    );
    let enough = datagen(&file("some"), &["--positions", "40"]).json();
    assert!(enough["positions"].as_u64() >= Some(40) && enough["games"].as_u64() < Some(9), "{enough}");
}

/// A book in an archive is the same book.
#[test]
fn openings_may_be_packed() {
    use std::io::Write;
    let folder = tempfile::tempdir().expect("a folder");
    let (plain, packed) = (folder.path().join("book.epd"), folder.path().join("book.zip"));
    let book = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n";
    fs::write(&plain, book).expect("a file");
    let mut archive = zip::ZipWriter::new(fs::File::create(&packed).expect("a file"));
    archive.start_file("book.epd", zip::write::SimpleFileOptions::default()).expect("an archive");
    archive.write_all(book.as_bytes()).expect("an archive");
    archive.finish().expect("an archive");
    let play = |out: &str, book: &Path| {
        let book = book.to_str().expect("a name");
        let mut report = datagen(&folder.path().join(out), &["--games", "3", "--openings", book]).json();
        for name in ["file", "seconds", "positions_per_hour"] {
            report.as_object_mut().expect("an object").remove(name);
        }
        report
    };
    assert_eq!(play("one", &plain), play("two", &packed));
}

#[test]
fn a_killed_run_is_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let (through, killed) = (folder.path().join("through"), folder.path().join("killed"));
    datagen(&through, &["--games", "40", "--threads", "1"]).json();
    let kills = if quevedo_testkit::is_full_run() { 50 } else { 3 };
    for kill in 1..=kills {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quevedo"))
            .args(arguments(&killed, &["--games", "40", "--threads", "2", "-q"]))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let wanted = (fs::metadata(&through).expect("a file").len() - 1) * kill / (kills + 1);
        let patience = Instant::now() + Duration::from_mins(5);
        while fs::metadata(&killed).map_or(0, |data| data.len()) < wanted && Instant::now() < patience {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().expect("a process");
        child.wait().expect("a process");
        // A kill seldom hits a game in the middle, so cut it by hand.
        let length = fs::metadata(&killed).expect("a file").len();
        let file = fs::OpenOptions::new().write(true).open(&killed).expect("a file");
        file.set_len(length.saturating_sub(7 * kill)).expect("a file");
    }
    let resumed = datagen(&killed, &["--games", "40", "--threads", "2"]);
    assert_eq!(resumed.code, 0, "{}", resumed.stderr);
    assert!(resumed.stderr.contains("the last game is not whole"), "{}", resumed.stderr);
    assert!(fs::read(&through).expect("a file") == fs::read(&killed).expect("a file"));
}

#[test]
#[cfg(unix)]
fn an_interruption_keeps_what_there_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games");
    let child = Command::new(env!("CARGO_BIN_EXE_quevedo"))
        .args(arguments(&file, &["--games", "1000000"]))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let patience = Instant::now() + Duration::from_mins(5);
    while fs::metadata(&file).map_or(0, |data| data.len()) < 2000 && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(1));
    }
    let busy = run(&["datagen", "--out", file.to_str().expect("a name"), "--games", "1"]);
    assert_eq!(busy.code, 3, "{}", busy.stderr);
    assert!(busy.stderr.contains("another process is writing to"), "{}", busy.stderr);
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let again = datagen(&file, &["--games", "1"]).json();
    assert_eq!((&again["games"], &again["positions"]), (&report["games"], &report["positions"]));
}

#[test]
fn given_openings_and_starts_that_come_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, openings) = (folder.path().join("games"), folder.path().join("two.epd"));
    let lines = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - -\n4k3/4pppp/8/8/8/8/4PPPP/4K3 b - -\n";
    fs::write(&openings, lines).expect("a file");
    let openings = openings.to_str().expect("a name");
    let from = ["--openings", openings, "--random-plies", "0", "--nodes", "60", "--games", "60"];
    let out = file.to_str().expect("a name");
    let report = run(&[&["datagen", "--out", out, "--json"], &from[..]].concat()).json();
    let number = |name: &str| report[name].as_u64().expect("a number");
    assert!(number("not_played") > 10 && number("played") > 3, "{report}");
    let vain = [&from[..6], &["--games", "100000"]].concat();
    let end = run(&[&["datagen", "--out", out], &vain[..]].concat());
    assert_eq!(end.code, 3, "{}", end.stderr);
    assert!(end.stderr.contains("1000 starts in a row had come up before"), "{}", end.stderr);
}

#[test]
fn wrong_files_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games");
    datagen(&file, &["--games", "3"]).json();
    let other = datagen(&file, &["--games", "4", "--seed", "7"]);
    assert_eq!(other.code, 2, "{}", other.stderr);
    assert!(other.stderr.ends_with("made with other settings: seed 1; give the same, or another --out\n"));
    let mut bytes = fs::read(&file).expect("a file");
    let place = bytes.len() - 2;
    bytes[place] ^= 1;
    fs::write(&file, &bytes).expect("a file");
    let damaged = datagen(&file, &["--games", "4"]);
    assert_eq!(damaged.code, 3, "{}", damaged.stderr);
    assert!(
        damaged.stderr.contains("game 3 (at byte ") && damaged.stderr.contains("checksum"),
        "{}",
        damaged.stderr
    );
    assert!(fs::read(&file).expect("a file") == bytes, "nothing is touched");
    fs::write(&file, "something else\n").expect("a file");
    let odd = datagen(&file, &["--games", "4"]);
    assert_eq!(odd.code, 3);
    assert!(odd.stderr.contains("this is no file of games"), "{}", odd.stderr);
    assert_eq!(run(&["datagen", "--out", "x"]).code, 2, "how many?");
    assert_eq!(datagen(Path::new("/nowhere/games"), &["--games", "1"]).code, 3);
}

#[test]
fn a_network_can_play_and_is_named_in_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("second");
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.in/material.qvnn");
    let report = datagen(&file, &["--games", "2", "--eval-file", network]).json();
    assert_eq!(report["games"], 2);
    let more = datagen(&file, &["--games", "3", "--eval-file", network]).json();
    assert_eq!(more["games"], 3);
    // Games of another evaluation do not belong into the same file.
    let other = datagen(&file, &["--games", "4"]);
    assert_eq!(other.code, 2);
    assert!(other.stderr.contains("network material, counted by hand"), "{}", other.stderr);
}
