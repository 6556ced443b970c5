//! The curves under which the games were most likely.

use quevedo_value::WdlModel;

use super::tally::{MATERIALS, Observed, Tally};

/// The polynomials are found by their values at these materials, because powers of the material are so
/// alike that their coefficients would be ill to find.
const KNOTS: [f64; 4] = [17.0, 37.0, 58.0, 78.0];
/// So many numbers are to be found: middle and spread at each knot.
const NUMBERS: usize = 2 * KNOTS.len();
const MOST_STEPS: usize = 200;
/// Fewer positions are no base for eight numbers.
const FEWEST: u64 = 1000;

/// A fitted model.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// The model.
    pub model: WdlModel,
    /// Minus the mean logarithm of the chance that the model gave to what happened.
    pub error: f64,
    /// The same for a model that knows the overall frequencies only.
    pub blind_error: f64,
    /// Positions that it was fitted on.
    pub positions: u64,
    /// Steps that it took.
    pub steps: usize,
}

/// Why there is no fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FitError {
    /// Too little to learn from.
    #[error("there are {0} positions to fit on, at least {FEWEST} are needed")]
    TooFew(u64),
    /// All games ended alike.
    #[error("the games have no wins, no draws or no losses; a fit needs all three")]
    OneSided,
    /// No curve fits.
    #[error("the fit does not come to an end; the scores may have nothing to do with the results")]
    NoEnd,
}

impl Fit {
    /// The score that wins half of the games at the material of move 32: what `100 cp` should mean.
    pub fn pawn(&self) -> f64 {
        self.model.pawn()
    }
}

/// Chances to win, draw and lose with their derivatives by middle and spread.
struct Chances {
    chance: [f64; 3],
    by_middle: [f64; 3],
    by_spread: [f64; 3],
}

impl Chances {
    fn new(score: f64, middle: f64, spread: f64) -> Chances {
        let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
        let (up, down) = ((score - middle) / spread, (-score - middle) / spread);
        let (win, loss) = (logistic(up), logistic(down));
        let (win_slope, loss_slope) = (win * (1.0 - win) / spread, loss * (1.0 - loss) / spread);
        let draw = (1.0 - win - loss).max(1e-9);
        Chances {
            chance: [win.max(1e-9), draw, loss.max(1e-9)],
            by_middle: [-win_slope, win_slope + loss_slope, -loss_slope],
            by_spread: [-win_slope * up, win_slope * up + loss_slope * down, -loss_slope * down],
        }
    }
}

/// What a step of the fit looks at: the error, its slope and its expected curvature (Fisher's
/// information).
struct Ground {
    error: f64,
    slope: [f64; NUMBERS],
    curvature: [[f64; NUMBERS]; NUMBERS],
}

/// The weights of the four knots in the polynomial's value at a material (Lagrange).
fn knot_weights(material: u32) -> [f64; 4] {
    let x = f64::from(material);
    core::array::from_fn(|knot| {
        let others = (0..4).filter(|&other| other != knot);
        others.map(|other| (x - KNOTS[other]) / (KNOTS[knot] - KNOTS[other])).product()
    })
}

fn value(weights: &[f64; 4], numbers: &[f64]) -> f64 {
    weights.iter().zip(numbers).map(|(weight, number)| weight * number).sum()
}

fn counts(observed: Observed) -> [f64; 3] {
    [observed.won as f64, observed.drawn as f64, observed.lost as f64]
}

fn error_of(tally: &Tally, numbers: &[f64; NUMBERS]) -> f64 {
    let (middles, spreads) = numbers.split_at(4);
    tally
        .cells()
        .map(|(score, material, observed)| {
            let weights = knot_weights(material);
            let (middle, spread) = (value(&weights, middles), value(&weights, spreads));
            // Outside of these there are no chances; a step must not lead there.
            if middle < 1.0 || spread < 1.0 {
                return f64::INFINITY;
            }
            let chances = Chances::new(f64::from(score), middle, spread);
            let terms = counts(observed).into_iter().zip(chances.chance);
            -terms.map(|(count, chance)| count * chance.ln()).sum::<f64>()
        })
        .sum()
}

