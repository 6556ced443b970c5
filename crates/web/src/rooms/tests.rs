use core::time::Duration;
use std::time::Instant;

use quevedo_engine::{Engine, Options};
use quevedo_report::Side;

use super::*;
use crate::ask::{ClockTerms, Limit, Order};
use crate::desk::EngineMaker;
use crate::shelf::Memory;
use crate::tell::{Cause, GameFacts, WhoMoves};

fn rooms(shelf: &Arc<Memory>) -> Rooms {
    let maker: EngineMaker = Arc::new(|| {
        Engine::new(Options { hash: 1, ..Options::default() }).map_err(|error| error.to_string())
    });
    let shelf: Arc<dyn Shelf> = Arc::<Memory>::clone(shelf);
    Rooms::new(shelf, Desk::open(1, &maker).expect("a thread"))
}

fn ask(side: Side, clock: Option<ClockTerms>) -> AskNewGame {
    let (start, name) = ("startpos".to_owned(), "Ada".to_owned());
    AskNewGame { id: 1, start, side, name, level: Limit::Nodes(300), clock }
}

fn wait_for(room: &Room, what: impl Fn(&GameFacts) -> bool) -> GameFacts {
    let start = Instant::now();
    loop {
        let facts = room.facts();
        if what(&facts) {
            return facts;
        }
        assert!(start.elapsed() < Duration::from_secs(20), "{facts:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_game_is_played_taken_back_and_resigned() {
    let rooms = rooms(&Arc::default());
    let room = rooms.begin(&ask(Side::White, None)).expect("a game");
    assert_eq!(room.facts().turn, WhoMoves::You);
    assert!(room.play("e5", 0).is_err() && room.play("e4", 1).is_err());
    room.play("e4", 0).expect("a move");
    let facts = wait_for(&room, |facts| facts.turn == WhoMoves::You);
    assert_eq!(facts.position.moves_played.len(), 2);
    let facts = room.obey(Order::TakeBack).expect("a move to take back");
    assert!(facts.position.moves_played.is_empty());
    let facts = room.obey(Order::Draw).expect("an offer");
    assert!(facts.draw_declined && facts.end.is_none());
    let end = room.obey(Order::Resign).expect("an end").end.expect("an end");
    assert_eq!((end.result.as_str(), end.cause), ("0-1", Cause::Resigned));
    assert!(room.obey(Order::Resign).is_err() && room.play("e4", 0).is_err());
    assert!(room.pgn().contains("[White \"Ada\"]"));
}

#[test]
fn what_is_told_is_kept_and_goes_on_after_a_restart() {
    let shelf = Arc::default();
    let room = rooms(&shelf).begin(&ask(Side::Black, Some(ClockTerms { seconds: 300, increment: 2 })));
    let room = room.expect("a game");
    let facts = wait_for(&room, |facts| facts.turn == WhoMoves::You);
    let name = facts.game.clone();
    let before = facts.left.expect("clocks");
    room.play("a6", 1).expect("a move");
    let other = rooms(&shelf);
    let again = other.open(&name).expect("the same game");
    let facts =
        wait_for(&again, |facts| facts.turn == WhoMoves::You && facts.position.moves_played.len() == 3);
    assert_eq!(facts.position.moves_played[1].san, "a6");
    let left = facts.left.expect("clocks");
    assert!(left.white < before.white + 2_001 && left.black > 295_000, "{left:?}");
    let list = other.list().expect("a list");
    assert_eq!((list.len(), list[0].game.as_str(), list[0].result.as_str()), (1, name.as_str(), "*"));
    again.obey(Order::Resign).expect("an end");
    let third = rooms(&shelf).open(&name).expect("the same game").facts();
    assert_eq!(third.end.map(|end| end.cause), Some(Cause::Resigned));
}

#[test]
fn time_runs_out() {
    let rooms = rooms(&Arc::default());
    let room = rooms.begin(&ask(Side::White, Some(ClockTerms { seconds: 1, increment: 0 }))).expect("a game");
    room.look_at_clock();
    assert!(room.facts().end.is_none());
    std::thread::sleep(Duration::from_millis(1010));
    room.look_at_clock();
    assert_eq!(room.facts().end.map(|end| (end.cause, end.result)), Some((Cause::Time, "0-1".to_owned())));
}

#[test]
fn names_from_outside_reach_no_file() {
    let rooms = rooms(&Arc::default());
    for name in ["", "..", "../../etc/passwd", "A", "a/b", "a\\b", "a\0b", &"1".repeat(200)] {
        assert_eq!(rooms.open(name).expect_err("no game").code, Code::Missing, "{name}");
    }
    assert!(is_name(&new_name()));
}
