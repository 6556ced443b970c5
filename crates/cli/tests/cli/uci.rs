//! Sessions with the engine, as GUIs have them.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// A running engine with its ends of the conversation.
struct Session {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

const PATIENCE: Duration = Duration::from_secs(20);

impl Session {
    fn start() -> Session {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quevedo"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Session { child, input, lines }
    }

    fn say(&mut self, text: &str) {
        self.say_bytes(text.as_bytes());
    }

    fn say_bytes(&mut self, text: &[u8]) {
        let input = self.input.as_mut().expect("an open pipe");
        input.write_all(text).and_then(|()| input.write_all(b"\n")).expect("the engine listens");
    }

    /// All lines up to the first that begins like this.
    fn until(&self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line =
                self.lines.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no {beginning}: {lines:#?}"));
            lines.push(line);
            if lines.last().is_some_and(|line| line.starts_with(beginning)) {
                return lines;
            }
        }
    }

    /// Waits for the end of the program; how long that took.
    fn end(mut self) -> Duration {
        drop(self.input.take());
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("a child") {
                assert!(status.success(), "{status}");
                return start.elapsed();
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        panic!("the engine does not end");
    }
}

#[test]
fn a_session_from_hello_to_goodbye() {
    let mut session = Session::start();
    session.say("uci");
    let hello = session.until("uciok");
    assert!(hello[0].starts_with("id name Quevedo") && hello[1].starts_with("id author"));
    assert!(hello.iter().any(|line| line == "option name Hash type spin default 16 min 1 max 1048576"));
    session.say("setoption name Hash value 8\nucinewgame\nisready");
    session.until("readyok");
    session.say("position startpos moves e2e4 e7e5\ngo depth 6");
    let thoughts = session.until("bestmove");
    assert!(thoughts.iter().any(|line| line.starts_with("info depth 6 ") && line.contains(" pv ")));
    session.say("quit");
    assert!(session.end() < Duration::from_secs(2));
}

#[test]
fn it_answers_while_it_thinks_and_stops_when_told() {
    let mut session = Session::start();
    session.say("go infinite\nisready");
    session.until("readyok");
    session.say("stop");
    session.until("bestmove");
    session.say("position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1\ngo movetime 50");
    assert_eq!(session.until("bestmove").last().map(String::as_str), Some("bestmove (none)"));
    session.end();
}

#[test]
fn nonsense_changes_nothing() {
    let mut session = Session::start();
    session.say(
        "setoption name Hash value 0\nsetoption name Threads value 1000000000\nposition fen 8/8 w\nhello",
    );
    session.say_bytes(b"go\0 \xff\xfe nonsense");
    session.say_bytes(&vec![b'x'; 2 << 20]);
    session.say("stop\nposition startpos moves e2e5\nisready");
    let lines = session.until("readyok");
    assert!(lines.iter().filter(|line| line.starts_with("info string")).count() >= 4, "{lines:#?}");
    session.say("go perft 3");
    assert_eq!(session.until("Nodes searched").last().map(String::as_str), Some("Nodes searched: 8902"));
    session.end();
}

#[test]
fn the_conversation_is_kept_in_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a log.txt");
    let mut session = Session::start();
    session.say(&format!("setoption name Debug Log File value {}", path.display()));
    session.say("go depth 2");
    session.until("bestmove");
    // One that cannot be written leaves the old one.
    session.say("setoption name Debug Log File value /no/such/folder/log\nisready");
    let lines = session.until("readyok");
    assert!(lines.iter().any(|line| line.starts_with("info string cannot keep a log in")), "{lines:#?}");
    session.say("setoption name Debug Log File value <empty>\nd\nisready");
    session.until("readyok");
    session.end();
    let log = std::fs::read_to_string(&path).expect("a log");
    let said: Vec<&str> = log.lines().map(|line| line.get(24..).expect("a time")).collect();
    assert_eq!(said.first(), Some(&"-> go depth 2"));
    assert!(said.iter().any(|line| line.starts_with("<- bestmove ")), "{log}");
    assert!(said.iter().any(|line| line.starts_with("<- info string cannot keep a log")), "{log}");
    assert!(said.last().is_some_and(|line| line.starts_with("-> setoption name Debug Log File")), "{log}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_log_on_a_full_disk_is_told_once_and_ends() {
    let mut session = Session::start();
    session.say("setoption name Debug Log File value /dev/full\nisready\ngo depth 2");
    let mut lines = session.until("bestmove");
    session.say("d\nisready\nisready");
    lines.extend(session.until("readyok"));
    lines.extend(session.until("readyok"));
    let told = lines.iter().filter(|line| line.starts_with("info string the log in \"/dev/full\" ends here"));
    assert_eq!(told.count(), 1, "{lines:#?}");
    session.end();
}

#[test]
fn a_network_can_be_chosen() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.in/material.qvnn");
    let mut session = Session::start();
    session.say(&format!("setoption name EvalFile value {path}"));
    session.say("position fen 4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1\neval");
    let lines = session.until("The network says");
    assert!(lines.iter().any(|line| line.contains("material, counted by hand")), "{lines:#?}");
    assert_eq!(lines.last().map(String::as_str), Some("The network says +3.00 (White's side)."));
    // One that cannot be read leaves it.
    session.say("setoption name EvalFile value /no/such/net\ngo depth 1");
    let lines = session.until("bestmove");
    assert!(
        lines.iter().any(|line| line.starts_with("info string refused: cannot read \"/no/such/net\"")),
        "{lines:#?}"
    );
    let three_pawns = quevedo_eval::Evaluation::Network.model().shown(quevedo_value::Score::cp(300)).raw();
    assert!(lines.iter().any(|line| line.contains(&format!("score cp {three_pawns} "))), "{lines:#?}");
    session.end();
}

#[test]
fn it_leaves_when_the_other_side_does() {
    let mut session = Session::start();
    session.say("go infinite\nisready");
    session.until("readyok");
    assert!(session.end() < Duration::from_secs(2));
}

#[test]
fn xboard_is_spoken_too() {
    let mut session = Session::start();
    session.say("xboard\nprotover 2");
    assert!(session.until("feature").iter().any(|line| line.contains("feature")));
    session.say("new\nst 1\nsd 5\nusermove e2e4\nping 7");
    assert!(session.until("pong 7").iter().any(|line| line.starts_with("move ")));
    session.say("quit");
    session.end();
}

/// The position in which the last iteration changed the move without a word.
const CHANGED_AT_THE_END: &str = "r1b1kb1r/3q1ppp/pBp1pn2/8/Np3P2/5B2/PPP3PP/R2Q1RK1 w kq - 0 1";

#[test]
fn the_last_line_is_the_move_in_both_protocols() {
    let mut session = Session::start();
    session.say(&format!("position fen {CHANGED_AT_THE_END}\ngo nodes 5000"));
    let lines = session.until("bestmove");
    let [.., last, best] = &lines[..] else { panic!("{lines:?}") };
    let best = best.split(' ').nth(1).expect("a move");
    assert!(last.contains(&format!(" pv {best}")) && last.contains(" nodes 5000 "), "{lines:#?}");
    session.say("quit");
    session.end();

    let mut session = Session::start();
    session.say(&format!("xboard\nprotover 2\nnew\nsetboard {CHANGED_AT_THE_END}\npost\nst 1\ngo"));
    let lines = session.until("move ");
    let best = lines.last().and_then(|line| line.strip_prefix("move ")).expect("a move");
    let board = quevedo_rules::Board::from_fen(CHANGED_AT_THE_END).expect("a position");
    let mv = board.parse_uci(best).expect("a legal move");
    let is_thought = |line: &&String| line.trim_start().starts_with(|first: char| first.is_ascii_digit());
    let last = lines.iter().rev().find(is_thought).expect("a thought");
    let san = board.san(mv).to_string();
    assert!(last.split_whitespace().any(|word| word == san || word == best), "{last}: {best}");
    session.say("quit");
    session.end();
}

#[test]
fn time_can_be_counted_in_nodes() {
    let mut session = Session::start();
    session.say("uci");
    let options = session.until("uciok");
    for option in
        ["nodestime type spin default 0 min 0 max 10000", "Slow Mover type spin default 100 min 10 max 1000"]
    {
        assert!(options.iter().any(|line| *line == format!("option name {option}")), "{options:#?}");
    }
    // 100 ms but for the overhead of 30 ms, at 50 nodes each.
    session.say("setoption name OwnBook value false\nsetoption name nodestime value 50\nposition startpos\ngo movetime 100");
    let nodes = |lines: &[String]| {
        let last = lines.iter().rev().find(|line| line.contains(" nodes ")).expect("a report");
        last.split(' ').skip_while(|&word| word != "nodes").nth(1).and_then(|text| text.parse::<u64>().ok())
    };
    assert_eq!(nodes(&session.until("bestmove")), Some(3_500));
    let mut share = |percent: u32| {
        session.say(&format!(
            "setoption name Slow Mover value {percent}\nucinewgame\ngo wtime 20000 btime 20000"
        ));
        nodes(&session.until("bestmove")).expect("a number")
    };
    let (hasty, usual, slow) = (share(10), share(100), share(1000));
    assert!(hasty < usual && usual < slow, "{hasty}, {usual}, {slow}");
    assert_eq!(share(100), usual, "the same clocks, the same search");
    session.say("quit");
    session.end();
}

#[test]
fn the_bench_ends_as_test_frameworks_want_it() {
    let run = crate::run(&["bench", "3"]).good();
    let last = run.lines().last().expect("a line");
    let words: Vec<&str> = last.split(' ').collect();
    assert!(
        matches!(words[..], [nodes, "nodes", speed, "nps"]
        if nodes.parse::<u64>().is_ok() && speed.parse::<u64>().is_ok()),
        "{last}"
    );
}
