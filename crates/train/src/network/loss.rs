//! The error of values, whoever gives them.

use super::example::Example;
use super::pass::expectation;
use super::settings::Settings;

/// The mean squared error of the expected results that values for the side to move mean at a scale, both in
/// hundredths of a pawn, with this part of the game's result in what is predicted. Not a number if there are
/// no positions.
pub fn mean_loss<E: Example>(
    settings: &Settings,
    examples: &[E],
    values: &[f32],
    scale: f32,
    blend: f32,
) -> f64 {
    let errors = examples.iter().zip(values).map(|(example, value)| {
        let error = expectation(value / scale) - settings.target(example, blend);
        f64::from(error * error)
    });
    errors.sum::<f64>() / examples.len() as f64
}

/// The scale at which values have the least [`mean_loss`], and that loss.
pub fn best_scale<E: Example>(settings: &Settings, examples: &[E], values: &[f32], blend: f32) -> (f32, f64) {
    let loss = |scale: f32| mean_loss(settings, examples, values, scale, blend);
    // Thirds of an interval in which the loss first falls and then rises, until it is narrow.
    let (mut low, mut high) = (50.0f32, 5000.0f32);
    while high / low > 1.005 {
        let third = libm::cbrtf(high / low);
        if loss(low * third) < loss(high / third) {
            high /= third;
        } else {
            low *= third;
        }
    }
    let best = (low * high).sqrt();
    (best, loss(best))
}
