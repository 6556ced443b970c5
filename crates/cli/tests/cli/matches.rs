//! Matches between engines, from the outside: what they print, and what `kill -9` can do to them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{Run, command, run};

const QUEVEDO: &str = env!("CARGO_BIN_EXE_quevedo");
/// A busy machine may need long for what takes a moment.
const PATIENCE: Duration = Duration::from_mins(2);

#[test]
fn a_short_match_tells_what_it_found() {
    let words = "match --engine self name=one --engine self name=two --each nodes=100 --games 4 --max-moves 8 \
                 --concurrency 2 -q";
    let text = run(&words.split(' ').collect::<Vec<_>>());
    assert_eq!((text.code, text.stderr.as_str()), (0, ""));
    assert!(text.stdout.starts_with("one - two: 4 games +"), "{}", text.stdout);
    let json = run(&[words.split(' ').collect::<Vec<_>>(), vec!["--json"]].concat());
    let value: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!((&value["games"], &value["planned"]), (&4.into(), &4.into()));
    assert_eq!(value["pairings"][0]["first"], "one");
    let lines = run(&[words.split(' ').collect::<Vec<_>>(), vec!["--jsonl"]].concat());
    assert_eq!(lines.stdout.lines().count(), 5);
    assert!(lines.stdout.lines().take(4).all(|line| line.starts_with("{\"event\":\"game\"")));
}

#[test]
fn nonsense_is_refused_in_words() {
    for (words, code, complaint) in [
        ("--engine self --each nodes=1", 2, "a match needs two engines"),
        ("--engine self --engine self", 2, "nothing limits quevedo"),
        ("--engine self --engine self --each tc=fast", 2, "\"fast\" is no time control"),
        ("--engine self --engine self --each nodes=1 --sprt elo0=0", 2, "--sprt needs elo0= and elo1="),
        ("--engine self --engine self --each nodes=1 --resume", 2, "--resume needs --pgn or --journal"),
        ("--engine self --engine self --each nodes=1 --openings /nonexistent.epd", 3, "cannot open"),
        ("--engine self option.Nonsense=1 --engine self --each nodes=1", 4, "there is no option"),
        ("--engine self --engine /nonexistent --each nodes=1", 4, "/nonexistent"),
    ] {
        let arguments: Vec<&str> = std::iter::once("match").chain(words.split(' ')).collect();
        let run = run(&arguments);
        assert_eq!(run.code, code, "{words}: {}", run.stderr);
        assert!(run.stderr.contains(complaint), "{words}: {}", run.stderr);
    }
}

#[test]
fn a_match_is_not_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let words =
        "match --engine self --engine self name=b --each nodes=10 --games 2 --max-moves 3 --pgn a.pgn";
    let play = |more: &[&str]| {
        let arguments = [words.split(' ').collect::<Vec<_>>(), more.to_vec()].concat();
        run_in(folder.path(), &arguments)
    };
    assert_eq!(play(&[]).code, 0);
    let again = play(&[]);
    assert!(again.code == 2 && again.stderr.contains("a.pgn exists"), "{}", again.stderr);
    let other = play(&["--resume", "--draw"]);
    assert!(other.code == 3 && other.stderr.contains("its rules of adjudication differ"), "{}", other.stderr);
    assert_eq!(play(&["--resume"]).code, 0);
    assert_eq!(games_in(&folder.path().join("a.pgn")), [1, 2]);
}

/// Runs the program in a folder.
fn run_in(folder: &Path, arguments: &[&str]) -> Run {
    Run::from(command(arguments).current_dir(folder).output().expect("the program starts"))
}

/// The `Round` tags of a file of games, sorted.
fn games_in(path: &Path) -> Vec<u64> {
    let text = fs::read_to_string(path).expect("a file of games");
    let number = |line: &str| line.strip_prefix("[Round \"")?.strip_suffix("\"]")?.parse().ok();
    let mut numbers: Vec<u64> = text.lines().filter_map(number).collect();
    numbers.sort_unstable();
    numbers
}

