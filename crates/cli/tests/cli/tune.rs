//! `quevedo tune`.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use quevedo_rules::Board;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

use crate::{Run, run};

/// Lines of random games in which more men win.
fn positions(games: u64) -> String {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(1912);
    let mut text = String::new();
    for _ in 0..games {
        let mut board = Board::start();
        for _ in 0..100 {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            board = board.play(moves[dice.random_range(0..moves.len())]);
            let men = |color| board.color(color).len() as i32;
            let lead = men(quevedo_rules::Color::White) - men(quevedo_rules::Color::Black);
            let result = ["0-1", "1/2-1/2", "1-0"][(lead.signum() + 1) as usize];
            let _ = writeln!(text, "{} c9 \"{result}\";", board.fen());
        }
    }
    text
}

fn tune(file: &Path, out: &Path, options: &[&str]) -> Run {
    let (file, out) = (file.to_str().expect("a name"), out.to_str().expect("a name"));
    let usual =
        ["tune", file, "--out", out, "--block", "100", "--hold-out", "5", "--batch", "256", "--json", "-q"];
    run(&[&usual, options].concat())
}

#[test]
fn weights_are_learnt_and_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, out) = (folder.path().join("lines.txt"), folder.path().join("out"));
    fs::write(&file, positions(20)).expect("a file");
    let report = tune(&file, &out, &["--epochs", "20", "--rust"]).json();
    let error = |when: &str, of: &str| report["errors"][when][of].as_f64().expect("an error");
    assert!(error("after", "learnt") < error("before", "learnt"), "{report:#}");
    assert!(error("after", "held_out") < error("before", "held_out"), "{report:#}");
    assert!((error("rounded", "learnt") - error("after", "learnt")).abs() < 0.01, "{report:#}");
    assert!(report["held_out"].as_u64() > Some(100));
    let weights: Value =
        serde_json::from_str(&fs::read_to_string(out.join("weights.json")).expect("a file")).expect("JSON");
    assert_eq!(weights["pawn"].as_array().map(Vec::len), Some(1));
    let source = fs::read_to_string(out.join("weights.rs")).expect("a file");
    assert!(source.contains("pub(super) const PAWN: [(i16, i16); 1] = ["), "{source}");
    assert!(!out.join("checkpoint.json").exists());
}

/// Stopping and going on ends with the same weights.
#[test]
fn going_on_costs_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("lines.txt");
    fs::write(&file, positions(8)).expect("a file");
    let (through, halved) = (folder.path().join("through"), folder.path().join("halved"));
    let epochs = ["--epochs", "12"];
    let half = tune(&file, &halved, &[&epochs[..], &["--stop-after", "5"]].concat()).json();
    assert_eq!((&half["epochs"], &half["weights"]), (&json!(5), &Value::Null));
    assert_eq!(tune(&file, &halved, &epochs).code, 2, "an unfinished run is not forgotten");
    assert_eq!(tune(&file, &halved, &["--epochs", "13", "--resume"]).code, 2, "that is another run");
    tune(&file, &halved, &[&epochs[..], &["--resume"]].concat()).good();
    tune(&file, &through, &epochs).good();
    let weights = |folder: &Path| fs::read_to_string(folder.join("weights.json")).expect("a file");
    assert_eq!(weights(&through), weights(&halved));
    assert_eq!(tune(&file, &halved, &["--resume"]).code, 2, "it is finished");
}

#[test]
#[cfg(unix)]
fn an_interruption_leaves_a_checkpoint() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, out) = (folder.path().join("lines.txt"), folder.path().join("out"));
    fs::write(&file, positions(1)).expect("a file");
    let (file, out_name) = (file.to_str().expect("a name"), out.to_str().expect("a name"));
    let arguments = ["tune", file, "--out", out_name, "--epochs", "1000000", "--jsonl"];
    let (text, code) = crate::solve::interrupted(&arguments);
    assert_eq!(code, Some(130), "{text}");
    let last: Value = serde_json::from_str(text.lines().last().expect("a line")).expect("JSON");
    assert!(last["epochs"].as_u64() >= Some(1), "{last}");
    assert!(out.join("checkpoint.json").exists() && !out.join("weights.json").exists());
}

#[test]
fn games_are_data_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.in/games.pgn");
    let report = tune(Path::new(games), folder.path(), &["--epochs", "1", "--every", "1"]).json();
    assert!(report["learnt"].as_u64().is_some_and(|learnt| (20..60).contains(&learnt)), "{report}");
}

#[test]
fn bad_data_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, out) = (folder.path().join("lines.txt"), folder.path().join("out"));
    fs::write(&file, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1\n4k3/pp6/8/8/8/8/PPP5/R3K3 w - - [1.0]\n")
        .expect("a file");
    let (file, out) = (file.to_str().expect("a name"), out.to_str().expect("a name"));
    let some = run(&["tune", file, "--out", out, "--epochs", "1", "--json"]);
    assert_eq!(some.code, 0);
    assert!(
        some.stderr.starts_with("quevedo: note: line 1: there is no result; expected 1-0, 0-1"),
        "{}",
        some.stderr
    );
    let report: Value = serde_json::from_str(&some.stdout).expect("JSON");
    assert_eq!(report["learnt"], json!(1));
    assert_eq!(run(&["tune", file, "--out", out]).code, 2, "weights are not overwritten");
    let none = run(&["tune", "/dev/null", "--out", out, "--force"]);
    assert_eq!((none.code, none.stderr.as_str()), (3, "quevedo: there are no positions to learn from\n"));
    for options in
        [&["--result", "2"][..], &["--rate", "0"], &["--pull", "-1"], &["--resume"], &["--every", "0"]]
    {
        assert_eq!(run(&[&["tune", file, "--out", out, "--force"], options].concat()).code, 2, "{options:?}");
    }
}
