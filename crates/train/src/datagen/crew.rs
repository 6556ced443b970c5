//! Several players at once.

use core::ops::{ControlFlow, Range};
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

use quevedo_rules::Board;
use quevedo_search::{OutOfMemory, STACK_SIZE, panic_words};

use serde::{Deserialize, Serialize};

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
    /// The job is for others.
    #[error("these games are to be played with {0} and with openings that are not given here")]
    OtherCrew(String),
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
    /// The number behind the last game.
    end: u64,
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

/// Some games to play: a value that another machine can be sent. Whoever plays them, and however the
/// numbers are divided among jobs, the games are the same; [`admit`] in the order of their numbers makes
/// the same file of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// How games are played.
    pub settings: Settings,
    /// The [name](NewEvaluator::name) of the evaluation.
    pub evaluation: String,
    /// The [sum](openings_sum) of the openings.
    pub openings: u64,
    /// The numbers of the games.
    pub games: Range<u64>,
}

/// Who plays games.
#[derive(Clone, Copy, Debug)]
pub struct Crew<'a> {
    /// Where games begin; the start position if there are none.
    pub openings: &'a [Board],
    /// What positions are evaluated with.
    pub evaluator: &'a NewEvaluator,
    /// How many games at once.
    pub threads: usize,
}

/// A number that tells lists of openings apart.
pub fn openings_sum(openings: &[Board]) -> u64 {
    openings.iter().fold(0, |sum, board| sum.rotate_left(1) ^ board.key().0)
}

/// A game as it stands in a file after those that began with these positions: where it begins like one
/// before, its number counts as [not played](Game::not_played).
pub fn admit(known: &mut Seen, game: Game) -> Game {
    if game.plies.is_empty() || known.insert(game.start_key()) { game } else { Game::not_played(game.start) }
}

impl Job {
    /// All games from a number on, as this crew would play them.
    pub fn new(settings: Settings, crew: &Crew<'_>, games: Range<u64>) -> Job {
        let evaluation = crew.evaluator.name().to_owned();
        Job { settings, evaluation, openings: openings_sum(crew.openings), games }
    }

    /// Plays the games and hands them to `take` in the order of their numbers, [admitted](admit) after
    /// the games that began with `known`, until it breaks off or `stop` is set.
    ///
    /// # Errors
    /// If a player cannot be started or fails, or if this crew would play other games; the games handed
    /// over before are good.
    pub fn play(
        &self,
        crew: &Crew<'_>,
        known: Seen,
        stop: &AtomicBool,
        mut take: impl FnMut(Game) -> ControlFlow<()>,
    ) -> Result<(), CrewError> {
        if *self != Job::new(self.settings, crew, self.games.clone()) {
            return Err(CrewError::OtherCrew(self.evaluation.clone()));
        }
        let table = Table {
            stop,
            is_done: AtomicBool::new(false),
            next: AtomicU64::new(self.games.start),
            end: self.games.end,
            known: known.into(),
        };
        let players: Result<Vec<Player<'_>>, OutOfMemory> = (0..crew.threads.max(1))
            .map(|_| Player::new(self.settings, crew.openings, crew.evaluator))
            .collect();
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
            hand_over(&games, self.games.start, &table, &mut take);
            table.is_done.store(true, Relaxed);
            let failures = handles.into_iter().filter_map(|handle| handle.join().err());
            let failures: Vec<String> = failures.map(|cause| panic_words(&*cause)).collect();
            failures.into_iter().next().map_or(Ok(()), |words| Err(CrewError::Failed(words)))
        })
    }
}

