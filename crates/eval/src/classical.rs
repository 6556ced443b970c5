//! The classical evaluation: a weighted sum of what chess players look at, between middlegame and
//! endgame as the men leave the board.
//!
//! The terms are in one [table](terms); the modules count them; a [tracer](trace) can watch. The sum
//! is put together in [`Sums`].

mod facts;
mod king;
mod pair;
mod passed;
mod pawns;
mod pieces;
mod side;
mod space;
mod sums;
mod tables;
pub mod terms;
mod threats;
mod trace;
#[rustfmt::skip]
mod weights;
mod weights_table;

use quevedo_rules::{Board, Color, Move, Piece};
use quevedo_value::Score;

pub use pair::Pair;
pub use sums::{DANGER_LIMIT, PHASES, Slopes, SmoothSums, Sums};
pub use tables::{HitRate, Stats};
pub use trace::{NoTrace, Trace, Tracer};
pub use weights_table::Weights;

use self::facts::Facts;
use self::pieces::Walk;
use self::side::{Black, Side, White};
use self::tables::{PawnFacts, ShelterFacts, Tables};
use self::trace::Tally;
use crate::endings;
use crate::evaluator::Evaluator;

/// The classical evaluator with its weights and its tables.
#[derive(Clone, Debug)]
pub struct Classical {
    weights: Weights,
    tables: Tables,
}

impl Default for Classical {
    fn default() -> Classical {
        Classical::new(Weights::default())
    }
}

impl Classical {
    /// An evaluator with these weights and empty tables.
    pub fn new(weights: Weights) -> Classical {
        Classical { weights, tables: Tables::new() }
    }

    /// The weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// How well the tables work.
    pub fn stats(&self) -> Stats {
        self.tables.stats
    }

    /// The value from White's side, in hundredths of a pawn.
    #[inline]
    pub fn value(&mut self, board: &Board) -> i32 {
        if let Some(value) = endings::known(board) {
            return value;
        }
        self.sums(board, &mut NoTrace).value()
    }

    /// Evaluates under the eyes of a trace, which is cleared before.
    pub fn trace_into(&mut self, board: &Board, trace: &mut Trace) {
        trace.clear();
        let sums = self.sums(board, trace);
        trace.phase = sums.phase;
        trace.scale = sums.scale;
        let known = endings::known(board);
        trace.value = known.unwrap_or_else(|| sums.value());
        trace.is_known_ending = known.is_some();
    }

    /// Counts all terms.
    fn sums<T: Tracer>(&mut self, board: &Board, tracer: &mut T) -> Sums {
        let pawns = self.pawn_facts(board, tracer);
        let shelters =
            [self.shelter_facts::<White, T>(board, tracer), self.shelter_facts::<Black, T>(board, tracer)];
        let mut facts = Facts::new(board);
        let mut tally = Tally::new(&self.weights, tracer);
        tally.total = pawns.score + shelters[0].score - shelters[1].score;

        let mut walk = Walk { board, facts: &mut facts, pawns: &pawns, tally: &mut tally };
        walk.count::<White>();
        walk.count::<Black>();
        count_side::<White, T>(board, &facts, &pawns, &shelters, &mut tally);
        count_side::<Black, T>(board, &facts, &pawns, &shelters, &mut tally);
        space::count_tempo(board, &mut tally);

        let complexity = space::complexity(&facts, pawns.passed, &mut tally);
        let mut sums =
            Sums { linear: tally.total, danger: tally.danger, complexity, phase: phase(board), scale: 0 };
        let strong = if sums.endgame() >= 0 { Color::White } else { Color::Black };
        sums.scale = endings::scale(board, strong);
        sums
    }

    #[inline]
    fn pawn_facts<T: Tracer>(&mut self, board: &Board, tracer: &mut T) -> PawnFacts {
        if T::ACTIVE {
            return pawns::evaluate(board, &self.weights, tracer);
        }
        self.tables.pawns(board.pawn_key(), || pawns::evaluate(board, &self.weights, tracer))
    }

    #[inline]
    fn shelter_facts<S: Side, T: Tracer>(&mut self, board: &Board, tracer: &mut T) -> ShelterFacts {
        if T::ACTIVE {
            return king::shelter::<S, T>(board, &self.weights, tracer);
        }
        let compute = || king::shelter::<S, T>(board, &self.weights, tracer);
        self.tables.shelter(board.pawn_key(), S::US, board.king(S::US), compute)
    }
}

/// The terms that need the attacks of both sides.
#[inline]
fn count_side<S: Side, T: Tracer>(
    board: &Board,
    facts: &Facts,
    pawns: &PawnFacts,
    shelters: &[ShelterFacts; 2],
    tally: &mut Tally<'_, T>,
) {
    space::count_imbalance::<S, T>(board, facts, tally);
    king::count::<S, T>(board, facts, tally);
    king::count_danger::<S, T>(board, facts, &shelters[S::THEM.index()], tally);
    threats::count::<S, T>(board, facts, tally);
    passed::count::<S, T>(board, facts, pawns.passed, tally);
    space::count_space::<S, T>(facts, tally);
}

/// How much of the middlegame is left: 1 for each minor piece, 2 for a rook, 4 for a queen.
#[inline]
fn phase(board: &Board) -> i32 {
    let count = |piece| board.pieces(piece).len() as i32;
    let sum = count(Piece::Knight) + count(Piece::Bishop) + 2 * count(Piece::Rook) + 4 * count(Piece::Queen);
    sum.min(PHASES)
}

impl Evaluator for Classical {
    fn reset(&mut self, _: &Board) {}

    fn push(&mut self, _: &Board, _: Option<Move>, _: &Board) {}

    #[inline]
    fn evaluate(&mut self, board: &Board) -> Score {
        let value = self.value(board);
        Score::cp(if board.turn() == Color::White { value } else { -value })
    }
}
