//! The fit: the weights under which what people played is likeliest, by steps along the slopes (Adam: Kingma and Ba 2015).

use crate::chance::Chance;
use crate::label::{Choice, Label};
use crate::model::{Pass, Position};
use crate::scene::Scene;
use crate::sight::{DEPTHS, Seen, Sight};
use crate::weights::{Weights, layout};
use quevedo_rules::Move;
use quevedo_value::{Score, WdlModel};

/// Something to learn from: a position, who had to choose, and what was chosen.
#[derive(Clone, Debug)]
pub struct Example {
    /// The position.
    pub position: Position,
    /// The player's rating.
    pub rating: u32,
    /// The place of what was played.
    pub chosen: usize,
    /// Plies before.
    pub ply: u32,
    /// The place of the best move at the last depth.
    pub best: usize,
}

impl Example {
    /// The example of a label; `None` if what was played is not among its moves.
    pub fn new(label: &Label, model: &WdlModel) -> Option<Example> {
        let chosen = label.played()?;
        let best = label.sight.best()?;
        let position = Position::new(&Scene::of_choice(&label.choice), &label.sight, model);
        Some(Example { position, rating: label.choice.rating, chosen, ply: label.choice.ply, best })
    }
}

impl Example {
    /// The example of a choice that nobody has searched: what there is to see at a glance, and no values.
    pub fn at_a_glance(choice: &Choice, model: &WdlModel) -> Option<Example> {
        let scene = Scene::of_choice(choice);
        let legal = scene.board.legal_moves();
        let seen = |&mv: &Move| Seen { mv, scores: [Score::DRAW; DEPTHS], reply: None };
        let sight = Sight { moves: legal.iter().map(seen).collect(), depth: 0, nodes: 0 };
        let chosen = sight.place(choice.played)?;
        let position = Position::new(&scene, &sight, model);
        Some(Example { position, rating: choice.rating, chosen, ply: choice.ply, best: chosen })
    }
}

/// Of eight players, one is not learnt from.
const FOLDS: u64 = 8;

impl Choice {
    /// Whether it is kept for checks: of some players nobody learns.
    pub fn is_held_out(&self) -> bool {
        is_kept(self.player)
    }

    /// Whether it may be learnt from: neither player is kept for checks, and so no game is in both.
    pub fn is_learnt_from(&self) -> bool {
        !is_kept(self.player) && !is_kept(self.opponent)
    }
}

fn is_kept(player: u64) -> bool {
    Chance::of(&[player]).number().is_multiple_of(FOLDS)
}

/// How the fit goes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Course {
    /// Times that all examples are gone through.
    pub epochs: u32,
    /// Examples of a step.
    pub batch: usize,
    /// The size of a step at the start; it falls to a fiftieth.
    pub rate: f32,
    /// How much weights shrink in each step, in parts of the size of a step.
    pub decay: f32,
    /// How fast squares learn beside the rest: there are many of them, and each is seen seldom.
    pub squares: f32,
}

impl Default for Course {
    fn default() -> Course {
        Course { epochs: 6, batch: 64, rate: 0.01, decay: 0.01, squares: 0.1 }
    }
}

/// Fits weights to examples, one epoch after the other.
#[derive(Debug)]
pub struct Fitter {
    weights: Weights,
    course: Course,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: u32,
    epoch: u32,
}

impl Fitter {
    /// A fit that starts with these weights.
    pub fn new(weights: Weights, course: Course) -> Fitter {
        let zeros = vec![0.0; layout::ALL];
        Fitter { weights, course, mean: zeros.clone(), square: zeros, steps: 0, epoch: 0 }
    }

    /// The weights as they are.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The end of the fit.
    pub fn finish(self) -> Weights {
        self.weights
    }

    /// Goes through all examples once; the mean surprise on the way, in nats. `None` when the course is over, or when `go_on`
    /// says so.
    pub fn epoch(&mut self, examples: &[Example], go_on: &dyn Fn() -> bool) -> Option<f64> {
        if self.epoch >= self.course.epochs || examples.is_empty() {
            return None;
        }
        let mut order: Vec<usize> = (0..examples.len()).collect();
        let mut chance = Chance::of(&[u64::from(self.epoch), 77]);
        for last in (1..order.len()).rev() {
            order.swap(last, (chance.number() % (last as u64 + 1)) as usize);
        }
        let (mut surprise, mut pass) = (0.0, Pass::default());
        let mut slopes = vec![0.0; layout::ALL];
        let batches = order.len().div_ceil(self.course.batch) as f32;
        for (number, batch) in order.chunks(self.course.batch).enumerate() {
            if !go_on() {
                return None;
            }
            slopes.fill(0.0);
            for &at in batch {
                let Example { position, rating, chosen, .. } = &examples[at];
                let rating = f64::from(*rating);
                self.weights.forward(position, rating, &[], &mut pass);
                surprise -= libm::log(pass.chances[*chosen].max(1e-12));
                self.weights.backward(position, rating, *chosen, &pass, &mut slopes);
            }
            let done = (self.epoch as f32 + number as f32 / batches) / self.course.epochs as f32;
            self.step(&slopes, 1.0 / batch.len() as f32, self.course.rate * (1.0 - 0.98 * done));
        }
        self.epoch += 1;
        Some(surprise / order.len() as f64)
    }

    fn step(&mut self, slopes: &[f32], scale: f32, rate: f32) {
        const KEEP: f32 = 0.9;
        const KEEP_SQUARE: f32 = 0.999;
        self.steps = self.steps.saturating_add(1);
        let early = 1.0 - libm::powf(KEEP, self.steps.min(10_000) as f32);
        let early_square = 1.0 - libm::powf(KEEP_SQUARE, self.steps.min(100_000) as f32);
        for (at, &slope) in slopes.iter().enumerate() {
            let slope = slope * scale;
            self.mean[at] = KEEP * self.mean[at] + (1.0 - KEEP) * slope;
            self.square[at] = KEEP_SQUARE * self.square[at] + (1.0 - KEEP_SQUARE) * slope * slope;
            let step = (self.mean[at] / early) / (libm::sqrtf(self.square[at] / early_square) + 1e-8);
            let number = &mut self.weights.numbers[at];
            let rate =
                if (layout::SQUARE..layout::LAYER).contains(&at) { rate * self.course.squares } else { rate };
            *number += rate * (step - self.course.decay * *number);
        }
    }
}
