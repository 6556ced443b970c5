//! Half a point by force: checks without end, and stalemate.
//!
//! A repetition belongs to a line of play, not to a position, so nothing is remembered between lines: the search is small, and
//! its moves are few, because every move of the attacker but the last must give check or be the only way.

use quevedo_rules::{Board, Color, Key, Move};

use super::Effort;
use crate::exchange::taken;
use crate::{Attack, Defence, Reply, Root};

/// Lines of checks may be longer than proofs of a gain: each has few replies.
const LONGEST: u8 = 14;

/// A tree to a repetition with checks or to stalemate.
pub(super) fn prove(root: &Board, attacker: Color, first: Option<Move>, effort: Effort) -> Option<Root> {
    let mut search = DrawSearch { path: Vec::new(), nodes: 0, limit: effort.nodes };
    // Iterative deepening keeps the lines short.
    (2..=LONGEST.min(effort.plies + 4)).step_by(2).find_map(|plies| {
        if root.turn() == attacker {
            search.attack(root, plies, first).map(Root::Attack)
        } else {
            search.defence(root, plies).map(Root::Defence)
        }
    })
}

struct DrawSearch {
    path: Vec<Key>,
    nodes: u64,
    limit: u64,
}

impl DrawSearch {
    fn attack(&mut self, board: &Board, plies: u8, given: Option<Move>) -> Option<Attack> {
        self.nodes += 1;
        if plies == 0 || self.nodes >= self.limit {
            return None;
        }
        let mut moves = board.legal_moves();
        moves.retain(|mv| given.is_none_or(|given| mv == given));
        moves.as_mut_slice().sort_by_cached_key(|&mv| -taken(board, mv));
        for mv in moves {
            let next = board.play(mv);
            // A quiet move counts only if it ends the line at once.
            let goes_on = given.is_some() || next.in_check();
            if !goes_on && !self.is_leaf(&next) {
                continue;
            }
            if let Some(then) = self.defence(&next, plies - 1) {
                return Some(Attack { mv: board.uci(mv), then });
            }
        }
        None
    }

    fn is_leaf(&self, board: &Board) -> bool {
        board.is_stalemate() || self.path.contains(&board.key())
    }

    fn defence(&mut self, board: &Board, plies: u8) -> Option<Defence> {
        if self.is_leaf(board) {
            return Some(Defence::Holds);
        }
        if plies < 2 {
            return None;
        }
        self.path.push(board.key());
        let replies = self.replies(board, plies);
        self.path.pop();
        replies.filter(|replies| !replies.is_empty()).map(Defence::Replies)
    }

    fn replies(&mut self, board: &Board, plies: u8) -> Option<Vec<Reply>> {
        let mut replies = Vec::new();
        for mv in board.legal_moves() {
            let next = board.play(mv);
            self.path.push(next.key());
            let then = self.attack(&next, plies - 1, None);
            self.path.pop();
            replies.push(Reply { mv: board.uci(mv), then: then? });
        }
        Some(replies)
    }
}
