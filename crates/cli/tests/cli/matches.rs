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
        (
            "--engine self --engine /nonexistent --each nodes=1",
            4,
            "nonexistent cannot be started: /nonexistent: No such",
        ),
        (
            "--engine self --engine nonexistent-engine --each nodes=1",
            4,
            "there is no program nonexistent-engine",
        ),
        (
            "--engine self option.EvalFile=/no/net -q --engine self --each nodes=1",
            4,
            "cannot read \"/no/net\"",
        ),
    ] {
        let arguments: Vec<&str> = std::iter::once("match").chain(words.split(' ')).collect();
        let run = run(&arguments);
        assert_eq!(run.code, code, "{words}: {}", run.stderr);
        assert!(run.stderr.contains(complaint), "{words}: {}", run.stderr);
        assert_eq!((run.stdout.as_str(), run.stderr.lines().count()), ("", 1), "{words}: {}", run.stderr);
    }
}

/// An option that an engine refuses stops the match before any game, be it in this process or in another one.
#[test]
fn refused_options_stop_the_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = format!("cmd={QUEVEDO}");
    for (option, complaint) in [
        ("option.EvalFile=/no/net", "cannot be started: cannot read \"/no/net\""),
        ("option.Hash=0", "wants a number from 1 to"),
        ("option.Evaluation=foo", "wants one of"),
        ("option.Nonsense=1", "there is no option \"Nonsense\""),
    ] {
        for player in [engine.as_str(), "self"] {
            let words = ["match", "--engine", player, option, "--engine", "self", "--each", "nodes=10"];
            let files = ["--games", "2", "-q", "--pgn", "refused.pgn"];
            let run = run_in(folder.path(), &[&words[..], &files].concat());
            assert_eq!((run.code, run.stdout.as_str()), (4, ""), "{player} {option}: {}", run.stderr);
            assert!(run.stderr.contains(complaint), "{player} {option}: {}", run.stderr);
            assert_eq!(games_in(&folder.path().join("refused.pgn")), [0; 0]);
            for file in ["refused.pgn", "refused.pgn.journal"] {
                fs::remove_file(folder.path().join(file)).expect("a file");
            }
        }
    }
}

/// The engine in this process reads the network that an option names.
#[test]
fn our_own_engine_reads_networks() {
    let folder = tempfile::tempdir().expect("a folder");
    let nets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../eval/nets");
    let good = fs::read_dir(nets).expect("networks").flatten().next().expect("a network").path();
    let mut bytes = fs::read(&good).expect("a network");
    let play = |net: &Path| {
        let option = format!("option.EvalFile={}", net.display());
        run(&[
            "match",
            "--engine",
            "self",
            &option,
            "--engine",
            "self",
            "--each",
            "nodes=10",
            "--games",
            "2",
            "--max-moves",
            "2",
        ])
    };
    let run = play(&good);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    let damaged = folder.path().join("damaged.net");
    fs::write(&damaged, bytes).expect("a file");
    assert_eq!(play(&damaged).code, 4);
}

/// What an engine says when its options are set is shown, though it may mean nothing.
#[cfg(unix)]
#[test]
fn remarks_of_engines_are_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("engine.sh");
    fs::write(
        &script,
        "while read -r word rest; do case $word in \
         uci) echo 'option name Book type string default'; echo uciok;; \
         setoption) echo info string no such book;; isready) echo readyok;; quit) exit;; \
         go) echo bestmove e2e4;; esac; done",
    )
    .expect("a file");
    let script = format!("args={}", script.display());
    let run = run(&[
        "match",
        "--engine",
        "cmd=sh",
        &script,
        "option.Book=x",
        "--engine",
        "self",
        "--each",
        "nodes=10",
        "--games",
        "2",
        "--max-moves",
        "2",
        "--recover",
    ]);
    assert!(run.stderr.contains("note: sh: no such book"), "{}", run.stderr);
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
    let resumed = play(&["--resume"]);
    assert_eq!(resumed.code, 0);
    assert!(
        resumed.stdout.starts_with("quevedo - b: 2 games"),
        "a finished match has a standing: {}",
        resumed.stdout
    );
    assert_eq!(games_in(&folder.path().join("a.pgn")), [1, 2]);
}

