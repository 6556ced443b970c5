//! What is known about a node before any decision is made about it.

use quevedo_rules::Move;
use quevedo_value::{Depth, Ply, Score};

use crate::table::Entry;

/// The scores between which a search is interested: above alpha and below beta.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// What the side to move can have elsewhere.
    pub alpha: Score,
    /// What the other side can have elsewhere.
    pub beta: Score,
}

impl Window {
    /// Everything.
    pub fn full() -> Window {
        Window { alpha: -Score::INFINITE, beta: Score::INFINITE }
    }

    /// The smallest window: does the value reach `beta`?
    #[inline]
    pub fn null(beta: Score) -> Window {
        Window { alpha: beta - 1, beta }
    }

    /// The same window for the other side.
    #[inline]
    pub fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// The scores that endgame tables leave possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// It is worth at least this.
    pub floor: Score,
    /// It is worth at most this.
    pub ceiling: Score,
}

impl Range {
    /// Nothing is known.
    #[inline]
    pub fn all() -> Range {
        Range { floor: -Score::INFINITE, ceiling: Score::INFINITE }
    }
}

/// The facts of one visit to a position. Filled once; the rules of pruning, reducing and extending
/// read it and can be tested without a tree.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools)] // facts are yes or no
pub struct Node {
    /// Distance from the root.
    pub ply: Ply,
    /// Plies left.
    pub depth: Depth,
    /// The scores of interest.
    pub window: Window,
    /// Whether the window is wide: a node of the principal variation.
    pub pv: bool,
    /// Whether a cut-off is expected here.
    pub cut: bool,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// The static evaluation as the evaluator gave it; `None` in check.
    pub raw_eval: Option<Score>,
    /// The corrected static evaluation; without meaning in check.
    pub eval: Score,
    /// Whether the evaluation is better than two plies ago.
    pub improving: bool,
    /// What the table knows.
    pub entry: Option<Entry>,
    /// The table's move, known to be legal.
    pub table_move: Option<Move>,
    /// Whether the position is or was on a principal variation.
    pub was_pv: bool,
    /// Whether the side to move has anything but king and pawns.
    pub has_pieces: bool,
    /// The move that is left out, in the test whether it is singular.
    pub excluded: Option<Move>,
    /// The scores that endgame tables leave possible.
    pub possible: Range,
}

/// The facts of one move of a node.
#[derive(Clone, Copy, Debug)]
pub struct MoveFacts {
    /// The move.
    pub mv: Move,
    /// Its place in the order, from 1.
    pub number: i32,
    /// Whether it neither captures nor promotes.
    pub quiet: bool,
    /// Its record: as a quiet move or as a capture.
    pub history: i32,
    /// Whether it checks.
    pub gives_check: bool,
    /// Whether it is a killer or the counter move.
    pub refutation: bool,
    /// The most that it has lost, by static exchange, is looked up only where needed.
    pub reduced_depth: Depth,
}
