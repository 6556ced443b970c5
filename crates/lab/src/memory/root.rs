//! The moves of the root, which there is time to order well (Marsland 1991, section 3.4).
//!
//! A pre-analysis gives the first order. Between iterations the moves are sorted by the merit they returned with,
//! and many return with the same: *among moves of apparently equal merit the partial ordering should be based on
//! the order provided by an extensive pre-analysis at the root node*. So each sort is stable and starts from that
//! order.

/// A move of the root with its last merit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RootMove<M> {
    mv: M,
    merit: i32,
}

/// The moves of the root in the order of the pre-analysis.
#[derive(Clone, Debug)]
pub(crate) struct RootMoves<M> {
    moves: Vec<RootMove<M>>,
}

impl<M: Copy + Eq> RootMoves<M> {
    pub(crate) fn new() -> RootMoves<M> {
        RootMoves { moves: Vec::new() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Takes over the moves with what a pre-analysis thinks of them.
    pub(crate) fn analyse(&mut self, moves: impl Iterator<Item = (M, i32)>) {
        self.moves = moves.map(|(mv, merit)| RootMove { mv, merit }).collect();
        self.moves.sort_by_key(|root| core::cmp::Reverse(root.merit));
    }

    /// A move returned with this merit.
    pub(crate) fn note(&mut self, mv: M, merit: i32) {
        if let Some(root) = self.moves.iter_mut().find(|root| root.mv == mv) {
            root.merit = merit;
        }
    }

    /// The best merits first, equals as the pre-analysis had them.
    pub(crate) fn order(&self) -> impl Iterator<Item = M> {
        let mut order = self.moves.clone();
        order.sort_by_key(|root| core::cmp::Reverse(root.merit));
        order.into_iter().map(|root| root.mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_comes_back_to_its_place_among_equals() {
        let mut root = RootMoves::new();
        root.analyse([('a', 1), ('b', 9), ('c', 5)].into_iter());
        let order = |root: &RootMoves<char>| root.order().collect::<String>();
        assert_eq!(order(&root), "bca");
        for (mv, merit) in [('b', -3), ('c', 0), ('a', 0)] {
            root.note(mv, merit);
        }
        assert_eq!(order(&root), "cab");
        root.note('b', 0);
        assert_eq!(order(&root), "bca", "not last among equals because it once was last");
    }
}
