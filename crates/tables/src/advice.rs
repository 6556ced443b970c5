//! What a table advises: every move with its value, the best line, the value of every square for a man.

use quevedo_rules::{Board, Man, Move, Setup, Square};

use crate::solved::Values;
use crate::{Metric, Step, Tables, Value};

/// A move and what it is worth to the side that plays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatedMove {
    /// The move.
    pub mv: Move,
    /// Its value; `None` if the tables do not know it.
    pub value: Option<Value>,
}

impl Tables {
    /// Every legal move with its value, the best first; unknown ones last.
    pub fn rate_moves(&self, metric: Metric, board: &Board) -> Vec<RatedMove> {
        let view = self.view(metric);
        let rate = |&mv: &Move| {
            let after = view.value_of(&board.play(mv));
            RatedMove { mv, value: after.map(|after| metric.before(after, Step::of(board, mv))) }
        };
        let mut moves: Vec<RatedMove> = board.legal_moves().iter().map(rate).collect();
        moves.sort_by_key(|rated| core::cmp::Reverse(rated.value));
        moves
    }

    /// A best move: the quickest win, the longest loss, any draw. `None` if there is no move, or if one is
    /// unknown.
    pub fn best_move(&self, metric: Metric, board: &Board) -> Option<RatedMove> {
        let moves = self.rate_moves(metric, board);
        let is_known = moves.iter().all(|rated| rated.value.is_some());
        moves.first().copied().filter(|_| is_known)
    }

    /// A line of best moves, up to mate, a draw or `limit` plies.
    pub fn best_line(&self, metric: Metric, board: &Board, limit: usize) -> Vec<Move> {
        let mut line = Vec::new();
        let mut board = *board;
        while line.len() < limit {
            match self.best_move(metric, &board) {
                Some(RatedMove { mv, value: Some(Value::Win(_) | Value::Loss(_)) }) => {
                    line.push(mv);
                    board = board.play(mv);
                }
                _ => break,
            }
        }
        line
    }

    /// The value of the position with one man on each square instead of where it stands, from the side
    /// to move. `None` where the position is not legal, or not known. The man must be on the board.
    pub fn map(&self, metric: Metric, board: &Board, from: Square) -> Option<[Option<Value>; 64]> {
        let man = board.man_at(from)?;
        let mut empty = board.setup();
        empty.clear(from);
        empty.en_passant = None;
        Some(core::array::from_fn(|index| self.value_with(metric, &empty, man, Square::new(index as u8))))
    }

    fn value_with(&self, metric: Metric, empty: &Setup, man: Man, to: Square) -> Option<Value> {
        if empty.man_at(to).is_some() {
            return None;
        }
        let mut setup = *empty;
        setup.put(to, man);
        let board = Board::try_from(setup).ok()?;
        self.probe(metric, &board).ok().flatten()
    }

    /// Whether the tables know a position.
    pub fn knows(&self, metric: Metric, board: &Board) -> bool {
        self.probe(metric, board).is_ok_and(|value| value.is_some())
    }
}
