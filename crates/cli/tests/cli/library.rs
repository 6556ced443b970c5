//! `quevedo explore` and `quevedo book`.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::run;

/// Four games, one of them twice, one broken, one without moves.
const GAMES: &str = r#"[Event "Open"]
[White "Tal, Mikhail"]
[Black "Botvinnik, M"]
[WhiteElo "2700"]
[BlackElo "2650"]
[Date "1960.03.15"]

1. e4 e6 2. d4 d5 1-0

[Event "Open"]
[White "M. Tal"]
[Black "Botvinnik, Mikhail"]

1. e4 e6 2. d4 d5 1-0

[Event "Match"]
[White "Botvinnik, M"]
[Black "Tal, M"]
[Date "1961.??.??"]

1. d4 d5 2. e4 e6 0-1

[Event "Casual"]
[White "A"]
[Black "B"]

1. e4 c5 *

[Event "Casual"]
[White "C"]
[Black "D"]
[WhiteElo "1500"]
[BlackElo "1600"]

1. e4 e6 1/2-1/2

[Event "Broken"]

1. e4 e4 *

[Event "Nothing"]

*
"#;

fn name(path: &Path) -> &str {
    path.to_str().expect("a plain name")
}

/// A collection of these games.
fn collection(folder: &Path) -> PathBuf {
    let (games, out) = (folder.join("games.pgn"), folder.join("master"));
    fs::write(&games, GAMES).expect("a file");
    let told = run(&["explore", "build", "--json", name(&out), name(&games)]).json();
    assert_eq!(
        [&told["games"], &told["added"], &told["duplicates"], &told["left_out"]],
        [&json!(4), &json!(4), &json!(1), &json!(2)]
    );
    out
}

#[test]
fn a_collection_tells_what_was_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let master = collection(folder.path());
    let ask = |arguments: &[&str]| {
        let run = run(&[&["explore", "query", "--json", name(&master)], arguments].concat());
        let told: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
        let moves = told["moves"].as_array().expect("moves").iter();
        let rows = moves.map(|row| format!("{} {}", row["san"].as_str().expect("a move"), row["games"]));
        (run.code, told["games"].clone(), rows.collect::<Vec<_>>())
    };
    assert_eq!(ask(&[]), (0, json!(4), vec!["e4 3".to_owned(), "d4 1".to_owned()]));
    // By another order of moves.
    assert_eq!(ask(&["--moves", "e4 e6 d4 d5"]), (0, json!(2), vec![]));
    assert_eq!(ask(&["--moves", "d4", "--player", "TAL"]), (0, json!(1), vec!["d5 1".to_owned()]));
    assert_eq!(ask(&["--white", "tal"]), (0, json!(1), vec!["e4 1".to_owned()]));
    assert_eq!(ask(&["--min-elo", "1400", "--max-elo", "1700"]), (0, json!(1), vec!["e4 1".to_owned()]));
    assert_eq!(ask(&["--since", "1961"]), (0, json!(1), vec!["d4 1".to_owned()]));
    assert_eq!(ask(&["--until", "1960"]), (0, json!(1), vec!["e4 1".to_owned()]));
    assert_eq!(ask(&["--result", "1/2-1/2", "--event", "cas"]), (0, json!(1), vec!["e4 1".to_owned()]));
    assert_eq!(ask(&["--moves", "h4"]), (1, json!(0), vec![]));

    let text = run(&["explore", "query", name(&master), "--moves", "e4", "e6"]).good();
    assert!(text.contains("French Defense") && text.contains("(end)"), "{text}");
    assert!(text.contains("1960  1-0     Tal, Mikhail (2700) - Botvinnik, M (2650), Open"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");

    let games = run(&["explore", "games", name(&master), "--moves", "e4", "--newest", "-n", "2"]).good();
    assert!(games.starts_with("1960  1-0") && games.ends_with("… and 1 more\n"), "{games}");
    let pgn = run(&["explore", "games", name(&master), "--pgn", "--moves", "d4"]).good();
    assert!(pgn.contains("[Date \"1961.??.??\"]") && pgn.contains("1. d4 d5 2. e4 e6 0-1"), "{pgn}");
    assert_eq!(run(&["explore", "games", "--json", "--pgn", name(&master)]).code, 2);
}

#[test]
fn a_collection_grows_and_is_put_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let master = collection(folder.path());
    let games = folder.path().join("games.pgn");
    let again = run(&["explore", "add", "--json", name(&master), name(&games)]).json();
    assert_eq!((&again["added"], &again["duplicates"], &again["games"]), (&json!(0), &json!(5), &json!(4)));
    fs::write(&games, "[White \"E\"]\n\n1. c4 e5 1-0\n").expect("a file");
    let more = run(&["explore", "add", "--json", name(&master), name(&games)]).json();
    assert_eq!((&more["added"], &more["games"]), (&json!(1), &json!(5)));
    let before = run(&["explore", "query", name(&master)]).good();
    // What a killed process left is nobody's.
    fs::write(master.join("9.qvx"), "half").expect("a file");
    let told = run(&["explore", "compact", "--json", name(&master)]).json();
    assert_eq!((&told["games"], &told["files_before"], &told["files"]), (&json!(5), &json!(2), &json!(1)));
    assert_eq!(run(&["explore", "query", name(&master)]).good(), before);
    assert_eq!(fs::read_dir(&master).expect("a folder").count(), 2, "one segment and the list");
    assert!(run(&["explore", "check", name(&master)]).good().contains("5 games"));
}