fn slope_of(tally: &Tally, numbers: &[f64; NUMBERS]) -> Ground {
    let (middles, spreads) = numbers.split_at(4);
    let mut found = Ground {
        error: error_of(tally, numbers),
        slope: [0.0; NUMBERS],
        curvature: [[0.0; NUMBERS]; NUMBERS],
    };
    for (score, material, observed) in tally.cells() {
        let weights = knot_weights(material);
        let chances = Chances::new(f64::from(score), value(&weights, middles), value(&weights, spreads));
        let all = observed.all() as f64;
        // How the chances change with each of the eight numbers.
        let by_number = |number: usize, end: usize| {
            let slopes = if number < 4 { &chances.by_middle } else { &chances.by_spread };
            weights[number % 4] * slopes[end]
        };
        for row in 0..NUMBERS {
            for (end, count) in counts(observed).into_iter().enumerate() {
                found.slope[row] += count / chances.chance[end] * by_number(row, end);
                for column in 0..NUMBERS {
                    let product = by_number(row, end) * by_number(column, end);
                    found.curvature[row][column] += all * product / chances.chance[end];
                }
            }
        }
    }
    found
}

/// Solves linear equations by elimination; `None` if they do not say enough.
fn solve(mut matrix: [[f64; NUMBERS]; NUMBERS], mut right: [f64; NUMBERS]) -> Option<[f64; NUMBERS]> {
    for column in 0..NUMBERS {
        let size = |row: &usize| matrix[*row][column].abs();
        let pivot = (column..NUMBERS).max_by(|one, other| size(one).total_cmp(&size(other)))?;
        if size(&pivot) < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        for row in column + 1..NUMBERS {
            let factor = matrix[row][column] / matrix[column][column];
            let above = matrix[column];
            for (number, known) in matrix[row].iter_mut().zip(above) {
                *number -= factor * known;
            }
            right[row] -= factor * right[column];
        }
    }
    let mut solution = [0.0; NUMBERS];
    for row in (0..NUMBERS).rev() {
        let known: f64 = (row + 1..NUMBERS).map(|place| matrix[row][place] * solution[place]).sum();
        solution[row] = (right[row] - known) / matrix[row][row];
    }
    Some(solution)
}

/// The model under which the positions' results are most likely, by Fisher's scoring.
///
/// # Errors
/// If there is too little to learn from.
pub fn fit(tally: &Tally) -> Result<Fit, FitError> {
    let positions = tally.positions();
    if positions < FEWEST {
        return Err(FitError::TooFew(positions));
    }
    let mut all = Observed::default();
    tally.cells().for_each(|(_, _, cell)| all.add(cell));
    if all.won == 0 || all.drawn == 0 || all.lost == 0 {
        return Err(FitError::OneSided);
    }
    let mut numbers = [120.0, 120.0, 120.0, 120.0, 80.0, 80.0, 80.0, 80.0];
    for steps in 1..=MOST_STEPS {
        let here = slope_of(tally, &numbers);
        // A little weight on staying put where no position says anything.
        let mut curvature = here.curvature;
        for (row, line) in curvature.iter_mut().enumerate() {
            line[row] += 1e-6;
        }
        let direction = solve(curvature, here.slope).ok_or(FitError::NoEnd)?;
        let step = |length: f64| core::array::from_fn(|place| numbers[place] + length * direction[place]);
        let lengths = core::iter::successors(Some(1.0), |length| Some(length / 2.0)).take(30);
        let better = lengths.map(step).find(|numbers| error_of(tally, numbers) < here.error);
        let change = better.map_or(0.0, |next: [f64; NUMBERS]| {
            next.iter().zip(&numbers).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max)
        });
        numbers = better.unwrap_or(numbers);
        if change < 1e-3 {
            let error = error_of(tally, &numbers) / positions as f64;
            let blind_error = blind_error(all);
            return Ok(Fit { model: model_of(&numbers), error, blind_error, positions, steps });
        }
    }
    Err(FitError::NoEnd)
}

fn blind_error(all: Observed) -> f64 {
    let total = all.all() as f64;
    -counts(all).into_iter().map(|count| count / total * (count / total).ln()).sum::<f64>()
}

/// The coefficients of the polynomials with these values at the knots.
fn model_of(numbers: &[f64; NUMBERS]) -> WdlModel {
    let (middles, spreads) = numbers.split_at(4);
    WdlModel { middle: coefficients(middles), spread: coefficients(spreads) }
}

/// The polynomial through values at the knots, by powers of material / usual material, the highest first.
fn coefficients(values: &[f64]) -> [f64; 4] {
    let knots = KNOTS.map(|knot| knot / f64::from(WdlModel::USUAL_MATERIAL));
    let mut sum = [0.0; 4];
    for (knot, &value) in values.iter().enumerate().take(4) {
        // The product of (x - other) over the other knots, lowest power first.
        let mut product = vec![value];
        for other in (0..4).filter(|&other| other != knot) {
            let gap = knots[knot] - knots[other];
            let mut next = vec![0.0; product.len() + 1];
            for (power, factor) in product.iter().enumerate() {
                next[power + 1] += factor / gap;
                next[power] -= factor * knots[other] / gap;
            }
            product = next;
        }
        for (power, factor) in product.iter().enumerate().take(4) {
            sum[3 - power] += factor;
        }
    }
    // Seven digits are more than the data can tell.
    sum.map(|coefficient: f64| (coefficient * 1e4).round() / 1e4)
}

