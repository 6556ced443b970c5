//! When the engine agrees to a draw.

use quevedo_value::Score;

/// Worse than this, a draw is an escape.
const WORSE: Score = Score::cp(-50);
/// Within this nobody has anything.
const EVEN: i32 = 20;
/// Before this move a game is too young to be given up as drawn.
const LATE: u16 = 40;

/// Whether an engine that sees its position so takes a draw: when it stands worse, or when the game is old and nobody has
/// anything.
pub fn takes_draw(score: Score, move_number: u16) -> bool {
    score <= WORSE || (move_number >= LATE && !score.is_decided() && score.raw().abs() <= EVEN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quevedo_value::Ply;

    #[test]
    fn draws_are_taken_when_there_is_nothing_to_win() {
        assert!(!takes_draw(Score::DRAW, 10), "too early");
        assert!(takes_draw(Score::DRAW, 40));
        assert!(takes_draw(Score::cp(-80), 10), "glad to escape");
        assert!(!takes_draw(Score::cp(80), 90));
        assert!(takes_draw(Score::mated_in(Ply::new(4)), 10));
        assert!(!takes_draw(Score::mate_in(Ply::new(4)), 90));
    }
}
