//! Tuning by play: simultaneous perturbation stochastic approximation (Spall, 1992).
//!
//! All parameters are pushed at once, each up or down by the toss of a coin, and the engine with these
//! values plays a pair of games against the engine with the opposite ones. The result says how far all of them go
//! the way of the winner: one number a pair, however many parameters there are. Steps shrink as Spall (1998)
//! advises.
//!
//! [`Spsa`] is the mathematics and knows nothing of chess; [`Duel`] plays; [`plot`] draws each parameter's path.

mod duel;
mod exact;
mod picture;
mod state;

pub use duel::{Duel, DuelError};
pub use picture::plot;
pub use state::{Conditions, StateError};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::stats::Tally;

/// How fast gains shrink with the number of trials; Spall's practical values.
const ALPHA: f64 = 0.602;
/// How fast perturbations shrink.
const GAMMA: f64 = 0.101;
/// The part of all trials by which the first gains are held back, so that they are not wild.
const STABILITY: f64 = 0.1;
/// A path keeps about so many points.
const PATH_POINTS: u64 = 400;

/// A parameter to be tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Knob {
    /// Its name.
    pub name: String,
    /// Where it starts.
    pub start: i32,
    /// The least value.
    pub min: i32,
    /// The greatest value.
    pub max: i32,
    /// How far it is pushed at the end of the tuning; further before.
    pub step: i32,
}

/// How the tuning goes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Trials, each a pair of games.
    pub trials: u64,
    /// How far a parameter goes at the end for a point won, in steps: the usual value is 0.002.
    pub rate: f64,
    /// The source of all chance.
    pub seed: u64,
}

/// What is wrong with a plan or a parameter.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlanError {
    /// There is nothing to tune.
    #[error("there is no parameter to tune")]
    NoKnobs,
    /// Nothing is to be played.
    #[error("there are no trials to play")]
    NoTrials,
    /// The rate is no sensible number.
    #[error("the rate is {0}, expected a number above 0 and at most 1")]
    Rate(f64),
    /// A parameter's numbers contradict each other.
    #[error("{0}: expected a step above 0 and a start between minimum and maximum")]
    Knob(String),
}

/// A tuning: parameters on their way.
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    knobs: Vec<Knob>,
    plan: Plan,
    done: u64,
    values: Vec<f64>,
    tally: Tally,
    path: Vec<Milestone>,
}

/// The parameters' values after some trials.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Milestone {
    /// Trials before it.
    pub trials: u64,
    /// The values, not rounded, in the order of the knobs.
    #[serde(with = "exact")]
    pub values: Vec<f64>,
}

/// Two settings to be played against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Its number, from 0.
    pub number: u64,
    /// The values of the first player.
    pub plus: Vec<i32>,
    /// The values of the second.
    pub minus: Vec<i32>,
    /// Which way each parameter was pushed for the first.
    up: Vec<bool>,
}

impl Spsa {
    /// A tuning that begins.
    ///
    /// # Errors
    /// If the plan or a parameter makes no sense.
    pub fn new(knobs: Vec<Knob>, plan: Plan) -> Result<Spsa, PlanError> {
        check(&knobs, &plan)?;
        let values: Vec<f64> = knobs.iter().map(|knob| f64::from(knob.start)).collect();
        let path = vec![Milestone { trials: 0, values: values.clone() }];
        Ok(Spsa { knobs, plan, done: 0, values, tally: Tally::default(), path })
    }

    /// The parameters.
    pub fn knobs(&self) -> &[Knob] {
        &self.knobs
    }

    /// How the tuning goes.
    pub fn plan(&self) -> Plan {
        self.plan
    }

    /// Trials learnt from.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Whether all trials are done.
    pub fn is_done(&self) -> bool {
        self.done >= self.plan.trials
    }

    /// The values so far, not rounded, in the order of the knobs.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The values so far, as they would be played.
    pub fn rounded(&self) -> Vec<i32> {
        self.knobs.iter().zip(&self.values).map(|(knob, value)| knob.within(value.round())).collect()
    }

    /// All games of all trials, as the pushed-up side saw them.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// The way of the parameters.
    pub fn path(&self) -> &[Milestone] {
        &self.path
    }

    /// The settings of a trial, around the values so far. The same number gives the same pushes.
    pub fn trial(&self, number: u64) -> Trial {
        let mut random = self.random(number);
        let mut trial = Trial { number, plus: Vec::new(), minus: Vec::new(), up: Vec::new() };
        for (knob, &value) in self.knobs.iter().zip(&self.values) {
            let push = self.push(knob, number);
            let up: bool = random.random();
            // Rounded up or down by chance, both by the same: on average their distance is twice the push, even
            // where that is a fraction.
            let chance: f64 = random.random();
            let [plus, minus] = [1.0, -1.0].map(|side| {
                let way = if up { side } else { -side };
                knob.within((value + way * push + chance).floor())
            });
            trial.plus.push(plus);
            trial.minus.push(minus);
            trial.up.push(up);
        }
        trial
    }

