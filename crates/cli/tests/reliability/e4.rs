//! E4: sizes that cannot be: the old value stays, a message says so, nothing aborts.

use core::time::Duration;

use crate::player::Player;

const PATIENCE: Duration = Duration::from_secs(20);
/// Two gigabytes of address space.
const MEMORY: u32 = 2 << 20;

/// Sets an option; the messages that this brought.
fn set(player: &mut Player, option: &str) -> Vec<String> {
    player.say(&format!("setoption name {option}\nisready"));
    let lines = player.until("readyok", PATIENCE).into_iter().map(|said| said.text);
    lines.filter(|line| line.starts_with("info string")).collect()
}

fn plays(player: &mut Player) {
    player.say("position startpos\ngo depth 6");
    let last = player.until("bestmove", PATIENCE).pop().expect("a line");
    assert!(last.text.starts_with("bestmove ") && !last.text.contains("(none)"), "{}", last.text);
}

/// A number of the kernel's about the program.
#[cfg(target_os = "linux")]
fn status(player: &Player, name: &str) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{}/status", player.id())).expect("a living program");
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.unwrap_or_else(|| panic!("no {name} in {text}"))
}

#[test]
fn e4_sizes_out_of_range_change_nothing() {
    let mut player = Player::start();
    assert!(set(&mut player, "Hash value 32").is_empty());
    assert!(set(&mut player, "Threads value 2").is_empty());
    for option in [
        "Hash value 0",
        "Hash value -1",
        "Hash value 1099511627776",
        "Hash value 99999999999999999999999999",
        "Hash value",
        "Threads value 0",
        "Threads value -1",
        "Threads value 1000000000",
        "Threads value x",
    ] {
        #[cfg(target_os = "linux")]
        let before = status(&player, "VmSize");
        let messages = set(&mut player, option);
        assert!(matches!(&messages[..], [message] if message.contains("wants a number")), "{messages:?}");
        #[cfg(target_os = "linux")]
        assert!(status(&player, "VmSize").abs_diff(before) < 1000, "{option}");
        plays(&mut player);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn e4_memory_that_is_not_there_is_not_taken() {
    let mut player = Player::with_memory(MEMORY);
    assert!(set(&mut player, "Hash value 64").is_empty());
    for option in ["Hash value 4096", "Hash value 1048576", "Threads value 512"] {
        let before = status(&player, "VmSize");
        let messages = set(&mut player, option);
        let is_told =
            |message: &String| message.contains("no memory") && message.contains("it stays as it was");
        assert!(matches!(&messages[..], [message] if is_told(message)), "{option}: {messages:?}");
        assert!(status(&player, "VmSize").abs_diff(before) < 100_000, "{option}");
        plays(&mut player);
    }
    // What is there is given.
    assert!(set(&mut player, "Threads value 8").is_empty());
    assert!(set(&mut player, "Hash value 512").is_empty());
    plays(&mut player);
    assert!(status(&player, "VmSize") > 512 << 10);
    player.say("quit");
    player.end().check(Duration::from_secs(1), "after quit");
}
