//! The model of choice: a conditional logit over all legal moves, mixed over how far somebody looks this time.
//!
//! P(m) = Σ over ways k of w(k) · softmax over moves of [a(k)·loss(k, m) + c(k)·ln loss(k, m) + b·features(m) + squares + layer].
//! Everybody who looks k plies ahead misses what is refuted deeper; who does not look at all follows what moves look like. Every
//! weight is a polynomial of the rating.

use quevedo_value::WdlModel;

use crate::scene::{FEATURES, Look, Scene};
use crate::sight::{DEPTHS, Sight, expectation, hundredths, material_of};
use crate::weights::{CONTEXT, HIDDEN, INPUTS, KNOWN, POWERS, VALUES, WAYS, Weights, layout};

/// A position ready for the model: what is known of each move.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) moves: Vec<Known>,
    /// Phase, expected points of the best move, lead.
    context: [f32; 3],
}

/// What is known of a move.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) numbers: [f32; KNOWN],
    squares: [u16; 2],
    /// What it loses in hundredths of expected points, at the last depth.
    pub(crate) loss: f32,
}

impl Known {
    fn losses(&self, way: usize) -> [f32; 2] {
        if way == 0 {
            [0.0; 2]
        } else {
            [self.numbers[FEATURES + 2 * (way - 1)], self.numbers[FEATURES + 2 * way - 1]]
        }
    }
}

impl Position {
    /// Puts together what is seen at a glance and what the search sees.
    pub fn new(scene: &Scene, sight: &Sight, model: &WdlModel) -> Position {
        let material = material_of(&scene.board);
        let points =
            |place: usize, depth: usize| expectation(model, sight.moves[place].scores[depth], material);
        let best = |value: &dyn Fn(usize) -> f64| (0..sight.moves.len()).map(value).fold(f64::MIN, f64::max);
        let best_points: [f64; DEPTHS] = core::array::from_fn(|depth| best(&|place| points(place, depth)));
        let score = |place: usize, depth: usize| hundredths(sight.moves[place].scores[depth]);
        let best_score: [f64; DEPTHS] = core::array::from_fn(|depth| best(&|place| score(place, depth)));
        let known = |place: usize| {
            let Look { features, squares } = scene.look(&sight.moves[place]);
            let mut numbers = [0.0; KNOWN];
            numbers[..FEATURES].copy_from_slice(&features);
            for depth in 0..DEPTHS {
                let lost = best_points[depth] - points(place, depth);
                numbers[FEATURES + 2 * depth] = (lost / 20.0) as f32;
                let hundredths = best_score[depth] - score(place, depth);
                numbers[FEATURES + 2 * depth + 1] = libm::log(1.0 + hundredths / 40.0) as f32;
            }
            let loss = (best_points[DEPTHS - 1] - points(place, DEPTHS - 1)) as f32;
            Known { numbers, squares, loss }
        };
        let moves = (0..sight.moves.len()).map(known).collect();
        let expected = (best_points[DEPTHS - 1] / 50.0 - 1.0) as f32;
        Position { moves, context: [scene.endgame(), expected, (scene.lead() / 5.0).clamp(-2.0, 2.0)] }
    }

    /// How many moves there are.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// What each move loses against the best one at the last depth, in hundredths of expected points.
    pub fn losses(&self) -> Vec<f64> {
        self.moves.iter().map(|known| f64::from(known.loss)).collect()
    }

    /// What there is to see about a move at a glance.
    pub fn features(&self, place: usize) -> &[f32] {
        &self.moves[place].numbers[..FEATURES]
    }

    /// What a move loses at a depth from 1 to 6, in hundredths of expected points.
    pub fn loss_at(&self, place: usize, depth: usize) -> f64 {
        20.0 * f64::from(self.moves[place].numbers[FEATURES + 2 * (depth - 1)])
    }

    fn context(&self, powers: &[f32; POWERS]) -> [f32; CONTEXT] {
        [powers[1], powers[2], self.context[0], self.context[1], self.context[2]]
    }
}