/// What an engine says on its way out is spelt out where it could move the cursor.
#[cfg(unix)]
#[test]
fn odd_bytes_of_engines_do_not_reach_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = "while read -r word rest; do case $word in uci) echo uciok;; isready) echo readyok;; \
                  go) printf '\\033[31mboo\\007' >&2; exit 3;; esac; done";
    fs::write(folder.path().join("engine.sh"), script).expect("a file");
    let words = "match --engine cmd=sh args=engine.sh --engine self --each nodes=10 --games 2 --pgn a.pgn";
    let run = run_in(folder.path(), &words.split(' ').collect::<Vec<_>>());
    assert_eq!(run.code, 4, "{}", run.stderr);
    assert!(run.stderr.contains("saying \"\\u{1b}[31mboo\\u{7}\""), "{}", run.stderr);
    let written = fs::read_to_string(folder.path().join("a.pgn")).expect("games");
    assert!(!(run.stdout + &run.stderr + &written).contains(['\u{1b}', '\u{7}']));
}

/// Only what this match wrote is ever cut off.
#[test]
fn files_that_the_match_did_not_write_stay_as_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let words = "match --engine self --engine self name=b --each nodes=10 --games 4 --max-moves 3";
    let play = |more: &str| {
        let arguments: Vec<&str> = words.split(' ').chain(more.split(' ')).collect();
        run_in(folder.path(), &arguments)
    };
    let refuses = |more: &str, file: &str, complaint: &str| {
        let before = fs::read(path(file)).expect("a file");
        let run = play(more);
        assert!(
            matches!(run.code, 2 | 3) && run.stderr.contains(complaint),
            "{more}: {} {}",
            run.code,
            run.stderr
        );
        assert!(fs::read(path(file)).expect("a file") == before, "{more}: {file} has changed");
    };
    // A journal that knows no file of games.
    assert_eq!(play("--journal j1").code, 0);
    fs::write(path("imp.pgn"), "[Event \"important\"]\n\n1. e4 *\n").expect("a file");
    refuses("--journal j1 --resume --pgn imp.pgn", "imp.pgn", "played without --pgn");
    refuses("--journal j1 --resume --pgn new.pgn", "j1", "played without --pgn");
    assert!(!path("new.pgn").exists(), "a refused file is not made");
    refuses("--pgn imp.pgn", "imp.pgn", "imp.pgn exists");
    assert!(!path("imp.pgn.journal").exists(), "nor the journal of a match that is not played");
    // Somebody's notes are no journal, nor the end of one.
    fs::write(path("notes"), "my notes").expect("a file");
    refuses(
        "--journal notes --resume",
        "notes",
        "from byte 0 on the journal has something that no match wrote",
    );
    let journal = fs::read_to_string(path("j1")).expect("lines");
    fs::write(path("j1"), journal + "my notes").expect("a file");
    refuses("--journal j1 --resume", "j1", "nothing is cut off");
    // And one that does.
    assert_eq!(play("--pgn a.pgn").code, 0);
    let (games, journal) = ("a.pgn", "a.pgn.journal");
    refuses("--journal a.pgn.journal --resume", journal, "name it with --pgn");
    let (good, lines) =
        (fs::read(path(games)).expect("games"), fs::read_to_string(path(journal)).expect("lines"));
    let resume = "--pgn a.pgn --resume";
    // Something at its end, a comment in game 1, a game lost.
    let appended = [&good[..], b"[Event \"mine\"]\n\n1. e4 *\n"].concat();
    fs::write(path(games), appended).expect("a file");
    refuses(resume, games, "nothing is cut off");
    let text = String::from_utf8(good.clone()).expect("text");
    fs::write(path(games), text.replacen("\n1. ", "\n{ a fine move } 1. ", 1)).expect("a file");
    refuses(resume, games, "is not as this match wrote it");
    fs::write(path(games), &good[..good.len() / 2]).expect("a file");
    refuses(resume, games, "the journal has later games");
    fs::write(path(games), &good).expect("a file");
    // A journal that lost its tail, and every kind of damage to it.
    for keep in 1..5 {
        let short: String = lines.split_inclusive('\n').take(keep).collect();
        fs::write(path(journal), short).expect("a file");
        refuses(resume, games, "nothing is cut off");
    }
    let step = lines.len() / 40;
    for place in (0..lines.len() - 1).step_by(step) {
        let mut bytes = lines.clone().into_bytes();
        bytes[place] ^= 1;
        fs::write(path(journal), bytes).expect("a file");
        refuses(resume, games, "");
    }
    // A game that the journal announces was not written, and somebody has appended another one.
    fs::write(path(journal), &lines).expect("a file");
    let last = text.rfind("[Event").expect("a game");
    let foreign = text[..last].to_owned() + "[Event \"mine\"]\n[Site \"?\"]\n\n1. e4 *\n";
    fs::write(path(games), foreign).expect("a file");
    refuses(resume, games, "something else than the beginning of game 4");
    // What a kill in the middle of a write leaves is mended.
    for end in [last, last + 3, last + 90, good.len() - 20] {
        fs::write(path(journal), &lines).expect("a file");
        fs::write(path(games), &good[..end]).expect("a file");
        let mended = play(resume);
        assert!(mended.code == 0 && mended.stderr.contains("is played again"), "{}", mended.stderr);
        assert_eq!(games_in(&path(games)), [1, 2, 3, 4]);
    }
    assert_eq!(run_in(folder.path(), &["pgn", "a.pgn"]).code, 0);
}

