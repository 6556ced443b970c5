use core::time::Duration;

use quevedo_engine::{Command, Event, Limits, PlayerClock, Report};
use quevedo_rules::{Board, Color, Move, Setup, UciMove};
use quevedo_value::{Bound, Depth, Ply, Score, Wdl};

use super::*;
use quevedo_testkit::{Random, garbled_line};

fn command(command: Command) -> Vec<Request> {
    vec![Request::Command(command)]
}

fn option(name: &str, value: Option<&str>) -> Vec<Request> {
    command(Command::SetOption { name: name.to_owned(), value: value.map(str::to_owned) })
}

fn position(fen: &str, moves: &str) -> Vec<Request> {
    let setup = Box::new(Setup::from_fen_lenient(fen).expect("a FEN"));
    let moves = moves.split_whitespace().map(|text| text.parse().expect("a move")).collect();
    command(Command::Position { setup, moves })
}

fn read(moves: &str) -> Vec<UciMove> {
    moves.split_whitespace().map(|mv| mv.parse().expect("a move")).collect()
}

fn go(limits: Limits, search_moves: &str) -> Vec<Request> {
    command(Command::Go { limits: Box::new(limits), search_moves: read(search_moves) })
}

/// The one `go` of a line, whatever else is said about it.
fn go_of(line: &str) -> Limits {
    match parse(line.as_bytes()).pop() {
        Some(Request::Command(Command::Go { limits, .. })) => *limits,
        other => panic!("{line}: {other:?}"),
    }
}