/// What is kept of a forward pass for the slopes.
#[derive(Debug, Default)]
pub(crate) struct Pass {
    /// The chances of the moves in each way.
    in_way: Vec<[f64; WAYS]>,
    /// How many people look so.
    mix: [f64; WAYS],
    units: Vec<[f32; HIDDEN]>,
    /// The chances of the moves.
    pub(crate) chances: Vec<f64>,
}

fn dot(weights: &[f32], powers: &[f32; POWERS]) -> f32 {
    weights[0] * powers[0] + weights[1] * powers[1] + weights[2] * powers[2]
}

impl Weights {
    /// The chance of each move to be chosen by somebody of this rating. `bias` is added to the utility of each move, where there
    /// is any: a style.
    pub fn chances(&self, position: &Position, rating: f64, bias: &[f64]) -> Vec<f64> {
        let mut pass = Pass::default();
        self.forward(position, rating, bias, &mut pass);
        pass.chances
    }

    /// How many of a hundred people of this rating look so far this time: not at all, one ply, two, and so on.
    pub fn ways(&self, rating: f64) -> Vec<f64> {
        self.mix(&self.powers(rating)).iter().map(|part| 100.0 * part).collect()
    }

    fn mix(&self, powers: &[f32; POWERS]) -> [f64; WAYS] {
        if self.without.mixture || self.without.values {
            let mut mix = [0.0; WAYS];
            mix[if self.without.values { 0 } else { WAYS - 1 }] = 1.0;
            return mix;
        }
        let logits: [f64; WAYS] =
            core::array::from_fn(|way| f64::from(dot(&self.numbers[layout::MIX + way * POWERS..], powers)));
        let mut mix = logits;
        softmax(&mut mix);
        mix
    }

    /// What each feature adds to the utility of a move at a rating.
    pub(crate) fn feature_weight(&self, feature: usize, rating: f64) -> f64 {
        f64::from(dot(&self.numbers[layout::FEATURE + feature * POWERS..], &self.powers(rating)))
    }

    pub(crate) fn forward(&self, position: &Position, rating: f64, bias: &[f64], pass: &mut Pass) {
        let powers = self.powers(rating);
        let n = &self.numbers;
        let feature: [f32; FEATURES] = if self.without.features {
            [0.0; FEATURES]
        } else {
            core::array::from_fn(|it| dot(&n[layout::FEATURE + it * POWERS..], &powers))
        };
        let losses: [[f32; 2]; WAYS] = core::array::from_fn(|way| {
            let at = layout::LOSSES + way * 2 * POWERS;
            [dot(&n[at..], &powers), dot(&n[at + POWERS..], &powers)]
        });
        pass.mix = self.mix(&powers);
        let start = self.start_of_units(&position.context(&powers));
        pass.in_way.clear();
        pass.units.clear();
        for (place, known) in position.moves.iter().enumerate() {
            let mut common: f32 = known.numbers[..FEATURES].iter().zip(&feature).map(|(x, w)| x * w).sum();
            if !self.without.squares {
                for square in known.squares {
                    let at = layout::SQUARE + usize::from(square) * 2;
                    common += n[at] + n[at + 1] * powers[1];
                }
            }
            if !self.without.layer {
                let mut units = start;
                for (input, &number) in known.numbers.iter().enumerate() {
                    let is_left_out =
                        if input < FEATURES { self.without.features } else { self.without.values };
                    if number != 0.0 && !is_left_out {
                        let row = &n[layout::LAYER + input * HIDDEN..][..HIDDEN];
                        for (unit, weight) in units.iter_mut().zip(row) {
                            *unit += number * weight;
                        }
                    }
                }
                for (unit, weight) in units.iter_mut().zip(&n[layout::OUT..]) {
                    *unit = unit.max(0.0);
                    common += *unit * weight;
                }
                pass.units.push(units);
            }
            let common = f64::from(common) + bias.get(place).copied().unwrap_or(0.0);
            pass.in_way.push(core::array::from_fn(|way| {
                let [points, hundredths] = known.losses(way);
                common + f64::from(losses[way][0] * points + losses[way][1] * hundredths)
            }));
        }
        for way in 0..WAYS {
            if pass.mix[way] > 0.0 {
                let mut column: Vec<f64> = pass.in_way.iter().map(|row| row[way]).collect();
                softmax(&mut column);
                pass.in_way.iter_mut().zip(column).for_each(|(row, chance)| row[way] = chance);
            } else {
                pass.in_way.iter_mut().for_each(|row| row[way] = 0.0);
            }
        }
        let chance = |row: &[f64; WAYS]| row.iter().zip(&pass.mix).map(|(chance, part)| chance * part).sum();
        pass.chances = pass.in_way.iter().map(chance).collect();
    }

