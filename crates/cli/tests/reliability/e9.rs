//! E9: no false mate. 2,000 positions whose distance to mate is known are searched with 100,000 nodes each, by one thread
//! and by four. Whoever says "mate in n" must not be on the wrong side and must not be faster than the shortest mate;
//! and all lines are legal.

use core::time::Duration;

use quevedo_testkit::{is_full_run, report_skipped, shared_or_skip};

use crate::conversation::Conversation;
use crate::player::Player;

const PATIENCE: Duration = Duration::from_mins(2);
const NODES: u32 = 100_000;

/// Where the suite is, under the shared data.
const SUITE: &str = "suites/mates2000.epd";

/// Ours, each with the moves to mate; negative if the side to move is mated.
const OWN: &[(&str, i32)] = &[
    ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1),
    ("6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", 1),
    ("6k1/5ppp/8/8/8/8/1r3PPP/6K1 b - - 0 1", 1),
    ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", 2),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    ("8/8/8/8/8/1k6/7r/K7 w - - 0 1", -1),
    ("k7/8/1K6/8/8/8/8/7R b - - 0 1", -1),
];

/// What a report says about a mate, as `score mate N`: a lower bound on a mate for the other side says nothing, nor does an
/// upper bound on one's own.
fn claim(line: &str) -> Option<i32> {
    let words: Vec<&str> = line.split(' ').collect();
    let at = words.windows(2).position(|pair| pair == ["score", "mate"])?;
    let moves: i32 = words.get(at + 2)?.parse().ok()?;
    let says_nothing = match words.get(at + 3) {
        Some(&"lowerbound") => moves < 0,
        Some(&"upperbound") => moves > 0,
        _ => false,
    };
    (!says_nothing).then_some(moves)
}

/// Whether a mate that is said can be, where the shortest is known.
fn is_possible(said: i32, known: i32) -> bool {
    said.signum() == known.signum() && said.abs() >= known.abs()
}

/// Searches a position; the last claim of a mate, if there was one. A false one fails the test.
fn search(player: &mut Player, fen: &str, known: i32, nodes: u32) -> Option<i32> {
    let mut conversation = Conversation::new();
    for line in ["ucinewgame".to_owned(), format!("position fen {fen}"), format!("go nodes {nodes}")] {
        conversation.sent(line.as_bytes());
        player.say(&line);
    }
    let mut last = None;
    for said in player.until("bestmove", PATIENCE) {
        conversation.heard(&said.text);
        if let Some(moves) = claim(&said.text) {
            assert!(is_possible(moves, known), "{fen} has a mate in {known}, but: {}", said.text);
            last = Some(moves);
        }
    }
    last
}

fn player(threads: u32) -> Player {
    let mut player = Player::start();
    player.say(&format!("setoption name Threads value {threads}\nsetoption name Hash value 16"));
    player
}

#[test]
fn e9_own_mates_are_found_and_none_is_false() {
    for threads in [1, 4] {
        let mut player = player(threads);
        for &(fen, known) in OWN {
            assert_eq!(search(&mut player, fen, known, 20_000), Some(known), "{threads} threads: {fen}");
        }
    }
}

#[test]
fn e9_no_mate_of_the_suite_is_false() {
    if !is_full_run() {
        return report_skipped("e9_no_mate_of_the_suite_is_false", "it belongs to the full run");
    }
    let path = shared_or_skip!("e9_no_mate_of_the_suite_is_false").join(SUITE);
    let suite = std::fs::read_to_string(path).expect("the suite");
    let records: Vec<(&str, i32)> = suite.lines().filter_map(read_record).collect();
    assert_eq!(records.len(), suite.lines().count());
    let wanted = crate::count(0, records.len());
    for threads in [1, 4] {
        let mut player = player(threads);
        let (mut said, mut shortest) = (0, 0);
        for &(fen, known) in records.iter().take(wanted) {
            let found = search(&mut player, fen, known, NODES);
            said += usize::from(found.is_some());
            shortest += usize::from(found == Some(known));
        }
        crate::note(&format!(
            "E9: {threads} threads, {wanted} positions, {said} mates said, {shortest} of them the shortest, none false"
        ));
    }
}

/// The position and the distance of a record like `FEN dm 7; id "name";`.
fn read_record(line: &str) -> Option<(&str, i32)> {
    let (fen, operations) = line.split_once(" dm ")?;
    Some((fen, operations.split(';').next()?.trim().parse().ok()?))
}

#[test]
fn e9_its_referee_knows_false_mates() {
    assert!(is_possible(5, 3) && !is_possible(2, 3) && !is_possible(-5, 3) && is_possible(-4, -4));
    assert_eq!(claim("info depth 5 multipv 1 score mate 3 nodes 7 pv e2e4"), Some(3));
    assert_eq!(claim("info depth 5 score mate -3 lowerbound nodes 7 pv e2e4"), None);
    assert_eq!(claim("info depth 5 score mate -3 upperbound nodes 7 pv e2e4"), Some(-3));
    assert_eq!(claim("info depth 5 score mate 3 upperbound nodes 7 pv e2e4"), None);
    assert_eq!(claim("info depth 5 score cp 3 nodes 7 pv e2e4"), None);
    assert_eq!(
        read_record("7k/8/8/8/8/8/8/K7 w - - dm -12; id \"x\";"),
        Some(("7k/8/8/8/8/8/8/K7 w - -", -12))
    );
}
