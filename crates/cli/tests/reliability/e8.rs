//! E8: positions that have killed programs: nobody can move, a very long game, searches that explode.
//! `stop` is answered within 50 ms, and nothing overflows (the program under test checks that).
//!
//! The time is measured here, from before `stop` is written to after the best move is read, so it
//! contains two ways through a pipe and whatever the machine does meanwhile; a late answer is therefore
//! given two more chances before it counts.

use core::fmt::Write;
use core::time::Duration;
use std::time::Instant;

use quevedo_rules::Board;
use quevedo_testkit::Random;

use crate::conversation::Conversation;
use crate::player::Player;

const PROMISED: Duration = Duration::from_millis(50);
const PATIENCE: Duration = Duration::from_secs(20);

const KILLERS: &[&str] = &[
    // Mate and stalemate.
    "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 12 90",
    "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1",
    // Nothing but kings; the fifty-move rule has run out, or is about to.
    "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/3R4/4K3 w - - 100 90",
    "4k3/8/8/8/8/8/3R4/4K3 w - - 99 90",
    // 218 moves.
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    // Captures without end.
    "q2k2q1/2nqn2b/1n1P1n1b/2rnr2Q/1NQ1QN1Q/3Q3B/2RQR2B/Q2K2Q1 w - - 0 1",
    "1qqqqqqk/1q4q1/8/8/8/8/1Q4Q1/1QQQQQQK w - - 0 1",
    "r1n1n1b1/1P1P1P1P/1N1N1N2/2RnQrRq/2pKp3/3BNQbQ/k7/4Bq2 w - - 0 1",
    // Checks without end.
    "k7/8/8/8/8/8/2QQQQ2/2QQQQ1K b - - 0 1",
    "kqqqq3/qqqq4/8/8/8/8/4QQQQ/3QQQQK w - - 0 1",
    "4k3/2q1q1q1/8/1q1q1q2/8/2Q1Q1Q1/1Q1Q1Q2/6K1 w - - 0 1",
    // Promotions without end.
    "8/PPPPPPPP/8/2k5/8/2K5/pppppppp/8 w - - 0 1",
    // A fortress, a locked board, a long mate.
    "8/8/8/1p1p1p1p/1P1P1P1P/8/4K3/7k w - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "8/8/8/8/8/4k3/4P3/4K2B w - - 0 1",
];

/// A command that sets up a game of so many plies that never ends by itself.
fn long_game(plies: usize) -> String {
    let mut random = Random::new(8);
    let mut board = Board::start();
    let mut text = "position startpos moves".to_owned();
    for _ in 0..plies {
        let goes_on = |&&mv: &&_| board.play(mv).has_legal_moves();
        let moves = board.legal_moves();
        let lively: Vec<_> = moves.iter().filter(goes_on).copied().collect();
        // Captures would soon leave nothing but kings, which is a long game, too, but a dull one.
        let calm: Vec<_> = lively.iter().filter(|mv| !mv.is_capture()).copied().collect();
        let mv = random.pick(if calm.is_empty() { &lively } else { &calm });
        let _ = write!(text, " {}", board.uci(mv));
        board = board.play(mv);
    }
    text
}

/// Searches for a while and stops; how long the best move took.
fn stop_after(player: &mut Player, position: &str, search: Duration) -> Duration {
    let mut conversation = Conversation::new();
    for line in [position, "go infinite"] {
        conversation.sent(line.as_bytes());
        player.say(line);
    }
    // Only the time to stop counts, not the time to set up a long game.
    player.say("isready");
    for said in player.until("readyok", PATIENCE) {
        conversation.heard(&said.text);
    }
    std::thread::sleep(search);
    let start = Instant::now();
    player.say("stop");
    let lines = player.until("bestmove", PATIENCE);
    for said in &lines {
        conversation.heard(&said.text);
    }
    lines.last().map_or(PATIENCE, |said| said.at.saturating_duration_since(start))
}

#[test]
fn e8_killers_are_survived_and_stopped() {
    let mut positions = Vec::new();
    for fen in KILLERS {
        Board::from_fen(fen).expect("a legal position");
        positions.push(format!("position fen {fen}"));
    }
    positions.push(long_game(3000));
    let searches: &[u64] = if quevedo_testkit::is_full_run() { &[0, 1, 20, 300, 2000] } else { &[0, 20] };
    let setups: &[&str] = &["Threads value 1", "Threads value 4", "MultiPV value 256"];
    let mut slowest = Duration::ZERO;
    let (mut stops, mut late) = (0, 0);
    for setup in &setups[..crate::times(2, 3)] {
        let mut player = Player::start();
        player.say(&format!("setoption name {setup}"));
        for position in &positions {
            for &search in searches {
                let mut took = PATIENCE;
                for _ in 0..3 {
                    took = took.min(stop_after(&mut player, position, Duration::from_millis(search)));
                    if took <= PROMISED {
                        break;
                    }
                    late += 1;
                }
                let shown = &position[..position.len().min(90)];
                assert!(took <= crate::within(PROMISED), "{setup}, {shown}, after {search} ms: {took:?}");
                slowest = slowest.max(took);
                stops += 1;
            }
        }
        player.say("quit");
        player.end().check(Duration::from_secs(1), "after quit");
    }
    crate::note(&format!(
        "E8: {} positions, {stops} stops, slowest {slowest:?}, {late} asked again",
        positions.len()
    ));
}

/// All the depth there is, where the tree is small enough to be searched to it.
#[test]
fn e8_the_deepest_search_ends() {
    let mut player = Player::start();
    for fen in ["8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", "8/8/4k3/8/8/4K3/8/8 w - - 0 1"] {
        player.say(&format!("position fen {fen}\ngo depth 1000"));
        player.until("bestmove", PATIENCE);
    }
}
