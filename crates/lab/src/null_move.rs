//! The null move, and what follows when even passing is good enough.
//!
//! Standard (David-Tabibi and Netanyahu 2002, Fig. 1): pass, search the rest with the depth reduced by R and the
//! window (beta - 1, beta), and cut off if the value reaches beta. It fails where passing is better than any
//! move: in zugzwang.
//!
//! Verified (Fig. 3): the first fail-high on a path does not cut off; it reduces the depth by one ply and the
//! moves are searched after all. Below such a node fail-highs cut off as usual. If no move reaches beta although
//! passing did, the node is a zugzwang and is searched again at its full depth. The conclusion of the paper
//! discusses three variants that never cut off.

use crate::desk::Desk;
use crate::settings::NullMove;
use crate::tree::GameTree;
use crate::watch::Observer;

/// What the null move says about a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Advice {
    /// Search as if nothing had happened.
    Search,
    /// Leave the node with this value.
    CutOff(i32),
    /// Search so many plies less; the paper's `verify` becomes false below.
    Reduce(i32),
}

impl NullMove {
    /// R, the number of plies by which the search after passing is reduced.
    pub(crate) fn reduction(self, depth: i32, pieces: u32) -> i32 {
        match self {
            NullMove::Off => 0,
            // Heinz 1999: 3 far from the horizon or with many pieces, else 2.
            NullMove::Adaptive => 2 + i32::from(depth > 8 || depth > 6 && pieces >= 3),
            NullMove::Standard(r)
            | NullMove::Verified(r)
            | NullMove::ReduceTwo(r)
            | NullMove::ReduceOne(r)
            | NullMove::ReduceOneThenTwo(r) => r,
        }
    }

    /// What to do about a fail-high; `verify` is the paper's flag: no ancestor had a fail-high.
    fn advice(self, value: i32, verify: bool) -> Advice {
        match self {
            NullMove::Off => Advice::Search,
            NullMove::Verified(_) if verify => Advice::Reduce(1),
            NullMove::Standard(_) | NullMove::Adaptive | NullMove::Verified(_) => Advice::CutOff(value),
            NullMove::ReduceTwo(_) => Advice::Reduce(2),
            NullMove::ReduceOne(_) => Advice::Reduce(1),
            NullMove::ReduceOneThenTwo(_) => Advice::Reduce(if verify { 1 } else { 2 }),
        }
    }

    /// The least depth at which passing is tried. Where a fail-high would reduce the depth something must be
    /// left to search: *verification will not be possible* otherwise.
    fn least_depth(self, verify: bool) -> i32 {
        match self.advice(0, verify) {
            Advice::Reduce(plies) => plies + 1,
            _ => 1,
        }
    }
}

impl<T: GameTree, W: Observer<T::Move>> Desk<'_, T, W> {
    /// Passes if that is allowed and asks `search` what it leads to.
    pub(crate) fn try_null_move(
        &mut self,
        beta: i32,
        depth: i32,
        verify: bool,
        search: impl FnOnce(&mut Self, i32) -> i32,
    ) -> Advice {
        let kind = self.settings.null_move;
        if kind == NullMove::Off || depth < kind.least_depth(verify) || !self.may_pass() || !self.pass() {
            return Advice::Search;
        }
        self.counts.null_tries += 1;
        let reduction = kind.reduction(depth, self.tree.piece_count());
        let value = -search(self, depth - reduction - 1);
        self.up();
        if value < beta || self.is_over() {
            return Advice::Search;
        }
        self.counts.null_cuts += 1;
        kind.advice(value, verify)
    }

    /// Never at the root, never twice in a row, and with the guard on not with pawns alone. (The game itself
    /// forbids passing in check.)
    fn may_pass(&self) -> bool {
        let after_a_move = self.path.last().is_some_and(|step| step.mv.is_some());
        after_a_move && (!self.settings.null_guard || self.tree.has_pieces())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_are_those_of_the_papers() {
        let adaptive = |depth, pieces| NullMove::Adaptive.reduction(depth, pieces);
        assert_eq!(
            [adaptive(6, 7), adaptive(7, 3), adaptive(7, 2), adaptive(8, 2), adaptive(9, 2)],
            [2, 3, 2, 2, 3]
        );
        assert_eq!(NullMove::Verified(3).reduction(5, 5), 3);
    }

    #[test]
    fn only_the_first_fail_high_of_a_path_is_verified() {
        let advice = |kind: NullMove| [kind.advice(7, true), kind.advice(7, false)];
        assert_eq!(advice(NullMove::Verified(3)), [Advice::Reduce(1), Advice::CutOff(7)]);
        assert_eq!(advice(NullMove::Standard(2)), [Advice::CutOff(7); 2]);
        assert_eq!(advice(NullMove::ReduceTwo(3)), [Advice::Reduce(2); 2]);
        assert_eq!(advice(NullMove::ReduceOneThenTwo(3)), [Advice::Reduce(1), Advice::Reduce(2)]);
        // Fig. 3: `!verify || depth > 1`.
        assert_eq!([true, false].map(|verify| NullMove::Verified(3).least_depth(verify)), [2, 1]);
    }
}