    fn start_of_units(&self, context: &[f32; CONTEXT]) -> [f32; HIDDEN] {
        let n = &self.numbers;
        let at = |input: usize| &n[layout::LAYER + input * HIDDEN..][..HIDDEN];
        let mut units = [0.0; HIDDEN];
        units.copy_from_slice(at(INPUTS - 1));
        for (number, input) in context.iter().zip(KNOWN..) {
            units.iter_mut().zip(at(input)).for_each(|(unit, weight)| *unit += number * weight);
        }
        units
    }

    /// Adds the slopes of the logarithm of the chance of `chosen` to `slopes`, after [`Weights::forward`].
    pub(crate) fn backward(
        &self,
        position: &Position,
        rating: f64,
        chosen: usize,
        pass: &Pass,
        slopes: &mut [f32],
    ) {
        let powers = self.powers(rating);
        let chance = pass.chances[chosen].max(1e-12);
        let share: [f64; WAYS] =
            core::array::from_fn(|way| pass.mix[way] * pass.in_way[chosen][way] / chance);
        let mut add = |at: usize, slope: f32| {
            for (power, place) in powers.iter().zip(at..) {
                slopes[place] += slope * power;
            }
        };
        if !self.without.mixture && !self.without.values {
            for (way, (share, mix)) in share.iter().zip(&pass.mix).enumerate() {
                add(layout::MIX + way * POWERS, (share - mix) as f32);
            }
        }
        let mut feature = [0.0f32; FEATURES];
        let mut losses = [[0.0f32; 2]; WAYS];
        let mut square: Vec<(u16, f32)> = Vec::with_capacity(2 * position.moves.len());
        let context = position.context(&powers);
        for (place, known) in position.moves.iter().enumerate() {
            let mut common = 0.0;
            for way in 0..WAYS {
                let slope =
                    (share[way] * (f64::from(u8::from(place == chosen)) - pass.in_way[place][way])) as f32;
                common += slope;
                let [points, hundredths] = known.losses(way);
                losses[way][0] += slope * points;
                losses[way][1] += slope * hundredths;
            }
            feature.iter_mut().zip(&known.numbers).for_each(|(slope, x)| *slope += common * x);
            square.extend(known.squares.map(|it| (it, common)));
            if !self.without.layer {
                self.layer_backward(known, &context, &pass.units[place], common, slopes);
            }
        }
        let mut add = |at: usize, slope: f32| {
            for (power, place) in powers.iter().zip(at..) {
                slopes[place] += slope * power;
            }
        };
        if !self.without.features {
            feature.iter().enumerate().for_each(|(it, &slope)| add(layout::FEATURE + it * POWERS, slope));
        }
        if !self.without.values {
            for (way, [points, hundredths]) in losses.into_iter().enumerate().skip(1) {
                add(layout::LOSSES + way * 2 * POWERS, points);
                add(layout::LOSSES + (way * 2 + 1) * POWERS, hundredths);
            }
        }
        if !self.without.squares {
            for (it, slope) in square {
                let at = layout::SQUARE + usize::from(it) * 2;
                slopes[at] += slope;
                slopes[at + 1] += slope * powers[1];
            }
        }
    }

