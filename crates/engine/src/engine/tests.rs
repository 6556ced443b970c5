use super::*;
use crate::{Origin, Progress};
use core::time::Duration;
use quevedo_rules::{Board, Game};
use quevedo_value::Depth;

fn engine() -> Engine {
    Engine::new(Options { hash: 1, ..Options::default() }).expect("one mebibyte")
}

fn game(fen: &str) -> Game {
    Game::new(Board::from_fen(fen).expect("a FEN"))
}

fn infinite() -> Limits {
    Limits { infinite: true, ..Limits::default() }
}

#[test]
fn a_search_is_listened_to_stopped_and_finished() {
    let mut engine = engine();
    let mut search = engine.search(&Game::default(), infinite());
    let first = search.find(|update| matches!(update, Update::Line { .. }));
    assert!(first.is_some());
    search.stop();
    let answer = search.finish();
    assert_eq!(answer.origin, Origin::Search);
    assert!(answer.best.is_some() && answer.nodes > 0 && answer.score.is_some() && answer.failure.is_none());
    assert!(!engine.is_thinking());
}

#[test]
fn a_dropped_search_ends_and_a_new_one_ends_the_old() {
    let mut engine = engine();
    drop(engine.search(&Game::default(), infinite()));
    assert!(!engine.is_thinking());
    let old = engine.search(&Game::default(), infinite());
    let answer = engine.search(&Game::default(), Limits::depth(3)).finish();
    assert_eq!(answer.depth, Depth(3));
    // The reins of the old one lead nowhere now.
    let new = engine.search(&Game::default(), infinite());
    old.stop();
    assert!(old.finish().best.is_some());
    assert!(engine.is_thinking());
    drop(engine);
    assert!(new.finish().best.is_some());
}

#[test]
fn pondering_ends_when_the_expected_move_was_played() {
    let mut engine = engine();
    let clock = Some(quevedo_search::PlayerClock { time: Duration::from_millis(300), ..Default::default() });
    let limits = Limits { ponder: true, clocks: [clock; 2], ..Limits::default() };
    let mut search = engine.search(&Game::default(), limits);
    while !matches!(search.wait(Duration::from_millis(100)), Progress::Silence) {}
    search.ponder_hit();
    assert!(search.finish().best.is_some());
}

#[test]
fn an_answer_says_where_it_comes_from() {
    let mut engine = engine();
    let table = engine.search(&game("8/8/8/4k3/8/8/8/R3K3 w - - 0 1"), Limits::depth(4)).finish();
    assert_eq!(table.origin, Origin::Tablebase);
    let mated = engine.search(&game("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), Limits::depth(4)).finish();
    assert_eq!((mated.origin, mated.best), (Origin::Rules, None));
}

#[test]
fn thinking_in_place_finds_the_same() {
    std::thread::Builder::new()
        .stack_size(STACK_SIZE)
        .spawn(|| {
            let mut engine = engine();
            let beside = engine.search(&Game::default(), Limits::nodes(20_000)).finish();
            engine.new_game();
            let mut lines = 0;
            let here = engine.think(&Game::default(), Limits::nodes(20_000), |_| lines += 1);
            assert_eq!((here.best, here.nodes, here.score), (beside.best, beside.nodes, beside.score));
            assert!(lines > 0);
        })
        .expect("a thread")
        .join()
        .expect("no panic");
}

#[test]
fn what_cannot_be_had_is_an_error_and_changes_nothing() {
    let mut engine = engine();
    let before = engine.options().clone();
    let wrong = [
        Options { eval_file: "net.qvnn".to_owned(), ..before.clone() },
        Options { threads: usize::MAX, ..before.clone() },
        Options { hash: usize::MAX, ..before.clone() },
        Options { syzygy_path: "/no/such/folder".to_owned(), hash: 2, ..before.clone() },
    ];
    for options in wrong {
        assert!(engine.configure(options.clone()).is_err(), "{options:?}");
        assert!(Engine::new(options).is_err());
        assert_eq!(engine.options(), &before);
    }
    assert!(matches!(engine.set_option("EvalFile", Some("x")), Err(EngineError::NoFiles(_))));
    assert!(matches!(engine.set_option("Nonsense", None), Err(EngineError::Option(_))));
    assert_eq!(engine.options(), &before);
    assert!(engine.search(&Game::default(), Limits::depth(2)).finish().best.is_some());
}

#[test]
fn options_as_a_value_are_those_of_the_texts() {
    let wanted = Options { hash: 2, threads: 2, multi_pv: 3, ..Options::default() };
    let mut by_texts = engine();
    for (name, value) in [("Hash", "2"), ("Threads", "2"), ("MultiPV", "3")] {
        by_texts.set_option(name, Some(value)).expect("a value that fits");
    }
    assert_eq!(by_texts.options(), &wanted);
    let mut by_value = Engine::new(wanted).expect("two mebibytes");
    assert_eq!(by_value.search(&Game::default(), Limits::depth(4)).finish().lines.len(), 3);
}
