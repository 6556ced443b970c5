//! The detectors and proofs that explanations are made from, with the effort that they may take.

#![allow(clippy::unused_self)]

use quevedo_rules::{Board, Move};

use crate::Finding;

/// Detection with a fixed effort.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Detector {}

impl Detector {
    /// What is true of the position as it stands.
    pub(crate) fn of_position(self, _board: &Board) -> Vec<Finding> {
        Vec::new()
    }

    /// What a line's first move brings about.
    pub(crate) fn of_move(self, _board: &Board, _line: &[Move]) -> Vec<Finding> {
        Vec::new()
    }

    /// What the other side can reach after the first line's move and not after the second's.
    pub(crate) fn allows(self, _board: &Board, _played: &[Move], _better: &[Move]) -> Option<Finding> {
        None
    }

    /// What the second line's move reaches and the first one's does not.
    pub(crate) fn misses(self, _board: &Board, _played: &[Move], _better: &[Move]) -> Option<Finding> {
        None
    }
}
