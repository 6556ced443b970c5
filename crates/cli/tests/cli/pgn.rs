//! `quevedo pgn`.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::{run, run_with};

const GAMES: &str = r#"[Event "Club"]
[Date "1987.03.01"]
[White "Smith"]
[Black "Jones"]
[Result "1-0"]
[WhiteElo "2100"]
[BlackElo "1900"]

1. e4 e5 2. Nf3 {a comment} (2. f4 exf4) 2... Nc6 3. Bb5 a6 1-0

[White "Jones"]
[Black "Miller"]
[Result "1/2-1/2"]

1. d4 d5 2. c4 e6 1/2-1/2

"#;

const BROKEN: &str = r#"[White "Smith"]
[Black "Baker"]

1. e4 e5 2. Ke3 *

[White "Adams"]
[Black "Baker"]

1. e4 (1. d4 Nf7) e5 0-1
"#;

fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

#[test]
fn good_games_are_counted() {
    let text = run_with(&["pgn", "-"], GAMES).good();
    assert_eq!(
        text,
        "games    2\nplies    10, 5.0 per game\nresults  1 1-0, 0 0-1, 1 1/2-1/2, 0 *\nfaulty   0\n"
    );
    assert_eq!(run_with(&["pgn", "check", "-"], GAMES).good(), text);
    assert_eq!(run_with(&["pgn", "check", "--variations", "-"], GAMES).good(), text);
}

#[test]
fn faulty_games_are_named() {
    let run = run_with(&["pgn", "-"], [GAMES, BROKEN].concat());
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    assert_snapshot!(run.stdout);
    let run = run_with(&["pgn", "--variations", "-"], BROKEN);
    assert_eq!(run.code, 1);
    assert_snapshot!(run.stdout);
}

#[test]
fn faults_as_json() {
    let whole = run_with(&["pgn", "--json", "--variations", "-"], BROKEN);
    assert_eq!(whole.code, 1);
    assert_snapshot!(whole.stdout);
    let stream = run_with(&["pgn", "--jsonl", "--variations", "-"], BROKEN).stdout;
    let stream: Vec<Value> = stream.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let whole: Value = serde_json::from_str(&whole.stdout).expect("JSON");
    assert_eq!(json!(stream[..2]), whole["faults"]);
    assert_eq!(stream[2]["faulty"], 2);
}

#[test]
fn nothing_is_no_fault_but_worth_a_note() {
    let run = run_with(&["pgn", "-"], "\n");
    assert_eq!((run.code, run.stderr.as_str()), (0, "quevedo: note: stdin has no games\n"));
}

#[test]
fn compressed_and_several_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = folder.path().join("a.pgn");
    let packed = folder.path().join("b.pgn.zst");
    fs::write(&plain, GAMES).expect("a file");
    fs::write(&packed, zstd::encode_all(GAMES.as_bytes(), 3).expect("packed")).expect("a file");
    let files = [plain.to_str().expect("a name"), packed.to_str().expect("a name")];
    assert_eq!(run(&["pgn", "--json", files[0], files[1]]).json()["games"], 4);

    let bytes = fs::read(&packed).expect("a file");
    fs::write(&packed, &bytes[..bytes.len() / 2]).expect("a file");
    let cut = run(&["pgn", files[1]]);
    assert_eq!(cut.code, 3);
    assert!(cut.stderr.starts_with(&format!("quevedo: cannot read {}", files[1])), "{}", cut.stderr);
}

#[test]
fn games_are_chosen() {
    let count = |options: &[&str]| {
        let arguments = [&["pgn", "count", "--json", "-"], options].concat();
        run_with(&arguments, GAMES).json()["games"].clone()
    };
    for (options, games) in [
        (&[][..], 2),
        (&["--player", "smith"], 1),
        (&["--player", "jones"], 2),
        (&["--white", "jones", "--black", "mill"], 1),
        (&["--result", "1/2-1/2"], 1),
        (&["--result", "0-1"], 0),
        (&["--min-elo", "1900"], 1),
        (&["--max-elo", "2000"], 0),
        (&["--since", "1987", "--until", "1987"], 1),
        (&["--min-plies", "5"], 1),
        (&["--max-plies", "5"], 1),
        (&["--event", "club"], 1),
    ] {
        assert_eq!(count(options), games, "{options:?}");
    }
    assert_eq!(run_with(&["pgn", "count", "--result", "2-0", "-"], GAMES).code, 2);
}

#[test]
fn openings_are_counted() {
    assert_snapshot!(run_with(&["pgn", "count", "--eco", "-"], GAMES.repeat(2)).good());
    let report = run_with(&["pgn", "count", "--eco", "--top", "1", "--json", "-"], GAMES).json();
    assert_eq!(report["openings"].as_array().map(Vec::len), Some(1));
}

#[test]
fn tidy_pgn_keeps_everything() {
    let tidy = run_with(&["pgn", "convert", "--eco", "-"], GAMES).good();
    assert_snapshot!(tidy);
    assert_eq!(run_with(&["pgn", "convert", "-"], tidy.as_str()).good(), tidy);
    let bare = run_with(&["pgn", "convert", "--bare", "-"], GAMES).good();
    assert!(bare.contains("\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n"), "{bare}");
}