/// One player's work: game after game until it is stopped.
fn work(mut player: Player<'_>, table: &Table<'_>, games: &mpsc::Sender<(u64, Game)>) {
    let _leaving = Leaving(table);
    while !table.is_stopped() {
        let number = table.next.fetch_add(1, Relaxed);
        if number >= table.end {
            return;
        }
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
        while let Some(game) = early.remove(&next) {
            next += 1;
            let game = admit(&mut table.known(), game);
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

    fn play(
        settings: Settings,
        threads: usize,
        numbers: Range<u64>,
        openings: &[Board],
        known: Seen,
    ) -> Vec<Game> {
        let mut taken = Vec::new();
        let crew = Crew { openings, evaluator: &NewEvaluator::classical(), threads };
        Job::new(settings, &crew, numbers)
            .play(&crew, known, &AtomicBool::new(false), |game| {
                taken.push(game);
                ControlFlow::Continue(())
            })
            .expect("a crew");
        taken
    }

    fn keys(games: &[Game]) -> Seen {
        let mut seen = Seen::default();
        for game in games {
            seen.insert(game.start_key());
        }
        seen
    }

    #[test]
    fn the_same_games_whoever_plays_and_goes_on() {
        let alone = play(settings(), 1, 0..12, &[], Seen::default());
        assert_eq!(alone.len(), 12);
        assert!(alone.iter().all(|game| game.plies.len() > 4), "{alone:?}");
        assert_eq!(play(settings(), 3, 0..12, &[], Seen::default()), alone);
        assert_eq!(play(settings(), 2, 5..12, &[], keys(&alone[..5])), alone[5..]);
    }

    /// From two openings with one random ply at most there are few different games.
    fn few() -> (Settings, Vec<Board>) {
        let board: Board = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1".parse().expect("a position");
        (Settings { random_plies: 0, most_plies: 10, ..settings() }, vec![board])
    }

    #[test]
    fn no_game_is_played_twice() {
        let (settings, opening) = few();
        let all = play(settings, 1, 0..40, &opening, Seen::default());
        let played: Vec<&Game> = all.iter().filter(|game| !game.plies.is_empty()).collect();
        assert!((2..20).contains(&played.len()), "{}", played.len());
        assert_eq!(keys(&all).len(), played.len(), "each start once");
        assert_eq!(play(settings, 3, 0..40, &opening, Seen::default()), all);
        assert_eq!(play(settings, 2, 20..40, &opening, keys(&all[..20])), all[20..]);
    }

    /// Other machines know nothing of each other: each gets its part of the numbers as text, and the one
    /// that collects the games admits them in order.
    #[test]
    fn the_same_bytes_whatever_the_split() {
        let (settings, opening) = few();
        let crew = Crew { openings: &opening, evaluator: &NewEvaluator::classical(), threads: 1 };
        let bytes = |games: &[Game]| {
            let mut bytes = Vec::new();
            for game in games {
                game.encode(&mut bytes);
            }
            bytes
        };
        let whole = bytes(&play(settings, 2, 0..40, &opening, Seen::default()));
        for cuts in [&[0, 40][..], &[0, 1, 40], &[0, 13, 14, 29, 40]] {
            let mut known = Seen::default();
            let mut games = Vec::new();
            for part in cuts.windows(2) {
                let job = Job::new(settings, &crew, part[0]..part[1]);
                let text = serde_json::to_string(&job).expect("JSON");
                let sent: Job = serde_json::from_str(&text).expect("a job");
                assert_eq!(sent, job);
                let take = |game| {
                    games.push(admit(&mut known, game));
                    ControlFlow::Continue(())
                };
                sent.play(&crew, Seen::default(), &AtomicBool::new(false), take).expect("a crew");
            }
            assert!(bytes(&games) == whole, "{cuts:?}");
        }
        let others = Crew { openings: &[], ..crew };
        let job = Job::new(settings, &crew, 0..1);
        let refused = job.play(&others, Seen::default(), &AtomicBool::new(false), |_| ControlFlow::Break(()));
        assert!(matches!(refused, Err(CrewError::OtherCrew(_))));
    }

    #[test]
    fn a_stopped_crew_ends() {
        let stop = AtomicBool::new(false);
        let mut taken = 0;
        let crew = Crew { openings: &[], evaluator: &NewEvaluator::classical(), threads: 2 };
        Job::new(settings(), &crew, 0..u64::MAX)
            .play(&crew, Seen::default(), &stop, |_| {
                taken += 1;
                stop.store(true, Relaxed);
                ControlFlow::Continue(())
            })
            .expect("a crew");
        assert!(taken >= 1);
    }
}
