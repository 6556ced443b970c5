//! The detectors and proofs that explanations are made from, with the effort that they may take.

use quevedo_rules::{Board, Move};

use crate::{Effort, Finding, allows, findings_of_move, findings_of_position, misses};

/// Detection with a fixed effort.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Detector {
    pub(crate) effort: Effort,
}

impl Detector {
    /// What is true of the position as it stands.
    pub(crate) fn of_position(self, board: &Board) -> Vec<Finding> {
        findings_of_position(board, self.effort)
    }

    /// What a line's first move brings about.
    pub(crate) fn of_move(self, board: &Board, line: &[Move]) -> Vec<Finding> {
        findings_of_move(board, line, self.effort)
    }

    /// What the other side can reach after the first line's move and not after the second's.
    pub(crate) fn allows(self, board: &Board, played: &[Move], better: &[Move]) -> Option<Finding> {
        allows(board, played, better, self.effort)
    }

    /// What the second line's move reaches and the first one's does not.
    pub(crate) fn misses(self, board: &Board, played: &[Move], better: &[Move]) -> Option<Finding> {
        misses(board, played, better, self.effort)
    }
}