/// A child that an engine has started ends with the runner, even if that is killed, and with the engine.
#[cfg(target_os = "linux")]
#[test]
fn children_of_engines_go_with_the_runner() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("engine.sh");
    let text = format!("sleep 10000 & touch \"$1\"; exec {QUEVEDO}");
    fs::write(&script, text).expect("a file");
    let mark = format!("QUEVEDO_CHILD=mark-{}", std::process::id());
    let (name, value) = mark.split_once('=').expect("a name and a value");
    let started = folder.path().join("started");
    let arguments = format!("args={} {}", script.display(), started.display());
    let start = |games: &str| {
        let mut command = Command::new(QUEVEDO);
        command.args(["match", "--engine", "cmd=sh", &arguments, "--engine", "self", "--each", "nodes=100"]);
        command.args(["--max-moves", "4", "--games", games, "-q"]).env(name, value);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().expect("the program starts")
    };
    let mut runner = start("1000000");
    wait_until(|| started.exists() && sleepers(&mark) > 0);
    runner.kill().expect("it can be killed");
    runner.wait().expect("it is gone");
    wait_until(|| processes_with(&mark).is_empty());
    assert_eq!(start("2").wait().expect("it ends").code(), Some(0));
    assert_eq!(sleepers(&mark), 0);
    wait_until(|| processes_with(&mark).is_empty());
}

#[cfg(target_os = "linux")]
fn sleepers(mark: &str) -> usize {
    let name = |process: &String| fs::read_to_string(format!("/proc/{process}/comm")).unwrap_or_default();
    processes_with(mark).iter().filter(|process| name(process).trim() == "sleep").count()
}

/// Books may be packed.
#[test]
fn openings_may_be_packed() {
    use std::io::Write;
    let folder = tempfile::tempdir().expect("a folder");
    let book = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    let pack = |name: &str, files: &[(&str, &[u8])]| {
        let mut archive = zip::ZipWriter::new(fs::File::create(folder.path().join(name)).expect("a file"));
        for (name, bytes) in files {
            archive.start_file(*name, zip::write::SimpleFileOptions::default()).expect("an archive");
            archive.write_all(bytes).expect("an archive");
        }
        archive.finish().expect("an archive");
    };
    pack("epd.zip", &[("book.epd", book)]);
    pack("pgn.zip", &[("folder/book.pgn", b"1. e4 e5 *\n")]);
    pack("two.zip", &[("a.epd", book), ("b.epd", book)]);
    fs::write(folder.path().join("book.epd.zst"), zstd::encode_all(&book[..], 3).expect("packed"))
        .expect("a file");
    fs::write(folder.path().join("bad.zip"), b"PK\x03\x04 and nothing more").expect("a file");
    let play = |book: &str| {
        let words =
            "match --engine self --engine self name=b --each nodes=10 --games 2 --max-moves 3 -q --openings";
        run_in(folder.path(), &words.split(' ').chain([book]).collect::<Vec<_>>())
    };
    for book in ["epd.zip", "pgn.zip", "book.epd.zst"] {
        let run = play(book);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{book}");
    }
    for (book, complaint) in [("two.zip", "holds 2 files (a.epd, b.epd"), ("bad.zip", "no good ZIP archive")]
    {
        let run = play(book);
        assert!(run.code == 3 && run.stderr.contains(complaint), "{book}: {}", run.stderr);
    }
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
        // What a kill in the middle of a write would leave: half a line, for which there is no game yet.
        if round == 1 {
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
