//! From a finished search to a tree that anybody can check.

use quevedo_rules::{Board, Move};

use super::search::{Left, Search};
use crate::exchange::balance;
use crate::{Attack, Defence, Reply};

/// Most replies in a tree; a proof that needs more is not worth its paper.
const MOST_REPLIES: usize = 20_000;

/// What the defender comes to in a part of the tree, by which he chooses.
#[derive(Clone, Copy, Default)]
pub(super) struct Worth {
    is_mate: bool,
    /// The attacker's balance at the end.
    pub(super) balance: i8,
    /// Plies saved until then: the shorter the better for the attacker.
    haste: u8,
}

/// Writes down what a search has proven.
pub(super) struct Builder<'a> {
    search: &'a mut Search,
    room: usize,
}

impl Builder<'_> {
    pub(super) fn new(search: &mut Search) -> Builder<'_> {
        Builder { search, room: MOST_REPLIES }
    }

    /// The attacker's part from a proven position on, or `None` if it is too large.
    pub(super) fn attack(&mut self, board: &Board, left: Left) -> Option<(Attack, Worth)> {
        let (plies, mv) = self.search.proven(board, left)?;
        self.attack_by(board, mv, Left { plies, ..left })
    }

    /// The same with the move given.
    pub(super) fn attack_by(&mut self, board: &Board, mv: Move, left: Left) -> Option<(Attack, Worth)> {
        let (then, worth) = self.defence(&board.play(mv), left.after(mv))?;
        Some((Attack { mv: board.uci(mv), then }, worth))
    }

    /// The defender's part.
    pub(super) fn defence(&mut self, board: &Board, left: Left) -> Option<(Defence, Worth)> {
        if self.search.holds(board, left) {
            let is_mate = board.in_check() && !board.has_legal_moves();
            let worth = Worth { is_mate, balance: balance(board, self.search.attacker), haste: u8::MAX };
            return Some((Defence::Holds, worth));
        }
        let left = self.search.go_on(board, left)?;
        let hint = self.search.hints.get(&board.key()).copied();
        let mut replies = Vec::new();
        let mut first: Option<(usize, bool, Worth)> = None;
        for mv in board.legal_moves() {
            self.room = self.room.checked_sub(1)?;
            let (then, worth) = self.attack(&board.play(mv), left.less(1))?;
            let (index, hinted) = (replies.len(), Some(mv) == hint);
            if first.is_none_or(|first| prefers((hinted, worth), (first.1, first.2))) {
                first = Some((index, hinted, worth));
            }
            replies.push(Reply { mv: board.uci(mv), then });
        }
        let (index, _, worth) = first?;
        replies.swap(0, index);
        Some((Defence::Replies(replies), Worth { haste: worth.haste.saturating_sub(1), ..worth }))
    }
}

/// Whether the defender would rather play one reply than another: never into a mate without need, then as the hint says, then for the
/// least loss and the longest line.
fn prefers(one: (bool, Worth), other: (bool, Worth)) -> bool {
    let key = |(hinted, worth): (bool, Worth)| (worth.is_mate, !hinted, worth.balance, worth.haste);
    key(one) < key(other)
}
