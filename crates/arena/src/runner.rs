//! Playing all games of a match, several at a time.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use core::time::Duration;
use std::collections::{HashMap, HashSet};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use quevedo_rules::Color;

use crate::referee::{Played, Reason, Referee, Seat};
use crate::{Adjudication, Clock, Contestant, Fault, Fixture, Host, Opening, Oracle, Player, Schedule};

/// A match: everything that is needed to play it.
#[derive(Debug)]
pub struct Match {
    /// Who takes part.
    pub contestants: Vec<Contestant>,
    /// Where games begin.
    pub openings: Vec<Opening>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// When games are ended early.
    pub rules: Adjudication,
    /// Ends games of which the result is known.
    pub oracle: Option<Oracle>,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// Whether the match goes on when a contestant breaks down.
    pub recover: bool,
    /// Whether each game is bound to one core.
    pub affinity: bool,
    /// What the players may use.
    pub host: Host,
}

/// What happens in a match.
#[derive(Debug)]
pub enum Event {
    /// A game begins.
    Started(Fixture),
    /// A game has ended.
    Finished(Fixture, Box<Played>),
}

/// Why a match could not go on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MatchError {
    /// A contestant is not ready to play: no game has begun.
    #[error("{name} {fault}")]
    NotReady {
        /// Who it is.
        name: String,
        /// What is wrong.
        fault: Fault,
    },
    /// A contestant broke down.
    #[error("game {}: {name} {fault}", .number + 1)]
    BrokenDown {
        /// The game.
        number: u64,
        /// Who it was.
        name: String,
        /// What happened.
        fault: Fault,
    },
    /// A thread could not be started, or panicked.
    #[error("internal error: {0}")]
    Internal(String),
}

/// How often we look whether the match is to be stopped.
const GLANCE: Duration = Duration::from_millis(50);

impl Match {
    /// Starts every contestant once and lets it go again, so that what is wrong with a program or an option
    /// shows before any game. Gives what they say to their options, with their names.
    ///
    /// # Errors
    /// If one cannot be started or refuses an option.
    pub fn rehearse(&self) -> Result<Vec<(&str, String)>, MatchError> {
        let mut remarks = Vec::new();
        for contestant in &self.contestants {
            let name = &contestant.name;
            let player = contestant.player(&self.host);
            let mut player = player.map_err(|fault| MatchError::NotReady { name: name.clone(), fault })?;
            remarks.extend(player.remarks().into_iter().map(|remark| (name.as_str(), remark)));
        }
        Ok(remarks)
    }

    /// Plays all games but those that are done. The events reach `sink` one after the other, on this thread;
    /// it may end the match, and so may `is_stopped`. Games that are going on then do not count.
    ///
    /// # Errors
    /// If a contestant breaks down, unless [`recover`](Match::recover) is set.
    pub fn run(
        &self,
        done: &HashSet<u64>,
        is_stopped: &dyn Fn() -> bool,
        sink: &mut dyn FnMut(Event) -> ControlFlow<()>,
    ) -> Result<(), MatchError> {
        let halt = AtomicBool::new(false);
        let to_play = Mutex::new(self.schedule.fixtures().filter(|game| !done.contains(&game.number)));
        let (events, received) = channel();
        let next = || to_play.lock().unwrap_or_else(PoisonError::into_inner).next();
        let next = &next;
        thread::scope(|scope| {
            let mut workers = Vec::new();
            for index in 0..self.concurrency.max(1) {
                let worker = Worker { game: self, index, events: events.clone(), halt: &halt };
                let name = format!("game-{index}");
                match thread::Builder::new().name(name).spawn_scoped(scope, move || worker.work(next)) {
                    Ok(worker) => workers.push(worker),
                    Err(error) => {
                        halt.store(true, Relaxed);
                        return Err(MatchError::Internal(format!("no thread to play in: {error}")));
                    }
                }
            }
            drop(events);
            let verdict = self.watch(&received, is_stopped, &halt, sink);
            halt.store(true, Relaxed);
            for worker in workers {
                if worker.join().is_err() {
                    return Err(MatchError::Internal("a game's thread panicked".to_owned()));
                }
            }
            verdict
        })
    }

    /// Hands events on until there are none any more.
    fn watch(
        &self,
        events: &Receiver<Event>,
        is_stopped: &dyn Fn() -> bool,
        halt: &AtomicBool,
        sink: &mut dyn FnMut(Event) -> ControlFlow<()>,
    ) -> Result<(), MatchError> {
        loop {
            if is_stopped() {
                halt.store(true, Relaxed);
                return Ok(());
            }
            match events.recv_timeout(GLANCE) {
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
                Ok(event) => {
                    let broken = self.broken_down(&event);
                    let flow = sink(event);
                    if let Some(error) = broken {
                        return Err(error);
                    }
                    if flow.is_break() {
                        return Ok(());
                    }
                }
            }
        }
    }

