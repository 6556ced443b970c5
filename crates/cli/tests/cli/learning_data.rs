//! `quevedo relabel`, `quevedo data` and `quevedo fit-wdl`.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::{Run, run};

fn name(path: &Path) -> &str {
    path.to_str().expect("a name")
}

/// A small file of games by very short searches.
fn games(folder: &Path, number: &str) -> PathBuf {
    let path = folder.join("games.qvg");
    let count = ["--games", number, "--nodes", "60", "--random-plies", "20", "-q"];
    run(&[&["datagen", "--out", name(&path)], &count[..]].concat()).good();
    path
}

fn relabel(from: &Path, out: &Path, more: &[&str]) -> Run {
    run(&[&["relabel", name(from), "--out", name(out), "--nodes", "80", "--json", "-q"], more].concat())
}

fn number(report: &Value, field: &str) -> u64 {
    report[field].as_u64().unwrap_or_else(|| panic!("{field} in {report}"))
}

#[test]
fn data_are_described() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = games(folder.path(), "8");
    let report = run(&["data", name(&file), "--json"]).json();
    assert_eq!(number(&report, "played"), 8);
    assert_eq!(report["files"][0]["made"]["settings"]["nodes"], json!(60));
    let kinds = ["positions", "in_check", "noisy", "beyond"].map(|field| number(&report, field));
    assert_eq!(kinds.iter().sum::<u64>(), number(&report, "plies"));
    for ranges in ["scores", "men"] {
        let all = report[ranges].as_array().expect("ranges").iter();
        assert_eq!(all.map(|range| number(range, "positions")).sum::<u64>(), number(&report, "positions"));
    }
    let twice = run(&["data", name(&file), name(&file), "--json"]).json();
    assert_eq!(number(&twice, "different"), number(&report, "different"));
    assert_eq!(number(&twice, "positions"), 2 * number(&report, "positions"));
    let text = run(&["data", name(&file)]).good();
    let evaluation = format!("evaluation   {}", quevedo_eval::Evaluation::default().name());
    for words in ["White won", &evaluation, "different", "White's score", "from 29", "from 2501"] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn torn_and_damaged_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = games(folder.path(), "3");
    let bytes = fs::read(&file).expect("a file");
    fs::write(&file, &bytes[..bytes.len() - 5]).expect("a file");
    let torn = run(&["data", name(&file), "--json"]);
    assert_eq!(torn.code, 0);
    assert!(torn.stderr.contains("the last game is not whole"), "{}", torn.stderr);
    let report: Value = serde_json::from_str(&torn.stdout).expect("JSON");
    assert_eq!((number(&report, "games"), &report["files"][0]["torn"]), (2, &json!(true)));
    let mut damaged = bytes.clone();
    damaged[bytes.len() - 10] ^= 4;
    fs::write(&file, damaged).expect("a file");
    for command in ["data", "fit-wdl"] {
        let end = run(&[command, name(&file)]);
        assert_eq!(end.code, 3, "{}", end.stderr);
        assert!(end.stderr.contains("game 3 (at byte "), "{}", end.stderr);
        assert_eq!(run(&[command, "/nowhere"]).code, 3);
        assert_eq!(run(&[command]).code, 2);
    }
}

#[test]
fn positions_get_scores_of_our_own_and_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    let source = games(folder.path(), "6");
    let report = relabel(&source, &file("through"), &[]).json();
    let all = number(&report, "positions");
    assert!(all > 100, "{report}");
    let through = fs::read(file("through")).expect("a file");
    for parts in [[70, 71], [64, 128], [1, 0]] {
        for part in parts {
            let report = relabel(&source, &file("parts"), &["--max", &part.to_string()]).json();
            assert!(number(&report, "positions") <= all);
        }
        let end = relabel(&source, &file("parts"), &["--threads", "1"]).json();
        assert_eq!(number(&end, "positions"), all);
        assert!(fs::read(file("parts")).expect("a file") == through, "{parts:?}");
        let torn = fs::OpenOptions::new().write(true).open(file("parts")).expect("a file");
        torn.set_len(through.len() as u64 / 2 + 3).expect("a file");
    }
    relabel(&source, &file("parts"), &[]).json();
    assert!(fs::read(file("parts")).expect("a file") == through);
    let data = run(&["data", name(&file("through")), "--json"]).json();
    assert_eq!((number(&data, "plies"), number(&data, "longest")), (all, 1));
    assert_eq!(relabel(&source, &file("through"), &["--every", "2"]).code, 2, "that is another run");
}

