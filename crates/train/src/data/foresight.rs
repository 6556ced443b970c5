//! What later searches of a game say about its earlier positions.

use super::game::Game;

/// White's score of each position of a game, corrected by what came after it: TD(λ). The expected result of a
/// position is `1 - lambda` parts of its own score and `lambda` parts of the same for the next position, so that
/// searches k plies later count `lambda` to the power of k. A short search is as good as a longer one where the
/// game has gone on along its line.
///
/// Sutton, "Learning to predict by the methods of temporal differences" (1988); in chess: Baxter, Tridgell and
/// Weaver, "Learning to play chess using temporal differences" (2000), with 0.7.
///
/// `scale` is the score that changes the odds by a factor of e. With a `lambda` of 0 scores stay what they are.
pub fn foresight(game: &Game, lambda: f32, scale: f32) -> Vec<i16> {
    let expected = |score: i16| 1.0 / (1.0 + libm::expf(-f32::from(score) / scale));
    let mut scores: Vec<i16> = game.plies.iter().map(|ply| ply.score).collect();
    let Some(mut later) = scores.last().map(|&score| expected(score)) else { return scores };
    if lambda > 0.0 {
        for score in scores.iter_mut().rev() {
            later = (1.0 - lambda) * expected(*score) + lambda * later;
            // At the very ends a number has no logarithm of its odds.
            let sure = later.clamp(1e-6, 1.0 - 1e-6);
            *score = (scale * libm::logf(sure / (1.0 - sure))).round() as i16;
        }
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Ply;
    use quevedo_rules::{Board, Outcome};

    fn game(scores: &[i16]) -> Game {
        let mv = Board::start().parse_uci("e2e4").expect("a legal move");
        let plies = scores.iter().map(|&score| Ply { mv, score }).collect();
        Game { start: Board::start(), plies, result: Outcome::Draw }
    }

    #[test]
    fn later_scores_count_by_powers_of_lambda() {
        let scores = [0, 200, -31_990, 400, 800];
        assert_eq!(foresight(&game(&scores), 0.0, 400.0), scores);
        let seen = foresight(&game(&[0, 0, 400]), 0.5, 400.0);
        // A chance of 1 / (1 + exp(-1)) = 0.7311 at the end; a half and a quarter of what it is above 0.5.
        let odds = |chance: f32| (400.0 * (chance / (1.0 - chance)).ln()).round() as i16;
        assert_eq!(seen, [odds(0.5 + 0.231_06 / 4.0), odds(0.5 + 0.231_06 / 2.0), 400]);
        assert!(foresight(&game(&[]), 0.5, 400.0).is_empty());
    }

    #[test]
    fn equal_scores_stay_what_they_are() {
        for score in [-900, -33, 0, 150, 2500] {
            let seen = foresight(&game(&[score; 6]), 0.8, 400.0);
            assert!(seen.iter().all(|seen| seen.abs_diff(score) <= 2), "{score}: {seen:?}");
        }
    }
}