#[test]
fn what_cannot_be_asked_is_said_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let master = collection(folder.path());
    let refused = |arguments: &[&str], code: i32, words: &str| {
        let run = run(arguments);
        assert!(run.code == code && run.stderr.contains(words), "{} {}", run.code, run.stderr);
    };
    refused(&["explore", "query", name(folder.path())], 3, "is no collection of games");
    refused(&["explore", "build", name(&master), "-"], 2, "is a collection already");
    refused(
        &["explore", "query", name(&master), "--min-elo", "2000", "--max-elo", "1000"],
        2,
        "range of ratings",
    );
    refused(&["explore", "query", name(&master), "--moves", "e5"], 3, "e5");
    let missing = folder.path().join("none.pgn");
    let new = folder.path().join("new");
    refused(&["explore", "build", name(&new), name(&missing)], 3, "none.pgn");
    assert!(!new.exists(), "nothing is left of it");
    let segment = master.join("1.qvx");
    let mut bytes = fs::read(&segment).expect("a segment");
    let middle = bytes.len() / 3;
    bytes[middle] ^= 1;
    fs::write(&segment, &bytes).expect("a file");
    let check = run(&["explore", "check", name(&master)]);
    assert!(check.code != 0 && (check.stdout + &check.stderr).contains("damaged"));
    fs::write(&segment, "short").expect("a file");
    refused(&["explore", "query", name(&master)], 3, "this is no file of games with an index");
}

#[test]
fn a_book_is_made_shown_merged_and_exported() {
    let folder = tempfile::tempdir().expect("a folder");
    let master = collection(folder.path());
    let (book, both) = (folder.path().join("book.bin"), folder.path().join("both.bin"));
    let made = run(&[
        "book",
        "make",
        "--json",
        name(&master),
        "-o",
        name(&book),
        "--min-games",
        "1",
        "--min-score",
        "0",
    ]);
    let made = made.json();
    assert_eq!(made["positions"], json!(3), "the start, 1. e4 and 1... e6: what never scored is left out");
    let shown = run(&["book", "show", "--json", name(&book)]).json();
    assert_eq!(shown["moves"][0]["san"], "e4");
    assert_eq!(shown["moves"][0]["weight"], 3, "a win, a draw, and a game without a result");
    assert_eq!(run(&["book", "show", name(&book), "--moves", "h4"]).code, 1);
    let refused = run(&["book", "make", name(&master), "-o", name(&book)]);
    assert!(refused.code == 2 && refused.stderr.contains("--force"), "{}", refused.stderr);
    run(&["book", "merge", name(&book), name(&book), "-o", name(&both)]).good();
    let export = run(&["book", "export", name(&both)]).good();
    assert!(
        export.starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; c0 \"e4"),
        "{export}"
    );
    fs::write(&both, [0; 17]).expect("a file");
    let broken = run(&["book", "show", name(&both)]);
    assert!(broken.code == 3 && broken.stderr.contains("1 too many"), "{}", broken.stderr);
}

