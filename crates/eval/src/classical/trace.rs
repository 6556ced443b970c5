//! What an evaluation leaves behind for the tuner and the tutor.

use quevedo_rules::Color;

use super::pair::Pair;
use super::terms::{ENTRIES, WeightIndex};
use super::weights_table::Weights;

/// Watches an evaluation: how often each entry counted for each side.
pub trait Tracer {
    /// Whether anything is written down. An evaluation that is watched uses no tables, because what
    /// they remember has left no trace.
    const ACTIVE: bool;

    /// An entry counted `count` times for a side.
    fn add(&mut self, entry: WeightIndex, color: Color, count: i32);
}

/// Watches nothing and costs nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoTrace;

impl Tracer for NoTrace {
    const ACTIVE: bool = false;

    #[inline]
    fn add(&mut self, _: WeightIndex, _: Color, _: i32) {}
}

/// How often each entry counted for each side, and what else the final value is made of.
///
/// The evaluation is a sum over entries of count times weight, with two exceptions that are as
/// simple: the entries of the group *king danger* add up to one number per side, which counts by its
/// square, and those of the group *complexity* add up to one number that moves the endgame value
/// away from or towards zero. [`Sums`](super::Sums) has the steps.
#[derive(Clone, Debug)]
pub struct Trace {
    counts: Box<[[i16; 2]; ENTRIES]>,
    /// How much of the value is the middlegame's, 0 to [`PHASES`](super::PHASES).
    pub phase: i32,
    /// How much of the endgame value is left where wins are hard, of `FULL_SCALE`.
    pub scale: i32,
    /// The value from White's side in hundredths of a pawn.
    pub value: i32,
    /// Whether the endgame knowledge gave the value, so that no weight counts.
    pub is_known_ending: bool,
}

impl Default for Trace {
    fn default() -> Trace {
        Trace { counts: Box::new([[0; 2]; ENTRIES]), phase: 0, scale: 0, value: 0, is_known_ending: false }
    }
}

impl Trace {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.counts.fill([0; 2]);
    }

    /// How often each entry counted, for White and for Black.
    pub fn counts(&self) -> &[[i16; 2]; ENTRIES] {
        &self.counts
    }
}

impl Tracer for Trace {
    const ACTIVE: bool = true;

    fn add(&mut self, entry: WeightIndex, color: Color, count: i32) {
        self.counts[entry.index()][color.index()] += count as i16;
    }
}

/// A running sum of weights, under the eyes of a tracer.
#[derive(Debug)]
pub(super) struct Tally<'a, T> {
    pub(super) weights: &'a Weights,
    pub(super) tracer: &'a mut T,
    /// From White's side.
    pub(super) total: Pair,
    /// The danger that each side brings upon the other's king.
    pub(super) danger: [Pair; 2],
}

impl<'a, T: Tracer> Tally<'a, T> {
    #[inline]
    pub(super) fn new(weights: &'a Weights, tracer: &'a mut T) -> Tally<'a, T> {
        Tally { weights, tracer, total: Pair::ZERO, danger: [Pair::ZERO; 2] }
    }

    /// Counts an entry once for a side.
    #[inline]
    pub(super) fn once<S: super::side::Side>(&mut self, entry: WeightIndex) {
        self.tracer.add(entry, S::US, 1);
        let weight = self.weights.of(entry);
        if S::SIGN > 0 {
            self.total += weight;
        } else {
            self.total -= weight;
        }
    }

    /// Counts an entry once for a side if something holds.
    #[inline]
    pub(super) fn once_if<S: super::side::Side>(&mut self, holds: bool, entry: WeightIndex) {
        self.times::<S>(i32::from(holds), entry);
    }

    /// Counts an entry several times for a side.
    #[inline]
    pub(super) fn times<S: super::side::Side>(&mut self, count: i32, entry: WeightIndex) {
        self.tracer.add(entry, S::US, count);
        self.total += self.weights.of(entry) * (S::SIGN * count);
    }

    /// Counts an entry towards the danger that a side brings upon the other's king.
    #[inline]
    pub(super) fn danger<S: super::side::Side>(&mut self, count: i32, entry: WeightIndex) {
        self.tracer.add(entry, S::US, count);
        self.danger[S::US.index()] += self.weights.of(entry) * count;
    }
}