#[test]
fn a_network_can_give_the_scores() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.in/material.qvnn");
    let line = "rnbqkbnr/pppppppp/8/8/3PP3/2NB1N2/PPP2PPP/R1BQ1RK1 w kq - 0 1 | 33 | 1.0\n";
    fs::write(file("lines.txt"), line).expect("a file");
    let score = |out: &str, more: &[&str]| {
        relabel(&file("lines.txt"), &file(out), more).json();
        run(&["data", name(&file(out)), "--json"]).json()
    };
    let (classical, by_network) = (score("classical", &[]), score("network", &["--eval-file", network]));
    assert_eq!(number(&by_network, "positions"), 1, "{by_network}");
    assert_ne!(classical["scores"], by_network["scores"]);
    let other = relabel(&file("lines.txt"), &file("network"), &[]);
    assert_eq!(other.code, 2, "scores of another evaluation do not belong into the same file");
}

#[test]
fn games_and_lines_are_relabelled_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    let pgn = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.in/games.pgn"));
    let report = relabel(pgn, &file("pgn"), &[]).json();
    assert!((20..80).contains(&number(&report, "positions")), "{report}");
    let lines = "4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\";\n\
                 nonsense\n\
                 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1 [0.0]\n\
                 4k3/8/8/8/8/8/4P3/4K3 w - - 5 9 | 33 | 0.5\n";
    fs::write(file("lines.epd"), lines).expect("a file");
    let report = relabel(&file("lines.epd"), &file("lines"), &[]).json();
    let counts = ["positions", "repeated", "unfit", "unreadable"].map(|field| number(&report, field));
    assert_eq!(counts, [1, 1, 1, 1]);
}

#[test]
fn chances_are_fitted() {
    let folder = tempfile::tempdir().expect("a folder");
    let few = games(folder.path(), "3");
    let end = run(&["fit-wdl", name(&few)]);
    assert_eq!(end.code, 3, "{}", end.stderr);
    assert!(end.stderr.contains("at least 1000 are needed"), "{}", end.stderr);
    let file = games(folder.path(), "60");
    let picture = folder.path().join("chances.svg");
    assert_eq!(
        run(&["fit-wdl", name(&file), "--svg", name(&file), "--force"]).code,
        2,
        "these are the games"
    );
    let nowhere = run(&["fit-wdl", name(&file), "--svg", "/no/where.svg"]);
    assert!(nowhere.code == 3 && nowhere.stderr.contains("there is no folder"), "{}", nowhere.stderr);
    let report = run(&["fit-wdl", name(&file), "--svg", name(&picture), "--json"]).json();
    assert!(number(&report, "positions") > 1000, "{report}");
    let value = |field: &str| report[field].as_f64().expect("a number");
    assert!(value("error") < value("blind_error"), "{report}");
    assert!(value("pawn") > 0.0, "{report}");
    assert_eq!(run(&["fit-wdl", name(&file), "--svg", name(&picture)]).code, 2, "it exists");
    assert!(fs::read_to_string(&picture).expect("a picture").ends_with("</svg>\n"));
    let text = run(&["fit-wdl", name(&file)]).good();
    assert!(text.contains("wins half of the games at material 58") && text.contains("-100 to 0"), "{text}");
}

#[test]
fn garbage_is_not_relabelled() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    let out = file("out.qvg");
    let binary: Vec<u8> = (0..5000u32).map(|number| ((number * 7919) >> 3) as u8).collect();
    for garbage in [&b""[..], b"no/such/board/at/all/is/in/here\nnonsense\n", b"just words\n", &binary] {
        fs::write(file("garbage"), garbage).expect("a file");
        let end = relabel(&file("garbage"), &out, &[]);
        assert_eq!((end.code, end.stdout.as_str()), (3, ""), "{}", end.stderr);
        assert!(end.stderr.contains("there are no positions to relabel"), "{}", end.stderr);
        assert!(!out.exists());
    }
    let source = games(folder.path(), "2");
    let before = fs::read(&source).expect("a file");
    let same = relabel(&source, &source, &[]);
    assert_eq!(same.code, 2, "{}", same.stderr);
    assert!(fs::read(&source).expect("a file") == before);
}

