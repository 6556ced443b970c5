//! Figures with errors: what measurements say beyond chance.
//!
//! Errors are half the width of a 95 % interval. Those of sums over positions come from the jackknife (Tukey
//! 1958): the statistic is worked out again without each of the positions in turn, and how much that changes it
//! tells how much it hangs on the choice of positions. Scores of matches have Wilson's interval (1927), which
//! has bounds also where one side won everything.

use quevedo_arena::stats::{Estimate, Outcomes, Tally};

/// Half the width of a 95 % interval, in standard deviations.
const SIGMAS: f64 = 1.96;

/// Half the width of a 95 % interval of Student's distribution, for small samples.
fn student(freedom: usize) -> f64 {
    const FEW: [f64; 10] = [12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23];
    match freedom {
        0 => f64::INFINITY,
        1..=10 => FEW[freedom - 1],
        many => SIGMAS + 2.5 / many as f64,
    }
}

/// A statistic of so many cases, with its error by the jackknife. `of` works it out with all of them, or without one.
pub(super) fn jackknife(cases: usize, of: impl Fn(Option<usize>) -> f64) -> Estimate {
    let value = of(None);
    if cases < 2 {
        return Estimate { value, error: f64::INFINITY };
    }
    let without: Vec<f64> = (0..cases).map(|left_out| of(Some(left_out))).collect();
    let mean = without.iter().sum::<f64>() / cases as f64;
    let spread: f64 = without.iter().map(|it| (it - mean).powi(2)).sum();
    let variance = spread * (cases - 1) as f64 / cases as f64;
    Estimate { value, error: student(cases - 1) * variance.sqrt() }
}

/// The sum of the first over the sum of the second, by cases that belong together.
pub(super) fn ratio(pairs: &[(f64, f64)]) -> Estimate {
    jackknife(pairs.len(), |left_out| {
        let kept = pairs.iter().enumerate().filter(|(place, _)| Some(*place) != left_out);
        let (above, below) = kept.fold((0.0, 0.0), |(a, b), (_, pair)| (a + pair.0, b + pair.1));
        if below == 0.0 { f64::NAN } else { above / below }
    })
}

/// The mean of a few values.
pub(super) fn mean(values: &[f64]) -> Estimate {
    let pairs: Vec<(f64, f64)> = values.iter().map(|&value| (value, 1.0)).collect();
    ratio(&pairs)
}

/// Whether the value is above a bound: beyond its error, or nothing.
pub(super) fn above(estimate: Estimate, bound: f64) -> Option<bool> {
    match estimate {
        Estimate { value, error } if value - error > bound => Some(true),
        Estimate { value, error } if value + error < bound => Some(false),
        _ => None,
    }
}

/// Whether the value is below a bound.
pub(super) fn below(estimate: Estimate, bound: f64) -> Option<bool> {
    above(estimate, bound).map(|is_above| !is_above)
}

/// Whether the value lies between two bounds.
pub(super) fn within(estimate: Estimate, low: f64, high: f64) -> Option<bool> {
    match (above(estimate, low), below(estimate, high)) {
        (Some(true), Some(true)) => Some(true),
        (Some(false), _) | (_, Some(false)) => Some(false),
        _ => None,
    }
}

/// Wilson's interval of a share: so many of so many.
pub(super) fn share(part: f64, of: f64) -> Estimate {
    let (p, n) = (part / of.max(1.0), of.max(1.0));
    let square = SIGMAS * SIGMAS / n;
    let middle = (p + square / 2.0) / (1.0 + square);
    let half = SIGMAS * (p * (1.0 - p) / n + square / (4.0 * n)).sqrt() / (1.0 + square);
    Estimate { value: middle, error: half }
}

/// Elo with the ends of its 95 % interval, which need not be equally far away.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct EloRange {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl EloRange {
    /// Of a match; `None` without games.
    pub(super) fn of(tally: &Tally) -> Option<EloRange> {
        if tally.games() == 0 {
            return None;
        }
        let games = tally.games() as f64;
        let interval = share(tally.points(), games);
        let elo = |score: f64| -400.0 * (1.0 / score - 1.0).log10();
        let (low, high) = (elo(interval.value - interval.error), elo(interval.value + interval.error));
        // A clean score has no Elo of its own: half a point is taken off.
        let score = tally.score().clamp(0.5 / games, 1.0 - 0.5 / games);
        Some(EloRange { value: elo(score).clamp(low, high), low, high })
    }

    /// `+382 (+215 to +566)`.
    pub(super) fn words(&self) -> String {
        format!("{:+.0} ({:+.0} to {:+.0})", self.value, self.low, self.high)
    }

    /// A standard deviation, as far as the interval has one.
    pub(super) fn deviation(&self) -> f64 {
        (self.high - self.low) / (2.0 * SIGMAS)
    }
}

/// Whether the first of two players is the stronger, beyond the error of the match.
pub(super) fn is_stronger(tally: &Tally) -> Option<bool> {
    (tally.games() > 0).then(|| share(tally.points(), tally.games() as f64)).and_then(|it| above(it, 0.5))
}

/// A point with its standard deviation.
pub(super) type Weighted = (f64, f64, f64);

