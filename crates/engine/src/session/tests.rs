use super::*;
use core::sync::atomic::Ordering::Relaxed;
use core::time::Duration;
use quevedo_eval::{Evaluation, nnue};
use quevedo_search::Report;
use quevedo_value::Depth;
use std::sync::mpsc::{Receiver, channel};

fn engine() -> (Session, Receiver<Event>) {
    let (sender, receiver) = channel();
    let sink: Sink = Arc::new(move |event| {
        let _ = sender.send(event);
    });
    (Session::new(Options::default(), Some(read_file), sink).expect("16 MiB"), receiver)
}

fn best_move(events: &Receiver<Event>) -> Option<String> {
    loop {
        let event = events.recv_timeout(Duration::from_secs(20)).expect("a best move");
        if let Event::BestMove { board, best, .. } = event {
            return best.map(|mv| board.uci(mv).to_string());
        }
    }
}

fn position(fen: &str) -> Command {
    Command::Position { setup: Box::new(Setup::from_fen(fen).expect("a FEN")), moves: Vec::new() }
}

fn go(change: impl FnOnce(&mut Limits)) -> Command {
    let mut limits = Box::<Limits>::default();
    change(&mut limits);
    Command::Go { limits, search_moves: Vec::new() }
}

#[test]
fn mates_are_found() {
    let (mut engine, events) = engine();
    engine.send(position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"));
    engine.send(go(|go| go.nodes = Some(5_000)));
    assert_eq!(best_move(&events).as_deref(), Some("a1a8"));
}

#[test]
fn no_move_is_said_where_there_is_none() {
    let (mut engine, events) = engine();
    engine.send(position("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"));
    engine.send(go(|go| go.infinite = true));
    assert!(events.recv_timeout(Duration::from_millis(100)).is_err(), "not before stop");
    engine.send(Command::Stop);
    assert_eq!(best_move(&events), None);
}

#[test]
fn pondering_waits_for_its_end() {
    let (mut engine, events) = engine();
    engine.send(go(|go| {
        go.ponder = true;
        go.depth = Some(Depth(3));
    }));
    std::thread::sleep(Duration::from_millis(200));
    assert!(events.try_iter().all(|event| !matches!(event, Event::BestMove { .. })));
    engine.send(Command::PonderHit);
    assert!(best_move(&events).is_some());
}

#[test]
fn a_bad_position_leaves_the_old_one() {
    let (mut engine, events) = engine();
    let before = engine.game().clone();
    engine.send(position("8/8/8/8/8/8/8/8 w - - 0 1"));
    assert!(matches!(events.try_recv(), Ok(Event::Message(_))));
    let setup = Box::new(Setup::start());
    let moves = vec!["e2e4".parse().expect("a move"), "e2e4".parse().expect("a move")];
    engine.send(Command::Position { setup, moves });
    assert!(matches!(events.try_recv(), Ok(Event::Message(_))));
    assert_eq!(engine.game(), &before);
}

#[test]
fn a_new_search_ends_the_old_one_with_its_move() {
    let (mut engine, events) = engine();
    for _ in 0..5 {
        engine.send(go(|go| go.infinite = true));
    }
    engine.send(Command::Quit);
    let moves = events.try_iter().filter(|event| matches!(event, Event::BestMove { .. })).count();
    assert_eq!(moves, 5);
}

/// An engine whose listener panics on hearing the third line, in the middle of the search.
fn shaken_engine() -> (Session, Receiver<Event>) {
    let (sender, receiver) = channel();
    let lines = core::sync::atomic::AtomicUsize::new(0);
    let sink: Sink = Arc::new(move |event| {
        let is_line = matches!(event, Event::Line { .. });
        let _ = sender.send(event);
        assert!(!is_line || lines.fetch_add(1, Relaxed) != 2, "a bug for a test");
    });
    (Session::new(Options::default(), Some(read_file), sink).expect("16 MiB"), receiver)
}

#[test]
fn a_panic_costs_neither_the_game_nor_the_engine() {
    for threads in ["1", "3"] {
        let (mut engine, events) = shaken_engine();
        engine.send(Command::SetOption { name: "Threads".to_owned(), value: Some(threads.to_owned()) });
        // So deep that no helper can end the search before the third line.
        engine.send(go(|go| go.depth = Some(Depth(20))));
        engine.wait();
        let heard: Vec<Event> = events.try_iter().collect();
        let last_line = heard.iter().rev().find_map(|event| match event {
            Event::Line { report, .. } => report.line.first().copied(),
            _ => None,
        });
        let words = heard.iter().find_map(|event| match event {
            Event::Message(words) => Some(words.as_str()),
            _ => None,
        });
        assert!(words.is_some_and(|words| words.ends_with("a bug for a test")), "{words:?}");
        let best = heard.iter().filter_map(|event| match event {
            Event::BestMove { best, .. } => Some(*best),
            _ => None,
        });
        assert_eq!(best.collect::<Vec<_>>(), [last_line]);
        assert!(last_line.is_some());
        // The next search is as good as any.
        engine.send(position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"));
        engine.send(go(|go| go.depth = Some(Depth(5))));
        assert_eq!(best_move(&events).as_deref(), Some("a1a8"));
    }
}

#[test]
fn a_switch_of_the_laboratory_changes_the_search() {
    let sent = |commands: &[(&str, &str)]| {
        let (sender, events) = channel();
        let sink: Sink = Arc::new(move |event| {
            let _ = sender.send(event);
        });
        let mut engine = Session::new(Options::lab(), None, sink).expect("16 MiB");
        for &(name, value) in commands {
            let (name, value) = (name.to_owned(), Some(value.to_owned()));
            engine.send(Command::SetOption { name, value });
        }
        engine.send(go(|go| go.depth = Some(Depth(7))));
        engine.wait();
        let nodes = events.try_iter().filter_map(|event| match event {
            Event::Line { report, .. } => Some(report.nodes),
            _ => None,
        });
        nodes.last().expect("a line")
    };
    let all = sent(&[]);
    assert_eq!(all, sent(&[("null_base", "4"), ("Hash", "16")]));
    assert_ne!(all, sent(&[("late-move-reduction", "false")]));
}

/// The files of these tests.
#[allow(clippy::unnecessary_wraps)] // a reader may fail
fn read_file(path: &str) -> std::io::Result<Vec<u8>> {
    match path {
        "material" => Ok(nnue::material().expect("a network").to_bytes()),
        "text" => Ok(b"not a network".to_vec()),
        _ => std::fs::read(path),
    }
}

fn set(engine: &mut Session, name: &str, value: &str) {
    engine.send(Command::SetOption { name: name.to_owned(), value: Some(value.to_owned()) });
}

fn message(events: &Receiver<Event>) -> String {
    match events.try_recv() {
        Ok(Event::Refused(words)) => words,
        other => panic!("expected a refusal, got {other:?}"),
    }
}

#[test]
fn a_network_is_read_and_searched_with() {
    let (mut engine, events) = engine();
    set(&mut engine, "EvalFile", "material");
    assert_eq!(engine.options().evaluation, Evaluation::Network);
    engine.send(position("4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1"));
    engine.send(go(|go| go.depth = Some(Depth(1))));
    engine.wait();
    let score = events.try_iter().find_map(|event| match event {
        Event::Line { report, .. } => Some(report.score),
        _ => None,
    });
    let three_pawns = Evaluation::Network.model().shown(quevedo_value::Score::cp(300));
    assert_eq!(score, Some(three_pawns));

    // Another evaluation and back.
    set(&mut engine, "Evaluation", "classical");
    assert_eq!(engine.options().evaluation, Evaluation::Classical);
    set(&mut engine, "Evaluation", "network");
    assert_eq!(engine.options().evaluation, Evaluation::Network);
    set(&mut engine, "EvalFile", "<builtin>");
    assert_eq!(engine.engine().network(), nnue::builtin().as_ref());
    assert_eq!(engine.options().evaluation, Evaluation::default());
    assert!(events.try_iter().all(|event| !matches!(event, Event::Message(_))));
}

#[test]
fn a_wrong_network_leaves_the_old_evaluation() {
    let (mut engine, events) = engine();
    let before = engine.options().clone();
    set(&mut engine, "EvalFile", "missing");
    assert!(message(&events).starts_with("cannot read \"missing\": "));
    set(&mut engine, "EvalFile", "text");
    let words = message(&events);
    assert!(words.starts_with("\"text\": this is no network of Quevedo"), "{words}");
    assert_eq!(engine.options(), &before);
    if nnue::builtin().is_none() {
        set(&mut engine, "Evaluation", "network");
        assert!(message(&events).starts_with("there is no network"));
    }
    assert_eq!(engine.options(), &before);
    engine.send(go(|go| go.depth = Some(Depth(2))));
    assert!(best_move(&events).is_some());
}

#[test]
fn a_single_thread_repeats_itself() {
    let (mut engine, events) = engine();
    let mut nodes = Vec::new();
    for _ in 0..2 {
        engine.send(Command::NewGame);
        engine.send(go(|go| go.depth = Some(Depth(8))));
        engine.wait();
        let last = events.try_iter().filter_map(|event| match event {
            Event::Line { report, .. } => Some(report.nodes),
            _ => None,
        });
        nodes.push(last.last());
    }
    assert!(nodes[0].is_some());
    assert_eq!(nodes[0], nodes[1]);
}

fn messages(events: &Receiver<Event>) -> Vec<String> {
    let words = events.try_iter().filter_map(|event| match event {
        Event::Message(words) | Event::Refused(words) => Some(words),
        _ => None,
    });
    words.collect()
}

#[test]
fn basic_endings_are_won_out_of_the_box() {
    let (mut engine, events) = engine();
    engine.send(position("8/8/8/4k3/8/8/8/R3K3 w - - 0 1"));
    engine.send(go(|go| go.depth = Some(Depth(1))));
    engine.wait();
    let lines: Vec<Report> = events
        .try_iter()
        .filter_map(|event| match event {
            Event::Line { report, .. } => Some(report),
            _ => None,
        })
        .collect();
    let mate = lines[0].score.plies_to_mate().expect("a mate");
    assert_eq!((lines.len(), lines[0].line.len() as u32), (1, mate));
    assert!(lines[0].table_hits > 0);
}

#[test]
fn a_folder_without_tables_changes_nothing() {
    let (mut engine, events) = engine();
    let before = engine.options().clone();
    for (name, reason) in [
        ("SyzygyPath", "cannot read the folder /no/such/folder: "),
        ("TablesPath", "cannot read the folder /no/such/folder: "),
    ] {
        set(&mut engine, name, "/no/such/folder");
        let said = messages(&events);
        assert!(said.len() == 1 && said[0].starts_with(reason), "{said:?}");
    }
    assert_eq!(engine.options(), &before);
    set(&mut engine, "SyzygyProbeLimit", "2");
    set(&mut engine, "Hash", "1");
    engine.send(position("8/8/8/4k3/8/8/8/R3K3 w - - 0 1"));
    engine.send(go(|go| go.depth = Some(Depth(3))));
    engine.wait();
    let hits = events.try_iter().filter_map(|event| match event {
        Event::Line { report, .. } => Some(report.table_hits),
        _ => None,
    });
    assert_eq!(hits.max(), Some(0), "no table is asked");
}

fn played(moves: &[&str]) -> Command {
    let moves = moves.iter().map(|text| text.parse().expect("a move")).collect();
    Command::Position { setup: Box::new(Setup::start()), moves }
}

/// The words and the move of an answer to an order by the clock.
fn timed(engine: &mut Session, events: &Receiver<Event>, moves: &[&str]) -> (bool, String) {
    while events.try_recv().is_ok() {}
    engine.send(played(moves));
    engine.send(go(|go| go.move_time = Some(Duration::from_millis(20))));
    let mut is_of_book = false;
    loop {
        match events.recv_timeout(Duration::from_secs(20)).expect("a best move") {
            Event::Message(words) => is_of_book |= words.ends_with("is a move of the book"),
            Event::BestMove { board, best, .. } => {
                return (is_of_book, best.map_or(String::new(), |mv| board.uci(mv).to_string()));
            }
            _ => {}
        }
    }
}

#[test]
fn openings_of_our_own_games_come_from_the_book_and_given_ones_do_not() {
    let (mut engine, events) = engine();
    engine.send(Command::SetOption { name: "Book Seed".to_owned(), value: Some("5".to_owned()) });
    let mut first = std::collections::BTreeSet::new();
    for _ in 0..30 {
        engine.send(Command::NewGame);
        let (is_of_book, mv) = timed(&mut engine, &events, &[]);
        assert!(is_of_book);
        first.insert(mv);
    }
    assert!(first.len() >= 3 && first.contains("e2e4") && first.contains("d2d4"), "{first:?}");
    assert!(timed(&mut engine, &events, &["e2e4"]).0, "for Black");
    assert!(timed(&mut engine, &events, &["e2e4", "e7e5", "g1f3"]).0, "and on");
    engine.send(Command::NewGame);
    assert!(!timed(&mut engine, &events, &["e2e4", "e7e5"]).0, "an opening was given");
    engine.send(played(&[]));
    engine.send(go(|go| go.nodes = Some(500)));
    let of_nodes = core::iter::from_fn(|| events.recv_timeout(Duration::from_secs(20)).ok())
        .take_while(|event| !matches!(event, Event::BestMove { .. }));
    assert!(of_nodes.into_iter().any(|event| matches!(event, Event::Line { .. })), "it searches");
    engine.send(Command::SetOption { name: "OwnBook".to_owned(), value: Some("false".to_owned()) });
    assert!(!timed(&mut engine, &events, &[]).0);
}

#[test]
fn a_book_of_a_file_is_played_from_and_a_broken_one_refused() {
    let (mut engine, events) = engine();
    let folder = std::env::temp_dir().join(format!("quevedo-book-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (book, broken) = (folder.join("a4.bin"), folder.join("broken.bin"));
    let start = Board::start();
    let a4 = start.parse_uci("a2a4").expect("a move");
    let bytes = quevedo_book::Book::from_moves([(quevedo_book::key(&start, None), a4, 1)]).write();
    std::fs::write(&book, bytes).expect("a file");
    std::fs::write(&broken, [0; 17]).expect("a file");
    let name = |path: &std::path::Path| Some(path.to_str().expect("a plain name").to_owned());
    engine.send(Command::SetOption { name: "Book File".to_owned(), value: name(&book) });
    assert_eq!(timed(&mut engine, &events, &[]), (true, "a2a4".to_owned()));
    engine.send(Command::SetOption { name: "Book File".to_owned(), value: name(&broken) });
    let refused = events
        .try_iter()
        .find_map(|event| if let Event::Refused(words) = event { Some(words) } else { None });
    assert!(refused.expect("it is refused").contains("is no Polyglot book"));
    assert_eq!(timed(&mut engine, &events, &[]).1, "a2a4", "the old one stays");
    let setup = Box::new(Setup::start());
    engine.send(Command::Book { setup, moves: Vec::new() });
    let told = events
        .try_iter()
        .find_map(|event| if let Event::Book { moves, .. } = event { Some(moves) } else { None });
    assert_eq!(told, Some(vec![(a4, 1)]));
    std::fs::remove_dir_all(&folder).expect("it was ours");
}

/// A game of our own that is lost by a move which the search thought good is not lost by it again; and it is in the memory once.
#[test]
fn a_remembered_mistake_is_not_made_again() {
    use quevedo_memory::{Ending, GameOutcome, Home, PlayedGame, Thought};

    let folder = std::env::temp_dir().join(format!("quevedo-memory-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let home = Home::at(&folder);
    home.make().expect("a folder");
    let (mut engine, events) = engine();
    let set = |engine: &mut Session, name: &str, value: &str| {
        engine.send(Command::SetOption { name: name.to_owned(), value: Some(value.to_owned()) });
    };
    set(&mut engine, "OwnBook", "false");
    set(&mut engine, "nodestime", "10");
    set(&mut engine, "Memory Path", folder.to_str().expect("a plain name"));
    set(&mut engine, "Learning", "positions");
    engine.send(Command::NewGame);
    let (_, first) = timed(&mut engine, &events, &[]);
    let games = |home: &Home| home.open_to_read().map_or(0, |memory| memory.stats().expect("stats").games);
    // Somebody was mated after this very move.
    let lost = PlayedGame {
        start: Board::start(),
        moves: [first.as_str(), "a7a6"].iter().map(|text| text.parse().expect("a move")).collect(),
        ours: quevedo_rules::Color::White,
        outcome: GameOutcome::Black,
        ending: Ending::Normal,
        opponent: "somebody".to_owned(),
        date: String::new(),
        is_full_strength: true,
        evaluation: String::new(),
        thoughts: vec![Thought { ply: 0, score: 30, depth: 5, expected: None }],
    };
    home.hand_in(lost.content_id(), &lost).expect("handed in");
    drop(home.open().expect("taken in"));
    assert_eq!(games(&home), 1);
    engine.send(Command::NewGame);
    let (_, second) = timed(&mut engine, &events, &[]);
    assert_ne!(first, second, "it turned out badly");
    let mut played = vec![second];
    for answer in ["a7a6", "b7b6", "h7h6", "g7g6"] {
        played.push(answer.to_owned());
        let moves: Vec<&str> = played.iter().map(String::as_str).collect();
        let mv = timed(&mut engine, &events, &moves).1;
        played.push(mv);
    }
    engine.send(Command::NewGame);
    engine.close();
    assert_eq!((games(&home), home.waiting()), (2, 0), "our own game");
    let memory = home.open_to_read().expect("a memory");
    let mut own = None;
    memory
        .each_game(|_, game| {
            own = Some(game).filter(|game| game.opponent.is_empty()).or(own.take());
            Ok(())
        })
        .expect("games");
    let own = own.expect("our game");
    assert_eq!(own.moves.iter().map(ToString::to_string).collect::<Vec<_>>(), played);
    assert_eq!((own.thoughts.len(), own.outcome), (5, GameOutcome::Unknown));
    drop(memory);
    set(&mut engine, "Memory Read Only", "true");
    timed(&mut engine, &events, &[]);
    engine.close();
    assert_eq!(games(&home), 2);
    std::fs::remove_dir_all(&folder).expect("it was ours");
}
