//! `quevedo play`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::{Run, run, run_with};

/// A folder of its own for each game.
struct Table {
    folder: tempfile::TempDir,
}

impl Table {
    fn new() -> Table {
        Table { folder: tempfile::tempdir().expect("a folder") }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("games.pgn")
    }

    fn play(&self, options: &[&str], words: &str) -> Run {
        let file = self.file();
        let save = ["play", "--save", file.to_str().expect("a name"), "--ascii"];
        let level = if options.iter().any(|option| *option == "--tc" || *option == "--level") {
            &[][..]
        } else {
            &["--level", "depth=1"]
        };
        run_with(&[&save, level, options].concat(), words)
    }

    fn pgn(&self) -> String {
        let text = std::fs::read_to_string(self.file()).expect("a file");
        // What depends on the day is not compared.
        let lines = text.lines().filter(|line| !line.starts_with("[Date ") && !line.starts_with("[UTCTime "));
        lines.fold(String::new(), |text, line| text + line + "\n")
    }
}

/// The last object of a run with JSON.
fn end(run: &Run) -> Value {
    serde_json::from_str(run.stdout.lines().last().expect("a line")).expect("JSON")
}

/// White mates in one.
const MATE: &str = "7k/8/6K1/8/8/8/8/3R4 w - - 0 1";

#[test]
fn a_game_that_is_won() {
    let table = Table::new();
    let run = table.play(&["--fen", MATE, "--name", "Ann"], "Rd7+\nmoves\nRd8\nmoves\nRd7\n");
    let text = run.stdout.replace(table.file().to_str().expect("a name"), "FILE");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_snapshot!(text);
    assert_snapshot!(table.pgn());
    // What is kept is PGN that this program reads.
    let file = table.file();
    let count = crate::run(&["pgn", file.to_str().expect("a name"), "--json"]).json();
    assert_eq!((&count["games"], &count["faulty"]), (&json!(1), &json!(0)));
}

#[test]
fn programs_can_play_too() {
    let table = Table::new();
    let run = table.play(&["--jsonl"], "e4\nnonsense\nresign\nquit\n");
    let events: Vec<Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(events.len(), 3, "{}", run.stdout);
    assert_eq!(
        (&events[0]["by"], &events[0]["uci"], &events[0]["ply"]),
        (&json!("you"), &json!("e2e4"), &json!(1))
    );
    assert_eq!(events[1]["by"], "quevedo");
    assert_eq!((&events[2]["result"], &events[2]["reason"]), (&json!("0-1"), &json!("White has resigned")));
    assert_eq!(events[2]["moves"].as_array().map(Vec::len), Some(2));
}

#[test]
fn the_engine_moves_first_if_it_is_white() {
    let table = Table::new();
    let run = table.play(&["--side", "black", "--jsonl"], "");
    assert_eq!((run.code, end(&run)["moves"].as_array().map(Vec::len)), (0, Some(1)));
    assert!(table.pgn().contains("[Black \"You\"]\n[Result \"*\"]\n"), "{}", table.pgn());
}

#[test]
fn moves_are_taken_back() {
    let table = Table::new();
    let run = table.play(&["--json"], "undo\ne4\nd4\nundo\nundo\n");
    assert_eq!(end_of_json(&run)["moves"], json!([]));
    let run = table.play(&["--json", "--fen", MATE], "Rd8\nundo\n");
    assert_eq!((&end_of_json(&run)["result"], &end_of_json(&run)["fen"]), (&json!("*"), &json!(MATE)));
    let text = table.play(&["--side", "black"], "undo\n").stdout;
    assert!(text.contains("There is nothing to take back."), "{text}");
}

fn end_of_json(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).expect("JSON")
}

