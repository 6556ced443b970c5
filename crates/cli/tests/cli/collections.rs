//! `quevedo pgn dedupe`, `sort`, `tag`, and choosing games.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::{Run, run, run_with};

const GAMES: &str = "\u{feff}[Event \"B\"]\n[White \"Tal, M\"]\n[Black \"Botvinnik, M\"]\n[Date \"1960.03.17\"]\n[Round \"10\"]\n\n\
    1. e4   c5 {odd  blanks} 2. Nf3 d6 1-0\n\n\n\
    [Event \"A\"]\n[White \"Mikhail Tal\"]\n[Black \"Botvinnik, Mikhail\"]\n[Date \"1960.03.17\"]\n[Site \"Moscow\"]\n[Round \"2\"]\n\n\
    1. e4 c5 2. Nf3 d6 1-0\n\n\
    [Event \"C\"]\n[White \"Spassky, B\"]\n[Black \"Fischer, R\"]\n[Date \"????.??.??\"]\n\n1. d4 d5 2. c4 *";

fn file(folder: &Path, name: &str, content: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, content).expect("a file");
    path
}

fn name(path: &Path) -> &str {
    path.to_str().expect("a plain name")
}

/// Runs a command that writes a file, and returns its counts and the file.
fn rewritten(arguments: &[&str], out: &Path) -> (serde_json::Value, String) {
    let run: Run = run(&[arguments, &["--json", "-o", name(out)]].concat());
    (run.json(), fs::read_to_string(out).expect("a file"))
}

#[test]
fn the_best_tagged_of_the_same_games_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let (games, out) = (file(folder.path(), "games.pgn", GAMES), folder.path().join("out.pgn"));
    let (counts, text) = rewritten(&["pgn", "dedupe", name(&games), name(&games)], &out);
    assert_eq!(counts, json!({ "games": 6, "written": 2, "duplicates": 4 }));
    assert!(text.starts_with("[Event \"A\"]") && text.ends_with("2. c4 *\n\n"), "{text}");
    assert_eq!(text.matches("[Event").count(), 2);
    // Stdin is as good as a file, and stdout takes the games.
    let piped = run_with(&["pgn", "dedupe", "-"], GAMES);
    assert!(piped.stderr.contains("3 games, 1 duplicates left out, 2 written"), "{}", piped.stderr);
    assert_eq!(piped.stdout, text);
    assert_eq!(run(&["pgn", "dedupe", "--json", name(&games)]).code, 2, "counts and games on one stdout");
}

#[test]
fn games_are_sorted_byte_for_byte() {
    let folder = tempfile::tempdir().expect("a folder");
    let (games, out) = (file(folder.path(), "games.pgn", GAMES), folder.path().join("out.pgn"));
    let events = |text: &str| -> String {
        text.lines().filter_map(|line| line.strip_prefix("[Event \"")?.chars().next()).collect()
    };
    for (keys, order) in
        [("event", "ABC"), ("date,round", "ABC"), ("white", "ACB"), ("eco", "BAC"), ("plies", "CBA")]
    {
        let (counts, text) = rewritten(&["pgn", "sort", "--by", keys, name(&games)], &out);
        assert_eq!(counts["games"], 3);
        assert!(text.contains("1. e4   c5 {odd  blanks} 2. Nf3 d6 1-0\n\n"), "{text}");
        assert_eq!(events(&text), order, "{keys}");
    }
    let (_, text) = rewritten(&["pgn", "sort", "--by", "date", "--reverse", name(&games)], &out);
    assert_eq!(events(&text), "BAC", "what has no date comes last both ways round");
    let packed = folder.path().join("games.pgn.zst");
    fs::write(&packed, zstd::encode_all(GAMES.as_bytes(), 3).expect("packed")).expect("a file");
    let (_, text) = rewritten(&["pgn", "sort", "--by", "event", name(&packed)], &out);
    assert_eq!(events(&text), "ABC");
    let over = run(&["pgn", "sort", "--by", "event", name(&games), "-o", name(&games)]);
    assert_eq!(over.code, 2, "{}", over.stderr);
    assert_eq!(fs::read_to_string(&games).expect("a file"), GAMES);
}

