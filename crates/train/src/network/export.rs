//! The engine's network: the trained one in whole numbers.

use quevedo_eval::nnue::{DEFAULT_SCALE, MAX_OUTPUT_WEIGHT, Network, NetworkError, Parts, QA, QB};
use rayon::prelude::*;

use super::example::Example;
use super::features::Features;
use super::parameters::{Parameters, folded};
use super::shape::{FEATURES, Shape};

/// Output weights are not written more finely than this: the rounding of the first layer is coarser then anyway.
const MOST_FINE: i16 = 16;

/// Why there is no network for the engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExportError {
    /// A weight is not a number.
    #[error("a weight of the network is not a finite number")]
    NotFinite,
    /// The engine does not take it.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

/// How far the values of two networks are apart, in hundredths of a pawn.
#[derive(Clone, Copy, PartialEq, Debug, Default, serde::Serialize)]
pub struct Difference {
    /// How many positions were compared.
    pub positions: usize,
    /// The mean.
    pub mean: f64,
    /// The greatest.
    pub most: f64,
}

/// Rounds the weights to the engine's whole numbers.
///
/// # Errors
/// If a weight is out of the engine's bounds, which training keeps, or the description is too long.
pub fn quantised(parameters: &Parameters, shape: &Shape, description: &str) -> Result<Network, ExportError> {
    if !parameters.are_finite() {
        return Err(ExportError::NotFinite);
    }
    let scale = finest_scale(&parameters.outputs);
    let finer = f64::from(DEFAULT_SCALE) / f64::from(scale);
    let (qa, qb) = (f32::from(QA), (f64::from(QB) * finer) as f32);
    let rounded = |numbers: &[f32], unit: f32| -> Vec<i16> {
        numbers.iter().map(|number| (number * unit).round() as i16).collect()
    };
    let bias_unit = f64::from(QA) * f64::from(QB) * finer;
    let output_biases = &parameters.output_biases;
    Ok(Network::new(Parts {
        hidden: shape.hidden(),
        king_buckets: shape.king_buckets(),
        output_buckets: shape.output_buckets(),
        king_table: *shape.king_table(),
        scale,
        description: description.to_owned(),
        feature_weights: rounded(&by_bucket(&folded(parameters, shape), shape), qa),
        feature_biases: rounded(&parameters.biases, qa),
        output_weights: rounded(&parameters.outputs, qb),
        output_biases: output_biases
            .iter()
            .map(|&bias| (f64::from(bias) * bias_unit).round() as i32)
            .collect(),
    })?)
}

/// The least scale with which the output weights stay within the engine's bounds. A network whose outputs are twice as
/// large and mean half as much has the same values, and its weights are rounded half as coarsely.
fn finest_scale(outputs: &[f32]) -> i16 {
    let largest = outputs.iter().fold(0.0, |largest: f32, weight| largest.max(weight.abs()));
    let bound = f32::from(MAX_OUTPUT_WEIGHT) / f32::from(QB);
    let scale = (f32::from(DEFAULT_SCALE) * largest / bound).ceil();
    (scale as i16).clamp(DEFAULT_SCALE / MOST_FINE, DEFAULT_SCALE)
}

/// Rows that stand feature by feature, bucket by bucket.
fn by_bucket(rows: &[f32], shape: &Shape) -> Vec<f32> {
    let (hidden, buckets) = (shape.hidden(), shape.king_buckets());
    let mut turned = Vec::with_capacity(rows.len());
    for bucket in 0..buckets {
        for feature in 0..FEATURES {
            let first = (feature * buckets + bucket) * hidden;
            turned.extend_from_slice(&rows[first..first + hidden]);
        }
    }
    turned
}

/// How far the engine's network is from the values of the one that was trained.
pub fn difference<E: Example>(
    network: &Network,
    shape: &Shape,
    examples: &[E],
    values: &[f32],
) -> Difference {
    const PORTION: usize = 4096;
    let portions: Vec<(f64, f64)> = examples
        .par_chunks(PORTION)
        .zip(values.par_chunks(PORTION))
        .map(|(examples, values)| {
            let differences = examples.iter().zip(values).map(|(example, &value)| {
                let whole = whole_value(network, &Features::of(example, shape));
                (whole as f64 - f64::from(value)).abs()
            });
            differences.fold((0.0, 0.0), |(sum, most): (f64, f64), next| (sum + next, most.max(next)))
        })
        .collect();
    let positions = examples.len().min(values.len());
    let sum: f64 = portions.iter().map(|portion| portion.0).sum();
    let most = portions.iter().fold(0.0, |most: f64, portion| most.max(portion.1));
    Difference { positions, mean: sum / positions.max(1) as f64, most }
}

/// The engine's arithmetic in the plainest form, in hundredths of a pawn for the side to move.
fn whole_value(network: &Network, features: &Features) -> i64 {
    let hidden = network.hidden();
    let output = features.output();
    let weights = &network.output_weights()[output * 2 * hidden..][..2 * hidden];
    let mut sum = 0i64;
    for (rows, weights) in [features.us(), features.them()].into_iter().zip(weights.chunks_exact(hidden)) {
        for (neuron, &weight) in neurons(network, rows).into_iter().zip(weights) {
            let active = i64::from(neuron.clamp(0, i32::from(QA)));
            sum += active * active * i64::from(weight);
        }
    }
    let bias = i64::from(network.output_biases()[output]);
    (sum / i64::from(QA) + bias) * i64::from(network.scale()) / (i64::from(QA) * i64::from(QB))
}

/// The sums of one side.
fn neurons(network: &Network, rows: &[u32]) -> Vec<i32> {
    let (hidden, buckets) = (network.hidden(), network.king_buckets());
    let mut sums: Vec<i32> = network.feature_biases().iter().map(|&bias| i32::from(bias)).collect();
    for &row in rows {
        // From our order of rows to the file's.
        let (feature, bucket) = (row as usize / buckets, row as usize % buckets);
        let weights = &network.feature_weights()[(bucket * FEATURES + feature) * hidden..][..hidden];
        for (sum, &weight) in sums.iter_mut().zip(weights) {
            *sum += i32::from(weight);
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_output_weights_are_rounded_finely() {
        assert_eq!(finest_scale(&[0.1, -2.0, 0.3]), DEFAULT_SCALE);
        assert_eq!(finest_scale(&[0.25, -0.5]), DEFAULT_SCALE / 4);
        assert_eq!(finest_scale(&[0.0]), DEFAULT_SCALE / MOST_FINE);
        // The largest weight still fits.
        for largest in [0.013_f32, 0.3, 0.77, 1.99] {
            let unit = f32::from(QB) * f32::from(DEFAULT_SCALE) / f32::from(finest_scale(&[largest]));
            assert!((largest * unit).round() <= f32::from(MAX_OUTPUT_WEIGHT), "{largest}");
        }
    }
}
