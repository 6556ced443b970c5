//! Lessons for a network that knows nothing yet.

use quevedo_eval::{Classical, Evaluator};
use quevedo_rules::{Board, Color, Outcome};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::data::Packed;

/// A lesson is so many random moves or fewer away from the position that it was made of.
const FARTHEST: usize = 4;

/// Says what positions are worth by the classical evaluation. That costs a microsecond where a search costs
/// hundreds, so there are as many lessons as one likes: a network that has learnt to imitate the teacher
/// needs far fewer positions with a search's score to surpass it (distillation: Hinton, Vinyals and Dean,
/// "Distilling the Knowledge in a Neural Network", 2015).
#[derive(Debug, Default)]
pub struct Teacher {
    evaluator: Classical,
}

impl Teacher {
    /// A position some random moves away from this one, with the teacher's value as its score. The same
    /// `chance` gives the same lesson.
    pub fn lesson(&mut self, packed: &Packed, chance: u64) -> Packed {
        let Ok(board) = packed.unpack() else { return *packed };
        let board = wander(board, &mut Xoshiro256PlusPlus::seed_from_u64(chance)).unwrap_or(board);
        let value = self.evaluator.evaluate(&board).raw();
        let score = if board.turn() == Color::White { value } else { -value };
        let most = i32::from(i16::MAX);
        Packed::pack(&board, score.clamp(-most, most) as i16, packed.result().unwrap_or(Outcome::Draw))
    }
}

/// Some random moves, and more as long as the side to move is in check, because no evaluation is asked there;
/// nothing if the game ends on the way.
fn wander(mut board: Board, dice: &mut Xoshiro256PlusPlus) -> Option<Board> {
    let mut below = |limit: usize| ((u128::from(dice.next_u64()) * limit as u128) >> 64) as usize;
    let mut left = below(FARTHEST + 1);
    while left > 0 || board.in_check() {
        let moves = board.legal_moves();
        board = board.play(*moves.get(below(moves.len()))?);
        left = left.saturating_sub(1);
    }
    Some(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lessons_are_varied_quiet_for_the_king_and_the_same_again() {
        let start = Packed::pack(&Board::start(), 30, Outcome::Draw);
        let mut teacher = Teacher::default();
        let lessons: Vec<Packed> = (0..200).map(|chance| teacher.lesson(&start, chance)).collect();
        assert_eq!(lessons[7], teacher.lesson(&start, 7));
        let boards: std::collections::HashSet<_> =
            lessons.iter().map(|lesson| lesson.unpack().expect("a position").key()).collect();
        assert!(boards.len() > 100, "{}", boards.len());
        for lesson in &lessons {
            let board = lesson.unpack().expect("a position");
            assert!(!board.in_check());
            let value = Classical::default().evaluate(&board).raw();
            assert_eq!(i32::from(lesson.score_for_mover()), value, "{board}");
        }
    }

    #[test]
    fn where_nothing_can_move_the_position_itself_is_the_lesson() {
        let stalemate: Board = "k7/2Q5/8/8/8/8/8/K7 b - - 0 1".parse().expect("a position");
        let packed = Packed::pack(&stalemate, 0, Outcome::Draw);
        for chance in 0..20 {
            assert_eq!(Teacher::default().lesson(&packed, chance).unpack().expect("a position"), stalemate);
        }
    }
}
