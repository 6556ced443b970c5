//! M2: a storm of stops with four threads. `./check --soak m2` runs it with a program built for
//! `ThreadSanitizer`, which complains about every data race; here it shows that no stop is lost.

use core::time::Duration;
use std::path::PathBuf;
use std::process::Command;

use quevedo_testkit::Random;

use crate::conversation::Conversation;
use crate::player::{Player, QUEVEDO};

/// `ThreadSanitizer` makes everything ten times slower.
const PATIENCE: Duration = Duration::from_mins(1);

fn program() -> PathBuf {
    std::env::var_os("QUEVEDO_SANITIZED").map_or(PathBuf::from(QUEVEDO), PathBuf::from)
}

#[test]
fn m2_a_storm_of_stops() {
    let mut player = Player::of(&program());
    let mut conversation = Conversation::new();
    let mut random = Random::new(4);
    player.say("setoption name Threads value 4\nsetoption name Hash value 1");
    let stops = crate::times(40, 400);
    for stop in 0..stops {
        let go = random.pick(&["go infinite", "go depth 6", "go movetime 3", "go ponder movetime 2"]);
        conversation.sent(go.as_bytes());
        player.say(go);
        std::thread::sleep(Duration::from_micros(random.below(6000) as u64));
        player.say(random.pick(&["stop", "ponderhit\nstop", "stop\nstop"]));
        if stop % 10 == 9 {
            player.say("ucinewgame");
        }
        while conversation.awaits_move() {
            conversation.heard(&player.hear(PATIENCE).expect("a best move").text);
        }
    }
    assert_eq!(conversation.best_moves, stops);
    player.say("quit");
    let ending = player.end();
    assert!(ending.status.success() && ending.errors.is_empty(), "{}: {}", ending.status, ending.errors);
}

#[test]
fn m2_a_bench_with_four_threads() {
    let depth = if std::env::var_os("QUEVEDO_SANITIZED").is_some() { "7" } else { "6" };
    let output = Command::new(program()).args(["bench", depth, "1", "4"]).output().expect("it starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{}: {errors}", output.status);
}
