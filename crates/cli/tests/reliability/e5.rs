//! E5: games at a quick pace: no crash, no illegal move, no illegal line, no loss on time.
//! E6: the same on a busy machine, beside a control engine.

use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use core::time::Duration;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use quevedo_testkit::{is_full_run, report_skipped};

use crate::player::{Player, QUEVEDO};
use crate::referee::{Pace, TimeLoss, play};

const QUICK: Pace = Pace { base: Duration::from_secs(1), increment: Duration::from_millis(10) };
const QUICKEST: Pace = Pace { base: Duration::from_millis(200), increment: Duration::from_millis(10) };

/// A build without checks to play half of the sides of a full run, made by `./check --soak`.
fn other_build() -> PathBuf {
    std::env::var_os("QUEVEDO_RELEASE").map_or(PathBuf::from(QUEVEDO), PathBuf::from)
}

/// What came out of a tournament.
#[derive(Default)]
struct Results {
    plies: usize,
    lines: usize,
    /// Of each program.
    time_losses: [Vec<TimeLoss>; 2],
}

/// Plays games between two programs, two at a time, with alternating colours.
fn tournament(programs: [&Path; 2], setup: &str, games: usize, pace: Pace) -> Results {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Results::default());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut players = programs.map(Player::of);
                for player in &mut players {
                    player.say(setup);
                }
                loop {
                    let game = next.fetch_add(1, Relaxed);
                    if game >= games {
                        break;
                    }
                    let [first, second] = &mut players;
                    let swapped = game % 2 == 1;
                    let sides = if swapped { [second, first] } else { [first, second] };
                    let mut played = play(sides, pace, game as u64 / 2);
                    if swapped {
                        played.time_losses.reverse();
                    }
                    let mut results = results.lock().expect("no game has failed");
                    results.plies += played.plies;
                    results.lines += played.lines;
                    for (all, new) in results.time_losses.iter_mut().zip(played.time_losses) {
                        all.extend(new);
                    }
                }
            });
        }
    });
    results.into_inner().expect("no game has failed")
}

#[test]
fn e5_quick_games_are_played_well() {
    let (games, pace) = (crate::count(6, 1000), if is_full_run() { QUICK } else { QUICKEST });
    let other = other_build();
    let results = tournament([Path::new(QUEVEDO), &other], "uci", games, pace);
    let losses = results.time_losses.concat();
    let machines = losses.iter().filter(|loss| loss.is_the_machines()).count();
    let own = losses.len() - machines;
    crate::note(&format!(
        "E5: {games} games, {} plies, {} lines, all legal; {own} losses on time, and {machines} more while the \
         machine stood still; the worst by {:?}",
        results.plies,
        results.lines,
        worst(&losses),
    ));
    for TimeLoss { late, stolen } in &losses {
        crate::note(&format!("  late by {late:?}; meanwhile a core stood still for {stolen:?}"));
    }
    assert!(results.plies > games * 10 && results.lines >= results.plies);
    // On a machine that does other things, only a hang is a fault; the referee sees to that.
    assert!(own == 0 || !is_full_run(), "{own} losses on time");
}

/// The longest time by which a clock was overstepped.
fn worst(losses: &[TimeLoss]) -> Duration {
    losses.iter().map(|loss| loss.late).max().unwrap_or_default()
}

const CONTROL: &str = "/usr/games/stockfish";

/// Keeps a processor busy while it lives.
fn busy_loop(is_over: &AtomicBool) {
    let mut number = 1u64;
    while !is_over.load(Relaxed) {
        for _ in 0..1000 {
            number = core::hint::black_box(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number >> 31);
        }
    }
}

#[test]
fn e6_a_busy_machine_costs_no_more_games_than_the_control_engine_loses() {
    let name = "e6_a_busy_machine";
    if !is_full_run() {
        return report_skipped(name, "it belongs to the full run");
    }
    if !Path::new(CONTROL).exists() {
        return report_skipped(name, "the control engine, /usr/games/stockfish, is not there");
    }
    let games = crate::count(0, 100);
    let setup = "setoption name Move Overhead value 100";
    let is_over = AtomicBool::new(false);
    let results = std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| busy_loop(&is_over));
        }
        // Also if a game fails the test: else the loops would go on for ever.
        let result = std::panic::catch_unwind(|| {
            tournament([&other_build(), Path::new(CONTROL)], setup, games, QUICK)
        });
        is_over.store(true, Relaxed);
        result.unwrap_or_else(|cause| std::panic::resume_unwind(cause))
    });
    let [ours, controls] = &results.time_losses;
    crate::note(&format!(
        "E6: {games} games beside 4 busy loops: {} losses on time, the control engine {}; the worst by {:?}",
        ours.len(),
        controls.len(),
        worst(ours).max(worst(controls)),
    ));
    assert!(ours.len() <= controls.len());
}
