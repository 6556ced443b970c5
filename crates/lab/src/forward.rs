//! Forward pruning: moves that are not looked at because the position after them does not look good enough.
//!
//! Marsland 1991, section 3.2: these methods *omit moves whose immediate value is worse than the current best of
//! the values from nodes already searched, since the expectation is that the opponent's move is only going to
//! make things worse. Generally speaking these forward pruning methods are not reliable and should be avoided.*
//! They differ in where they dare to do it and by how much:
//! - razoring (Birmingham and Kent 1977): near the horizon, without a margin;
//! - marginal forward pruning (Slagle 1971): anywhere, if the value is worse by a margin;
//! - gamma (Newborn 1975): anywhere, without a margin.
//!
//! None is used in check, on checks, or on the first move of a node.

use crate::desk::Desk;
use crate::limits::PAWN;
use crate::tree::GameTree;
use crate::watch::{Observer, Skip};

/// The remaining depth up to which a node is near the horizon.
const RAZORING_DEPTH: i32 = 2;

/// By how much a move must look worse for marginal forward pruning.
const MARGIN: i32 = PAWN;

impl<T: GameTree, W: Observer<T::Move>> Desk<'_, T, W> {
    /// Whether any of the methods is on.
    #[inline]
    pub(crate) fn prunes_forward(&self) -> bool {
        self.settings.razoring || self.settings.marginal || self.settings.gamma
    }

    /// Why the move that was just made is not worth a search, and what it is worth at most if that is right.
    /// `best` is the better of alpha and the best value so far; `depth` is that of the node the move left.
    pub(crate) fn hopeless(&mut self, best: i32, depth: i32) -> Option<(Skip, i32)> {
        if self.tree.in_check() {
            return None;
        }
        let value = -self.evaluate();
        let settings = self.settings;
        if settings.razoring && depth <= RAZORING_DEPTH && value <= best {
            Some((Skip::Razoring, value))
        } else if settings.gamma && value <= best {
            Some((Skip::Gamma, value))
        } else if settings.marginal && value + MARGIN <= best {
            Some((Skip::Marginal, value + MARGIN))
        } else {
            None
        }
    }
}