    /// Takes note of a trial: the half points (0 to 2) that the first player made in each game of the pair.
    pub fn learn(&mut self, trial: &Trial, half_points: [u8; 2]) {
        let mut result = 0.0;
        for half_points in half_points {
            self.tally += match half_points {
                0 => Tally { losses: 1, ..Tally::default() },
                1 => Tally { draws: 1, ..Tally::default() },
                _ => Tally { wins: 1, ..Tally::default() },
            };
            result += f64::from(half_points.min(2)) - 1.0;
        }
        for (place, knob) in self.knobs.iter().enumerate() {
            let way = if trial.up.get(place).copied().unwrap_or(true) { 1.0 } else { -1.0 };
            let gain = gain(&self.plan, knob, trial.number) / self.push(knob, trial.number);
            let value = self.values[place] + way * gain * result;
            self.values[place] = value.clamp(f64::from(knob.min), f64::from(knob.max));
        }
        self.done = self.done.saturating_add(1);
        if self.done.is_multiple_of((self.plan.trials / PATH_POINTS).max(1)) || self.is_done() {
            self.path.push(Milestone { trials: self.done, values: self.values.clone() });
        }
    }

    /// How far a parameter is pushed in a trial.
    fn push(&self, knob: &Knob, number: u64) -> f64 {
        let trials = self.plan.trials as f64;
        f64::from(knob.step) * (trials / (number as f64 + 1.0)).powf(GAMMA)
    }

    /// Chance that depends on the seed and the trial only, so that nothing need be kept to go on later.
    fn random(&self, number: u64) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(
            self.plan.seed ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15),
        )
    }
}

impl Knob {
    fn within(&self, value: f64) -> i32 {
        value.clamp(f64::from(self.min), f64::from(self.max)) as i32
    }
}

/// Spall's `a_k`: chosen so that the last trial moves a parameter by `rate` steps for each point.
fn gain(plan: &Plan, knob: &Knob, number: u64) -> f64 {
    let (trials, step) = (plan.trials as f64, f64::from(knob.step));
    let hold = STABILITY * trials;
    plan.rate * step * step * ((hold + trials) / (hold + number as f64 + 1.0)).powf(ALPHA)
}

