//! `quevedo farm`: what many workers make is what one machine makes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use quevedo_testkit::nats::NatsServer;
use serde_json::Value;
use tempfile::TempDir;

use crate::{Run, run};

const GAMES: &str = "[Event \"A\"]\n[White \"One\"]\n[Black \"Two\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
    [Event \"B\"]\n\n1. e4 Ke4 *\n\n\
    [Event \"C\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n\
    [Event \"D\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 1/2-1/2\n";

const POSITIONS: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id \"mate\";\n\
    # a comment\n\
    8/8/8/4k3/8/8/4P3/4K3 w - -\n\
    nonsense\n\
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\
    R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1\n";

/// A folder for files and the caches of all programs that a test starts.
struct Field {
    folder: TempDir,
}

impl Field {
    fn new() -> Field {
        Field { folder: tempfile::tempdir().expect("a folder") }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    fn file(&self, name: &str, content: &str) -> String {
        fs::write(self.folder.path().join(name), content).expect("a file");
        self.path(name)
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.folder.path().join(name)).expect("a file")
    }

    fn run(&self, arguments: &[&str]) -> Run {
        let mut command = crate::command(arguments);
        command.env("XDG_CACHE_HOME", self.folder.path().join("cache"));
        Run::from(command.output().expect("the program starts"))
    }
}

/// Four workers of a server, which end with the test.
struct Farm {
    _server: NatsServer,
    url: String,
    workers: Vec<Child>,
}

impl Farm {
    fn start(test: &str, field: &Field) -> Option<Farm> {
        let server = NatsServer::start(test, field.folder.path())?;
        let url = server.url();
        let workers = (0..4).map(|number| worker(&url, &format!("w{number}"), field.folder.path())).collect();
        Some(Farm { _server: server, url, workers })
    }
}

impl Drop for Farm {
    fn drop(&mut self) {
        for worker in &mut self.workers {
            let _ = worker.kill();
            let _ = worker.wait();
        }
    }
}

fn worker(url: &str, name: &str, folder: &Path) -> Child {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("quevedo"));
    command.args(["farm", "work", "--threads", "1", "--server", url, "--name", name, "--programs"]);
    command.env("XDG_CACHE_HOME", folder.join("cache")).stdin(Stdio::null()).stdout(Stdio::null());
    command.stderr(Stdio::null()).spawn().expect("a worker")
}

fn good(run: &Run) {
    assert_eq!(run.code, 0, "{}", run.stderr);
}

#[test]
fn reviews_of_four_workers_are_those_of_one_machine() {
    let field = Field::new();
    let games = field.file("games.pgn", GAMES);
    let nodes = ["--nodes", "300", "--hash", "1"];
    let alone =
        field.run(&[&["review", &games, "--reviews", &field.path("alone.jsonl")][..], &nodes].concat());
    assert_eq!(alone.code, 3, "one game is broken: {}", alone.stderr);
    let here = field.path("here.jsonl");
    let here = field.run(&[&["farm", "submit", "review", &games, "--out", &here][..], &nodes].concat());
    assert_eq!(here.code, 1, "one game is broken: {}", here.stderr);
    assert!(field.bytes("here.jsonl") == field.bytes("alone.jsonl"));
    assert!(!Path::new(&field.path("here.jsonl.farm")).exists(), "nothing is left beside the result");
    let Some(farm) = Farm::start("reviews on four workers", &field) else { return };
    let shared = field.path("there.jsonl");
    let asked = ["farm", "submit", "review", &games, "--out", &shared, "--server", &farm.url, "--twice", "1"];
    let shared = field.run(&[&asked[..], &nodes, &["--json"]].concat());
    assert_eq!(shared.code, 1, "one game is broken: {}", shared.stderr);
    assert!(field.bytes("there.jsonl") == field.bytes("alone.jsonl"));
    let report: Value = serde_json::from_str(&shared.stdout).expect("JSON");
    assert_eq!((&report["jobs"], &report["confirmed"]), (&3.into(), &3.into()));
    // Somebody else may fetch it, later and again.
    let run_id = report["run"].as_str().expect("a run");
    let again = ["farm", "fetch", run_id, "--server", &farm.url, "--out", &field.path("again.jsonl")];
    assert_eq!(field.run(&again).code, 1);
    assert!(field.bytes("again.jsonl") == field.bytes("alone.jsonl"));
}

