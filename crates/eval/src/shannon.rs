//! Shannon's evaluation of 1950.
use crate::evaluator::Evaluator;
use quevedo_rules::Board;
use quevedo_value::Score;
/// f(P)
#[derive(Clone, Copy, Debug, Default)]
pub struct Shannon;
impl Evaluator for Shannon {
    fn reset(&mut self, _: &Board) {}
    fn evaluate(&mut self, _: &Board) -> Score {
        Score::DRAW
    }
}
