//! The boundary between the search and whatever evaluates positions for it.

use std::sync::Arc;

use quevedo_rules::{Board, Move};
use quevedo_value::{Score, WdlModel};

use crate::classical::{Classical, Stats};
use crate::nnue::{self, Network, Nnue};
use crate::shannon::Shannon;

/// Evaluates positions for a search.
///
/// An evaluator may keep something up to date along the line that is being searched, as networks
/// do: the search tells it every move played and taken back. Evaluators that keep nothing ignore it.
pub trait Evaluator: Send {
    /// A search starts from this position.
    fn reset(&mut self, board: &Board);

    /// A move was played (`None`: the side to move passed).
    #[inline]
    fn push(&mut self, before: &Board, mv: Option<Move>, after: &Board) {
        let _ = (before, mv, after);
    }

    /// The last move was taken back.
    #[inline]
    fn pop(&mut self) {}

    /// What the position is worth to the side to move. The position is the one of the last
    /// [`push`](Evaluator::push) (or [`reset`](Evaluator::reset)), and the side to move is not in check
    /// unless the evaluator says that it can do that too; all of this crate can.
    fn evaluate(&mut self, board: &Board) -> Score;
}

/// The kinds of evaluation that a user can choose from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Evaluation {
    /// The classical evaluation.
    Classical,
    /// The network.
    Network,
    /// Shannon's f(P) of 1950.
    Shannon,
}

impl Evaluation {
    /// All kinds.
    pub const ALL: [Evaluation; 3] = [Evaluation::Classical, Evaluation::Network, Evaluation::Shannon];

    /// The names of all kinds.
    pub const NAMES: [&str; 3] = ["classical", "network", "shannon"];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        Evaluation::NAMES[self as usize]
    }

    /// The kind of that name, in any case.
    pub fn from_name(name: &str) -> Option<Evaluation> {
        Evaluation::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(name))
    }

    /// What scores of a search with this evaluation mean.
    pub const fn model(self) -> WdlModel {
        match self {
            Evaluation::Classical | Evaluation::Shannon => WdlModel::CLASSICAL,
            Evaluation::Network => WdlModel::NETWORK,
        }
    }

    /// An evaluator of that kind; without a network to be had, the classical one stands in for it.
    pub fn evaluator(self, network: Option<&Arc<Network>>) -> AnyEvaluator {
        match (self, network) {
            (Evaluation::Network, Some(network)) => AnyEvaluator::network(Arc::clone(network)),
            (Evaluation::Network, None) | (Evaluation::Classical, _) => AnyEvaluator::classical(),
            (Evaluation::Shannon, _) => AnyEvaluator::shannon(),
        }
    }
}

impl Default for Evaluation {
    /// The network if one is built in, else the classical evaluation.
    fn default() -> Evaluation {
        if nnue::builtin().is_some() { Evaluation::Network } else { Evaluation::Classical }
    }
}

/// Any evaluator of this crate: a search owns one and pays one branch for the choice.
#[derive(Clone, Debug)]
pub enum AnyEvaluator {
    /// Shannon's f(P) of 1950.
    Shannon(Shannon),
    /// The classical evaluation.
    Classical(Box<Classical>),
    /// A network.
    Network(Box<Nnue>),
}

impl AnyEvaluator {
    /// A network's evaluation.
    pub fn network(network: Arc<Network>) -> AnyEvaluator {
        AnyEvaluator::Network(Box::new(Nnue::new(network)))
    }

    /// The classical evaluation with its tuned weights.
    pub fn classical() -> AnyEvaluator {
        AnyEvaluator::Classical(Box::default())
    }

    /// How well its tables work; an evaluator without tables has never asked one.
    pub fn stats(&self) -> Stats {
        match self {
            AnyEvaluator::Shannon(_) | AnyEvaluator::Network(_) => Stats::default(),
            AnyEvaluator::Classical(evaluator) => evaluator.stats(),
        }
    }

    /// Shannon's evaluation.
    pub fn shannon() -> AnyEvaluator {
        AnyEvaluator::Shannon(Shannon)
    }
}

impl Default for AnyEvaluator {
    /// The built-in network; without one, the classical evaluation.
    fn default() -> AnyEvaluator {
        Evaluation::default().evaluator(nnue::builtin().as_ref())
    }
}

impl Evaluator for AnyEvaluator {
    #[inline]
    fn reset(&mut self, board: &Board) {
        match self {
            AnyEvaluator::Shannon(evaluator) => evaluator.reset(board),
            AnyEvaluator::Classical(evaluator) => evaluator.reset(board),
            AnyEvaluator::Network(evaluator) => evaluator.reset(board),
        }
    }

    #[inline]
    fn push(&mut self, before: &Board, mv: Option<Move>, after: &Board) {
        match self {
            AnyEvaluator::Shannon(evaluator) => evaluator.push(before, mv, after),
            AnyEvaluator::Classical(evaluator) => evaluator.push(before, mv, after),
            AnyEvaluator::Network(evaluator) => evaluator.push(before, mv, after),
        }
    }

    #[inline]
    fn pop(&mut self) {
        match self {
            AnyEvaluator::Shannon(evaluator) => evaluator.pop(),
            AnyEvaluator::Classical(evaluator) => evaluator.pop(),
            AnyEvaluator::Network(evaluator) => evaluator.pop(),
        }
    }

    #[inline]
    fn evaluate(&mut self, board: &Board) -> Score {
        match self {
            AnyEvaluator::Shannon(evaluator) => evaluator.evaluate(board),
            AnyEvaluator::Classical(evaluator) => evaluator.evaluate(board),
            AnyEvaluator::Network(evaluator) => evaluator.evaluate(board),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_names_and_evaluators() {
        for kind in Evaluation::ALL {
            assert_eq!(Evaluation::from_name(&kind.name().to_uppercase()), Some(kind));
        }
        assert_eq!(Evaluation::from_name("oracle"), None);
        let network = nnue::material().map(Arc::new).ok();
        let made = Evaluation::ALL.map(|kind| kind.evaluator(network.as_ref()));
        assert!(matches!(
            made,
            [AnyEvaluator::Classical(_), AnyEvaluator::Network(_), AnyEvaluator::Shannon(_)]
        ));
        assert!(matches!(Evaluation::Network.evaluator(None), AnyEvaluator::Classical(_)));
    }
}