#[test]
fn analyses_of_four_workers_are_those_of_one() {
    let field = Field::new();
    let positions = field.file("positions.epd", POSITIONS);
    let asked = ["farm", "submit", "analyze", &positions, "--nodes", "2000", "--lines", "2", "--hash", "1"];
    let out = |name: &str| field.path(name);
    good(&field.run(&[&asked[..], &["--out", &out("one"), "--threads", "1", "--chunk", "100"]].concat()));
    good(&field.run(&[&asked[..], &["--out", &out("two"), "--threads", "2", "--chunk", "1"]].concat()));
    assert!(field.bytes("one") == field.bytes("two"), "whatever is a job");
    let text = String::from_utf8(field.bytes("one")).expect("text");
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(rows.len(), 5);
    assert_eq!((&rows[0]["id"], &rows[0]["best_move"]["san"]), (&"mate".into(), &"Qxf7#".into()));
    assert_eq!(rows[3]["lines"].as_array().map(Vec::len), Some(2));
    assert!(rows[2]["fault"].is_string() && rows[4]["ending"].is_string());
    assert!(!text.contains("seconds"), "nothing of the machine is in it");
    assert_eq!(field.run(&[&asked[..], &["--out", &out("one")]].concat()).code, 2, "it exists");
    let Some(farm) = Farm::start("analyses on four workers", &field) else { return };
    let server = ["--server", &farm.url, "--chunk", "1", "--out", &out("four"), "--twice", "1"];
    good(&field.run(&[&asked[..], &server].concat()));
    assert!(field.bytes("four") == field.bytes("one"));
}

#[test]
fn games_to_learn_from_of_four_workers_are_those_of_one_machine() {
    let field = Field::new();
    let out = |name: &str| field.path(name);
    for (amount, number) in [("--games", "7"), ("--positions", "150")] {
        let asked = [amount, number, "--nodes", "60"];
        let alone = out(&format!("alone{amount}"));
        good(&field.run(&[&["datagen", "--out", &alone, "--threads", "2"][..], &asked].concat()));
        let here = out(&format!("here{amount}"));
        let farm = ["farm", "submit", "datagen", "--chunk", "3", "--out"];
        good(&field.run(&[&farm[..], &[&here], &asked].concat()));
        assert!(fs::read(&here).expect("a file") == fs::read(&alone).expect("a file"), "{amount}");
    }
    let Some(farm) = Farm::start("games on four workers", &field) else { return };
    let server = ["--server", &farm.url, "--chunk", "2", "--out", &out("four"), "--twice", "0.5"];
    let asked = ["farm", "submit", "datagen", "--positions", "150", "--nodes", "60"];
    good(&field.run(&[&asked[..], &server].concat()));
    assert!(field.bytes("four") == field.bytes("alone--positions"));
}

/// Wins, draws and losses of the first player, and the pairs, by the results in a PGN.
fn counted(pgn: &str, first: &str) -> ([u64; 3], [u64; 5]) {
    let tag = |game: &str, name: &str| -> String {
        let start = game.find(&format!("[{name} \"")).expect("a tag") + name.len() + 3;
        game[start..].split('"').next().expect("a value").to_owned()
    };
    let (mut tally, mut pairs, mut points) = ([0; 3], [0; 5], Vec::new());
    for game in pgn.split("[Event ").skip(1) {
        let white = tag(game, "White") == first;
        let half = match (tag(game, "Result").as_str(), white) {
            ("1-0", true) | ("0-1", false) => 2,
            ("1/2-1/2", _) => 1,
            _ => 0,
        };
        tally[2 - half] += 1;
        points.push(half);
    }
    for pair in points.chunks_exact(2) {
        pairs[pair[0] + pair[1]] += 1;
    }
    (tally, pairs)
}

