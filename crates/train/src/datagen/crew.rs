//! Several players at once.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

use quevedo_rules::Board;
use quevedo_search::{OutOfMemory, STACK_SIZE, panic_words};

use super::evaluator::NewEvaluator;
use super::player::Player;
use super::settings::Settings;
use crate::data::{Game, Seen};

/// Why games cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum CrewError {
    /// There is no memory for a player.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// There is no thread for a player.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] std::io::Error),
    /// A player has failed.
    #[error("a search has failed: {0}")]
    Failed(String),
}

/// What the players of a crew share.
struct Table<'a> {
    stop: &'a AtomicBool,
    /// Set when there is nothing left to do.
    is_done: AtomicBool,
    next: AtomicU64,
    /// The first positions of all games that were taken.
    known: Mutex<Seen>,
}

impl Table<'_> {
    fn is_stopped(&self) -> bool {
        self.is_done.load(Relaxed) || self.stop.load(Relaxed)
    }

    fn known(&self) -> MutexGuard<'_, Seen> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the others' work when a player leaves, be it by a panic.
struct Leaving<'a, 'b>(&'a Table<'b>);

impl Drop for Leaving<'_, '_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.is_done.store(true, Relaxed);
        }
    }
}

/// Plays the games from number `first` on and hands them to `take` in the order of their numbers,
/// until it breaks off or `stop` is set. A game that begins like one before it, or like one of
/// `known`, is not played (and is handed over [as such](Game::not_played)).
///
/// # Errors
/// If a player cannot be started or fails; the games handed over before are good.
#[allow(clippy::too_many_arguments)] // what a crew needs, each once
pub fn play_games(
    settings: Settings,
    openings: &[Board],
    evaluator: &NewEvaluator,
    threads: usize,
    first: u64,
    known: Seen,
    stop: &AtomicBool,
    mut take: impl FnMut(Game) -> ControlFlow<()>,
) -> Result<(), CrewError> {
    let table =
        Table { stop, is_done: AtomicBool::new(false), next: AtomicU64::new(first), known: known.into() };
    let players: Result<Vec<Player<'_>>, OutOfMemory> =
        (0..threads.max(1)).map(|_| Player::new(settings, openings, evaluator)).collect();
    let players = players?;
    thread::scope(|scope| {
        let (sender, games) = mpsc::channel();
        let mut handles = Vec::new();
        for player in players {
            let (sender, table) = (sender.clone(), &table);
            let work = move || work(player, table, &sender);
            match thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work) {
                Ok(handle) => handles.push(handle),
                Err(error) => {
                    table.is_done.store(true, Relaxed);
                    return Err(error.into());
                }
            }
        }
        drop(sender);
        hand_over(&games, first, &table, &mut take);
        table.is_done.store(true, Relaxed);
        let failures = handles.into_iter().filter_map(|handle| handle.join().err());
        let failures: Vec<String> = failures.map(|cause| panic_words(&*cause)).collect();
        failures.into_iter().next().map_or(Ok(()), |words| Err(CrewError::Failed(words)))
    })
}

/// One player's work: game after game until it is stopped.
fn work(mut player: Player<'_>, table: &Table<'_>, games: &mpsc::Sender<(u64, Game)>) {
    let _leaving = Leaving(table);
    while !table.is_stopped() {
        let number = table.next.fetch_add(1, Relaxed);
        let game = match player.start(number) {
            // The one who takes the games knows for sure; to ask here only saves time.
            Some(start) if table.known().contains(start.key()) => Some(Game::not_played(start)),
            Some(start) => player.play(start, || table.is_stopped()),
            None => Some(Game::not_played(Board::start())),
        };
        let Some(game) = game else { return };
        if games.send((number, game)).is_err() {
            return;
        }
    }
}

/// Takes games as they come and hands them over in order.
fn hand_over(
    games: &mpsc::Receiver<(u64, Game)>,
    first: u64,
    table: &Table<'_>,
    take: &mut impl FnMut(Game) -> ControlFlow<()>,
) {
    let mut early = BTreeMap::new();
    let mut next = first;
    for (number, game) in games {
        early.insert(number, game);
        while let Some(mut game) = early.remove(&next) {
            next += 1;
            if !game.plies.is_empty() && !table.known().is_new(game.start_key()) {
                game = Game::not_played(game.start);
            }
            if take(game).is_break() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Settings {
        Settings { hash_mib: 1, most_plies: 60, ..Settings::new(1912, 150) }
    }

    fn games(threads: usize, first: u64, count: usize, openings: &[Board], known: Seen) -> Vec<Game> {
        let mut taken = Vec::new();
        let stop = AtomicBool::new(false);
        play_games(settings(), openings, &NewEvaluator::classical(), threads, first, known, &stop, |game| {
            taken.push(game);
            if taken.len() == count { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .expect("a crew");
        taken
    }

    fn keys(games: &[Game]) -> Seen {
        let mut seen = Seen::default();
        for game in games {
            seen.is_new(game.start_key());
        }
        seen
    }

    #[test]
    fn the_same_games_whoever_plays_and_goes_on() {
        let alone = games(1, 0, 12, &[], Seen::default());
        assert!(alone.iter().all(|game| game.plies.len() > 4), "{alone:?}");
        assert_eq!(games(3, 0, 12, &[], Seen::default()), alone);
        assert_eq!(games(2, 5, 7, &[], keys(&alone[..5])), alone[5..]);
    }

    /// From one opening with one random ply at most there are few different games.
    #[test]
    fn no_game_is_played_twice() {
        let board: Board = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1".parse().expect("a position");
        let opening = [board];
        let few = |threads, first, count, known| {
            let mut taken = Vec::new();
            let settings = Settings { random_plies: 0, most_plies: 10, ..settings() };
            let stop = AtomicBool::new(false);
            play_games(
                settings,
                &opening,
                &NewEvaluator::classical(),
                threads,
                first,
                known,
                &stop,
                |game| {
                    taken.push(game);
                    if taken.len() == count { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            )
            .expect("a crew");
            taken
        };
        let all = few(1, 0, 40, Seen::default());
        let played: Vec<&Game> = all.iter().filter(|game| !game.plies.is_empty()).collect();
        assert!((2..20).contains(&played.len()), "{}", played.len());
        assert_eq!(keys(&all).len(), played.len(), "each start once");
        assert_eq!(few(3, 0, 40, Seen::default()), all);
        assert_eq!(few(2, 20, 20, keys(&all[..20])), all[20..]);
    }

    #[test]
    fn a_stopped_crew_ends() {
        let stop = AtomicBool::new(false);
        let mut taken = 0;
        play_games(settings(), &[], &NewEvaluator::classical(), 2, 0, Seen::default(), &stop, |_| {
            taken += 1;
            stop.store(true, Relaxed);
            ControlFlow::Continue(())
        })
        .expect("a crew");
        assert!(taken >= 1);
    }
}