fn journal_lines(path: &Path) -> usize {
    fs::read_to_string(path).map_or(0, |text| text.matches('\n').count())
}

/// The processes that were started with this in their environment.
#[cfg(target_os = "linux")]
fn processes_with(mark: &str) -> BTreeSet<String> {
    let is_marked = |process: &fs::DirEntry| {
        fs::read(process.path().join("environ"))
            .is_ok_and(|text| String::from_utf8_lossy(&text).contains(mark))
    };
    let processes = fs::read_dir("/proc").expect("a list of processes").flatten();
    processes.filter(is_marked).map(|process| process.file_name().to_string_lossy().into_owned()).collect()
}

/// K2: a runner that is killed takes its engines along, and what it has played is neither lost nor played again.
#[cfg(target_os = "linux")]
#[test]
fn killing_the_runner_loses_nothing() {
    const GAMES: u64 = 30;
    let is_full = std::env::var_os("QUEVEDO_FULL").is_some_and(|value| value == "1");
    let (kills, allowed) = if is_full { (20, 2) } else { (3, 30) };
    let folder = tempfile::tempdir().expect("a folder");
    let (pgn, journal) = (folder.path().join("k.pgn"), folder.path().join("k.pgn.journal"));
    let mark = format!("QUEVEDO_K2=mark-{}", std::process::id());
    let engine = format!("cmd={QUEVEDO}");
    let start = |games: u64| {
        let words = "match --engine A name=one --engine A name=two --each nodes=200 --max-moves 12 \
                     --concurrency 2 --pgn k.pgn --resume --games G";
        let games = games.to_string();
        let words = words.split(' ').filter(|word| !word.is_empty());
        let words = words.map(|word| match word {
            "A" => engine.as_str(),
            "G" => games.as_str(),
            word => word,
        });
        let (name, value) = mark.split_once('=').expect("a name and a value");
        let mut command = Command::new(QUEVEDO);
        command.args(words).current_dir(folder.path()).env(name, value);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().expect("the program starts")
    };
    let mut known = 0;
    for round in 0..kills {
        let mut runner = start(1_000_000);
        // Killed when it has finished some games and others are going on.
        wait_until(|| journal_lines(&journal) >= known + 3);
        std::thread::sleep(Duration::from_millis(7 * round));
        runner.kill().expect("it can be killed");
        let killed = Instant::now();
        runner.wait().expect("it is gone");
        wait_until(|| processes_with(&mark).is_empty());
        assert!(killed.elapsed() < Duration::from_secs(allowed), "children live for {:?}", killed.elapsed());
        known = journal_lines(&journal);
        // What a kill in the middle of a write would leave.
        if round == 1 {
            append(&pgn, "[Event \"half a ga");
            append(&journal, "{\"game\":7,\"whi");
        }
    }
    let games = GAMES.max(2 * known as u64);
    let code = start(games).wait().expect("it ends").code();
    assert_eq!(code, Some(0));
    let all: Vec<u64> = (1..=games).collect();
    assert_eq!(games_in(&pgn), all);
    let numbers = fs::read_to_string(&journal).expect("a journal");
    let numbers = numbers.lines().skip(1).map(|line| {
        let entry: serde_json::Value = serde_json::from_str(line).expect("JSON");
        entry["game"].as_u64().map(|game| game + 1)
    });
    let mut numbers: Vec<u64> = numbers.map(|number| number.expect("a number")).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, all);
    let check = run_in(folder.path(), &["pgn", "k.pgn"]);
    assert_eq!(check.code, 0, "{}", check.stdout);
}

#[cfg(target_os = "linux")]
fn wait_until(condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < PATIENCE, "waited in vain");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(target_os = "linux")]
fn append(path: &Path, text: &str) {
    use std::io::Write;
    let mut file = fs::File::options().append(true).open(path).expect("a file");
    file.write_all(text.as_bytes()).expect("a disk");
}
