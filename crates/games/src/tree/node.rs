//! One move of a game, with its place in the tree.

use core::num::NonZeroU32;

use quevedo_rules::{Board, Move};

use crate::{Comment, Nag};

/// The name of a node in a [`GameTree`](crate::GameTree).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The node of the start position.
    pub const ROOT: NodeId = NodeId(NonZeroU32::MIN);

    /// The place in the list of nodes. Counting from one lets `Option<NodeId>` cost nothing.
    pub(super) const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    pub(super) fn from_index(index: usize) -> NodeId {
        NodeId(NonZeroU32::MIN.saturating_add(u32::try_from(index).unwrap_or(u32::MAX)))
    }
}

/// What is done at one ply.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A legal move.
    Move(Move),
    /// Passing, `--` in PGN. It is no move of chess, but annotators show threats with it.
    Pass,
}

impl Step {
    /// The move, unless it is passing.
    pub const fn mv(self) -> Option<Move> {
        match self {
            Step::Move(mv) => Some(mv),
            Step::Pass => None,
        }
    }

    /// The position afterwards. A tree holds only steps that can be played where they stand.
    pub(crate) fn play(self, board: &Board) -> Board {
        match self {
            Step::Move(mv) => board.play(mv),
            Step::Pass => board.play_null().unwrap_or(*board),
        }
    }
}

/// A move and its neighbours. Games hold many and most carry no notes, so a node is small.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    pub(super) parent: Option<NodeId>,
    pub(super) first_child: Option<NodeId>,
    pub(super) last_child: Option<NodeId>,
    /// The next child of the same parent.
    pub(super) next: Option<NodeId>,
    pub(super) step: Option<Step>,
    pub(super) notes: Option<Box<Notes>>,
}

const _: () = assert!(size_of::<Node>() <= 32);

/// What was written about a move.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    pub(super) before: Vec<Comment>,
    pub(super) after: Vec<Comment>,
    pub(super) nags: Vec<Nag>,
}
