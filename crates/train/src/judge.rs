//! What an evaluation is worth, by what became of the positions it judges.
//!
//! The **result error** is the mean squared error between `sigmoid(value / scale)` and the result of the
//! game, at the scale at which it is least. It orders networks as games do, where the error against other
//! engines' scores does not. With a scale for each phase it also shows how an evaluation's unit changes with
//! the men on the board.

use core::ops::RangeInclusive;

use quevedo_eval::{AnyEvaluator, Evaluator};
use rayon::prelude::*;
use serde::Serialize;

use crate::data::Packed;

/// The phases, by the number of men.
pub const PHASES: [RangeInclusive<usize>; 4] = [2..=10, 11..=16, 17..=24, 25..=32];

/// Scales are looked for between these, in hundredths of a pawn.
const SCALES: (f64, f64) = (10.0, 10_000.0);

/// Sums of so many positions are added up in order, so that the number of threads changes nothing.
const PORTION: usize = 4096;

/// How well values tell results.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ResultError {
    /// How many positions.
    pub positions: usize,
    /// The scale at which the error is least.
    pub scale: f64,
    /// That error.
    pub error: f64,
}

/// What an evaluation is worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Judgement {
    /// With one scale for all positions.
    pub one_scale: ResultError,
    /// By phase, each with its own scale; `None` where there are no positions.
    pub phases: [Option<ResultError>; PHASES.len()],
    /// The error over all positions where each phase has its own scale.
    pub phase_scales_error: f64,
}

/// The values of positions for the side to move.
pub fn values(new_evaluator: &(dyn Fn() -> AnyEvaluator + Sync), positions: &[Packed]) -> Vec<f32> {
    let portions = positions.par_chunks(PORTION).flat_map_iter(|portion| {
        let mut evaluator = new_evaluator();
        let value = move |packed: &Packed| {
            packed.unpack().map_or(0.0, |board| {
                evaluator.reset(&board);
                evaluator.evaluate(&board).raw() as f32
            })
        };
        portion.iter().map(value).collect::<Vec<_>>()
    });
    portions.collect()
}

/// Judges values, for the side to move, by the results of the positions; `None` if there are none.
pub fn judge(positions: &[Packed], values: &[f32]) -> Option<Judgement> {
    let all: Vec<(f32, f32)> =
        positions.iter().zip(values).map(|(packed, &value)| (value, packed.result_for_mover())).collect();
    let phases = PHASES.map(|phase| {
        let pairs = positions.iter().zip(&all);
        let some: Vec<_> =
            pairs.filter(|(packed, _)| phase.contains(&packed.count())).map(|(_, &pair)| pair).collect();
        least(&some)
    });
    let sum: f64 = phases.iter().flatten().map(|phase| phase.error * phase.positions as f64).sum();
    Some(Judgement { one_scale: least(&all)?, phases, phase_scales_error: sum / all.len() as f64 })
}

/// The least error of values and results, by golden sections of an interval of scales.
fn least(pairs: &[(f32, f32)]) -> Option<ResultError> {
    if pairs.is_empty() {
        return None;
    }
    let part = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (SCALES.0.ln(), SCALES.1.ln());
    let at = |place: f64| error_at(pairs, place.exp());
    let (mut left, mut right) = (high - part * (high - low), low + part * (high - low));
    let (mut left_error, mut right_error) = (at(left), at(right));
    while high - low > 1e-3 {
        if left_error <= right_error {
            (high, right, right_error) = (right, left, left_error);
            left = high - part * (high - low);
            left_error = at(left);
        } else {
            (low, left, left_error) = (left, right, right_error);
            right = low + part * (high - low);
            right_error = at(right);
        }
    }
    let scale = f64::midpoint(low, high).exp();
    Some(ResultError { positions: pairs.len(), scale, error: error_at(pairs, scale) })
}

/// The mean squared error of values and results at a scale.
fn error_at(pairs: &[(f32, f32)], scale: f64) -> f64 {
    let scale = scale as f32;
    let portions: Vec<f64> = pairs
        .par_chunks(PORTION)
        .map(|portion| {
            let squares = portion.iter().map(|&(value, result)| {
                let error = 1.0 / (1.0 + libm::expf(-value / scale)) - result;
                f64::from(error * error)
            });
            squares.sum()
        })
        .collect();
    portions.iter().sum::<f64>() / pairs.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_rules::{Board, Color, Outcome};

    /// Values whose meaning is known: of `n` positions worth `value`, as many are won as a scale says.
    fn pairs(value: f32, scale: f32, n: usize) -> Vec<(f32, f32)> {
        let won = (n as f32 / (1.0 + (-value / scale).exp())).round() as usize;
        (0..n).map(|index| (value, if index < won { 1.0 } else { 0.0 })).collect()
    }

    #[test]
    fn the_scale_that_made_the_results_is_found() {
        for scale in [60.0f32, 200.0, 420.0, 3000.0] {
            let all = [pairs(scale, scale, 20_000), pairs(-scale / 2.0, scale, 20_000)].concat();
            let found = least(&all).expect("positions");
            assert!((found.scale / f64::from(scale) - 1.0).abs() < 0.02, "{scale}: {found:?}");
            for other in [0.8, 1.25] {
                assert!(error_at(&all, found.scale * other) > found.error);
            }
        }
        assert_eq!(least(&[]), None);
    }

    #[test]
    fn each_phase_has_its_own_scale_and_blacks_results_are_turned_round() {
        let full = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        let (mut positions, mut values) = (Vec::new(), Vec::new());
        for (fen, scale) in [(full, 150.0), ("4k3/8/8/8/8/8/4P3/4K3", 550.0)] {
            for (value, result) in pairs(scale, scale, 5000) {
                let white: Board = format!("{fen} w - - 0 1").parse().expect("a position");
                let black: Board = format!("{fen} b - - 0 1").parse().expect("a position");
                let outcome = |mover: Color| {
                    let winner = if result > 0.5 { mover } else { !mover };
                    Outcome::Win(winner)
                };
                positions.push(Packed::pack(&white, 0, outcome(Color::White)));
                positions.push(Packed::pack(&black, 0, outcome(Color::Black)));
                values.extend([value; 2]);
            }
        }
        let found = judge(&positions, &values).expect("positions");
        let [few, none, also_none, many] = &found.phases;
        assert!(none.is_none() && also_none.is_none());
        let scale = |phase: &Option<ResultError>| phase.expect("positions").scale;
        assert!((scale(few) / 550.0 - 1.0).abs() < 0.02 && (scale(many) / 150.0 - 1.0).abs() < 0.02);
        assert!(found.phase_scales_error < found.one_scale.error, "{found:?}");
        assert_eq!(found.one_scale.positions, 20_000);
    }
}
