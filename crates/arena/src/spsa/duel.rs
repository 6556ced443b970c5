//! Playing the trials: our own engine against itself with other values, several pairs at a time.

use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use core::time::Duration;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::thread;

use quevedo_rules::{Color, Outcome};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Spsa, Trial};
use crate::{
    Adjudication, Clock, Contestant, Fault, Host, Kind, Opening, Patience, Player, Referee, Seat, TimeControl,
};

/// Under which conditions trials are played.
#[derive(Clone, Debug)]
pub struct Duel {
    /// Where games begin; each pair takes one, with both colours.
    pub openings: Vec<Opening>,
    /// How much the engines may think.
    pub control: TimeControl,
    /// When games are ended early.
    pub rules: Adjudication,
    /// Options of both engines.
    pub options: Vec<(String, String)>,
    /// Pairs played at a time.
    pub concurrency: usize,
    /// Pairs played around the same values. With a number that does not depend on the machine, the tuning
    /// does not either (where nodes limit the engines).
    pub batch: u64,
}

/// Why trials could not be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DuelError {
    /// An engine broke down.
    #[error("trial {}: the engine {fault}", .number + 1)]
    BrokenDown {
        /// The trial.
        number: u64,
        /// What happened.
        fault: Fault,
    },
    /// There is nowhere to begin.
    #[error("there are no openings")]
    NoOpenings,
    /// A thread could not be started, or panicked.
    #[error("internal error: {0}")]
    Internal(String),
}

/// The half points of a pair; nothing if it was stopped.
type PairResult = Result<Option<[u8; 2]>, DuelError>;

impl Duel {
    /// Plays the next batch and lets the tuning learn from it. `false` if it was stopped: then nothing of the batch
    /// counts.
    ///
    /// # Errors
    /// If an engine breaks down, which our own should not.
    pub fn play_batch(&self, spsa: &mut Spsa, stop: &AtomicBool) -> Result<bool, DuelError> {
        let first = spsa.done();
        let last = first.saturating_add(self.batch.max(1)).min(spsa.plan().trials);
        let trials: Vec<Trial> = (first..last).map(|number| spsa.trial(number)).collect();
        let results = self.play_all(spsa, &trials, stop)?;
        let Some(results) = results.into_iter().collect::<Option<Vec<_>>>() else { return Ok(false) };
        for (trial, half_points) in trials.iter().zip(results) {
            spsa.learn(trial, half_points);
        }
        Ok(true)
    }

    /// Plays trials on several threads; their results in order.
    fn play_all(
        &self,
        spsa: &Spsa,
        trials: &[Trial],
        stop: &AtomicBool,
    ) -> Result<Vec<Option<[u8; 2]>>, DuelError> {
        let next = AtomicUsize::new(0);
        let results: Mutex<Vec<PairResult>> = Mutex::new(vec![Ok(None); trials.len()]);
        let work = || {
            while let Some((place, trial)) = take(trials, &next) {
                if stop.load(Relaxed) {
                    break;
                }
                let result = self.play_pair(spsa, trial, stop);
                let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(slot) = results.get_mut(place) {
                    *slot = result;
                }
            }
        };
        thread::scope(|scope| {
            let mut workers = Vec::new();
            for _ in 0..self.concurrency.clamp(1, trials.len().max(1)) {
                let worker = thread::Builder::new().name("spsa".to_owned()).spawn_scoped(scope, work);
                workers.push(
                    worker.map_err(|error| DuelError::Internal(format!("no thread to play in: {error}")))?,
                );
            }
            for worker in workers {
                worker.join().map_err(|_| DuelError::Internal("a game's thread panicked".to_owned()))?;
            }
            Ok(())
        })?;
        results.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().collect()
    }

    /// Plays one opening with both colours.
    fn play_pair(&self, spsa: &Spsa, trial: &Trial, stop: &AtomicBool) -> PairResult {
        let broken = |fault| DuelError::BrokenDown { number: trial.number, fault };
        let opening = self.opening(spsa, trial)?;
        let mut plus = self.contestant(spsa, &trial.plus).player(&Host::default()).map_err(broken)?;
        let mut minus = self.contestant(spsa, &trial.minus).player(&Host::default()).map_err(broken)?;
        let mut half_points = [0; 2];
        for (place, color) in Color::ALL.into_iter().enumerate() {
            let (white, black) = match color {
                Color::White => (&mut plus, &mut minus),
                Color::Black => (&mut minus, &mut plus),
            };
            let referee = Referee { rules: self.rules, oracle: None, stop };
            let Some(played) = referee.play(opening, self.seat(white), self.seat(black)) else {
                return Ok(None);
            };
            if let Some((_, fault)) = played.reason.fault().filter(|(_, fault)| !fault.is_survivable()) {
                return Err(broken(fault.clone()));
            }
            half_points[place] = match played.reason.outcome() {
                Outcome::Draw => 1,
                Outcome::Win(winner) => 2 * u8::from(winner == color),
            };
        }
        Ok(Some(half_points))
    }