#[test]
fn a_move_that_loses_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let (games, master, book) =
        (folder.path().join("games.pgn"), folder.path().join("master"), folder.path().join("book.bin"));
    // Black gives the queen away and wins all the same.
    fs::write(&games, "[White \"A\"]\n\n1. e4 e5 2. Nf3 Qg5 0-1\n").expect("a file");
    run(&["explore", "build", name(&master), name(&games)]).good();
    run(&["book", "make", name(&master), "-o", name(&book), "--min-games", "1", "--side", "black"]).good();
    let verified = run(&["book", "verify", "--json", "--nodes", "2000", name(&book)]);
    assert_eq!(verified.code, 1, "{}", verified.stderr);
    let told: serde_json::Value = serde_json::from_str(&verified.stdout).expect("JSON");
    assert_eq!(told["bad"][0]["san"], "Qg5");
    assert!(told["bad"][0]["loss"].as_i64().expect("a loss") > 500);
}

#[test]
fn a_bad_move_is_taken_out_and_a_book_goes_on_where_it_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(
        path("games.pgn"),
        "[White \"A\"]\n\n1. e4 e5 2. Nf3 Qg5 0-1\n\n[White \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n",
    )
    .expect("a file");
    let (master, book) = (path("master"), path("book.bin"));
    run(&["explore", "build", name(&master), name(&path("games.pgn"))]).good();
    run(&["book", "make", name(&master), "-o", name(&book), "--min-games", "1", "--min-score", "0"]).good();
    let clean = path("clean.bin");
    let verified = run(&["book", "verify", "--nodes", "1000", name(&book), "-o", name(&clean)]);
    assert_eq!(verified.code, 1, "{}", verified.stderr);
    let moves = |book: &Path| {
        run(&["book", "show", "--json", name(book), "--moves", "e4 e5 Nf3"]).json()["moves"].clone()
    };
    assert_eq!(moves(&book).as_array().map(Vec::len), Some(2));
    assert_eq!(moves(&clean)[0]["san"], "Nc6");
    let grown = path("grown.bin");
    let told = run(&[
        "book",
        "grow",
        "--json",
        "--nodes",
        "500",
        "--positions",
        "4",
        name(&clean),
        "-o",
        name(&grown),
    ])
    .json();
    assert_eq!(told["searched"], 4);
    let before = run(&["book", "show", "--json", name(&clean)]).json();
    assert_eq!(told["positions"].as_u64(), before["positions"].as_u64().map(|positions| positions + 4));
    let next = run(&["book", "show", "--json", name(&grown), "--moves", "e4 e5 Nf3 Nc6"]).json();
    assert!(!next["moves"].as_array().expect("moves").is_empty(), "it goes on");
    let exported = run(&["book", "export", name(&grown)]).good();
    assert_eq!(Some(exported.lines().count() as u64), told["positions"].as_u64(), "all of it is reached");
}

