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

    /// Whether there is a score strictly inside: the window of a principal variation.
    #[inline]
    pub fn is_wide(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The same window for the other side.
    #[inline]
    pub fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// The scores that tablebases leave possible.
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
    /// The scores that tablebases leave possible.
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
    /// The depth that is left for it after the reduction of a quiet move at its place: what the pruning rules go by.
    pub reduced_depth: Depth,
}

/// Facts for the tests of the rules, which change some of them.
#[cfg(test)]
pub(crate) mod samples {
    use quevedo_rules::Board;
    use quevedo_value::Bound;

    use super::*;

    /// A node in the middle of a tree, three plies from the root and `depth` from the leaves, with a null window below 0.
    pub(crate) fn node(depth: i32) -> Node {
        Node {
            ply: Ply::new(3),
            depth: Depth(depth),
            window: Window::null(Score::DRAW),
            pv: false,
            cut: false,
            in_check: false,
            raw_eval: None,
            eval: Score::DRAW,
            improving: false,
            entry: None,
            table_move: None,
            was_pv: false,
            has_pieces: true,
            excluded: None,
            possible: Range::all(),
        }
    }

    /// The same in a principal variation.
    pub(crate) fn pv_node(depth: i32) -> Node {
        Node { pv: true, was_pv: true, window: Window::full(), ..node(depth) }
    }

    /// A table entry without a move.
    pub(crate) fn entry(score: i32, bound: Bound, depth: i32) -> Entry {
        Entry {
            mv: None,
            score: Score::cp(score),
            bound: Some(bound),
            eval: None,
            depth: Depth(depth),
            was_pv: false,
        }
    }

    /// A quiet move at this place, with as much depth left for it.
    pub(crate) fn quiet(number: i32, reduced_depth: i32) -> MoveFacts {
        MoveFacts {
            mv: mv("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "a2a3"),
            number,
            quiet: true,
            history: 0,
            gives_check: false,
            refutation: false,
            reduced_depth: Depth(reduced_depth),
        }
    }

    /// A capture, of a pawn on d5.
    pub(crate) fn capture(number: i32, reduced_depth: i32) -> MoveFacts {
        let mv = mv("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "e4d5");
        MoveFacts { mv, quiet: false, ..quiet(number, reduced_depth) }
    }

    /// A legal move.
    pub(crate) fn mv(fen: &str, uci: &str) -> Move {
        Board::from_fen(fen).expect("a position").parse_uci(uci).expect("a legal move")
    }
}