#[test]
fn one_line_a_game_and_back() {
    let uci = run_with(&["pgn", "convert", "--to", "uci", "-"], GAMES).good();
    assert_eq!(uci, "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6\nstartpos moves d2d4 d7d5 c2c4 e7e6\n");
    let san = run_with(&["pgn", "convert", "--from", "lines", "--to", "san", "-"], uci).good();
    assert_eq!(san, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n1. d4 d5 2. c4 e6 *\n");
    let bad = run_with(&["pgn", "convert", "--from", "lines", "-"], "startpos moves e2e5\n");
    assert_eq!(bad.code, 1);
    assert!(bad.stderr.starts_with("quevedo: note: stdin: line 1: move 1. \"e2e5\""), "{}", bad.stderr);
}

#[test]
fn one_line_a_position() {
    let fens = run_with(&["pgn", "convert", "--to", "fen", "-"], GAMES).good();
    assert_eq!(lines(&fens).len(), 12);
    assert_eq!(lines(&fens)[1], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    let last = run_with(&["pgn", "convert", "--to", "fen", "--last", "-"], GAMES).good();
    assert_eq!(lines(&last), [lines(&fens)[6], lines(&fens)[11]]);
    let epd = run_with(&["pgn", "convert", "--to", "epd", "-"], GAMES).good();
    assert_eq!(
        lines(&epd)[0],
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - sm e4; id \"Smith - Jones, 1987\";"
    );
}

#[test]
fn games_as_json() {
    let text = run_with(&["pgn", "convert", "--to", "json", "--eco", "-"], GAMES).good();
    let games: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(games[1]["san"], json!(["d4", "d5", "c4", "e6"]));
    assert_eq!(games[1]["tags"]["Black"], "Miller");
    assert_eq!(games[0]["opening"]["eco"], "C70");
    assert!(text.starts_with(r#"{"tags":{"Event":"Club","Site":"?","Date":"1987.03.01""#), "{text}");
    assert_eq!(run_with(&["pgn", "convert", "--jsonl", "--eco", "-"], GAMES).good(), text);
    assert_eq!(
        run_with(&["pgn", "convert", "--json", "--eco", "-"], GAMES).json(),
        json!({ "games": games })
    );
}

#[test]
fn faulty_games_are_left_out_or_cut() {
    let both = [BROKEN, "\n", GAMES].concat();
    let run = run_with(&["pgn", "convert", "--to", "san", "-"], both.as_str());
    assert_eq!((run.code, lines(&run.stdout).len(), lines(&run.stderr).len()), (1, 2, 2));
    let run = run_with(&["pgn", "convert", "--to", "san", "--keep-faulty", "-q", "-"], both.as_str());
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    assert_eq!(lines(&run.stdout)[..2], ["1. e4 e5 *", "1. e4 e5 0-1"]);
}

#[test]
fn files_are_not_overwritten_by_mistake() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.pgn");
    fs::write(&file, GAMES).expect("a file");
    let name = file.to_str().expect("a name");
    let same = run(&["pgn", "convert", name, "--out", name]);
    assert_eq!(same.code, 2);
    assert_eq!(fs::read_to_string(&file).expect("a file"), GAMES);
    let other = folder.path().join("b.pgn");
    assert_eq!(run(&["pgn", "convert", name, "--out", other.to_str().expect("a name")]).good(), "");
    assert!(fs::read_to_string(&other).expect("a file").starts_with("[Event \"Club\"]"));
}

#[test]
fn files_are_split() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("new/parts");
    let arguments =
        ["pgn", "split", "--games", "2", "--name", "g", "--out", out.to_str().expect("a name"), "-"];
    let report = run_with(&[&arguments[..], &["--json"]].concat(), GAMES.repeat(2) + BROKEN).json();
    assert_eq!(report["games"], 6);
    let files: Vec<&Value> = report["files"].as_array().expect("a list").iter().collect();
    assert_eq!(files.len(), 3);
    assert!(Path::new(files[2]["file"].as_str().expect("a name")).ends_with("g-00003.pgn"));
    assert_eq!(fs::read_to_string(out.join("g-00001.pgn")).expect("a file"), GAMES);
    assert_eq!(fs::read_to_string(out.join("g-00003.pgn")).expect("a file"), BROKEN.to_owned() + "\n");

    let again = run_with(&arguments, GAMES);
    assert_eq!(again.code, 3);
    assert!(again.stderr.contains("--force overwrites it"), "{}", again.stderr);
    assert_eq!(run_with(&[&arguments[..], &["--force"]].concat(), GAMES).code, 0);
    assert_eq!(run_with(&["pgn", "split", "--games", "0", "-"], GAMES).code, 2);
}

#[test]
fn files_of_the_shared_data() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/games/lichess_2017-09_1000games.pgn.zst");
    if !file.exists() {
        eprintln!("skipped: there is no {}", file.display());
        return;
    }
    let file = file.to_str().expect("a name");
    let report = run(&["pgn", "--json", file]).json();
    assert_eq!((&report["games"], &report["faulty"]), (&json!(1000), &json!(0)));
    let whole = run(&["pgn", "--json", "--variations", file]).json();
    assert_eq!(whole, report);
}