    fn layer_backward(
        &self,
        known: &Known,
        context: &[f32; CONTEXT],
        units: &[f32; HIDDEN],
        common: f32,
        slopes: &mut [f32],
    ) {
        let mut below = [0.0f32; HIDDEN];
        for unit in 0..HIDDEN {
            slopes[layout::OUT + unit] += common * units[unit];
            below[unit] = if units[unit] > 0.0 { common * self.numbers[layout::OUT + unit] } else { 0.0 };
        }
        let mut add = |input: usize, number: f32| {
            let row = &mut slopes[layout::LAYER + input * HIDDEN..][..HIDDEN];
            row.iter_mut().zip(&below).for_each(|(slope, it)| *slope += number * it);
        };
        for (input, &number) in known.numbers.iter().enumerate() {
            let is_left_out = if input < FEATURES { self.without.features } else { self.without.values };
            if number != 0.0 && !is_left_out {
                add(input, number);
            }
        }
        for (&number, input) in context.iter().zip(KNOWN..) {
            add(input, number);
        }
        add(INPUTS - 1, 1.0);
    }
}

fn softmax(numbers: &mut [f64]) {
    let most = numbers.iter().copied().fold(f64::MIN, f64::max);
    let mut all = 0.0;
    for number in numbers.iter_mut() {
        *number = libm::exp(*number - most);
        all += *number;
    }
    for number in numbers {
        *number /= all;
    }
}

const _: () = assert!(VALUES == 2 * DEPTHS);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scale::Scale;
    use crate::sight::Seen;
    use crate::weights::Without;
    use quevedo_rules::Board;
    use quevedo_value::Score;

    fn position() -> Position {
        let board = Board::start();
        let mut number = 0;
        let seen = |&mv: &_| {
            number += 37;
            let scores = core::array::from_fn(|depth| Score::cp((number * (depth as i32 + 3)) % 400 - 200));
            Seen { mv, scores, reply: None }
        };
        let moves = board.legal_moves().iter().map(seen).collect();
        let scene = Scene::new(&board, &[]);
        Position::new(&scene, &Sight { moves, depth: 6, nodes: 1 }, &WdlModel::NETWORK)
    }

    /// The slopes against differences.
    #[test]
    fn slopes_are_what_small_steps_show() {
        let position = position();
        let mut weights = Weights::new(Scale::Lichess, (800, 2400), Without::default());
        for (at, number) in weights.numbers.iter_mut().enumerate() {
            *number += ((at * 7919) % 101) as f32 / 1000.0 - 0.05;
        }
        let (rating, chosen) = (1234.0, 7);
        let log = |weights: &Weights| libm::log(weights.chances(&position, rating, &[])[chosen]);
        let mut pass = Pass::default();
        weights.forward(&position, rating, &[], &mut pass);
        assert!((pass.chances.iter().sum::<f64>() - 1.0).abs() < 1e-6);
        let mut slopes = vec![0.0; layout::ALL];
        weights.backward(&position, rating, chosen, &pass, &mut slopes);
        let mut compared = 0;
        for at in (0..layout::ALL).step_by(13) {
            let step = 1e-2;
            let mut other = weights.clone();
            other.numbers[at] += step;
            let up = log(&other);
            other.numbers[at] -= 2.0 * step;
            let measured = (up - log(&other)) / (2.0 * f64::from(step));
            let slope = f64::from(slopes[at]);
            // Units have corners.
            let tolerance = 0.05 * measured.abs() + 0.01;
            assert!((measured - slope).abs() < tolerance, "{at}: {measured} {slope}");
            compared += usize::from(measured.abs() > 0.02);
        }
        assert!(compared > 20, "{compared}");
    }

    #[test]
    fn a_bias_makes_its_move_more_likely() {
        let position = position();
        let weights = Weights::builtin(Scale::Lichess);
        let before = weights.chances(&position, 1500.0, &[]);
        let mut bias = vec![0.0; position.len()];
        bias[3] = 2.0;
        let after = weights.chances(&position, 1500.0, &bias);
        assert!(after[3] > before[3] && after[4] < before[4]);
        assert!((weights.ways(1500.0).iter().sum::<f64>() - 100.0).abs() < 1e-6);
    }
}