    fn opening(&self, spsa: &Spsa, trial: &Trial) -> Result<&Opening, DuelError> {
        // Not the same chance as that of the pushes, lest an opening always sees the same ones.
        let mut random = Xoshiro256PlusPlus::seed_from_u64(!spsa.plan().seed ^ trial.number.rotate_left(32));
        let count = self.openings.len();
        (count > 0).then(|| &self.openings[random.random_range(0..count)]).ok_or(DuelError::NoOpenings)
    }

    fn contestant(&self, spsa: &Spsa, values: &[i32]) -> Contestant {
        let knobs =
            spsa.knobs().iter().zip(values).map(|(knob, value)| (knob.name.clone(), value.to_string()));
        // A changed parameter empties the hash table, so that is kept small until all of them are set.
        let small = ("Hash".to_owned(), "1".to_owned());
        Contestant {
            name: "self".to_owned(),
            kind: Kind::Own,
            options: core::iter::once(small).chain(knobs).chain(self.options.iter().cloned()).collect(),
            control: self.control,
            margin: MARGIN,
            ponders: false,
            restarts: false,
            patience: Patience::default(),
        }
    }

    fn seat<'a>(&self, player: &'a mut Box<dyn Player>) -> Seat<'a> {
        Seat { player: player.as_mut(), clock: Clock::new(self.control, MARGIN), ponders: false }
    }
}

/// How much longer than its time an engine may think.
const MARGIN: Duration = Duration::from_millis(20);

/// The next trial that nobody plays yet.
fn take<'a>(trials: &'a [Trial], next: &AtomicUsize) -> Option<(usize, &'a Trial)> {
    let place = next.fetch_add(1, Relaxed);
    trials.get(place).map(|trial| (place, trial))
}

#[cfg(test)]
mod tests {
    use quevedo_rules::Board;

    use super::super::{Knob, Plan};
    use super::*;

    fn duel(concurrency: usize) -> Duel {
        let nodes = TimeControl { nodes: Some(300), ..TimeControl::default() };
        let position = |moves: &str| {
            let board = moves
                .split(' ')
                .fold(Board::start(), |board, text| board.play(board.parse_uci(text).expect("legal")));
            Opening::from_board(board)
        };
        Duel {
            openings: vec![position("e2e4 e7e5"), position("d2d4 d7d5"), position("c2c4 g8f6")],
            control: nodes,
            rules: Adjudication { most_moves: Some(80), ..Adjudication::default() },
            options: vec![("Hash".to_owned(), "1".to_owned())],
            concurrency,
            batch: 3,
        }
    }

    fn spsa() -> Spsa {
        let knob = |name: &str| {
            let parameter =
                quevedo_search::Params::TABLE.iter().find(|known| known.name == name).expect("known");
            let (start, min, max, step) = (parameter.default, parameter.min, parameter.max, parameter.step);
            Knob { name: name.to_owned(), start, min, max, step }
        };
        let plan = Plan { trials: 5, rate: 0.5, seed: 11 };
        Spsa::new(vec![knob("reverse_futility_slope"), knob("lmp_base")], plan).expect("sensible")
    }

    #[test]
    fn a_tuning_does_not_depend_on_the_number_of_threads() {
        let stop = AtomicBool::new(false);
        let tuned = [1, 3].map(|concurrency| {
            let mut spsa = spsa();
            while !spsa.is_done() {
                assert_eq!(duel(concurrency).play_batch(&mut spsa, &stop), Ok(true));
            }
            spsa
        });
        assert_eq!(tuned[0], tuned[1]);
        assert_ne!(tuned[0].values(), spsa().values(), "games were won, and the winner followed");
        assert_eq!((tuned[0].done(), tuned[0].tally().games()), (5, 10));
    }

    #[test]
    fn what_is_stopped_does_not_count() {
        let mut spsa = spsa();
        assert_eq!(duel(2).play_batch(&mut spsa, &AtomicBool::new(true)), Ok(false));
        assert_eq!((spsa.done(), spsa.tally().games()), (0, 0));
    }

    #[test]
    fn unknown_parameters_are_named() {
        let knob = Knob { name: "no_such_thing".to_owned(), start: 5, min: 0, max: 9, step: 1 };
        let mut spsa = Spsa::new(vec![knob], Plan { trials: 5, rate: 0.5, seed: 11 }).expect("sensible");
        let error = duel(1).play_batch(&mut spsa, &AtomicBool::new(false)).expect_err("unknown").to_string();
        assert!(
            error.starts_with("trial 1: the engine cannot be started") && error.contains("no_such_thing"),
            "{error}"
        );
        let nowhere = Duel { openings: Vec::new(), ..duel(1) };
        assert_eq!(nowhere.play_batch(&mut spsa, &AtomicBool::new(false)), Err(DuelError::NoOpenings));
    }
}