/// The model's chances in the mean over the positions of a score range and of all materials.
impl Tally {
    /// For each range of scores (from the first number up to the second): how many positions, what
    /// happened, and what the model predicts, as parts of 1.
    pub fn compare(&self, model: &WdlModel, ranges: &[(i32, i32)]) -> Vec<(Observed, [f64; 3])> {
        let mut rows = vec![(Observed::default(), [0.0; 3]); ranges.len()];
        for (score, material, observed) in self.cells() {
            let place = ranges.iter().position(|&(from, to)| (from..to).contains(&score));
            let Some((all, predicted)) = place.and_then(|place| rows.get_mut(place)) else { continue };
            let (middle, spread) = model.curve(material.clamp(*MATERIALS.start(), *MATERIALS.end()));
            let chances = Chances::new(f64::from(score), middle, spread.max(1.0));
            all.add(observed);
            for (sum, chance) in predicted.iter_mut().zip(chances.chance) {
                *sum += chance * observed.all() as f64;
            }
        }
        for (observed, predicted) in &mut rows {
            for sum in predicted {
                *sum /= observed.all().max(1) as f64;
            }
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tally with exactly the results that a model says.
    fn made_by(model: &WdlModel, games: f64) -> Tally {
        let mut tally = Tally::default();
        for material in MATERIALS {
            for score in (-600..=600).step_by(10) {
                let (middle, spread) = model.curve(material);
                let [won, drawn, lost] =
                    Chances::new(f64::from(score), middle, spread).chance.map(|part| (part * games) as u64);
                tally.put(score, material, Observed { won, drawn, lost });
            }
        }
        tally
    }

    #[test]
    fn a_known_model_is_found_again() {
        for model in [
            WdlModel::CLASSICAL,
            WdlModel { middle: [-20.0, 60.0, -30.0, 180.0], spread: [10.0, -30.0, 40.0, 60.0] },
        ] {
            let found = fit(&made_by(&model, 1e5)).expect("a fit");
            for material in [17, 30, 44, 58, 70, 78] {
                let (middle, spread) = model.curve(material);
                let (found_middle, found_spread) = found.model.curve(material);
                assert!((middle - found_middle).abs() < 0.5, "{middle} {found_middle}");
                assert!((spread - found_spread).abs() < 0.5, "{spread} {found_spread}");
            }
            assert!((found.pawn() - model.pawn()).abs() < 0.5);
            assert!(found.error < found.blind_error && found.positions > 1_000_000);
        }
    }

    #[test]
    fn predictions_stand_beside_what_happened() {
        let model = WdlModel::CLASSICAL;
        let tally = made_by(&model, 1e5);
        let rows = tally.compare(&model, &[(-1000, -100), (-100, 100), (100, 1001)]);
        assert_eq!(rows.iter().map(|(observed, _)| observed.all()).sum::<u64>(), tally.positions());
        for (observed, predicted) in rows {
            let all = observed.all() as f64;
            for (count, chance) in counts(observed).into_iter().zip(predicted) {
                assert!((count / all - chance).abs() < 1e-3, "{count} {all} {chance}");
            }
        }
    }

    #[test]
    fn too_little_is_refused() {
        assert_eq!(fit(&Tally::default()), Err(FitError::TooFew(0)));
        let mut tally = Tally::default();
        tally.put(0, 50, Observed { won: 5000, drawn: 10, lost: 0 });
        assert_eq!(fit(&tally), Err(FitError::OneSided));
    }

    /// Scores that say nothing, at one material only: whatever comes, it is no panic.
    #[test]
    fn odd_data_do_no_harm() {
        let mut tally = Tally::default();
        for score in [-500, 0, 500] {
            tally.put(score, 40, Observed { won: 1000, drawn: 1000, lost: 1000 });
        }
        let _ = fit(&tally);
        let mut reversed = Tally::default();
        reversed.put(300, 40, Observed { won: 10, drawn: 1000, lost: 5000 });
        reversed.put(-300, 40, Observed { won: 5000, drawn: 1000, lost: 10 });
        let _ = fit(&reversed);
    }
}
