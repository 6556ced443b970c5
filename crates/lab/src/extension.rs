//! Branches that are searched a ply deeper.
//!
//! Marsland and Björnsson, section 3.2: *a common practice is to extend the search along "forced" lines, such as
//! certain re-captures, or when one side is moving out of check*.

use crate::desk::Desk;
use crate::limits::PAWN;
use crate::settings::CheckExtension;
use crate::tree::GameTree;
use crate::watch::Observer;

impl<T: GameTree, W: Observer<T::Move>> Desk<'_, T, W> {
    /// How many plies this node gets on top of its depth: the figure's `Extend`. Lines grow to at most twice the
    /// nominal depth.
    pub(crate) fn extension(&mut self, depth: i32) -> i32 {
        if self.tree.ply() as i32 >= 2 * self.root_depth || self.tree.ply() == 0 {
            return 0;
        }
        let out_of_check = match self.settings.check_extension {
            CheckExtension::Off => false,
            CheckExtension::Horizon => depth == 0 && self.tree.in_check(),
            CheckExtension::Everywhere => self.tree.in_check(),
        };
        let extended = i32::from(out_of_check || self.settings.recapture_extension && self.is_recapture());
        self.counts.extensions += extended as u64;
        extended
    }

    /// Whether the last move took back on the square of the move before, about as much as that had taken.
    fn is_recapture(&self) -> bool {
        let [.., before, last] = self.path.as_slice() else { return false };
        match (before.capture, last.capture) {
            (Some((there, taken)), Some((here, won))) => there == here && (taken - won).abs() < PAWN,
            _ => false,
        }
    }
}