fn check(knobs: &[Knob], plan: &Plan) -> Result<(), PlanError> {
    if knobs.is_empty() {
        return Err(PlanError::NoKnobs);
    }
    if plan.trials == 0 {
        return Err(PlanError::NoTrials);
    }
    if !(plan.rate > 0.0 && plan.rate <= 1.0) {
        return Err(PlanError::Rate(plan.rate));
    }
    let is_odd = |knob: &&Knob| knob.step <= 0 || !(knob.min..=knob.max).contains(&knob.start);
    knobs.iter().find(is_odd).map_or(Ok(()), |knob| Err(PlanError::Knob(knob.name.clone())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knob(name: &str, start: i32, min: i32, max: i32, step: i32) -> Knob {
        Knob { name: name.to_owned(), start, min, max, step }
    }

    fn three_knobs() -> Vec<Knob> {
        vec![knob("a", 40, 0, 200, 8), knob("b", -300, -900, 0, 40), knob("c", 9, 1, 12, 1)]
    }

    /// Three parameters whose best values are 100, -600 and 5; ten steps off cost about 200 Elo, draws are common.
    const BEST: [f64; 3] = [100.0, -600.0, 5.0];

    fn strength(knobs: &[Knob], values: &[i32]) -> f64 {
        let off =
            |(place, value): (usize, &i32)| (f64::from(*value) - BEST[place]) / f64::from(knobs[place].step);
        -values.iter().enumerate().map(off).map(|steps| 2.0 * steps * steps).sum::<f64>()
    }

    fn toss(random: &mut Xoshiro256PlusPlus, elo: f64) -> u8 {
        let score = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let draws = 0.6 * score.min(1.0 - score);
        let luck: f64 = random.random();
        if luck < score - draws / 2.0 { 2 } else { u8::from(luck < score + draws / 2.0) }
    }

    fn tune(spsa: &mut Spsa, until: u64) {
        while spsa.done() < until {
            let trial = spsa.trial(spsa.done());
            let elo = strength(spsa.knobs(), &trial.plus) - strength(spsa.knobs(), &trial.minus);
            let mut random = Xoshiro256PlusPlus::seed_from_u64(99 + trial.number);
            let result = [toss(&mut random, elo), toss(&mut random, elo)];
            spsa.learn(&trial, result);
        }
    }

    #[test]
    fn noisy_games_lead_to_the_best_values() {
        let plan = Plan { trials: 30_000, rate: 0.01, seed: 7 };
        let mut spsa = Spsa::new(three_knobs(), plan).expect("sensible");
        let before = strength(spsa.knobs(), &spsa.rounded());
        tune(&mut spsa, plan.trials);
        let after = strength(spsa.knobs(), &spsa.rounded());
        assert!(before < -250.0 && after > -12.0, "{before} {after} {:?}", spsa.values());
        assert!(spsa.is_done() && spsa.tally().games() == 60_000);
    }

    #[test]
    fn without_any_difference_values_stay_near() {
        let plan = Plan { trials: 5_000, rate: 0.002, seed: 7 };
        let mut spsa = Spsa::new(three_knobs(), plan).expect("sensible");
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        while !spsa.is_done() {
            let trial = spsa.trial(spsa.done());
            let result = [toss(&mut random, 0.0), toss(&mut random, 0.0)];
            spsa.learn(&trial, result);
        }
        for (knob, value) in spsa.knobs().iter().zip(spsa.values()) {
            assert!(
                (value - f64::from(knob.start)).abs() < 2.0 * f64::from(knob.step),
                "{} {value}",
                knob.name
            );
        }
    }

    #[test]
    fn pushes_are_opposite_and_shrink_to_the_step() {
        let plan = Plan { trials: 1_000, rate: 0.002, seed: 3 };
        let spsa = Spsa::new(vec![knob("wide", 0, -100_000, 100_000, 1000)], plan).expect("sensible");
        let (first, last) = (spsa.trial(0), spsa.trial(999));
        assert!((first.plus[0] + first.minus[0]).abs() <= 1 && (last.plus[0] + last.minus[0]).abs() <= 1);
        let distance = |trial: &Trial| (trial.plus[0] - trial.minus[0]).abs();
        assert!((distance(&last) - 2000).abs() <= 1, "{last:?}");
        assert!((f64::from(distance(&first)) - 2000.0 * 1000f64.powf(GAMMA)).abs() <= 1.5, "{first:?}");
    }

    #[test]
    fn the_last_gain_is_the_rate() {
        let plan = Plan { trials: 500, rate: 0.002, seed: 3 };
        let spsa = Spsa::new(vec![knob("k", 0, -10, 10, 5)], plan).expect("sensible");
        let knob = &spsa.knobs()[0];
        assert!((gain(&plan, knob, 499) / spsa.push(knob, 499) - 0.002 * 5.0).abs() < 1e-12);
        assert!(gain(&plan, knob, 0) > gain(&plan, knob, 499));
    }

    #[test]
    fn values_never_leave_their_range() {
        let plan = Plan { trials: 300, rate: 1.0, seed: 5 };
        let mut spsa = Spsa::new(three_knobs(), plan).expect("sensible");
        while !spsa.is_done() {
            let trial = spsa.trial(spsa.done());
            for (values, knobs) in [(&trial.plus, spsa.knobs()), (&trial.minus, spsa.knobs())] {
                assert!(values.iter().zip(knobs).all(|(value, knob)| (knob.min..=knob.max).contains(value)));
            }
            spsa.learn(&trial, [2, 2]);
            assert!(
                spsa.rounded()
                    .iter()
                    .zip(spsa.knobs())
                    .all(|(value, knob)| (knob.min..=knob.max).contains(value))
            );
        }
    }

    #[test]
    fn the_path_is_not_too_long_and_ends_at_the_end() {
        let mut spsa =
            Spsa::new(three_knobs(), Plan { trials: 30_001, rate: 0.01, seed: 7 }).expect("sensible");
        tune(&mut spsa, 30_001);
        assert!(spsa.path().len() < 500, "{}", spsa.path().len());
        assert_eq!(spsa.path().last().map(|point| point.trials), Some(30_001));
    }

    #[test]
    fn senseless_plans_are_refused() {
        let plan = Plan { trials: 10, rate: 0.002, seed: 1 };
        assert_eq!(Spsa::new(vec![], plan), Err(PlanError::NoKnobs));
        assert_eq!(Spsa::new(three_knobs(), Plan { trials: 0, ..plan }), Err(PlanError::NoTrials));
        assert_eq!(Spsa::new(three_knobs(), Plan { rate: 0.0, ..plan }), Err(PlanError::Rate(0.0)));
        assert!(Spsa::new(three_knobs(), Plan { rate: f64::NAN, ..plan }).is_err());
        for odd in [knob("k", 5, 6, 9, 1), knob("k", 5, 0, 9, 0)] {
            let error = Spsa::new(vec![odd], plan).expect_err("odd").to_string();
            assert_eq!(error, "k: expected a step above 0 and a start between minimum and maximum");
        }
    }

    #[test]
    fn a_tuning_that_was_broken_off_goes_on_as_if_nothing_had_happened() {
        let plan = Plan { trials: 400, rate: 0.01, seed: 7 };
        let mut whole = Spsa::new(three_knobs(), plan).expect("sensible");
        tune(&mut whole, 400);
        let mut part = Spsa::new(three_knobs(), plan).expect("sensible");
        tune(&mut part, 137);
        let text = part.to_json(&Conditions::default()).expect("text");
        let (mut rest, _) = Spsa::from_json(&text).expect("a state");
        assert_eq!(rest, part);
        tune(&mut rest, 400);
        assert_eq!(rest, whole);
    }
}
