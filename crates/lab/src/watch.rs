//! Looking over a search's shoulder.
//!
//! An algorithm tells its watcher when it enters a node, when it leaves it and which moves it did not look at.
//! Whoever draws trees watches; whoever measures passes `()`, which costs nothing.
//!
//! A node is entered from its parent. Two things enter one again: a new pass or iteration at the root, and the test
//! for a singular move, which enters its node a second time, below itself, with another window.

/// How the search came to a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<M> {
    /// The search begins here.
    Root,
    /// By a move.
    Move(M),
    /// By passing.
    Null,
}

/// What kind of node the search enters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Above the horizon.
    Interior,
    /// On the horizon.
    Frontier,
    /// Beyond the horizon.
    Quiescence,
}

/// A node at the moment it is entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visit<M> {
    /// How the search came here.
    pub step: Step<M>,
    /// The distance from the root.
    pub ply: usize,
    /// The remaining depth.
    pub depth: i32,
    /// The window.
    pub alpha: i32,
    /// The window.
    pub beta: i32,
    /// The kind of node.
    pub phase: Phase,
}

/// Why the search left a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The frontier: the value is the evaluation's or the quiescence search's.
    Evaluated,
    /// No moves here, or a draw by rule.
    Leaf,
    /// All moves were tried; the value is exact or, below alpha, an upper bound.
    Exhausted,
    /// A move reached beta; the value is a lower bound.
    CutOff,
    /// The table knew enough.
    Table,
    /// Passing reached beta.
    NullMove,
    /// Forward pruning gave the node up.
    Pruned,
    /// The search was stopped.
    Stopped,
}

/// Why a move was not looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skip {
    /// An earlier move had reached beta.
    CutOff,
    /// Razoring.
    Razoring,
    /// Marginal forward pruning.
    Marginal,
    /// The gamma algorithm.
    Gamma,
    /// Not among the N best.
    NBest,
    /// An analogy says what it is worth.
    Analogy,
}

/// Is told what a search does.
#[doc(alias = "observer")]
pub trait Watch<M> {
    /// A node is entered.
    fn enter(&mut self, visit: &Visit<M>) {
        let _ = visit;
    }

    /// The node entered last, and not yet left, is left with this value.
    fn leave(&mut self, value: i32, reason: Reason) {
        let _ = (value, reason);
    }

    /// A move of the node entered last, and not yet left, is not looked at.
    fn skip(&mut self, mv: M, why: Skip) {
        let _ = (mv, why);
    }
}

/// Nobody watches.
impl<M> Watch<M> for () {}
