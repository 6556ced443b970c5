//! E7: the machine sleeps in mid-search: when it wakes, the answer comes promptly.

#![cfg(unix)]

use core::time::Duration;
use std::process::Command;
use std::time::Instant;

use crate::player::Player;

const PROMISED: Duration = Duration::from_secs(1);

fn signal(player: &Player, name: &str) {
    // Built into every shell; the program `kill` is not on every machine.
    let status = Command::new("sh").args(["-c", &format!("kill -{name} {}", player.id())]).status();
    assert!(status.expect("a shell").success(), "kill -{name}");
}

#[test]
fn e7_a_sleep_in_mid_search_delays_nothing_further() {
    let sleep = Duration::from_millis(crate::times(400, 3000) as u64);
    let mut player = Player::start();
    // A move of the book would be there before anybody sleeps.
    player.say("setoption name OwnBook value false");
    let mut slowest = Duration::ZERO;
    let rounds = crate::times(2, 20);
    for round in 0..rounds {
        // The time of the move passes while nobody can look at the clock.
        let threads = 1 + round % 3;
        player.say(&format!("setoption name Threads value {threads}\ngo movetime 200"));
        std::thread::sleep(Duration::from_millis(20));
        signal(&player, "STOP");
        std::thread::sleep(sleep);
        let woken = Instant::now();
        signal(&player, "CONT");
        player.say("isready");
        let mut owed = vec!["bestmove ", "readyok"];
        while !owed.is_empty() {
            let said = player.hear(crate::within(10 * PROMISED)).unwrap_or_else(|| panic!("no {owed:?}"));
            if owed.iter().any(|word| said.text.starts_with(word)) {
                owed.retain(|word| !said.text.starts_with(word));
                slowest = slowest.max(said.at.saturating_duration_since(woken));
            }
        }
    }
    crate::note(&format!("E7: {rounds} sleeps of {sleep:?}, slowest answer {slowest:?}"));
    assert!(slowest <= crate::within(PROMISED), "{slowest:?}");
    player.say("quit");
    player.end().check(PROMISED, "after quit");
}