#[test]
fn a_match_of_four_workers_is_that_of_one_machine() {
    let field = Field::new();
    let words = [
        "--engine",
        "self",
        "name=one",
        "--engine",
        "self",
        "name=half",
        "nodes=60",
        "--each",
        "nodes=200",
        "option.Hash=1",
        "--games",
        "12",
        "--max-moves",
        "60",
        "--json",
    ];
    let alone = field.run(&[&["match", "--pgn", &field.path("alone.pgn")][..], &words].concat());
    good(&alone);
    let moves = |name: &str| -> Vec<String> {
        let text = String::from_utf8(field.bytes(name)).expect("text");
        let mut games: Vec<String> = text
            .split("[Event ")
            .skip(1)
            .map(|game| {
                let round =
                    game.split("[Round \"").nth(1).expect("a round").split('"').next().expect("a number");
                let body = game.split("\n\n").nth(1).expect("moves");
                // Without what was thought, and how long.
                let plain: String =
                    body.split('{').map(|part| part.split_once('}').map_or(part, |it| it.1)).collect();
                format!("{round:0>4} {}", plain.split_whitespace().collect::<Vec<_>>().join(" "))
            })
            .collect();
        games.sort();
        games
    };
    let Some(farm) = Farm::start("a match on four workers", &field) else { return };
    let out = [
        "farm",
        "submit",
        "match",
        "--out",
        &field.path("four.pgn"),
        "--server",
        &farm.url,
        "--twice",
        "0.5",
    ];
    let four = field.run(&[&out[..], &words].concat());
    good(&four);
    assert_eq!(moves("four.pgn"), moves("alone.pgn"), "the same games");
    let [one, other]: [Value; 2] =
        [alone.stdout, four.stdout].map(|text| serde_json::from_str(&text).expect("JSON"));
    assert_eq!(one["pairings"], other["pairings"], "the same statistics");
    // And they are those of the games.
    let pgn = String::from_utf8(field.bytes("four.pgn")).expect("text");
    let ([wins, draws, losses], pairs) = counted(&pgn, "one");
    let pairing = &other["pairings"][0];
    assert_eq!([&pairing["wins"], &pairing["draws"], &pairing["losses"]], [wins, draws, losses]);
    assert_eq!(pairing["pairs"], serde_json::json!(pairs));
    assert_eq!(wins + draws + losses, 12);
}

#[test]
fn a_sequential_test_is_stopped_in_one_place() {
    let field = Field::new();
    let words = [
        "--engine",
        "self",
        "name=one",
        "--engine",
        "self",
        "name=weak",
        "nodes=10",
        "--each",
        "nodes=120",
        "option.Hash=1",
        "--games",
        "4000",
        "--max-moves",
        "60",
        "--sprt",
        "elo0=0",
        "elo1=200",
        "--json",
    ];
    let alone = field.run(&[&["match"][..], &words].concat()).json();
    let here = field.run(&[&["farm", "submit", "match", "--threads", "2"][..], &words].concat()).json();
    assert_eq!(alone["pairings"], here["pairings"]);
    assert_eq!(here["pairings"][0]["sprt"]["verdict"], "accept-h1");
    let Some(farm) = Farm::start("SPRT on four workers", &field) else { return };
    let shared = field.run(&[&["farm", "submit", "match", "--server", &farm.url][..], &words].concat());
    let shared: Value = serde_json::from_str(&shared.stdout).expect("JSON");
    assert_eq!(shared["pairings"], alone["pairings"], "the same games count, whoever was quicker");
    let status = field.run(&["farm", "status", "--server", &farm.url, "--json"]).json();
    assert_eq!(
        (&status["runs"][0]["kind"], &status["runs"][0]["closed"]),
        (&"match".into(), &"finished".into())
    );
    assert_eq!(status["workers"].as_array().map(Vec::len), Some(4));
}

