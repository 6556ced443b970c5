//! E3: the other side leaves in mid-search: the program ends within a second, without a complaint.

use core::time::Duration;
use std::time::Instant;

use crate::player::Player;

const PROMISED: Duration = Duration::from_secs(1);

/// Ways to be in the middle of something.
const BUSY: [&str; 5] = [
    "go infinite",
    "setoption name Threads value 4\nsetoption name MultiPV value 3\ngo infinite",
    "go ponder wtime 1000 btime 1000",
    "position fen q2k2q1/2nqn2b/1n1P1n1b/2rnr2Q/1NQ1QN1Q/3Q3B/2RQR2B/Q2K2Q1 w - - 0 1\ngo infinite",
    "xboard\nprotover 2\nnew\npost\nanalyze",
];

/// A program that has been busy for some milliseconds, others in each round.
fn busy_player(busy: &str, round: usize) -> Player {
    let mut player = Player::start();
    // How long the program takes to start is another question.
    player.ready(Duration::from_secs(20));
    player.say(busy);
    std::thread::sleep(Duration::from_millis((round * 37 % 150) as u64));
    player
}

#[test]
fn e3_the_end_of_input_is_the_end() {
    for round in 0..crate::times(1, 40) {
        for busy in BUSY {
            let mut player = busy_player(busy, round);
            player.close_input();
            player.end().check(PROMISED, busy);
        }
    }
}

#[test]
fn e3_a_closed_output_is_the_end() {
    for round in 0..crate::times(1, 40) {
        for busy in BUSY {
            let mut player = busy_player(busy, round);
            player.close_output();
            // Who says nothing cannot know that nobody listens; so it is asked until it is gone.
            let question = if busy.starts_with("xboard") { &b"ping 1"[..] } else { b"isready" };
            let start = Instant::now();
            while player.try_say(question).is_ok() && start.elapsed() < crate::within(PROMISED) {
                std::thread::sleep(Duration::from_millis(10));
            }
            player.end().check(PROMISED, busy);
            assert!(start.elapsed() <= crate::within(PROMISED), "{busy}: {:?}", start.elapsed());
        }
    }
}

#[test]
fn e3_both_pipes_closed_at_once() {
    for round in 0..crate::times(1, 40) {
        for busy in BUSY {
            let mut player = busy_player(busy, round);
            player.close_output();
            player.close_input();
            player.end().check(PROMISED, busy);
        }
    }
}

/// A user whose program hangs reads nothing any more, and ours waits to say its next line. When the user
/// gives up, it must not wait for ever.
#[test]
fn e3_a_user_who_does_not_read() {
    let mut player = Player::deaf();
    // 218 lines for each iteration are soon more than a pipe holds.
    let position = "position fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    player.say(&format!("setoption name MultiPV value 256\n{position}\ngo infinite"));
    std::thread::sleep(Duration::from_millis(crate::times(500, 2000) as u64));
    player.close_input();
    player.end().check(PROMISED, "a user who does not read");
}
