//! Stand-in until the branch `eval` lands: material and mobility.
use quevedo_rules::{Board, Color, Move, Piece, attacks};
use quevedo_value::Score;
/// The boundary.
pub trait Evaluator: Send {
    /// New root.
    fn reset(&mut self, board: &Board);
    /// A move is played.
    fn push(&mut self, _before: &Board, _mv: Option<Move>, _after: &Board) {}
    /// It is taken back.
    fn pop(&mut self) {}
    /// The score.
    fn evaluate(&mut self, board: &Board) -> Score;
}
/// Stand-in.
#[derive(Debug, Default, Clone)]
pub struct AnyEvaluator;
impl AnyEvaluator {
    /// The classical evaluator.
    pub fn classical() -> AnyEvaluator {
        AnyEvaluator
    }
}
impl Evaluator for AnyEvaluator {
    fn reset(&mut self, _: &Board) {}
    fn evaluate(&mut self, board: &Board) -> Score {
        let side = |c: Color| {
            let mut s = 0;
            for (p, v) in [
                (Piece::Pawn, 100),
                (Piece::Knight, 320),
                (Piece::Bishop, 330),
                (Piece::Rook, 500),
                (Piece::Queen, 950),
            ] {
                for sq in board.colored(c, p) {
                    s += v;
                    let r = sq.relative_to(c);
                    s += if p == Piece::Pawn {
                        2 * (r.rank().index() as i32) * (r.rank().index() as i32) / 2
                    } else {
                        3 * attacks::of(p, c, sq, board.occupied()).len() as i32
                    };
                }
            }
            s
        };
        Score::cp(side(board.turn()) - side(!board.turn()) + 10)
    }
}
