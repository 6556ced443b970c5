//! Shannon's evaluation, as he wrote it down in 1949 (*Programming a computer for playing chess*,
//! Philosophical Magazine 41, 1950, section 3 and appendix).
//!
//! ```text
//! f(P) = 200(K-K') + 9(Q-Q') + 5(R-R') + 3(B-B'+N-N') + (P-P')
//!        - 0.5(D-D'+S-S'+I-I') + 0.1(M-M')
//! ```
//!
//! Primed letters are Black's. [`Formula`] counts both sides and keeps the sum exact, in tenths of a
//! pawn; [`Appendix`] counts everything on the longer list that the appendix proposes.

mod appendix;
mod formula;
mod mobility;
mod structure;

use quevedo_rules::{Board, Color};
use quevedo_value::Score;

pub use appendix::{Appendix, Item};
pub use formula::{Counts, Formula, FormulaTerm};

use crate::evaluator::Evaluator;

/// Shannon's f(P) as an evaluator.
///
/// ```
/// use quevedo_eval::{Evaluator, Shannon};
/// use quevedo_rules::Board;
///
/// // A rook and a pawn, which is isolated, and five moves more: 5 + 1 - 0.5 + 0.5.
/// let board = Board::from_fen("4k3/8/8/8/8/8/P7/R3K3 w - - 0 1")?;
/// assert_eq!(Shannon.evaluate(&board).raw(), 600);
/// # Ok::<(), quevedo_rules::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shannon;

impl Evaluator for Shannon {
    fn reset(&mut self, _: &Board) {}

    fn evaluate(&mut self, board: &Board) -> Score {
        let tenths = Formula::of(board).tenths();
        let tenths = if board.turn() == Color::White { tenths } else { -tenths };
        Score::cp(10 * tenths)
    }
}