/// A search of a thousand million nodes is ended, not waited for.
#[test]
#[cfg(unix)]
fn relabelling_obeys_at_once_and_says_what_is_kept() {
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().expect("a folder");
    let (source, out) = (games(folder.path(), "2"), folder.path().join("out.qvg"));
    let child = Command::new(env!("CARGO_BIN_EXE_quevedo"))
        .args(["relabel", name(&source), "--out", name(&out), "--nodes", "1000000000"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    while !out.exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
    let output = child.wait_with_output().expect("it ends");
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{words}");
    assert!(words.contains("out.qvg keeps 0 positions, and the same command goes on"), "{words}");
}

#[test]
fn damaged_headers_are_named_and_old_ones_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = games(folder.path(), "2");
    let bytes = fs::read(&file).expect("a file");
    let mut damaged = bytes.clone();
    damaged[40] ^= 1;
    fs::write(&file, &damaged).expect("a file");
    for command in ["data", "fit-wdl", "judge"] {
        let end = run(&[command, name(&file)]);
        assert_eq!(end.code, 3);
        assert!(end.stderr.contains("the header is damaged"), "{}", end.stderr);
    }
    // The first version had no checksum behind the settings.
    let length = 12 + u32::from_le_bytes(bytes[8..12].try_into().expect("four bytes")) as usize;
    let old = [b"QVGAMES1", &bytes[8..length], &bytes[length + 4..]].concat();
    fs::write(&file, &old).expect("a file");
    assert_eq!(number(&run(&["data", name(&file), "--json"]).json(), "games"), 2);
    games(folder.path(), "3");
    let grown = fs::read(&file).expect("a file");
    assert!(grown.starts_with(&old) && grown.len() > old.len(), "an old file is gone on with");
}

#[test]
fn evaluations_are_judged_by_results() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = games(folder.path(), "30");
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.in/material.qvnn");
    let report = run(&["judge", name(&file), "--json"]).json();
    let names: Vec<&str> = report["evaluations"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|each| each["name"].as_str())
        .collect();
    assert_eq!(names, ["classical", "network"]);
    let all = number(&report, "positions");
    let data = run(&["data", name(&file), "--json"]).json();
    assert_eq!(all, number(&data, "different"));
    let third = run(&["judge", name(&file), "--json", "--every", "3"]).json();
    // Positions that stand several times are left out after that, so it is not exactly a third.
    assert!((all / 4..all / 2).contains(&number(&third, "positions")), "{third}");
    let several = ["--evaluation", "shannon", "--evaluation", "classical", "--eval-file", network];
    let report = run(&[&["judge", name(&file), "--json"], &several[..]].concat()).json();
    for each in report["evaluations"].as_array().expect("a list") {
        let error = |of: &Value| of["error"].as_f64().expect("an error");
        assert!(error(&each["one_scale"]) < 0.25, "better than to know nothing: {each}");
        let by_phase = each["phase_scales_error"].as_f64().expect("an error");
        assert!(by_phase <= error(&each["one_scale"]) + 1e-9, "{each}");
        let phases = each["phases"].as_array().expect("a list").iter();
        let sum: u64 = phases.filter_map(|phase| phase["positions"].as_u64()).sum();
        assert_eq!(sum, all);
    }
    let text = run(&[&["judge", name(&file)], &several[..]].concat()).good();
    assert!(text.contains("25 to 32 men") && text.contains("material.qvnn"), "{text}");
    assert_eq!(run(&["judge", name(&file), "--evaluation", "nobody"]).code, 2);
    let none = run(&["judge", "/dev/null"]);
    assert!(none.code == 3 && none.stderr.contains("no positions to judge by"), "{}", none.stderr);
}