    fn broken_down(&self, event: &Event) -> Option<MatchError> {
        let Event::Finished(fixture, played) = event else { return None };
        let (color, fault) = played.reason.fault()?;
        if self.recover || fault.is_survivable() {
            return None;
        }
        let name = self.contestants.get(fixture.player(color))?.name.clone();
        Some(MatchError::BrokenDown { number: fixture.number, name, fault: fault.clone() })
    }
}

/// A thread that plays one game after the other.
struct Worker<'a> {
    game: &'a Match,
    index: usize,
    events: Sender<Event>,
    halt: &'a AtomicBool,
}

/// The players of a worker, kept from game to game.
type Players = HashMap<usize, Box<dyn Player>>;

impl Worker<'_> {
    fn work(&self, next: &(dyn Fn() -> Option<Fixture> + Sync)) {
        if self.game.affinity {
            bind_to_core(self.index);
        }
        let mut players = Players::new();
        while !self.halt.load(Relaxed) {
            let Some(fixture) = next() else { return };
            if self.events.send(Event::Started(fixture)).is_err() {
                return;
            }
            let Some(played) = self.play(&fixture, &mut players) else { return };
            let faulty = played.reason.fault().filter(|(_, fault)| !fault.is_survivable());
            let faulty = faulty.map(|(color, _)| fixture.player(color));
            let is_heard = self.events.send(Event::Finished(fixture, Box::new(played))).is_ok();
            // Nobody waits for the end of a process but the next game of this thread.
            players.retain(|&index, _| Some(index) != faulty && !self.contestant(index).restarts);
            if !is_heard {
                return;
            }
        }
    }

    fn contestant(&self, index: usize) -> &Contestant {
        &self.game.contestants[index]
    }

    /// Plays a game; `None` if the match was stopped.
    fn play(&self, fixture: &Fixture, players: &mut Players) -> Option<Played> {
        let opening = &self.game.openings[fixture.opening];
        players.retain(|&index, _| index == fixture.white || index == fixture.black);
        let mut take = |color| self.take_player(fixture.player(color), players);
        let (white, black) = (take(Color::White), take(Color::Black));
        let (mut white, mut black) = match (white, black) {
            (Ok(white), Ok(black)) => (white, black),
            (Err(fault), _) => return Some(forfeit(opening, Color::White, fault)),
            (_, Err(fault)) => return Some(forfeit(opening, Color::Black, fault)),
        };
        let oracle = self.game.oracle.as_ref();
        let referee = Referee { rules: self.game.rules, oracle, stop: self.halt };
        let [white_seat, black_seat] =
            [(fixture.white, &mut white), (fixture.black, &mut black)].map(|(index, player)| {
                let contestant = self.contestant(index);
                let clock = Clock::new(contestant.control, contestant.margin);
                Seat { player: player.as_mut(), clock, ponders: contestant.ponders }
            });
        let played = referee.play(opening, white_seat, black_seat);
        players.insert(fixture.white, white);
        players.insert(fixture.black, black);
        played
    }

    fn take_player(&self, index: usize, players: &mut Players) -> Result<Box<dyn Player>, Fault> {
        match players.remove(&index) {
            Some(player) => Ok(player),
            None => self.contestant(index).player(&self.game.host),
        }
    }
}

/// A game that is lost before it begins.
fn forfeit(opening: &Opening, color: Color, fault: Fault) -> Played {
    let reason = Reason::Fault(color, fault);
    Played { game: opening.game(), notes: Vec::new(), reason, warnings: Vec::new() }
}

impl Fixture {
    /// The contestant that plays a colour.
    pub fn player(&self, color: Color) -> usize {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}

/// Binds this thread, and with it the processes and threads that it starts, to a core.
#[cfg(target_os = "linux")]
fn bind_to_core(index: usize) {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    // Only the cores that we were given; where binding fails, the system chooses.
    let Ok(allowed) = sched_getaffinity(None) else { return };
    let cores: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|&core| allowed.is_set(core)).collect();
    if let Some(&core) = index.checked_rem(cores.len()).and_then(|place| cores.get(place)) {
        let mut one = CpuSet::new();
        one.set(core);
        let _ = sched_setaffinity(None, &one);
    }
}

#[cfg(not(target_os = "linux"))]
fn bind_to_core(_: usize) {}
