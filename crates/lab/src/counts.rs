//! What a search did, in numbers.

use core::ops::{Add, AddAssign};

macro_rules! counts {
    ($($(#[doc = $doc:literal])+ $field:ident,)+) => {
        /// The tallies of a search. Every node is counted exactly once: as interior, leaf, frontier or
        /// quiescence node.
        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
        pub struct Counts {
            $($(#[doc = $doc])+ pub $field: u64,)+
        }

        impl Counts {
            /// Every tally with its name, for tables and files.
            pub fn named(&self) -> [(&'static str, u64); [$(stringify!($field)),+].len()] {
                [$((stringify!($field), self.$field)),+]
            }
        }

        impl AddAssign for Counts {
            fn add_assign(&mut self, other: Counts) {
                $(self.$field += other.$field;)+
            }
        }
    };
}

counts! {
    /// Nodes whose successors were wanted.
    interior,
    /// Nodes without a move, or drawn by rule, above the horizon.
    leaves,
    /// Nodes on the horizon (also: bottom positions, horizon nodes).
    frontier,
    /// Of these, the CUT nodes: their value reached beta. The others are ALL nodes (Marsland and Popowich 1985).
    cut_frontier,
    /// Nodes beyond the horizon.
    quiescence,
    /// Calls of `Evaluate`.
    evaluations,
    /// Lists of moves that were generated.
    generations,
    /// Interior nodes at which a move reached beta.
    cutoffs,
    /// Cut-offs by the first move tried.
    first_cutoffs,
    /// Searches repeated with a wider window.
    researches,
    /// Questions to the transposition table.
    table_probes,
    /// Questions it had an entry for.
    table_hits,
    /// Nodes that such an entry ended.
    table_cutoffs,
    /// Entries that displaced another position's.
    table_overwrites,
    /// Moves taken from the refutation table.
    refutations,
    /// Null moves tried.
    null_tries,
    /// Null moves that reached beta.
    null_cuts,
    /// Fail-highs of a null move that the verifying search contradicted.
    zugzwangs,
    /// Branches searched a ply deeper.
    extensions,
    /// Moves that forward pruning left out.
    pruned,
    /// Captures for which an analogy was looked for.
    analogy_probes,
    /// Captures whose result an analogy knew.
    analogy_hits,
    /// Positions looked at to find out what a capture leads to.
    analogy_nodes,
}

impl Counts {
    /// All nodes.
    pub fn nodes(&self) -> u64 {
        self.interior + self.leaves + self.frontier + self.quiescence
    }

    /// The nodes at which the tree ended: the horizon and the leaves above it.
    pub fn bottom(&self) -> u64 {
        self.frontier + self.leaves
    }
}

impl Add for Counts {
    type Output = Counts;
    fn add(mut self, other: Counts) -> Counts {
        self += other;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tallies_add_up() {
        let one =
            Counts { interior: 1, leaves: 2, frontier: 3, quiescence: 4, cutoffs: 5, ..Counts::default() };
        let two = one + one;
        assert_eq!((two.nodes(), two.bottom(), two.cutoffs), (20, 10, 10));
        assert!(two.named().contains(&("quiescence", 8)));
    }
}
