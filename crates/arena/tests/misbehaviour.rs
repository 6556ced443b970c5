//! K1: engines that misbehave get the right verdict in time, the match goes on, and no process is left behind.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use quevedo_arena::{
    Adjudication, Contestant, Event, Format, Kind, Match, Opening, Order, Patience, Played, Program,
    Schedule, TimeControl,
};
use quevedo_rules::{Board, Color};
use quevedo_testkit::is_full_run;

/// Cargo builds examples with the tests, beside their folder.
fn scripted_engine() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a program");
    let folder = test.parent().and_then(|deps| deps.parent()).expect("two folders up");
    let engine = folder.join("examples").join("scripted-engine");
    assert!(engine.exists(), "{} is missing: `cargo test -p quevedo-arena` builds it", engine.display());
    engine
}

/// Long, for what should not matter: the machine may be busy.
const LONG: Duration = Duration::from_mins(1);
const SHORT: Duration = Duration::from_millis(600);
const STOP: Duration = Duration::from_millis(300);

fn contestant(kind: &str, tag: &str) -> Contestant {
    Contestant {
        name: kind.to_owned(),
        kind: Kind::Uci(Program {
            command: scripted_engine(),
            arguments: vec![kind.to_owned(), tag.to_owned()],
            folder: None,
        }),
        options: Vec::new(),
        control: TimeControl { nodes: Some(1), ..TimeControl::default() },
        margin: Duration::from_millis(10),
        ponders: false,
        restarts: false,
        patience: Patience { start: LONG, ready: LONG, think: LONG, stop: STOP },
    }
}

/// What is expected of a kind.
struct Case {
    kind: &'static str,
    /// The verdict; `None` if nothing is wrong.
    fault: Option<&'static str>,
    warns: bool,
    /// What limits its waiting.
    limit: fn(&mut Contestant),
}

fn unlimited(_: &mut Contestant) {}

fn by_clock(contestant: &mut Contestant) {
    contestant.control.move_time = Some(SHORT);
}

fn by_patience(contestant: &mut Contestant) {
    contestant.patience.think = SHORT;
}

const CASES: [Case; 18] = [
    Case { kind: "good", fault: None, warns: false, limit: unlimited },
    Case { kind: "no-uciok", fault: Some("mute"), warns: false, limit: |it| it.patience.start = SHORT },
    Case { kind: "no-readyok", fault: Some("mute"), warns: false, limit: |it| it.patience.ready = SHORT },
    Case { kind: "crash-at-start", fault: Some("crash"), warns: false, limit: unlimited },
    Case { kind: "crash", fault: Some("crash"), warns: false, limit: unlimited },
    Case { kind: "crash-with-helper", fault: Some("crash"), warns: false, limit: unlimited },
    Case { kind: "hang", fault: Some("hang"), warns: false, limit: by_patience },
    Case { kind: "slow", fault: Some("endless"), warns: false, limit: by_patience },
    Case { kind: "close-output", fault: Some("disconnect"), warns: false, limit: unlimited },
    Case { kind: "garbage", fault: Some("hang"), warns: false, limit: by_patience },
    Case { kind: "no-newline", fault: Some("hang"), warns: false, limit: by_patience },
    Case { kind: "illegal-move", fault: Some("illegal"), warns: false, limit: unlimited },
    Case { kind: "null-move", fault: Some("illegal"), warns: false, limit: unlimited },
    Case { kind: "double-bestmove", fault: None, warns: true, limit: unlimited },
    Case { kind: "deaf", fault: Some("hang"), warns: false, limit: by_patience },
    Case { kind: "ignores-quit", fault: None, warns: false, limit: unlimited },
    Case { kind: "illegal-line", fault: None, warns: true, limit: unlimited },
    Case { kind: "long-line", fault: None, warns: false, limit: unlimited },
];

