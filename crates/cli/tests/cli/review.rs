//! `quevedo review` and `quevedo practice`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

use crate::{command, run, run_with};

/// A game with a gift in it: White takes the pawn on e5 and loses the knight.
const GIFT: &str = "[Event \"Club\"]\n[White \"Ada\"]\n[Black \"<script>alert(1)</script>\"]\n[Date \"1999.01.02\"]\n[Result \"0-1\"]\n\n\
    1. e4 { [%clk 0:05:00] } e5 { [%clk 0:05:00] } 2. Nf3 Nc6 3. Nxe5 Nxe5 4. d4 Ng6 5. Bc4 Nf6 0-1\n\n";

const MATE: &str = "[White \"Bob\"]\n[Black \"Ada\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n";

const BROKEN: &str = "[White \"Cy\"]\n[Black \"Di\"]\n\n1. e4 e5 2. Ke3 *\n\n";

const VARIANT: &str = "[White \"Cy\"]\n[Black \"Di\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n\n";

fn file(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).expect("a file");
    path
}

fn name(path: &Path) -> &str {
    path.to_str().expect("a plain name")
}

/// As quick as can be; the marks of such clear games do not change.
const QUICKLY: [&str; 4] = ["--nodes", "2000", "--hash", "4"];

fn review(arguments: &[&str]) -> crate::Run {
    run(&[&["review"], arguments, &QUICKLY].concat())
}

fn lines_of(bytes: &[u8]) -> usize {
    bytes.split(|&byte| byte == b'\n').count() - 1
}

#[test]
fn a_game_is_told_and_the_mistake_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = file(folder.path(), "game.pgn", GIFT);
    let json = review(&[name(&game), "--json"]).json();
    let mark = |ply: usize| json["moves"][ply - 1]["mark"].as_str();
    assert_eq!((mark(5), mark(1)), (Some("blunder"), None), "{json}");
    assert_eq!(json["moments"][0]["ply"], 5);
    assert_eq!(json["opening"]["eco"], "C44");
    assert_eq!(json["sides"]["white"]["player"], "Ada");
    assert_eq!(json["sides"]["white"]["marks"]["blunders"], 1);
    assert_eq!(json["moves"][0]["clock"], 300.0);
    let text = review(&[name(&game)]).good();
    assert!(text.contains("3. Nxe5") && text.contains("White's expected score"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let spanish = review(&[name(&game), "--lang", "es"]).good();
    assert!(spanish.contains("3. Cxe5??") && spanish.contains("las negras"), "{spanish}");
    // The same again, byte for byte.
    assert_eq!(review(&[name(&game)]).good(), text);
}

#[test]
fn files_are_written_and_nothing_of_the_game_breaks_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = file(folder.path(), "game.pgn", GIFT);
    let out = |end: &str| folder.path().join(format!("out.{end}"));
    let (pgn, svg, html) = (out("pgn"), out("svg"), out("html"));
    let arguments = [name(&game), "--pgn", name(&pgn), "--svg", name(&svg), "--html", name(&html)];
    review(&arguments).good();
    let text = fs::read_to_string(&pgn).expect("a PGN");
    assert!(
        text.contains("3. Nxe5 $4") && text.contains("[%eval ") && text.contains("[%clk 0:05:00]"),
        "{text}"
    );
    assert!(text.contains("[%cal G") && text.contains("[%csl R"), "{text}");
    assert!(
        quevedo_games::GameTree::from_pgn(&text).is_ok_and(|tree| tree.len() > 10),
        "variations are there"
    );
    for page in [&svg, &html] {
        let text = fs::read_to_string(page).expect("a page");
        assert!(!text.contains("<script") && text.contains("&lt;script&gt;"), "{text}");
    }
    let again = review(&arguments);
    assert_eq!(again.code, 2, "files that are there stay: {}", again.stderr);
    assert_eq!(review(&[name(&game), "--pgn", name(&game), "--force"]).code, 2);
    assert_eq!(review(&[name(&game), "--pgn", name(&pgn), "--html", name(&pgn), "--force"]).code, 2);
}

