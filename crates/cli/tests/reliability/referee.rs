//! Games between two programs, with clocks.

use core::fmt::Write;
use core::time::Duration;
use std::time::Instant;

use quevedo_rules::{Board, Color, Game};
use quevedo_testkit::Random;

use crate::conversation::Conversation;
use crate::player::Player;
use crate::stolen::Stolen;

/// A time for the game, and more for each move.
#[derive(Clone, Copy)]
pub(crate) struct Pace {
    pub(crate) base: Duration,
    pub(crate) increment: Duration,
}

/// Longer games are called off.
const LONGEST_GAME: usize = 600;
/// Who is so late has lost more than a game on time: something hangs.
const HANG: Duration = Duration::from_secs(20);

/// What came out of a game.
#[derive(Debug, Default)]
pub(crate) struct Played {
    pub(crate) plies: usize,
    /// The moves for which each side overstepped its time, by [`Color::index`]. The game goes on with
    /// a fresh clock, because what comes after is of interest too.
    pub(crate) time_losses: [Vec<TimeLoss>; 2],
    /// The lines that were checked for legal moves.
    pub(crate) lines: usize,
}

/// A clock that was overstepped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeLoss {
    /// By so much.
    pub(crate) late: Duration,
    /// So long one of the cores stood still while the move was thought about.
    pub(crate) stolen: Duration,
}

impl TimeLoss {
    /// Whether the machine stood still for as long as the move was late (on some core, not surely the player's).
    pub(crate) fn is_the_machines(&self) -> bool {
        self.late <= self.stolen
    }
}

/// The kernel counts stolen time when the core runs again.
const COUNTED_AFTER: Duration = Duration::from_millis(30);

/// Plays a game from an opening of random moves. Fails the test on an illegal move, an illegal line, a
/// crash or a hang; time is for the caller to judge.
pub(crate) fn play(players: [&mut Player; 2], pace: Pace, seed: u64) -> Played {
    let mut record = Played::default();
    let mut game = opening(seed);
    let mut clocks = [pace.base; 2];
    let [white, black] = players;
    for player in [&mut *white, &mut *black] {
        player.say("ucinewgame");
        player.ready(HANG);
    }
    while game.ending().is_none() && game.claim().is_none() && game.moves().len() < LONGEST_GAME {
        let turn = game.board().turn();
        let player = if turn == Color::White { &mut *white } else { &mut *black };
        let stolen_before = Stolen::by_now();
        let (best, took) = think(player, &game, clocks, pace, &mut record);
        let clock = &mut clocks[turn.index()];
        if let Some(left) = clock.checked_sub(took) {
            *clock = left + pace.increment;
        } else {
            std::thread::sleep(COUNTED_AFTER);
            let stolen = Stolen::by_now().most_since(&stolen_before);
            record.time_losses[turn.index()].push(TimeLoss { late: took.saturating_sub(*clock), stolen });
            *clock = pace.base;
        }
        let mv = game.board().parse_uci(&best).unwrap_or_else(|error| panic!("{error}"));
        game.play(mv).expect("a legal move");
        record.plies += 1;
    }
    record
}

/// Eight random moves that leave something to play.
fn opening(seed: u64) -> Game {
    let mut random = Random::new(seed);
    loop {
        let mut game = Game::new(Board::start());
        for _ in 0..8 {
            let moves = game.board().legal_moves();
            if moves.is_empty() {
                break;
            }
            let _ = game.play(random.pick(&moves));
        }
        if game.ending().is_none() {
            return game;
        }
    }
}

/// Lets a program think about a move; which one, and how long it took.
fn think(
    player: &mut Player,
    game: &Game,
    clocks: [Duration; 2],
    pace: Pace,
    record: &mut Played,
) -> (String, Duration) {
    let mut text = "position startpos moves".to_owned();
    for (board, &mv) in game.boards().iter().zip(game.moves()) {
        let _ = write!(text, " {}", board.uci(mv));
    }
    let [white, black] = clocks.map(|clock| clock.as_millis());
    let increment = pace.increment.as_millis();
    let go = format!("go wtime {white} btime {black} winc {increment} binc {increment}");
    let mut conversation = Conversation::new();
    for line in [&text, &go] {
        conversation.sent(line.as_bytes());
    }
    player.say(&text);
    let start = Instant::now();
    player.say(&go);
    loop {
        let said = player.hear(pace.base + HANG).unwrap_or_else(|| panic!("it hangs after {text}"));
        conversation.heard(&said.text);
        if let Some(words) = said.text.strip_prefix("bestmove ") {
            record.lines += conversation.lines;
            let best = words.split(' ').next().unwrap_or_default();
            return (best.to_owned(), said.at.saturating_duration_since(start));
        }
    }
}