#[test]
fn refusals_say_why() {
    let table = Table::new();
    let text = table.play(&[], "Ke3\nO-O\ne5\nsave /nowhere/at/all.pgn\n\nhello world\n").stdout;
    for words in [
        "\"Ke3\" is not legal: a king cannot go from e1 to e3",
        "\"O-O\" is not legal: castling is blocked on f1",
        "\"e5\" is not legal: a pawn cannot go from e2 to e5",
        "cannot write /nowhere/at/all.pgn: there is no folder /nowhere/at",
        "\"hello world\" is not a move",
        "Nothing was played, so nothing is kept.",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(!table.file().exists());
}

#[test]
fn short_spellings_and_kept_games_are_understood() {
    let table = Table::new();
    let fen = "r3k2r/8/8/3p4/4P3/8/8/R3K2R w KQkq - 0 1";
    let run = table.play(&["--json", "--fen", fen], "oo\ntakeback\ned\n");
    let played = end_of_json(&run)["moves"].clone();
    assert_eq!((&played[0], played.as_array().map(Vec::len)), (&json!("e4d5"), Some(2)));
    let file = table.file();
    // Gone on with where it was, in the same file and by a word.
    let load = ["--json", "--load", file.to_str().expect("a name")];
    assert_eq!(end_of_json(&table.play(&load, "level nodes=50\n"))["moves"], played);
    let word = format!("load {}\nlevel elo=1\nclock\n", file.display());
    let text = table.play(&[], &word).stdout;
    for words in ["expected depth=N, nodes=N or time=SECONDS", "There is no clock in this game"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(table.play(&["--load", "/no/such.pgn"], "").code == 3);
}

#[test]
fn openings_are_named() {
    let table = Table::new();
    let text = table.play(&["--side", "black", "--level", "nodes=1"], "c5\nquit\n").stdout;
    assert!(text.contains("This is the "), "{text}");
}

/// Before the game, not after it.
#[test]
fn a_game_that_cannot_be_kept_is_not_begun() {
    let run = run_with(&["play", "--save", "/no/such/folder/game.pgn", "--level", "depth=1"], "e4\nquit\n");
    assert_eq!(run.code, 3);
    assert!(
        run.stderr.contains("there is no folder /no/such/folder") && run.stdout.is_empty(),
        "{}",
        run.stderr
    );
}

/// The folder goes away during the game: the game is shown, and the exit code says that it is not kept.
#[test]
fn a_game_that_could_not_be_kept_is_shown() {
    let table = Table::new();
    let folder = table.folder.path().join("gone");
    std::fs::create_dir(&folder).expect("a folder");
    let file = folder.join("game.pgn");
    let mut child = Command::new(env!("CARGO_BIN_EXE_quevedo"))
        .args(["play", "--level", "depth=1", "--save", file.to_str().expect("a name")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut words = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut words, b"e4\n").expect("a listener");
    wait_for(&file, "1. e4 ");
    // The engine's answer is written aside first: the folder may fill once more while it is emptied.
    while folder.exists() {
        let _ = std::fs::remove_dir_all(&folder);
    }
    std::io::Write::write_all(&mut words, b"Nf3\nquit\n").expect("a listener");
    drop(words);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("The game is not kept: ") && text.contains("2. Nf3"), "{text}");
}

#[test]
fn draws_by_claim_and_by_agreement() {
    let table = Table::new();
    // A bare king against a queen takes whatever is offered.
    let run = table.play(&["--json", "--fen", "3k4/8/8/8/8/8/4Q3/4K3 w - - 0 1"], "draw\nQe3\ndraw\n");
    assert_eq!(
        (&end_of_json(&run)["result"], &end_of_json(&run)["reason"]),
        (&json!("1/2-1/2"), &json!("by agreement"))
    );
    let run = table.play(&["--json", "--fen", "3k4/8/8/8/8/8/4Q3/4K3 w - - 100 90"], "draw\n");
    assert_eq!(end_of_json(&run)["reason"], "50 moves without a capture or a pawn move", "{}", run.stdout);
    let text = table.play(&["--fen", "4k3/3q4/8/8/8/8/8/4K3 b - - 0 1", "--side", "white"], "draw\n").stdout;
    assert!(text.contains("I would rather play on."), "{text}");
}

#[test]
fn hints_and_opinions_are_given() {
    let table = Table::new();
    let text = table.play(&["--fen", MATE, "--level", "depth=3"], "hint\neval\nhelp\nflip\ngame\n").stdout;
    assert!(text.contains("I would play Rd8#."), "{text}");
    assert!(text.contains("#1 for White, depth "), "{text}");
    assert!(text.contains("take your last move back"), "{text}");
    assert!(text.contains("\n1 | . . . . R . . . |\n"), "{text}");
    assert!(text.contains("[FEN \"7k/8/6K1/8/8/8/8/3R4 w - - 0 1\"]"), "{text}");
}

#[test]
fn several_games_stand_in_one_file() {
    let table = Table::new();
    std::fs::write(table.file(), "1. f4 *\n").expect("a file");
    table.play(&["--fen", MATE], "Rd8\nnew\nRd8\nnew\nquit\n");
    let file = table.file();
    let count = run(&["pgn", file.to_str().expect("a name"), "--json"]).json();
    assert_eq!((&count["games"], &count["faulty"]), (&json!(3), &json!(0)), "{}", table.pgn());
}

#[test]
fn a_clock_that_runs_out_loses() {
    let table = Table::new();
    let file = table.file();
    let mut child = Command::new(env!("CARGO_BIN_EXE_quevedo"))
        .args(["play", "--json", "--tc", "0.02+0", "--save", file.to_str().expect("a name")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let silent = child.stdin.take();
    wait_for(&file, "time forfeit");
    drop(silent);
    let output = child.wait_with_output().expect("it ends");
    let end: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&end["result"], &end["reason"]), (&json!("0-1"), &json!("White's time is over")));
    assert!(table.pgn().contains("[TimeControl \"1.2\"]"), "{}", table.pgn());
}

/// Waits until a file holds a text.
fn wait_for(file: &Path, text: &str) {
    let start = Instant::now();
    while !std::fs::read_to_string(file).is_ok_and(|content| content.contains(text)) {
        assert!(start.elapsed() < Duration::from_secs(30), "no {text} in {}", file.display());
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Whatever ends the program, the game is there.
#[test]
#[cfg(unix)]
fn nothing_is_lost() {
    for (signal, expected) in [("-INT", Some(130)), ("-TERM", Some(130)), ("-KILL", None)] {
        let table = Table::new();
        let file = table.file();
        let mut child = Command::new(env!("CARGO_BIN_EXE_quevedo"))
            .args(["play", "--level", "depth=1", "--side", "black", "--save", file.to_str().expect("a name")])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        // As long as this end is open, it is not the end of input that ends the program.
        let silent = child.stdin.take();
        wait_for(&file, "\n1. ");
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill");
        assert!(sent.success());
        assert_eq!(child.wait().expect("it ends").code(), expected, "{signal}");
        drop(silent);
        let count = run(&["pgn", file.to_str().expect("a name"), "--json"]).json();
        assert_eq!((&count["games"], &count["faulty"]), (&json!(1), &json!(0)), "{signal}");
    }
}

#[test]
fn wrong_usage() {
    for options in [
        &["--level", "elo=3000"][..],
        &["--level", "depth=0"],
        &["--tc", "x"],
        &["--tc", "5+3", "--level", "depth=2"],
        &["--chess960", "--fen", "startpos"],
        &["--side", "green"],
    ] {
        assert_eq!(Table::new().play(options, "").code, 2, "{options:?}");
    }
    assert_eq!(Table::new().play(&["--fen", "8/8 w"], "").code, 3);
    assert_eq!(run(&["play", "--save", "/"]).code, 3);
}

#[test]
fn random_starts_are_legal() {
    let table = Table::new();
    let run = table.play(&["--chess960", "--side", "random", "--json"], "");
    assert_eq!(run.code, 0);
    assert!(run.stderr.starts_with("quevedo: note: this is the start position 960:"), "{}", run.stderr);
}