#[test]
fn bad_input_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let mixed = file(folder.path(), "mixed.pgn", &[BROKEN, MATE, VARIANT].concat());
    let run = review(&[name(&mixed), "--jsonl"]);
    assert_eq!(run.code, 3);
    assert!(
        run.stderr.contains("game 1 (\"Cy - Di\"") && run.stderr.contains("\"Ke3\" is not legal"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("the variant \"Atomic\" is not supported"), "{}", run.stderr);
    let one: Value = serde_json::from_str(run.stdout.trim()).expect("the game between");
    assert_eq!(one["ending"], "checkmate");
    assert_eq!(review(&[name(&mixed), "--game", "2", "--json"]).json()["result"], "0-1");
    assert!(review(&[name(&mixed), "--game", "9"]).stderr.contains("there is no game 9"));
    let empty = run_with(&["review", "-"], "");
    assert!(empty.code == 3 && empty.stderr.contains("there is no game"), "{}", empty.stderr);
    let moveless = run_with(&["review", "-"], "[White \"A\"]\n\n*\n");
    assert!(moveless.code == 3 && moveless.stderr.contains("has no move"), "{}", moveless.stderr);
    assert_eq!(review(&["nowhere.pgn"]).code, 3);
    assert_eq!(review(&[name(&mixed), "--svg", name(&folder.path().join("a.svg"))]).code, 2, "one game only");
}

/// Each of these stands before a good game, which is reviewed all the same.
#[test]
fn the_rest_of_a_collection_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    for (bad, fault) in [
        ("[White \"A\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n\n", "White has no king"),
        ("[White \"A\"]\n\n1. e4 e5 2. -- Nf6 *\n\n", "somebody passes"),
        ("[White \"A\"]\n\n*\n\n", "has no move"),
        (
            "[White \"A\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 *\n\n",
            "the variant \"Crazyhouse\" is not supported",
        ),
        ("[White \"A\"]\n\n1. e4 e5 2. Qh6 *\n\n", "\"Qh6\" is not legal"),
        ("[White \"A\"]\n\n1. e4 hello *\n\n", "\"hello\" is not a move"),
    ] {
        let path = file(folder.path(), "one.pgn", &[bad, MATE].concat());
        let run = review(&[name(&path), "--jsonl"]);
        assert_eq!(run.code, 3, "{bad}: {}", run.stderr);
        assert!(run.stderr.contains("game 1") && run.stderr.contains(fault), "{bad}: {}", run.stderr);
        assert!(run.stderr.contains("1 of 2 games cannot be reviewed"), "{bad}: {}", run.stderr);
        let told: Value = serde_json::from_str(run.stdout.trim()).expect("the game after it");
        assert_eq!(told["ending"], "checkmate", "{bad}");
    }
    let unclosed = run_with(&["review", "-", "--jsonl"], "[White \"A\"]\n\n1. e4 { for ever\n\n1. d4 *\n");
    assert!(
        unclosed.code == 3 && unclosed.stderr.contains("a comment is never closed"),
        "{}",
        unclosed.stderr
    );
}

/// Many games, all different, with broken ones between them.
fn collection() -> String {
    let mut text = String::new();
    for number in 0..12 {
        text += &GIFT.replace("Club", &format!("Club {number}"));
        text += [MATE, BROKEN][number % 2];
    }
    text
}

#[test]
fn a_killed_collection_goes_on_to_the_same_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = file(folder.path(), "games.pgn", &collection());
    let whole = folder.path().join("whole.jsonl");
    let run = review(&[name(&games), "--reviews", name(&whole), "-j", "2"]);
    assert_eq!(run.code, 3, "broken games are told: {}", run.stderr);
    let whole = fs::read(&whole).expect("reviews");
    assert_eq!(lines_of(&whole), 25);

    let killed = folder.path().join("killed.jsonl");
    let start = || {
        let arguments =
            [&["review", name(&games), "--reviews", name(&killed), "-j", "1"], &QUICKLY[..]].concat();
        let mut program = Command::new(cargo_bin!("quevedo"));
        program.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        program.spawn().expect("it starts")
    };
    // Killed as soon as some games are there, twice.
    for wanted in [3, 9] {
        let mut child = start();
        let since = Instant::now();
        let lines = || fs::read(&killed).map_or(0, |text| lines_of(&text));
        while lines() < wanted && since.elapsed() < Duration::from_mins(1) {
            thread::sleep(Duration::from_millis(2));
        }
        child.kill().expect("it runs");
        child.wait().expect("it has ended");
        let text = fs::read(&killed).expect("reviews");
        assert!(text.len() < whole.len(), "it was killed before its end");
    }
    // What a killed process left of a line goes.
    let half = fs::read(&killed).expect("reviews");
    let next = whole[half.len()..].iter().take(100).copied();
    fs::write(&killed, half.iter().copied().chain(next).collect::<Vec<u8>>()).expect("a file");
    let end = review(&[name(&games), "--reviews", name(&killed), "-j", "2"]);
    assert_eq!(end.code, 3, "{}", end.stderr);
    assert_eq!(fs::read(&killed).expect("reviews"), whole, "nothing lost, nothing twice");
    // Once more: nothing is left to do.
    review(&[name(&games), "--reviews", name(&killed)]);
    assert_eq!(fs::read(&killed).expect("reviews"), whole);
}