#[test]
fn tags_are_set_removed_and_filled_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let (games, out) = (file(folder.path(), "games.pgn", GAMES), folder.path().join("out.pgn"));
    let edits =
        ["pgn", "tag", "--set", "Event=Open = \"free\"", "--remove", "Round", "--eco", "--player", "tal"];
    let (counts, text) = rewritten(&[&edits[..], &[name(&games)]].concat(), &out);
    assert_eq!(counts, json!({ "games": 3, "changed": 2, "named": 2 }));
    assert_eq!(text.matches("[Event \"Open = \\\"free\\\"\"]").count(), 2, "{text}");
    assert_eq!(text.matches("[ECO \"B50\"]").count(), 2, "{text}");
    assert!(!text.contains("[Round") && text.contains("[Event \"C\"]"), "{text}");
    assert!(text.contains("\n\n1. e4   c5 {odd  blanks} 2. Nf3 d6 1-0\n\n"), "{text}");
    for wrong in
        [&["--set", "Event"][..], &["--set", "Result=1-0"], &["--remove", "FEN"], &["--set", "A b=1"], &[]]
    {
        assert_eq!(run(&[&["pgn", "tag"], wrong, &[name(&games)]].concat()).code, 2, "{wrong:?}");
    }
}

#[test]
fn games_are_chosen_by_opening_position_and_material() {
    let count = |arguments: &[&str]| {
        let run = run_with(&[&["pgn", "count", "--json", "-"], arguments].concat(), GAMES);
        run.json()["games"].as_u64().expect("a number")
    };
    assert_eq!(count(&["--opening", "B20-B99"]), 2);
    assert_eq!(count(&["--opening", "queen's gambit"]), 1);
    assert_eq!(count(&["--position", "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"]), 2);
    assert_eq!(count(&["--position", "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"]), 0);
    assert_eq!(count(&["--material", "KRPKR"]), 0);
    assert_eq!(run(&["pgn", "count", "--material", "KRP", "x.pgn"]).code, 2);
    assert_eq!(run(&["pgn", "count", "--opening", "C10-B20", "x.pgn"]).code, 2);
}

#[test]
fn convert_says_what_it_cuts_and_refuses_what_contradicts() {
    let long = format!("[Event \"{}\"]\n\n1. e4 {{{}}} *\n", "x".repeat(10_000), "y".repeat(100_000));
    let cut = run_with(&["pgn", "convert", "-"], long);
    assert_eq!(cut.stderr, "quevedo: note: stdin: too long or too many, cut or left out: 1 comment, 1 tag\n");
    let both = run_with(&["pgn", "convert", "--to", "uci", "--json", "-"], GAMES);
    assert_eq!((both.code, both.stdout.as_str()), (2, ""));
    assert!(both.stderr.contains("leave out --to"), "{}", both.stderr);
    assert_eq!(run_with(&["pgn", "convert", "--to", "json", "--json", "-"], GAMES).code, 0);
}

#[cfg(unix)]
#[test]
fn an_output_that_is_the_input_by_another_name_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (games, link) = (file(folder.path(), "games.pgn", GAMES), folder.path().join("link.pgn"));
    fs::hard_link(&games, &link).expect("a link");
    let refused = run(&["pgn", "convert", name(&games), "-o", name(&link)]);
    assert_eq!(refused.code, 2, "{}", refused.stderr);
    assert_eq!(fs::read_to_string(&games).expect("a file"), GAMES);
}

#[test]
fn castling_by_the_kings_target_is_read() {
    let line = run_with(&["pgn", "convert", "--to", "san", "-"], "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. Kg1 *");
    assert_eq!(line.good(), "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O *\n");
}
