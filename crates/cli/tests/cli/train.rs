//! `quevedo train`.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use quevedo_eval::nnue::Network;
use quevedo_rules::{Board, Color, Piece};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

use crate::{Run, run};

/// Lines of random games in which material wins.
fn lines(games: u64) -> String {
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
            let lead = lead(&board);
            let result = ["0.0", "0.5", "1.0"][(lead.signum() + 1) as usize];
            let _ = writeln!(text, "{} | {lead} | {result}", board.fen());
        }
    }
    text
}

fn lead(board: &Board) -> i32 {
    let value = |piece: Piece| [100, 300, 300, 500, 900, 0][piece.index()];
    let side =
        |color| Piece::ALL.iter().map(|&piece| value(piece) * board.colored(color, piece).len() as i32).sum();
    let (white, black): (i32, i32) = (side(Color::White), side(Color::Black));
    white - black
}

/// A folder with data, and the usual way to train on them.
struct Lesson {
    folder: tempfile::TempDir,
    data: String,
}

impl Lesson {
    fn new(games: u64) -> Lesson {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("lines.txt");
        fs::write(&data, lines(games)).expect("a file");
        Lesson { data: data.to_str().expect("a name").to_owned(), folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn arguments(&self, out: &str, options: &[&str]) -> Vec<String> {
        let out = self.path(out);
        let usual = [
            "train",
            &self.data,
            "--out",
            out.to_str().expect("a name"),
            "--hidden",
            "16",
            "--king-buckets",
            "2",
            "--output-buckets",
            "2",
            "--block",
            "100",
            "--hold-out",
            "5",
            "--batch",
            "128",
            "--lr",
            "0.01",
            "--warm-up",
            "5",
            "--threads",
            "2",
            "--json",
            "-q",
        ];
        usual.iter().chain(options).map(|&word| word.to_owned()).collect()
    }

    fn train(&self, out: &str, options: &[&str]) -> Run {
        let arguments = self.arguments(out, options);
        run(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("a file")
    }

    fn exists(&self, name: &str) -> bool {
        self.path(name).exists()
    }
}

#[test]
fn a_network_is_learnt_written_and_evaluates() {
    let lesson = Lesson::new(40);
    let report = lesson.train("net.qvnn", &["--epochs", "20"]).json();
    let loss = |name: &str| report["losses"][name].as_f64().expect("a loss");
    // Knowing nothing costs about 0.13 here.
    assert!(loss("learnt") < 0.03 && loss("held_out") < 0.08, "{report:#}");
    assert!(report["losses"]["classical"]["best_loss"].as_f64() > Some(0.0), "{report:#}");
    let judged = &report["losses"]["results"];
    assert_eq!((&judged[0]["name"], &judged[1]["name"]), (&json!("network"), &json!("classical")));
    let error = judged[0]["one_scale"]["error"].as_f64().expect("an error");
    assert!(error > 0.0 && error < loss("result") + 1e-9, "no scale is better than the best one: {report:#}");
    assert_eq!(judged[0]["one_scale"]["positions"], report["held_out"]);
    assert!(report["held_out"].as_u64() > Some(300) && report["positions_per_second"].as_f64() > Some(1.0));
    // Sixteen neurons that know their lessons by heart are rounded coarsely.
    assert!(report["quantisation"]["mean"].as_f64() < Some(10.0), "{report:#}");
    let network = Network::from_bytes(&lesson.bytes("net.qvnn")).expect("a network");
    assert_eq!(network.architecture(), "(768 x 2 -> 16) x 2 -> 1 x 2");
    assert_eq!(report["architecture"], json!(network.architecture()));
    assert!(network.description().ends_with("20 epochs, seed 1912"), "{}", network.description());
    let svg = fs::read_to_string(lesson.path("net.svg")).expect("a picture");
    assert!(svg.contains("held out 0.0") && svg.ends_with("</svg>\n"));
    assert!(!lesson.exists("net.qvnn.checkpoint"));
}

#[test]
fn lessons_come_first_and_a_network_can_learn_more() {
    let lesson = Lesson::new(16);
    let taught = lesson.train("taught", &["--lessons", "2", "--epochs", "4"]).json();
    assert_eq!(taught["epochs"], json!(6));
    let loss = |report: &Value| report["losses"]["learnt"].as_f64().expect("a loss");
    let from = lesson.path("taught");
    let from = from.to_str().expect("a name");
    let more = lesson.train("more", &["--epochs", "1", "--from", from]).json();
    let anew = lesson.train("anew", &["--epochs", "1"]).json();
    assert!(loss(&more) < 0.8 * loss(&anew), "{more:#} {anew:#}");
    let with = |name: &str, option: &str, value: &str| {
        let mut arguments = lesson.arguments(name, &["--epochs", "1", "--from", from]);
        let place = arguments.iter().position(|word| word == option).expect("an option");
        value.clone_into(&mut arguments[place + 1]);
        run(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let grown = with("grown", "--hidden", "32").json();
    assert!(loss(&grown) < 0.8 * loss(&anew), "{grown:#} {anew:#}");
    let other = with("other", "--output-buckets", "4");
    assert_eq!(other.code, 2);
    assert!(other.stderr.contains("the network to begin with has 16 sums"), "{}", other.stderr);
    assert_eq!(lesson.train("none", &["--from", "no/such.qvnn"]).code, 3);
}

/// Stopping and going on ends with the same network, whatever the number of threads.
#[test]
fn going_on_costs_nothing() {
    let lesson = Lesson::new(8);
    let epochs = ["--epochs", "6"];
    let half = lesson.train("halved", &[&epochs[..], &["--stop-after", "2"]].concat()).json();
    assert_eq!((&half["epochs"], &half["network"]), (&json!(2), &Value::Null));
    assert_eq!(lesson.train("halved", &epochs).code, 2, "an unfinished training is not forgotten");
    let other = lesson.train("halved", &["--epochs", "7", "--resume"]);
    assert_eq!(other.code, 2, "that is another training");
    assert!(other.stderr.contains("other settings (epochs)"), "{}", other.stderr);
    assert!(lesson.train("halved", &[&epochs[..], &["--resume", "--hold-out", "6"]].concat()).code == 2);
    let mut arguments = lesson.arguments("halved", &[&epochs[..], &["--resume"]].concat());
    let threads = arguments.iter().position(|word| word == "--threads").expect("an option");
    "1".clone_into(&mut arguments[threads + 1]);
    run(&arguments.iter().map(String::as_str).collect::<Vec<_>>()).good();
    lesson.train("through", &epochs).good();
    assert!(lesson.bytes("halved") == lesson.bytes("through"));
    assert_eq!(lesson.train("halved", &[&epochs[..], &["--resume"]].concat()).code, 2, "it is finished");
}

/// T1: killed at its checkpoints, it goes on to the same network.
#[test]
fn t1_kills_do_no_harm() {
    let is_full = quevedo_testkit::is_full_run();
    let kills = if is_full { 50 } else { 3 };
    let lesson = Lesson::new(8);
    let options = ["--epochs", if is_full { "300" } else { "40" }, "--checkpoint-every", "0"];
    lesson.train("through", &options).good();
    let checkpoint = lesson.path("killed.checkpoint");
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut killed = 0;
    for _ in 0..kills {
        let resume: &[&str] = if checkpoint.exists() { &["--resume"] } else { &[] };
        let mut child = Command::new(env!("CARGO_BIN_EXE_quevedo"))
            .args(lesson.arguments("killed", &[&options[..], resume].concat()))
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        let before = modified(&checkpoint);
        let patience = Instant::now() + Duration::from_mins(2);
        let mut ended = None;
        while ended.is_none() && modified(&checkpoint) == before && Instant::now() < patience {
            std::thread::sleep(Duration::from_millis(1));
            ended = child.try_wait().expect("a process");
        }
        if ended.is_some() {
            break;
        }
        std::thread::sleep(Duration::from_millis(dice.random_range(0..20)));
        child.kill().expect("it can be killed");
        killed += u32::from(!child.wait().expect("a process").success());
    }
    assert!(killed > 0, "it was too fast to be killed");
    if checkpoint.exists() {
        lesson.train("killed", &[&options[..], &["--resume"]].concat()).good();
    }
    assert!(lesson.bytes("killed") == lesson.bytes("through"), "after {killed} kills");
}

fn modified(path: &Path) -> Option<std::time::SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}

#[test]
#[cfg(unix)]
fn an_interruption_leaves_a_checkpoint() {
    let lesson = Lesson::new(2);
    let mut arguments = lesson.arguments("net.qvnn", &["--epochs", "100000"]);
    for word in &mut arguments {
        if word == "--json" {
            "--jsonl".clone_into(word);
        }
    }
    let (text, code) = crate::solve::interrupted(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(code, Some(130), "{text}");
    let last: Value = serde_json::from_str(text.lines().last().expect("a line")).expect("JSON");
    assert!(last["epochs"].as_u64() >= Some(1), "{last}");
    assert!(lesson.exists("net.qvnn.checkpoint") && !lesson.exists("net.qvnn"));
}

#[test]
fn damaged_checkpoints_and_bad_data_are_named() {
    let lesson = Lesson::new(2);
    lesson.train("net", &["--epochs", "3", "--stop-after", "1"]).good();
    let mut bytes = lesson.bytes("net.checkpoint");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(lesson.path("net.checkpoint"), bytes).expect("a file");
    let damaged = lesson.train("net", &["--epochs", "3", "--resume"]);
    assert_eq!(damaged.code, 3);
    assert!(
        damaged.stderr.contains("the checkpoint is damaged: its checksum is wrong"),
        "{}",
        damaged.stderr
    );

    let text = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 | 12\n4k3/8/8/8/8/8/8/R3K3 w - - [1.0]\n4k3/pp6/8/8/8/8/PPP5/R3K3 w - - 0 1 | 500 | 1.0\n";
    let (data, out) = (lesson.path("bad.txt"), lesson.path("bad.qvnn"));
    fs::write(&data, text).expect("a file");
    let (data, out) = (data.to_str().expect("a name"), out.to_str().expect("a name"));
    let some = run(&["train", data, "--out", out, "--epochs", "1", "--hidden", "16", "--json"]);
    assert_eq!(some.code, 0, "{}", some.stderr);
    assert!(some.stderr.contains("line 1: there is no result"), "{}", some.stderr);
    assert!(some.stderr.contains("line 2: there is no score"), "{}", some.stderr);
    assert!(some.stderr.contains("too few games to hold any out"), "{}", some.stderr);
    let report: Value = serde_json::from_str(&some.stdout).expect("JSON");
    assert_eq!((&report["learnt"], &report["losses"]["held_out"]), (&json!(1), &Value::Null));
    let none = run(&["train", "/dev/null", "--out", out, "--force"]);
    assert_eq!((none.code, none.stderr.as_str()), (3, "quevedo: there are no positions to learn from\n"));
    for options in [
        &["--hidden", "20"][..],
        &["--king-buckets", "5"],
        &["--output-buckets", "0"],
        &["--lr", "0"],
        &["--lr", "NaN"],
        &["--blend", "1.5"],
        &["--resume"],
        &["--epochs", "0"],
    ] {
        assert_eq!(
            run(&[&["train", data, "--out", out, "--force"], options].concat()).code,
            2,
            "{options:?}"
        );
    }
}

#[test]
fn games_against_itself_are_data() {
    let lesson = Lesson::new(1);
    let (games, out) = (lesson.path("games.qvg"), lesson.path("net.qvnn"));
    let (games, out) = (games.to_str().expect("a name"), out.to_str().expect("a name"));
    assert_eq!(run(&["datagen", "--out", games, "--games", "10", "--nodes", "50", "-q"]).code, 0);
    let arguments = [
        "train",
        games,
        "--out",
        out,
        "--hidden",
        "16",
        "--epochs",
        "2",
        "--hold-out",
        "3",
        "--json",
        "-q",
        "--force",
    ];
    let report = run(&arguments).json();
    let count = |name: &str| report[name].as_u64().expect("a number");
    assert!(count("learnt") > 50 && count("held_out") > 10, "{report:#}");
    // Half a game at the end is left out, damage before is not accepted.
    let mut bytes = fs::read(games).expect("a file");
    bytes.truncate(bytes.len() - 7);
    fs::write(games, &bytes).expect("a file");
    let torn = run(&arguments).json();
    let all = |report: &Value| report["learnt"].as_u64().zip(report["held_out"].as_u64());
    assert_ne!(all(&torn), all(&report));
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x55;
    fs::write(games, &bytes).expect("a file");
    let damaged = run(&arguments);
    assert_eq!(damaged.code, 3);
    assert!(damaged.stderr.contains("games.qvg"), "{}", damaged.stderr);
}

/// Everything that would fail at the end of a training fails before it begins.
#[test]
fn results_are_looked_after_before_the_training() {
    let lesson = Lesson::new(2);
    let words = |out: &str, options: &[&str], code: i32| {
        let end = lesson.train(out, &[&["--epochs", "1"], options].concat());
        assert_eq!((end.code, end.stdout.as_str()), (code, ""), "{out} {options:?}: {}", end.stderr);
        end.stderr
    };
    assert!(words("no/such/net.qvnn", &[], 3).contains("there is no folder"));
    assert!(words("net.svg", &[], 2).contains("is the picture's name"));
    assert!(words(".", &["--force"], 3).contains("it is a folder"));
    let data = fs::read(&lesson.data).expect("a file");
    assert!(words("lines.txt", &["--force"], 2).contains("is read; the result must be another file"));
    fs::hard_link(&lesson.data, lesson.path("hard")).expect("a link");
    assert!(words("hard", &["--force"], 2).contains("the same file as"));
    assert!(fs::read(&lesson.data).expect("a file") == data);

    lesson.train("net.qvnn", &["--epochs", "1"]).good();
    let first = lesson.bytes("net.qvnn");
    assert!(words("net.qvnn", &["--seed", "2"], 2).contains("net.qvnn exists; --force replaces it"));
    fs::remove_file(lesson.path("net.qvnn")).expect("a file");
    assert!(words("net.qvnn", &[], 2).contains("net.svg exists"), "the picture counts, too");
    fs::write(lesson.path("net.qvnn.new"), "somebody's own").expect("a file");
    lesson.train("net.qvnn", &["--epochs", "1", "--seed", "2", "--force"]).good();
    assert!(lesson.bytes("net.qvnn") != first);
    assert_eq!(lesson.bytes("net.qvnn.new"), b"somebody's own");
    let names = fs::read_dir(lesson.folder.path()).expect("a folder").count();
    assert_eq!(names, 5, "lines, hard, net.qvnn, net.svg and net.qvnn.new");
}

#[test]
fn two_trainings_do_not_write_one_network() {
    let lesson = Lesson::new(2);
    let mut first = Command::new(env!("CARGO_BIN_EXE_quevedo"))
        .args(lesson.arguments("net.qvnn", &["--epochs", "100000", "--checkpoint-every", "0"]))
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    let patience = Instant::now() + Duration::from_mins(2);
    while !lesson.exists("net.qvnn.checkpoint") && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(5));
    }
    let second = lesson.train("net.qvnn", &["--epochs", "1"]);
    first.kill().expect("it can be killed");
    first.wait().expect("it ends");
    assert_eq!(second.code, 3, "{}", second.stderr);
    let words = format!("is being written by quevedo train (process {})", first.id());
    assert!(second.stderr.contains(&words), "{}", second.stderr);
    assert_eq!(lesson.train("net.qvnn", &["--epochs", "1"]).code, 2, "now it is only unfinished");
}