#[test]
fn other_games_and_settings_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (gift, mate) = (file(folder.path(), "gift.pgn", GIFT), file(folder.path(), "mate.pgn", MATE));
    let reviews = folder.path().join("reviews.jsonl");
    review(&[name(&gift), "--reviews", name(&reviews)]).good();
    let before = fs::read(&reviews).expect("reviews");
    let other = review(&[name(&mate), "--reviews", name(&reviews)]);
    assert!(other.code == 2 && other.stderr.contains("reviews of other games"), "{}", other.stderr);
    let other = run(&["review", name(&gift), "--reviews", name(&reviews), "--nodes", "999", "--hash", "4"]);
    assert!(other.code == 2 && other.stderr.contains("another effort"), "{}", other.stderr);
    let notes = file(folder.path(), "notes.jsonl", "my notes");
    let other = review(&[name(&gift), "--reviews", name(&notes)]);
    assert!(other.code == 3 && other.stderr.contains("no review wrote"), "{}", other.stderr);
    assert_eq!(fs::read(&notes).expect("notes"), b"my notes");
    assert_eq!(fs::read(&reviews).expect("reviews"), before);
    let mut damaged = before.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(&reviews, &damaged).expect("a file");
    let other = review(&[name(&gift), "--reviews", name(&reviews)]);
    assert!(other.code == 3 && other.stderr.contains("checksum"), "{}", other.stderr);
    assert_eq!(fs::read(&reviews).expect("reviews"), damaged);
}

#[test]
fn a_folder_gets_pages_and_a_player_a_summary() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = file(folder.path(), "games.pgn", &[GIFT, MATE].concat());
    let out = folder.path().join("out");
    let json = review(&[name(&games), "--out", name(&out), "--player", "ada", "--json"]).json();
    assert_eq!((json["games"].as_u64(), json["player"]["games"].as_u64()), (Some(2), Some(2)));
    assert_eq!(json["player"]["results"], serde_json::json!([1, 0, 1]));
    let index = fs::read_to_string(out.join("index.html")).expect("a page");
    assert!(index.contains("game-00001.html") && !index.contains("<script"), "{index}");
    let pgn = fs::read(out.join("annotated.pgn")).expect("a PGN");
    assert_eq!(quevedo_games::Games::new(&pgn[..]).flatten().count(), 2);
    assert!(out.join("game-00002.html").exists());
}

#[test]
fn mistakes_become_cards_and_answers_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = file(folder.path(), "game.pgn", GIFT);
    let deck = folder.path().join("cards.json");
    let practice = |more: &[&str], stdin: &str| {
        let arguments = [&["practice", "--file", name(&deck)], more].concat();
        crate::Run::from(command(&arguments).write_stdin(stdin).output().expect("it starts"))
    };
    let none = practice(&[], "");
    assert!(none.stderr.contains("there are no cards yet"), "{}", none.stderr);
    let added = [&[name(&game), "--player", "Ada", "--json"], &QUICKLY[..]].concat();
    let due = practice(&added, "").json();
    assert_eq!((due["added"].as_u64(), due["counts"]["due"].as_u64()), (Some(1), Some(1)), "{due}");
    assert_eq!(due["cards"][0]["played"]["san"], "Nxe5");
    assert_eq!(practice(&added, "").json()["added"], 0, "the same game again");
    // The mistake again, nonsense, a hint, and then a good move.
    let talk = practice(&[], "Nxe5\nKe9\nhint\nnonsense\nBb5\n").good();
    assert!(
        talk.contains("it was the mistake") && talk.contains("Right.") && talk.contains("1 of 1 found"),
        "{talk}"
    );
    let after = practice(&["--json"], "").json();
    assert_eq!((after["counts"]["due"].as_u64(), after["counts"]["new"].as_u64()), (Some(0), Some(0)));
    assert!(practice(&[], "").good().contains("Nothing is due today"));
    let nobody = practice(&[name(&game), "--player", "Nobody"], "");
    assert!(nobody.code == 3 && nobody.stderr.contains("no game of Nobody's"), "{}", nobody.stderr);
}
