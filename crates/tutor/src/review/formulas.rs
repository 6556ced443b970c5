//! Formulas that others have published and their users know; each report prints the line that defines its figures.
//!
//! Win%, the accuracy of a move and of a game are those of Lichess (<https://lichess.org/page/accuracy> and the constants of
//! its open programs); the average loss is the usual one, with scores kept within ten pawns.

use quevedo_rules::Color;

/// What stands under every figure of accuracy.
pub const ACCURACY_FORMULA: &str = "accuracy of a move = 103.1668 exp(-0.04354 d) - 2.1669 where d is the Win% lost, Win% = 50 + 50 (2 / (1 + exp(-0.00368208 cp)) - 1); of a game: the mean of the harmonic mean and the mean weighted by how much the game swings (Lichess)";

/// Scores are kept within so many hundredths of a pawn.
pub(super) const CEILING: i32 = 1000;

/// The chances that a score means, in per cent: 50 for nobody's advantage.
///
/// ```
/// use quevedo_tutor::review::win_percent;
///
/// assert_eq!(format!("{:.3} {:.3}", win_percent(100), win_percent(300)), "59.103 75.113");
/// ```
pub fn win_percent(centipawns: i32) -> f64 {
    let clamped = f64::from(centipawns.clamp(-CEILING, CEILING));
    50.0 + 50.0 * (2.0 / (1.0 + (-0.003_682_08 * clamped).exp()) - 1.0)
}

/// How accurate a move is, 0 to 100, that loses so many points of [`win_percent`].
///
/// ```
/// use quevedo_tutor::review::move_accuracy;
///
/// let shown = [5.0, 10.0, 20.0].map(|lost| format!("{:.3}", move_accuracy(lost)));
/// assert_eq!(shown, ["80.815", "64.580", "41.017"]);
/// assert_eq!((move_accuracy(-3.0), move_accuracy(100.0)), (100.0, 0.0));
/// ```
#[allow(clippy::unreadable_literal)] // as published
pub fn move_accuracy(lost: f64) -> f64 {
    if lost <= 0.0 {
        return 100.0;
    }
    let raw = 103.1668100711649 * (-0.04354415386753951 * lost).exp() - 3.166924740191411;
    (raw + 1.0).clamp(0.0, 100.0)
}

/// How accurate each side was in a game: White's and Black's figure, `None` without a move.
///
/// `percents` are White's [`win_percent`]s from the position before the first move on, one more than there are moves; `first`
/// plays the first one. Moves in a stretch where the game swings count more, and bad moves more than good ones.
pub fn game_accuracy(percents: &[f64], first: Color) -> [Option<f64>; 2] {
    let moves = percents.len().saturating_sub(1);
    let window = (moves / 10).clamp(2, 8);
    let weight = |index: usize| {
        // The first windows are all the same full one, so that every move has a window.
        let start = (index + 2).saturating_sub(window);
        let end = (start + window).min(percents.len());
        standard_deviation(&percents[start..end]).clamp(0.5, 12.0)
    };
    let mut sides: [Vec<(f64, f64)>; 2] = Default::default();
    for (index, pair) in percents.windows(2).enumerate() {
        let side = if index % 2 == 0 { first } else { !first };
        let lost = if side == Color::White { pair[0] - pair[1] } else { pair[1] - pair[0] };
        sides[side.index()].push((move_accuracy(lost), weight(index)));
    }
    sides.map(|moves| Some(f64::midpoint(weighted_mean(&moves)?, harmonic_mean(&moves)?)))
}

/// The mean of what moves lose, in hundredths of a pawn; `None` without a move.
pub fn average_centipawn_loss(losses: impl IntoIterator<Item = i32>) -> Option<f64> {
    let (sum, count) = losses
        .into_iter()
        .fold((0i64, 0u32), |(sum, count), loss| (sum + i64::from(loss.clamp(0, 2 * CEILING)), count + 1));
    (count > 0).then(|| sum as f64 / f64::from(count))
}

fn weighted_mean(moves: &[(f64, f64)]) -> Option<f64> {
    let weights: f64 = moves.iter().map(|(_, weight)| weight).sum();
    (weights > 0.0).then(|| moves.iter().map(|(accuracy, weight)| accuracy * weight).sum::<f64>() / weights)
}

/// One move of no accuracy at all does not make the game's nothing.
fn harmonic_mean(moves: &[(f64, f64)]) -> Option<f64> {
    let inverse: f64 = moves.iter().map(|(accuracy, _)| 1.0 / accuracy.max(1.0)).sum();
    (inverse > 0.0).then(|| moves.len() as f64 / inverse)
}

fn standard_deviation(values: &[f64]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(one: f64, other: f64) -> bool {
        (one - other).abs() < 5e-4
    }

    #[test]
    fn percents_are_those_printed() {
        assert!(close(win_percent(0), 50.0));
        assert!(close(win_percent(100), 59.103));
        assert!(close(win_percent(300), 75.113));
        assert!(close(win_percent(-300), 100.0 - 75.113));
        assert!(close(win_percent(5000), win_percent(1000)), "beyond ten pawns nothing changes");
        assert!(close(win_percent(1000), 97.545));
    }

    #[test]
    fn a_game_without_a_loss_is_accurate() {
        let [white, black] = game_accuracy(&[50.0; 21], Color::White);
        assert_eq!((white, black), (Some(100.0), Some(100.0)));
        assert_eq!(game_accuracy(&[50.0], Color::White), [None, None]);
        let [white, black] = game_accuracy(&[50.0, 50.0], Color::Black);
        assert_eq!((white, black), (None, Some(100.0)));
    }

    /// The same by hand: windows of two, the weights of the four moves are 0.5, 5, 5 and 0.5.
    #[test]
    fn a_short_game_by_hand() {
        let [white, black] = game_accuracy(&[50.0, 50.0, 60.0, 50.0, 50.0], Color::White);
        let ten = move_accuracy(10.0);
        let weighted = (100.0 * 0.5 + ten * 5.0) / 5.5;
        let harmonic = 2.0 / (1.0 / 100.0 + 1.0 / ten);
        let expected = f64::midpoint(weighted, harmonic);
        assert!(close(white.expect("two moves"), expected), "{white:?} {expected}");
        // Black's moves: the loss of ten with weight 5, then none with weight 0.5.
        let weighted = (ten * 5.0 + 100.0 * 0.5) / 5.5;
        assert!(close(black.expect("two moves"), f64::midpoint(weighted, harmonic)));
    }

    #[test]
    fn swings_weigh_more() {
        let mut calm = vec![50.0; 41];
        calm[40] = 40.0;
        let [quiet, _] = game_accuracy(&calm[..40], Color::White);
        let [_, black] = game_accuracy(&calm, Color::White);
        assert!(close(quiet.unwrap_or(0.0), 100.0) && close(black.unwrap_or(0.0), 100.0));
        calm[38] = 70.0;
        let [_, black] = game_accuracy(&calm, Color::White);
        assert!(black.is_some_and(|accuracy| accuracy < 95.0), "{black:?}");
    }

    #[test]
    fn losses_are_kept_within_bounds() {
        assert_eq!(average_centipawn_loss([]), None);
        assert_eq!(average_centipawn_loss([10, 30, -50]), Some(40.0 / 3.0));
        assert_eq!(average_centipawn_loss([1_000_000]), Some(2000.0));
    }
}