/// Plays a pair of games against an engine that behaves, and returns them with their times.
fn play(bad: Contestant, tag: &str, recover: bool) -> (Vec<(Played, Color, Duration)>, bool) {
    let contestants = vec![bad, contestant("good", tag)];
    let game = Match {
        schedule: Schedule::new(Format::RoundRobin, 2, 2, 1, Order::Sequential(0)),
        contestants,
        openings: vec![Opening::from_board(Board::start())],
        rules: Adjudication { most_moves: Some(5), ..Adjudication::default() },
        oracle: None,
        concurrency: 1,
        recover,
        affinity: false,
        host: quevedo_arena::Host::default(),
    };
    let mut games = Vec::new();
    let mut start = Instant::now();
    let result = game.run(&HashSet::new(), &|| false, &mut |event| {
        match event {
            Event::Started(_) => start = Instant::now(),
            Event::Finished(fixture, played) => {
                let color = if fixture.first_is_white { Color::White } else { Color::Black };
                games.push((*played, color, start.elapsed()));
            }
        }
        ControlFlow::Continue(())
    });
    (games, result.is_ok())
}

fn check(case: &Case, tag: &str) {
    let kind = case.kind;
    let mut bad = contestant(kind, tag);
    (case.limit)(&mut bad);
    let (games, finished) = play(bad, tag, true);
    assert!(finished && games.len() == 2, "{kind}: the match goes on");
    for (played, color, time) in &games {
        let reason = &played.reason;
        match case.fault {
            None => assert_eq!(reason.fault(), None, "{kind}: {reason}"),
            Some(expected) => {
                let (guilty, fault) = reason.fault().unwrap_or_else(|| panic!("{kind}: {reason}"));
                assert_eq!(guilty, *color, "{kind}: {reason}");
                assert_eq!(fault.kind(), expected, "{kind}: {reason}");
            }
        }
        assert_eq!(case.warns, !played.warnings.is_empty(), "{kind}: {:?}", played.warnings);
        // Within the limit and a second; a busy machine is given more.
        let allowed = SHORT + STOP + Duration::from_secs(if is_full_run() { 1 } else { 20 });
        assert!(*time < allowed, "{kind}: the verdict took {time:?}");
    }
}

#[test]
fn every_misbehaviour_gets_its_verdict() {
    let tag = format!("quevedo-k1-{}", std::process::id());
    let rounds = if is_full_run() { 10 } else { 1 };
    for _ in 0..rounds {
        // A few at a time: they mostly wait.
        for cases in CASES.chunks(6) {
            std::thread::scope(|scope| {
                for case in cases {
                    let tag = &tag;
                    scope.spawn(move || check(case, tag));
                }
            });
        }
    }
    clocks_are_kept(&tag);
    a_breakdown_ends_a_strict_match(&tag);
    no_process_is_left(&tag);
}

/// The same where a clock runs: too late is a loss on time.
fn clocks_are_kept(tag: &str) {
    for (kind, expected) in [("slow", "time"), ("hang", "hang")] {
        let mut bad = contestant(kind, tag);
        by_clock(&mut bad);
        let (games, _) = play(bad, tag, true);
        assert_eq!(games.len(), 2);
        for (played, _, _) in &games {
            // A busy machine can make any move late.
            let fault = played.reason.fault().map(|(_, fault)| fault.kind());
            assert!(fault == Some(expected) || fault == Some("time"), "{kind}: {}", played.reason);
        }
    }
}

fn a_breakdown_ends_a_strict_match(tag: &str) {
    let (games, finished) = play(contestant("crash", tag), tag, false);
    assert!(!finished && games.len() == 1);
    let text = games[0].0.reason.to_string();
    assert!(text.contains("exit status: 3") && text.contains("a bishop fell off the board"), "{text}");
}

/// Neither our children nor theirs are there any more, not even as zombies.
fn no_process_is_left(tag: &str) {
    let Ok(processes) = std::fs::read_dir("/proc") else { return };
    for process in processes.flatten() {
        let read = |file: &str| std::fs::read_to_string(process.path().join(file)).unwrap_or_default();
        assert!(
            !read("cmdline").contains(tag) || process.file_name() == *std::process::id().to_string(),
            "{} is left behind",
            read("cmdline")
        );
        let stat = read("stat");
        // After the name in brackets: the state and the parent.
        let mut words = stat.rsplit(')').next().unwrap_or_default().split_ascii_whitespace();
        let (state, parent) = (words.next(), words.next());
        let is_ours = parent == Some(std::process::id().to_string().as_str());
        assert!(!(is_ours && state == Some("Z")), "a zombie is left behind: {stat}");
    }
}
