//! All numbers of a network, and others of the same shape: gradients and the optimiser's memory.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::shape::{FEATURES, Shape};

/// The numbers of a network, by layer.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameters {
    /// Feature weights: for each feature, for each king bucket, a row.
    pub inputs: Vec<f32>,
    /// What the rows of a feature share in all king buckets: for each feature a row, or nothing.
    pub shared: Vec<f32>,
    /// What the sums start from.
    pub biases: Vec<f32>,
    /// For each output bucket the weights of our sums, then those of their sums.
    pub outputs: Vec<f32>,
    /// What each output starts from.
    pub output_biases: Vec<f32>,
}

impl Parameters {
    /// All zero; with room for what king buckets share if wanted.
    pub fn zeros(shape: &Shape, is_factorised: bool) -> Parameters {
        let hidden = shape.hidden();
        Parameters {
            inputs: vec![0.0; shape.inputs()],
            shared: vec![0.0; if is_factorised { FEATURES * hidden } else { 0 }],
            biases: vec![0.0; hidden],
            outputs: vec![0.0; shape.output_buckets() * 2 * hidden],
            output_biases: vec![0.0; shape.output_buckets()],
        }
    }

    /// Where training begins. The sums begin small and, in the mean, a little above zero, because below
    /// zero nothing is learnt; output buckets begin equal, because they mean the same thing.
    pub fn random(shape: &Shape, is_factorised: bool, seed: u64) -> Parameters {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut uniform = |bound: f32| {
            let unit = (dice.next_u64() >> 40) as f32 / (1u32 << 24) as f32;
            bound * (2.0 * unit - 1.0)
        };
        let mut parameters = Parameters::zeros(shape, is_factorised);
        let bound = (1.0 / FEATURES as f32).sqrt();
        // Buckets that share weights begin with nothing of their own; the others begin equal.
        let buckets = shape.king_buckets();
        for feature in 0..FEATURES {
            let row: Vec<f32> = (0..shape.hidden()).map(|_| uniform(bound)).collect();
            if is_factorised {
                parameters.shared[feature * row.len()..][..row.len()].copy_from_slice(&row);
            } else {
                for bucket in 0..buckets {
                    let first = (feature * buckets + bucket) * row.len();
                    parameters.inputs[first..][..row.len()].copy_from_slice(&row);
                }
            }
        }
        parameters.biases.fill(START_BIAS);
        let output_bound = (1.0 / (2 * shape.hidden()) as f32).sqrt();
        let row: Vec<f32> = (0..2 * shape.hidden()).map(|_| uniform(output_bound)).collect();
        for outputs in parameters.outputs.chunks_exact_mut(row.len()) {
            outputs.copy_from_slice(&row);
        }
        parameters
    }

    /// All layers, always in this order.
    pub(super) fn layers(&self) -> [&[f32]; 5] {
        [&self.inputs, &self.shared, &self.biases, &self.outputs, &self.output_biases]
    }

    /// All layers, always in this order.
    pub(super) fn layers_mut(&mut self) -> [&mut [f32]; 5] {
        [&mut self.inputs, &mut self.shared, &mut self.biases, &mut self.outputs, &mut self.output_biases]
    }

    /// Whether the feature weights are those of the buckets and what they share.
    pub fn is_factorised(&self) -> bool {
        !self.shared.is_empty()
    }

    /// Whether every number is one.
    pub(super) fn are_finite(&self) -> bool {
        self.layers().iter().all(|layer| layer.iter().all(|number| number.is_finite()))
    }
}

/// Sums of squares of a start so small would teach nothing for long.
const START_BIAS: f32 = 0.1;

/// The feature weights as they work: each bucket's own and what all share, added up.
pub(super) fn folded(parameters: &Parameters, shape: &Shape) -> Vec<f32> {
    let mut rows = parameters.inputs.clone();
    if parameters.is_factorised() {
        let hidden = shape.hidden();
        let features = rows.chunks_exact_mut(shape.king_buckets() * hidden);
        for (buckets, shared) in features.zip(parameters.shared.chunks_exact(hidden)) {
            for row in buckets.chunks_exact_mut(hidden) {
                quevedo_simd::float::add_to(row, shared);
            }
        }
    }
    rows
}
