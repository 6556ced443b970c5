//! One position forwards and backwards through the network.

use quevedo_simd::float::{add_to, add_to_rows, screlu_back, screlu_dot, sum_rows};

use super::features::Features;
use super::parameters::Parameters;

/// Hundredths of a pawn that change the odds of the expected result by a factor of e.
pub(super) const SCALE: f32 = 400.0;

/// A network as positions go through it: with folded feature weights.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layers<'a> {
    pub(super) rows: &'a [f32],
    pub(super) biases: &'a [f32],
    pub(super) outputs: &'a [f32],
    pub(super) output_biases: &'a [f32],
}

/// The sums of both sides; one for each thread.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    us: Vec<f32>,
    them: Vec<f32>,
}

impl Sums {
    pub(super) fn new(hidden: usize) -> Sums {
        Sums { us: vec![0.0; hidden], them: vec![0.0; hidden] }
    }
}

/// The chance of winning that a value means.
pub(super) fn expectation(value: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-value))
}

impl<'a> Layers<'a> {
    pub(super) fn new(rows: &'a [f32], parameters: &'a Parameters) -> Layers<'a> {
        Layers {
            rows,
            biases: &parameters.biases,
            outputs: &parameters.outputs,
            output_biases: &parameters.output_biases,
        }
    }

    /// The value of a position for the side to move, in units of [`SCALE`].
    pub(super) fn value(&self, features: &Features, sums: &mut Sums) -> f32 {
        sum_rows(&mut sums.us, self.biases, self.rows, features.us());
        sum_rows(&mut sums.them, self.biases, self.rows, features.them());
        let (ours, theirs) = self.output_halves(features);
        self.output_biases[features.output()] + screlu_dot(&sums.us, ours) + screlu_dot(&sums.them, theirs)
    }

    /// Adds the derivatives of the squared error of the expected result to `gradient`; gives back the
    /// squared error.
    pub(super) fn learn(
        &self,
        features: &Features,
        target: f32,
        sums: &mut Sums,
        gradient: &mut Parameters,
    ) -> f32 {
        let expected = expectation(self.value(features, sums));
        let error = expected - target;
        let slope = 2.0 * error * expected * (1.0 - expected);
        let (ours, theirs) = self.output_halves(features);
        let hidden = self.biases.len();
        let first = features.output() * 2 * hidden;
        let (our_gradient, their_gradient) = gradient.outputs[first..first + 2 * hidden].split_at_mut(hidden);
        // From here on the sums are the derivatives by them.
        screlu_back(&mut sums.us, ours, our_gradient, slope);
        screlu_back(&mut sums.them, theirs, their_gradient, slope);
        gradient.output_biases[features.output()] += slope;
        add_to_rows(&mut gradient.inputs, features.us(), &sums.us);
        add_to_rows(&mut gradient.inputs, features.them(), &sums.them);
        add_to(&mut gradient.biases, &sums.us);
        add_to(&mut gradient.biases, &sums.them);
        error * error
    }

    fn output_halves(&self, features: &Features) -> (&'a [f32], &'a [f32]) {
        let hidden = self.biases.len();
        let first = features.output() * 2 * hidden;
        self.outputs[first..first + 2 * hidden].split_at(hidden)
    }
}