#[test]
fn engines_that_are_programs_come_with_the_run() {
    let field = Field::new();
    let Some(farm) = Farm::start("programs on workers", &field) else { return };
    let program = assert_cmd::cargo::cargo_bin!("quevedo").display().to_string();
    let words =
        ["--engine", &program, "name=program", "--engine", "self", "--each", "nodes=50", "option.Hash=1"];
    let asked =
        ["farm", "submit", "match", "--games", "4", "--max-moves", "20", "--server", &farm.url, "--json"];
    let played = field.run(&[&asked[..], &words].concat());
    good(&played);
    let report: Value = serde_json::from_str(&played.stdout).expect("JSON");
    assert_eq!((&report["games"], &report["faults"]), (&4.into(), &serde_json::json!([])));
}

#[test]
fn tables_in_pieces_are_those_of_one_machine() {
    let field = Field::new();
    let (alone, here) = (field.path("alone"), field.path("here"));
    good(&field.run(&["tables", "generate", "KPK", "--folder", &alone]));
    good(&field.run(&[
        "farm",
        "submit",
        "tables",
        "KPK",
        "--out",
        &here,
        "--chunk",
        "1",
        "--folder",
        &field.path("f"),
    ]));
    let mut compared = 0;
    let names = |folder: &str| -> Vec<PathBuf> {
        let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        let mut names: Vec<PathBuf> =
            files.filter(|path| path.extension().is_some_and(|it| it == "dtm")).collect();
        names.sort();
        names
    };
    let mut folders = vec![here];
    if let Some(farm) = Farm::start("tables on four workers", &field) {
        let shared = field.path("shared");
        good(&field.run(&[
            "farm", "submit", "tables", "KPK", "--out", &shared, "--server", &farm.url, "--twice", "0.2",
        ]));
        folders.push(shared);
    }
    for folder in &folders {
        for (one, other) in names(&alone).iter().zip(names(folder)) {
            assert!(
                fs::read(one).expect("a file") == fs::read(&other).expect("a file"),
                "{}",
                other.display()
            );
            compared += 1;
        }
    }
    assert_eq!(compared, 5 * folders.len(), "KPK and the four that it leads to");
}

#[test]
fn what_is_wrong_is_said_before_anything_is_done() {
    let field = Field::new();
    let fails = |arguments: &[&str], code: i32, words: &str| {
        let run = field.run(&[&["farm"], arguments].concat());
        assert_eq!(run.code, code, "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(words), "{arguments:?}: {}", run.stderr);
    };
    let positions = field.file("positions.epd", POSITIONS);
    let games = field.file("games.pgn", GAMES);
    let secret = "nats://me:secret@127.0.0.1:1";
    fails(&["submit", "analyze", &positions, "--nodes", "1"], 2, "--out names the place");
    fails(&["submit", "analyze", &positions, "--out", "x"], 2, "--nodes");
    fails(&["submit", "analyze", "missing.epd", "--nodes", "1", "--out", &field.path("x")], 3, "missing.epd");
    fails(
        &["submit", "review", &games, "--syzygy", "x", "--out", &field.path("x")],
        2,
        "not sent to workers",
    );
    fails(&["submit", "match", "--engine", "self", "--each", "nodes=1"], 2, "two engines");
    fails(&["submit", "tables", "KK", "--out", &field.path("t")], 2, "always a draw");
    fails(&["work"], 2, "--server");
    fails(&["status"], 2, "--server");
    fails(&["work", "--server", secret], 3, "127.0.0.1:1");
    let run = field.run(&["farm", "work", "--server", secret]);
    assert!(!run.stderr.contains("secret"), "{}", run.stderr);
    let folder = field.path("folder");
    fails(&["fetch", "0123456789abcdef", "--folder", &folder], 2, "there is no run");
    fails(&["fetch", "../x", "--folder", &folder], 2, "expected 16 digits");
    assert!(run_help().contains("Examples:"));
}

fn run_help() -> String {
    run(&["farm", "--help"]).good()
}
