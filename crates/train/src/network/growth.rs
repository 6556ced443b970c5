//! A network of the engine taken up again, to be trained further or to grow.

use quevedo_eval::nnue::{DEFAULT_SCALE, KingTable, Network, QA, QB};

use super::parameters::Parameters;
use super::shape::{FEATURES, Shape};

/// A network to train further does not fit into the one that it should become.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "the network to begin with has {hidden} sums, {king_buckets} king buckets and {output_buckets} output buckets; \
     sums may be added and king buckets divided, nothing else"
)]
pub struct OtherSizes {
    hidden: usize,
    king_buckets: usize,
    output_buckets: usize,
}

/// The weights of a network that the engine has, to train it further, perhaps with more sums or finer king buckets:
/// its values stay the same at first. New sums begin at random, by `seed`, and count for nothing until they have
/// learnt to; a new king bucket begins with the rows of the one that it was part of.
/// Chen, Goodfellow and Shlens 2016 (networks that grow and keep their function).
///
/// # Errors
/// If the network has more sums, other output buckets or king buckets that cut across the new ones.
pub fn taken_up(
    network: &Network,
    shape: &Shape,
    is_factorised: bool,
    seed: u64,
) -> Result<Parameters, OtherSizes> {
    let (old, hidden) = (network.hidden(), shape.hidden());
    let (old_buckets, buckets) = (network.king_buckets(), shape.king_buckets());
    let parents = parents(network.king_table(), shape);
    let (true, true, Some(parents)) =
        (old <= hidden, network.output_buckets() == shape.output_buckets(), parents)
    else {
        let output_buckets = network.output_buckets();
        return Err(OtherSizes { hidden: old, king_buckets: old_buckets, output_buckets });
    };
    let unit = |numbers: &[i16], one: f32| -> Vec<f32> {
        numbers.iter().map(|&number| f32::from(number) / one).collect()
    };
    let rows = unit(network.feature_weights(), f32::from(QA));
    let finer = f64::from(DEFAULT_SCALE) / f64::from(network.scale());
    let outputs = unit(network.output_weights(), (f64::from(QB) * finer) as f32);
    let bias_unit = f64::from(QA) * f64::from(QB) * finer;

    let mut parameters = Parameters::random(shape, false, seed);
    parameters.biases[..old].copy_from_slice(&unit(network.feature_biases(), f32::from(QA)));
    parameters.outputs.fill(0.0);
    for (new, known) in parameters.outputs.chunks_exact_mut(hidden).zip(outputs.chunks_exact(old)) {
        new[..old].copy_from_slice(known);
    }
    parameters.output_biases =
        network.output_biases().iter().map(|&bias| (f64::from(bias) / bias_unit) as f32).collect();
    for feature in 0..FEATURES {
        for (bucket, parent) in parents.iter().enumerate() {
            let known = (parent * FEATURES + feature) * old;
            let own = (feature * buckets + bucket) * hidden;
            parameters.inputs[own..own + old].copy_from_slice(&rows[known..known + old]);
        }
    }
    if is_factorised {
        parameters.shared = Parameters::zeros(shape, true).shared;
        share(&mut parameters, shape);
    }
    Ok(parameters)
}

/// For each king bucket of the shape the one of the old table that all its squares belonged to.
fn parents(old: &KingTable, shape: &Shape) -> Option<Vec<usize>> {
    let mut parents = vec![None; shape.king_buckets()];
    for (&bucket, &parent) in shape.king_table().iter().zip(old) {
        let known = parents[usize::from(bucket)].get_or_insert(usize::from(parent));
        if *known != usize::from(parent) {
            return None;
        }
    }
    parents.into_iter().collect()
}

/// Takes what the rows of a feature have in common in all buckets out of them: their mean.
fn share(parameters: &mut Parameters, shape: &Shape) {
    let (hidden, buckets) = (shape.hidden(), shape.king_buckets());
    let features = parameters.inputs.chunks_exact_mut(buckets * hidden);
    for (rows, shared) in features.zip(parameters.shared.chunks_exact_mut(hidden)) {
        for (column, mean) in shared.iter_mut().enumerate() {
            let weights = rows[column..].iter().step_by(hidden);
            *mean = weights.sum::<f32>() / buckets as f32;
            rows[column..].iter_mut().step_by(hidden).for_each(|weight| *weight -= *mean);
        }
    }
}
