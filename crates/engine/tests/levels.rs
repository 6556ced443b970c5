//! Levels, styles and machines in the engine's place.

use core::time::Duration;

use quevedo_engine::rules::{Board, Game, Move};
use quevedo_engine::{Engine, EngineError, Limits, Mover, Options, PlayerClock};

fn options(settings: &[(&str, &str)]) -> Options {
    let mut options = Options::default();
    for (name, value) in settings {
        options.set(name, Some(value)).expect(name);
    }
    options
}

/// A game of the engine against itself.
fn moves(options: Options, limits: &Limits, plies: usize) -> Vec<Move> {
    let mut engine = Engine::new(options).expect("an engine");
    let mut game = Game::default();
    for _ in 0..plies {
        let Some(mv) = engine.search(&game, limits.clone()).finish().best else { break };
        game.play(mv).expect("a legal move");
    }
    game.moves().to_vec()
}

fn clock(seconds: u64) -> Limits {
    let clock = PlayerClock { time: Duration::from_secs(seconds), increment: Duration::ZERO };
    Limits { clocks: [Some(clock); 2], ..Limits::default() }
}

#[test]
fn a_level_plays_the_same_at_any_clock_hash_and_threads() {
    let level = [("UCI_LimitStrength", "true"), ("UCI_Elo", "1200"), ("Seed", "7"), ("Style", "attacker")];
    let slow = options(&[&level[..], &[("Hash", "64"), ("Threads", "2")]].concat());
    let fast = options(&[&level[..], &[("Hash", "1"), ("Move Overhead", "0")]].concat());
    let games = [
        moves(slow, &clock(3600), 12),
        moves(fast.clone(), &clock(60), 12),
        moves(fast, &Limits::depth(1), 12),
    ];
    assert_eq!(games[0].len(), 12);
    assert_eq!(games[0], games[1]);
    assert_eq!(games[0], games[2]);
    let other = options(&[("UCI_LimitStrength", "true"), ("UCI_Elo", "1200"), ("Seed", "8")]);
    assert_ne!(moves(other, &clock(60), 12), games[0]);
}

#[test]
fn a_move_taken_back_is_played_again() {
    let level = [("UCI_LimitStrength", "true"), ("UCI_Elo", "900"), ("Seed", "3")];
    let mut engine = Engine::new(options(&level)).expect("an engine");
    let mut game = Game::default();
    let mut ask = |game: &Game| engine.search(game, clock(60)).finish().best.expect("a move");
    let first = ask(&game);
    game.play(first).expect("legal");
    let _answer = ask(&game);
    game.undo();
    assert_eq!(ask(&game), first);
}

#[test]
fn whatever_is_not_set_changes_nothing() {
    let plain = moves(Options::default(), &Limits::nodes(3000), 6);
    let unlimited = options(&[
        ("UCI_Elo", "700"),
        ("Seed", "5"),
        ("Rating Scale", "fide"),
        ("Human Pace", "true"),
        ("Contempt", "-20"),
    ]);
    assert_eq!(moves(unlimited, &Limits::nodes(3000), 6), plain);
    let varied: Vec<_> = ["1", "2", "3", "4"]
        .iter()
        .map(|seed| moves(options(&[("Variety", "60"), ("Seed", seed)]), &Limits::nodes(20_000), 3))
        .collect();
    assert!(varied.iter().any(|game| *game != varied[0]), "{varied:?}");
}

struct Last;

impl Mover for Last {
    fn choose(&mut self, game: &Game) -> Option<Move> {
        game.board().legal_moves().last().copied()
    }
}

#[test]
fn machines_are_lent() {
    let mut engine = Engine::new(Options::default()).expect("an engine");
    let refused = engine.set_option("Opponent", Some("type-b"));
    assert!(matches!(refused, Err(EngineError::NoOpponent("type-b"))), "{refused:?}");
    engine.lend_movers(|name, _| (name == "type-b").then(|| Box::new(Last) as Box<dyn Mover>));
    engine.set_option("opponent", Some("type-b")).expect("a machine");
    let answer = engine.search(&Game::default(), Limits::depth(1)).finish();
    assert_eq!(answer.best.as_ref(), Board::start().legal_moves().last());
    engine.set_option("Opponent", Some("none")).expect("the engine itself");
    assert!(engine.search(&Game::default(), Limits::depth(1)).finish().score.is_some());
}

#[test]
fn personalities_are_read_from_files() {
    let reader = |path: &str| {
        if path == "good" { Ok(b"base = \"solid\"\n".to_vec()) } else { Ok(b"[likes]\nLuck = 1\n".to_vec()) }
    };
    let mut engine = Engine::with_files(Options::default(), reader).expect("an engine");
    engine.set_option("Personality File", Some("good")).expect("a personality");
    let words = engine.set_option("Personality File", Some("bad")).expect_err("a bad one").to_string();
    assert!(words.contains("\"bad\": line 2: there is nothing called \"Luck\""), "{words}");
    assert_eq!(engine.options().personality, "good");
}