/// The one complaint of a line.
fn complaint(line: &str) -> String {
    match &parse(line.as_bytes())[..] {
        [Request::Refused(refusal), ..] => refusal.to_string(),
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn words_are_found_among_others() {
    for (line, requests) in [
        ("uci", vec![Request::Uci]),
        ("isready", vec![Request::IsReady]),
        ("\tisready \r\n", vec![Request::IsReady]),
        ("isready\0", vec![Request::IsReady]),
        ("\u{feff}uci", vec![Request::Uci]),
        ("debug on", vec![Request::Debug(true)]),
        ("joho debug off", vec![Request::Debug(false)]),
        ("debug joho on", vec![]),
        ("register name Stefan code go quit", vec![]),
        ("ucinewgame", command(Command::NewGame)),
        ("please stop", command(Command::Stop)),
        ("ponderhit", command(Command::PonderHit)),
        ("quit", command(Command::Quit)),
        ("d", vec![Request::Display]),
        ("eval", vec![Request::Eval]),
        ("flip", vec![Request::Flip]),
        ("compiler", vec![Request::Compiler]),
        ("help", vec![Request::Help]),
        ("xboard", vec![Request::XBoard]),
        ("bench 16 1", vec![Request::Bench(vec!["16".to_owned(), "1".to_owned()])]),
        ("perft 5", vec![Request::Perft(5)]),
        ("go perft 6", vec![Request::Perft(6)]),
        ("go perft -3", vec![Request::Perft(0)]),
        ("", vec![]),
        (" \t\0 ", vec![]),
        ("hello world", vec![Request::Unknown("hello world".to_owned())]),
        ("vitamin d", vec![Request::Unknown("vitamin d".to_owned())]),
        ("UCI", vec![Request::Unknown("UCI".to_owned())]),
    ] {
        assert_eq!(parse(line.as_bytes()), requests, "{line:?}");
    }
}

#[test]
fn options_have_names_and_values_with_spaces() {
    for (line, requests) in [
        ("setoption name Hash value 64", option("Hash", Some("64"))),
        ("setoption name  move   OVERHEAD value 100", option("move OVERHEAD", Some("100"))),
        ("setoption name Book File value /a b/c  d.bin ", option("Book File", Some("/a b/c  d.bin"))),
        ("setoption NAME Hash VALUE 1", option("Hash", Some("1"))),
        ("setoption name SyzygyPath value <empty>", option("SyzygyPath", Some(""))),
        ("setoption name SyzygyPath value", option("SyzygyPath", Some(""))),
        ("setoption name Press Me", option("Press Me", None)),
        ("setoption name clear hash", command(Command::ClearHash)),
        (
            "setoption name UCI_Opponent value GM 2800 human Value",
            option("UCI_Opponent", Some("GM 2800 human Value")),
        ),
    ] {
        assert_eq!(parse(line.as_bytes()), requests, "{line:?}");
    }
    for line in ["setoption", "setoption name", "setoption name value 3", "setoption Hash 3"] {
        assert_eq!(complaint(line), "setoption must be followed by name and the option's name", "{line}");
    }
}

#[test]
fn positions_are_read_or_refused_whole() {
    let start = Setup::start().fen();
    let kings = "4k3/8/8/8/8/8/8/4K3 b - - 0 1";
    for (line, requests) in [
        ("position startpos", position(&start, "")),
        ("position startpos moves", position(&start, "")),
        ("position startpos moves e2e4 e7e5", position(&start, "e2e4 e7e5")),
        ("position fen 4k3/8/8/8/8/8/8/4K3 b - -", position(kings, "")),
        ("position fen 4k3/8/8/8/8/8/8/4K3 b moves e8e7", position(kings, "e8e7")),
        // Whether it is legal is for the engine to say.
        ("position startpos moves a7a8Q", position(&start, "a7a8q")),
    ] {
        assert_eq!(parse(line.as_bytes()), requests, "{line:?}");
    }
    for (line, words) in [
        ("position", "position must be followed by startpos or fen, not \"\"; the last position stays"),
        (
            "position start",
            "position must be followed by startpos or fen, not \"start\"; the last position stays",
        ),
        (
            "position startpos e2e4",
            "expected the word moves after the position, not \"e2e4\"; the last position stays",
        ),
        (
            "position startpos moves e2e4 e9e5 xx",
            "move 2 of the position: \"e9e5\" is not a move; expected two squares and perhaps a promotion, \
             like e2e4 or e7e8q; the last position stays",
        ),
        (
            "position fen 8/8/8/8/8/8/8/8/8 w - - 0 1",
            "the board has 9 ranks, expected 8; the last position stays",
        ),
    ] {
        assert_eq!(complaint(line), words, "{line:?}");
    }
    assert!(matches!(parse(b"position fen")[..], [Request::Refused(Refusal::Fen(_))]));
}

fn clock(time: u64, increment: u64) -> PlayerClock {
    PlayerClock { time: Duration::from_millis(time), increment: Duration::from_millis(increment) }
}

#[test]
fn limits_stand_in_any_order() {
    let none = Limits::default();
    for (line, expected) in [
        ("go", Limits { infinite: true, ..none.clone() }),
        ("go infinite", Limits { infinite: true, ..none.clone() }),
        ("go ponder", Limits { infinite: true, ponder: true, ..none.clone() }),
        ("go depth 8", Limits { depth: Some(Depth(8)), ..none.clone() }),
        ("go mate 3", Limits { mate: Some(3), ..none.clone() }),
        ("go movetime 500", Limits { move_time: Some(Duration::from_millis(500)), ..none.clone() }),
        ("go nodes 18446744073709551615", Limits { nodes: Some(u64::MAX), ..none.clone() }),
        (
            "go binc 20 movestogo 40 wtime 1000 winc 10 btime 2000 ponder",
            Limits {
                ponder: true,
                clocks: [clock(1000, 10), clock(2000, 20)].map(Some),
                moves_to_go: Some(40),
                ..none.clone()
            },
        ),
        ("go blah depth 4 blub", Limits { depth: Some(Depth(4)), ..none.clone() }),
    ] {
        assert_eq!(parse(line.as_bytes()), go(expected, ""), "{line:?}");
    }
    let five = Limits { depth: Some(Depth(5)), ..none.clone() };
    for (line, expected, search_moves) in [
        ("go searchmoves e2e4 d2d4 depth 5", five.clone(), "e2e4 d2d4"),
        ("go depth 5 searchmoves e2e4 infinite", Limits { infinite: true, ..five }, "e2e4"),
        ("go searchmoves e2e4", Limits { infinite: true, ..none }, "e2e4"),
    ] {
        assert_eq!(parse(line.as_bytes()), go(expected, search_moves), "{line:?}");
    }
}

#[test]
fn odd_numbers_are_bent_into_range() {
    let none = Limits::default();
    // One clock is enough, whoever is to move.
    assert_eq!(go_of("go wtime 100").clocks, [clock(100, 0), clock(100, 0)].map(Some));
    assert_eq!(go_of("go wtime -50 btime 100").clocks, [clock(0, 0), clock(100, 0)].map(Some));
    assert_eq!(go_of("go winc 5 binc 5").clocks, [clock(0, 5), clock(0, 5)].map(Some));
    assert_eq!(go_of("go movetime -1").move_time, Some(Duration::ZERO));
    assert_eq!(go_of("go depth 0").depth, Some(Depth(1)));
    assert_eq!(go_of("go depth 99999999999999999999999").depth, Some(Depth::MAX));
    assert_eq!(go_of("go nodes 0").nodes, Some(1));
    assert_eq!(go_of("go wtime 1000 movestogo 0").moves_to_go, None);
    assert_eq!(go_of("go mate -2").mate, Some(1));
    let endless = format!("go wtime {}", "9".repeat(60));
    let thirty_years = Duration::from_secs(1_000_000_000);
    assert_eq!(go_of(&endless).clocks[0].map(|clock| clock.time), Some(thirty_years));
    // Missing numbers are said and skipped.
    assert_eq!(complaint("go depth"), "go depth must be followed by a number; it is ignored");
    assert_eq!(go_of("go depth"), Limits { infinite: true, ..none.clone() });
    assert_eq!(go_of("go depth nodes 5"), Limits { nodes: Some(5), ..none.clone() });
    assert_eq!(go_of("go depth x movetime 5").depth, None);
    let wrong = parse(b"go searchmoves e2e4 castle depth 2");
    assert!(matches!(wrong[..], [Request::Refused(Refusal::SearchMove(_)), Request::Command(_)]));
    assert!(
        matches!(&wrong[1], Request::Command(Command::Go { search_moves, .. }) if search_moves.len() == 1)
    );
}

#[test]
fn long_lines_are_read_up_to_a_limit() {
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(50_000);
    let line = format!("position startpos moves {moves}");
    assert!(line.len() < crate::LONGEST_LINE);
    match &parse(line.as_bytes())[..] {
        [Request::Command(Command::Position { moves, .. })] => assert_eq!(moves.len(), 200_000),
        other => panic!("{} requests", other.len()),
    }
    let longer = format!("{line}{moves}");
    assert_eq!(parse(longer.as_bytes()), [Request::Refused(Refusal::LineTooLong { bytes: longer.len() })]);
    for filler in [&b"x"[..], b"x ", b"\0", b"\xff", b"go ", b"moves ", "é".as_bytes()] {
        let line = filler.repeat(crate::LONGEST_LINE / filler.len());
        assert!(parse(&line).len() <= 1, "{filler:?}");
        let fen = [b"position fen ", &line[..line.len() / 2]].concat();
        assert_eq!(parse(&fen).len(), 1, "{filler:?}");
    }
}

fn line_of(board: &Board, moves: &str) -> Vec<Move> {
    let mut board = *board;
    let mut line = Vec::new();
    for text in moves.split_whitespace() {
        let mv = board.parse_uci(text).expect("a legal move");
        line.push(mv);
        board = board.play(mv);
    }
    line
}

fn report(board: &Board, score: Score, bound: Bound, moves: &str) -> Report {
    Report {
        depth: Depth(12),
        selective_depth: 20,
        multi_pv: 1,
        score,
        bound,
        nodes: 123_456,
        time: Duration::from_micros(250_900),
        fullness: 17,
        table_hits: 5,
        line: line_of(board, moves),
    }
}

#[test]
fn reports_become_info_lines() {
    let board = Board::start();
    let text = |score, bound, wdl, moves| {
        let event = Event::Line { board: Box::new(board), report: report(&board, score, bound, moves), wdl };
        write(&event, false)
    };
    let tail = "nodes 123456 nps 493824 hashfull 17 tbhits 5 time 250";
    assert_eq!(
        text(Score::cp(35), Bound::Exact, None, "e2e4 e7e5"),
        format!("info depth 12 seldepth 20 multipv 1 score cp 35 {tail} pv e2e4 e7e5")
    );
    let wdl = Some(Wdl { win: 300, draw: 600, loss: 100 });
    assert_eq!(
        text(Score::cp(-7), Bound::Lower, wdl, "d2d4"),
        format!("info depth 12 seldepth 20 multipv 1 score cp -7 lowerbound wdl 300 600 100 {tail} pv d2d4")
    );
    assert_eq!(
        text(Score::mated_in(Ply::new(4)), Bound::Upper, None, ""),
        format!("info depth 12 seldepth 20 multipv 1 score mate -2 upperbound {tail}")
    );
    assert!(text(Score::mate_in(Ply::new(5)), Bound::Exact, None, "").contains(" score mate 3 "));
    assert!(text(Score::table_win_in(Ply::new(5)), Bound::Exact, None, "").contains(" score cp 19997 "));
}

#[test]
fn a_report_without_time_has_a_speed() {
    let board = Board::start();
    let mut report = report(&board, Score::DRAW, Bound::Exact, "");
    (report.time, report.nodes) = (Duration::ZERO, u64::MAX);
    let text = write(&Event::Line { board: Box::new(board), report, wdl: None }, false);
    assert!(text.contains(" nps 18446744073709551615000 "), "{text}");
}

#[test]
fn best_moves_castle_as_the_user_expects() {
    let board = Board::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").expect("a legal position");
    let line = line_of(&board, "e1g1 e8c8");
    let text =
        |best, ponder, chess960| write(&Event::BestMove { board: Box::new(board), best, ponder }, chess960);
    assert_eq!(text(Some(line[0]), Some(line[1]), false), "bestmove e1g1 ponder e8c8");
    assert_eq!(text(Some(line[0]), Some(line[1]), true), "bestmove e1h1 ponder e8a8");
    assert_eq!(text(Some(line[0]), None, false), "bestmove e1g1");
    assert_eq!(text(Some(line[0]), Some(line[0]), false), "bestmove e1g1", "the answer is not legal");
    assert_eq!(text(None, None, false), "bestmove (none)");
    let current = Event::CurrentMove { board: Box::new(board), mv: line[0], number: 3 };
    assert_eq!(write(&current, true), "info currmove e1h1 currmovenumber 3");
}

#[test]
fn messages_cannot_forge_lines() {
    let message = Event::Message("no such file: a\nbestmove e2e4\r\u{85}quit\u{2028}".to_owned());
    assert_eq!(write(&message, false), "info string no such file: a bestmove e2e4  quit");
    assert_eq!(
        info_string(&Refusal::OptionName),
        "info string setoption must be followed by name and the option's name"
    );
}

#[test]
fn the_greeting_names_every_option() {
    let lines = greeting("Quevedo 0.1", "The Quevedo authors", &quevedo_engine::Options::default());
    assert_eq!(lines[0], "id name Quevedo 0.1");
    assert_eq!(lines[1], "id author The Quevedo authors");
    assert_eq!(lines.last().map(String::as_str), Some("uciok"));
    assert_eq!(lines.len(), 3 + quevedo_engine::Options::default().table().len());
    for line in [
        "option name Hash type spin default 16 min 1 max 1048576",
        "option name Clear Hash type button",
        "option name UCI_Chess960 type check default false",
    ] {
        assert!(lines.iter().any(|other| other == line), "{line}");
    }
    let evaluation = quevedo_engine::Options::default().evaluation.name();
    let choice = format!(
        "option name Evaluation type combo default {evaluation} var classical var network var shannon"
    );
    assert!(lines.contains(&choice), "{lines:#?}");
}

/// A conversation as a GUI leads it, with the engine's part scripted.
#[test]
fn a_whole_session() {
    let mut out = Vec::new();
    let mut commands = Vec::new();
    let mut board = Board::start();
    let say = |line: &str, out: &mut Vec<String>, commands: &mut Vec<Command>| {
        for request in parse(line.as_bytes()) {
            match request {
                Request::Uci => {
                    out.extend(
                        greeting("Q", "A", &quevedo_engine::Options::default())
                            .into_iter()
                            .filter(|line| !line.starts_with("option")),
                    );
                }
                Request::IsReady => out.push(READY_OK.to_owned()),
                Request::Refused(refusal) => out.push(info_string(&refusal)),
                Request::Command(command) => commands.push(command),
                _ => {}
            }
        }
    };
    for line in
        ["uci", "setoption name Hash value 32", "isready", "ucinewgame", "position startpos moves e2e4"]
    {
        say(line, &mut out, &mut commands);
    }
    board = board.play(board.parse_uci("e2e4").expect("a legal move"));
    say("go wtime 1000 btime 1000", &mut out, &mut commands);
    let answer = line_of(&board, "e7e5 g1f3");
    let event = Event::BestMove { board: Box::new(board), best: Some(answer[0]), ponder: Some(answer[1]) };
    out.push(write(&event, false));
    say("position startpos moves e2e4 e7e6x", &mut out, &mut commands);
    say("nonsense", &mut out, &mut commands);
    say("quit", &mut out, &mut commands);
    assert_eq!(
        out,
        [
            "id name Q",
            "id author A",
            "uciok",
            "readyok",
            "bestmove e7e5 ponder g1f3",
            "info string move 2 of the position: \"e7e6x\" is not a move; expected two squares and perhaps a \
             promotion, like e2e4 or e7e8q; the last position stays",
        ]
    );
    assert_eq!(commands.len(), 5);
    assert_eq!((&commands[1], &commands[4]), (&Command::NewGame, &Command::Quit));
    assert_eq!(board.turn(), Color::Black);
}

const WORDS: &[&str] = &[
    "uci",
    "isready",
    "debug",
    "on",
    "setoption",
    "name",
    "value",
    "Hash",
    "Clear",
    "position",
    "startpos",
    "fen",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "8/8/8/8/8/8/8/8",
    "w",
    "-",
    "moves",
    "e2e4",
    "e7e8q",
    "0000",
    "go",
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
    "-1",
    "0",
    "1",
    "99999999999999999999999999999999999999999999",
    "stop",
    "ponderhit",
    "quit",
    "ucinewgame",
    "d",
    "eval",
    "flip",
    "bench",
    "compiler",
    "help",
    "register",
    "xboard",
    "é♞",
];

/// Any bytes: no panic, at most one thing to do per line, every complaint on one line.
#[test]
fn garbage_is_survived() {
    let mut random = Random::new(2);
    let mut done = 0;
    for _ in 0..50_000 {
        let line = garbled_line(&mut random, WORDS);
        let requests = parse(&line);
        let (refused, asked): (Vec<_>, Vec<_>) =
            requests.into_iter().partition(|request| matches!(request, Request::Refused(_)));
        assert!(asked.len() <= 1, "{line:?}");
        done += asked.len();
        for request in refused {
            let Request::Refused(refusal) = request else { continue };
            let text = info_string(&refusal);
            assert!(!text.contains(char::is_control), "{text:?}");
        }
    }
    assert!(done > 25_000, "the lines should not all be nonsense: {done}");
}

/// Whatever an event holds, moves that are not legal included: one line, and a best move is one.
#[test]
fn every_event_is_one_line() {
    let mut random = Random::new(3);
    for _ in 0..20_000 {
        let board = Board::chess960(random.below(960) as u16).expect("a number below 960");
        let mut any_move = || Move::from_bits(random.below(1 << 16) as u16);
        let (best, ponder) = (any_move(), any_move());
        let line: Vec<Move> = [best, ponder].into_iter().flatten().collect();
        let mut report = report(&board, Score::cp(random.below(100) as i32), Bound::Exact, "");
        report.line = line;
        let board = Box::new(board);
        let events = [
            Event::Line { board: board.clone(), report, wdl: None },
            Event::BestMove { board, best, ponder },
            Event::Message(String::from_utf8_lossy(&garbled_line(&mut random, WORDS)).into_owned()),
        ];
        let lines = events.each_ref().map(|event| write(event, random.one_in(2)));
        assert!(lines.iter().all(|line| !line.contains(char::is_control)), "{lines:?}");
        assert_eq!(lines.each_ref().map(|line| line.starts_with("bestmove ")), [false, true, false]);
        assert!(lines[1].split(' ').count() <= 4, "{}", lines[1]);
    }
}
