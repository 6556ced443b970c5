//! What can be learnt from.

use quevedo_rules::{Color, Man, Square};

use super::teacher::Teacher;
use crate::data::Packed;

/// A position with a search's score and the result of its game.
pub trait Example: Sync + Sized {
    /// Whose move it is.
    fn turn(&self) -> Color;

    /// All men, in any order that is always the same.
    fn men(&self) -> impl Iterator<Item = (Man, Square)>;

    /// The search's score for the side to move, in hundredths of a pawn.
    fn score(&self) -> f32;

    /// What the side to move got: 0, 0.5 or 1.
    fn result(&self) -> f32;

    /// A position near this one, with the teacher's value of it as its score.
    fn lesson(&self, teacher: &mut Teacher, chance: u64) -> Self;
}

impl Example for Packed {
    fn turn(&self) -> Color {
        Packed::turn(self)
    }

    fn men(&self) -> impl Iterator<Item = (Man, Square)> {
        Packed::men(self)
    }

    fn score(&self) -> f32 {
        f32::from(self.score_for_mover())
    }

    fn result(&self) -> f32 {
        self.result_for_mover()
    }

    fn lesson(&self, teacher: &mut Teacher, chance: u64) -> Packed {
        teacher.lesson(self, chance)
    }
}