/// The mean of values (the second of each point) by their weights.
pub(super) fn weighted_mean(points: &[Weighted]) -> Estimate {
    let sum: f64 = points.iter().map(|(_, _, deviation)| deviation.powi(-2)).sum();
    let value = points.iter().map(|(_, y, deviation)| y * deviation.powi(-2)).sum::<f64>() / sum;
    Estimate { value, error: SIGMAS / sum.sqrt() }
}

/// By how much the values change from one place to the next: the slope of the weighted line through the points.
pub(super) fn slope(points: &[Weighted]) -> Estimate {
    let weight = |point: &Weighted| point.2.max(1e-9).powi(-2);
    let sum: f64 = points.iter().map(weight).sum();
    let middle = points.iter().map(|point| weight(point) * point.0).sum::<f64>() / sum;
    let spread: f64 = points.iter().map(|point| weight(point) * (point.0 - middle).powi(2)).sum();
    if points.len() < 3 || spread <= 0.0 {
        return Estimate { value: 0.0, error: f64::INFINITY };
    }
    let value = points.iter().map(|point| weight(point) * (point.0 - middle) * point.1).sum::<f64>() / spread;
    Estimate { value, error: SIGMAS / spread.sqrt() }
}

/// Whether a method solves more than another, by what only one of the two solves: a two-sided sign test at 95 %.
/// `None` if that is too little to tell.
pub(super) fn solves_more(only_first: u64, only_second: u64) -> Option<bool> {
    let (most, least) = (only_first.max(only_second), only_first.min(only_second));
    let all = most + least;
    // The chance that fair coins fall as unevenly.
    let mut term = 0.5_f64.powi(all.min(1000) as i32);
    let mut tail = 0.0;
    for count in 0..=least.min(999) {
        tail += term;
        term *= (all - count) as f64 / (count + 1) as f64;
    }
    (all > 0 && all <= 1000 && 2.0 * tail < 0.05).then_some(only_first > only_second)
}

/// `94.8 ± 1.2`.
pub(super) fn told(estimate: Estimate, digits: usize) -> String {
    let Estimate { value, error } = estimate;
    match (value.is_finite(), error.is_finite()) {
        (false, _) => "?".to_owned(),
        (_, true) => format!("{value:.digits$} \u{b1} {error:.digits$}"),
        _ => format!("{value:.digits$} (error unknown)"),
    }
}

/// The same of a ratio, in per cent.
pub(super) fn percent(estimate: Estimate) -> String {
    told(Estimate { value: 100.0 * estimate.value, error: 100.0 * estimate.error }, 1) + " %"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 0.01
    }

    #[test]
    fn the_jackknife_of_a_mean_is_the_textbook_error() {
        let estimate = mean(&[1.0, 2.0, 3.0, 4.0]);
        // The standard deviation is 1.291, that of the mean half of it; Student with 3 degrees: 3.18.
        assert!(close(estimate.value, 2.5) && close(estimate.error, 3.18 * 1.291 / 2.0), "{estimate:?}");
        assert!(mean(&[1.0]).error.is_infinite());
    }

    #[test]
    fn a_ratio_of_constant_pairs_has_no_error() {
        let estimate = ratio(&[(2.0, 1.0), (4.0, 2.0), (20.0, 10.0)]);
        assert!(close(estimate.value, 2.0) && close(estimate.error, 0.0));
        assert_eq!((above(estimate, 1.9), below(estimate, 1.9)), (Some(true), Some(false)));
        let unsure = Estimate { value: 2.0, error: 0.5 };
        assert_eq!(
            (above(unsure, 1.9), within(unsure, 0.0, 3.0), within(unsure, 0.0, 2.1)),
            (None, Some(true), None)
        );
    }

    #[test]
    fn matches_that_one_side_wins_have_bounds() {
        let clean = Tally { wins: 20, draws: 0, losses: 0 };
        let range = EloRange::of(&clean).expect("games");
        assert!(range.low > 200.0 && range.high.is_finite() && range.value > range.low, "{range:?}");
        assert_eq!(is_stronger(&clean), Some(true));
        assert_eq!(is_stronger(&Tally { wins: 40, draws: 22, losses: 38 }), None);
        assert_eq!(is_stronger(&Tally::default()), None);
    }

    #[test]
    fn a_slope_within_its_error_is_no_slope() {
        let steep = slope(&[(1.0, 10.0, 1.0), (2.0, 20.0, 1.0), (3.0, 30.0, 1.0)]);
        assert!(close(steep.value, 10.0) && close(steep.error, 1.96 / 2.0_f64.sqrt()));
        assert!(slope(&[(1.0, 1.0, 1.0), (2.0, 2.0, 1.0)]).error.is_infinite());
        let level = weighted_mean(&[(1.0, 10.0, 1.0), (2.0, 20.0, 1.0)]);
        assert!(close(level.value, 15.0) && close(level.error, 1.96 / 2.0_f64.sqrt()));
    }

    #[test]
    fn ties_decide_nothing() {
        assert_eq!(solves_more(0, 0), None);
        assert_eq!(solves_more(5, 0), None, "one in sixteen");
        assert_eq!(solves_more(6, 0), Some(true), "one in thirty-two");
        assert_eq!(solves_more(1, 12), Some(false));
        assert_eq!(solves_more(30, 25), None);
    }

    #[test]
    fn shares_are_wilsons() {
        let estimate = share(6.0, 15.0);
        assert!(
            close(estimate.value - estimate.error, 0.198) && close(estimate.value + estimate.error, 0.643)
        );
    }
}
