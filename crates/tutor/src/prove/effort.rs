//! How hard to try.

/// Bounds of a search for a proof. What is not found within them is unknown, never false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Longest proof, in plies from the attacker's first move; a check at the end may lengthen a line by some more.
    pub plies: u8,
    /// Most positions looked at, for one call.
    pub nodes: u64,
}

impl Effort {
    /// The longest proofs that are looked for.
    pub const MAX_PLIES: u8 = 9;
    /// The most positions that one call looks at.
    pub const MAX_NODES: u64 = 200_000;
    /// For somebody in a hurry.
    pub const BRIEF: Effort = Effort { plies: 5, nodes: 15_000 };
    /// For one sentence among many: about a hundredth of a second where it succeeds.
    pub const QUICK: Effort = Effort { plies: 7, nodes: 60_000 };
    /// For a key moment.
    pub const DEEP: Effort = Effort { plies: Effort::MAX_PLIES, nodes: Effort::MAX_NODES };

    /// The same within what is allowed.
    pub(crate) fn bounded(self) -> Effort {
        Effort { plies: self.plies.clamp(1, Effort::MAX_PLIES), nodes: self.nodes.min(Effort::MAX_NODES) }
    }

    /// The same with fewer positions.
    pub(crate) fn part(self, of: u64) -> Effort {
        Effort { nodes: self.nodes / of.max(1), ..self }
    }
}

impl Default for Effort {
    fn default() -> Effort {
        Effort::QUICK
    }
}