/// Debian's `polyglot` reads what we write, and writes what we read: the same positions and moves.
#[test]
fn a_book_goes_through_polyglot_and_comes_back() {
    let polyglot =
        ["/usr/games/polyglot", "/usr/bin/polyglot"].map(Path::new).into_iter().find(|path| path.is_file());
    let Some(polyglot) = polyglot else {
        quevedo_testkit::report_skipped(
            "a_book_goes_through_polyglot_and_comes_back",
            "polyglot is not installed",
        );
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let master = collection(folder.path());
    run(&[
        "book",
        "make",
        name(&master),
        "-o",
        name(&path("ours.bin")),
        "--min-games",
        "1",
        "--min-score",
        "0",
    ])
    .good();
    let merged = std::process::Command::new(polyglot)
        .args(["merge-book", "-in1", "ours.bin", "-in2", "ours.bin", "-out", "back.bin"])
        .current_dir(folder.path())
        .output()
        .expect("it runs");
    assert!(merged.status.success(), "{merged:?}");
    let entries = |file: &str| {
        let bytes = fs::read(path(file)).expect("a book");
        bytes.chunks(16).map(|entry| entry[..10].to_vec()).collect::<Vec<_>>()
    };
    assert_eq!(entries("ours.bin"), entries("back.bin"), "keys and moves");
    let shown = |file: &str| run(&["book", "export", "--json", name(&path(file))]).json();
    let lines = |file: &str| shown(file).as_array().map(Vec::len);
    assert!(lines("ours.bin").is_some_and(|count| count > 1) && lines("ours.bin") == lines("back.bin"));
}

#[test]
fn the_shared_books_are_read() {
    let shared = quevedo_testkit::shared_or_skip!("the_shared_books_are_read");
    for (file, positions) in [("gnuchess-book-1.02.bin", 149_694), ("pychess_book.bin", 95_142)] {
        let path = shared.join("books").join(file);
        let told = run(&["book", "show", "--json", name(&path)]).json();
        assert_eq!(told["positions"], positions);
        assert_eq!(told["moves"][0]["san"], "e4");
    }
}

/// Four games of one structure in which White goes b4-b5, and one with colours exchanged.
#[test]
fn plans_are_told_with_their_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let (games, master) = (folder.path().join("games.pgn"), folder.path().join("master"));
    let line = "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. cxd5 exd5 5. Bg5 c6 6. e3 Be7 7. Bd3 Nbd7 8. Qc2 O-O 9. Nf3 Re8 10. O-O Nf8 \
                11. Rab1 a5 12. a3 Ng6 13. b4 axb4 14. axb4 Bd6 15. b5 h6";
    let text: Vec<String> =
        (0..12).map(|number| format!("[White \"W{number}\"]\n[Result \"1-0\"]\n\n{line} 1-0\n\n")).collect();
    fs::write(&games, text.concat()).expect("a file");
    run(&["explore", "build", name(&master), name(&games)]).good();
    let fen = "r1bqrnk1/pp2bppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R4RK1 w - - 8 11";
    let told = run(&["explore", "plans", "--json", "--nodes", "2000", name(&master), fen]).json();
    assert_eq!(told["structure"], "Carlsbad structure");
    let plans = told["plans"].as_array().expect("plans");
    let b5 = plans
        .iter()
        .find(|plan| plan["event"] == json!({"kind": "break", "from": "b4", "to": "b5"}))
        .expect("b4-b5");
    assert_eq!(
        (&b5["results"]["games"], &b5["results"]["white"], &b5["side"]),
        (&json!(12), &json!(12), &json!("white"))
    );
    assert_eq!(b5["cases"].as_array().map(Vec::len), Some(12));
    assert!(
        told["checks"].as_array().is_some_and(|checks| checks.iter().any(|check| check["move"] == "Rab1"))
    );
    let text = run(&["explore", "plans", "--nodes", "0", name(&master), fen]).good();
    assert!(
        text.contains("pawn break b4-b5") && text.contains("12 of 12 games, after 5 moves, White 100%"),
        "{text}"
    );
    let similar = run(&["explore", "similar", name(&master), fen, "-n", "2"]).good();
    assert!(similar.starts_with("Carlsbad structure (White's)\n12 games with the same pawns"), "{similar}");
    assert_eq!(similar.lines().count(), 5, "{similar}");
    assert_eq!(run(&["explore", "similar", name(&master), "8/8/4k3/8/8/3K4/8/8 w - - 0 1"]).code, 1);
}
