//! The main line, move by move with its positions.

use quevedo_rules::{Board, Move};

use super::{GameTree, NodeId, Step};

/// A ply of a line: the node, what was done, and the positions before and after.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// The node in the tree.
    pub node: NodeId,
    /// The move, or passing.
    pub step: Step,
    /// The position before it.
    pub before: Board,
    /// The position after it.
    pub after: Board,
}

/// The plies of a line in order; see [`GameTree::main_line`].
#[derive(Debug)]
pub struct Line<'a> {
    tree: &'a GameTree,
    next: Option<NodeId>,
    board: Board,
}

impl Iterator for Line<'_> {
    type Item = Played;

    fn next(&mut self) -> Option<Played> {
        let node = self.next?;
        let step = self.tree.step(node)?;
        let before = self.board;
        self.board = step.play(&before);
        self.next = self.tree.main_child(node);
        Some(Played { node, step, before, after: self.board })
    }
}

impl GameTree {
    /// The main line, ply by ply.
    pub fn main_line(&self) -> Line<'_> {
        Line { tree: self, next: self.main_child(NodeId::ROOT), board: *self.start() }
    }

    /// The line that goes on after a node.
    pub fn line_after(&self, id: NodeId) -> Line<'_> {
        Line { tree: self, next: self.main_child(id), board: self.board_at(id) }
    }

    /// The moves of the main line, up to the first passing if there is any.
    pub fn moves(&self) -> Vec<Move> {
        self.main_line().map_while(|played| played.step.mv()).collect()
    }

    /// The last node of the main line; the root if there are no moves.
    pub fn last(&self) -> NodeId {
        core::iter::successors(Some(NodeId::ROOT), |&node| self.main_child(node))
            .last()
            .unwrap_or(NodeId::ROOT)
    }

    /// The position after the main line.
    pub fn final_board(&self) -> Board {
        self.main_line().last().map_or(*self.start(), |played| played.after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_line_has_its_positions() {
        let game = GameTree::from_pgn("1. e4 (1. d4) 1... e5 2. -- Nf6 *").expect("a good game");
        let plies: Vec<Played> = game.main_line().collect();
        assert_eq!(plies.len(), 4);
        assert_eq!(plies[2].step, Step::Pass);
        assert_eq!(game.moves().len(), 2);
        assert_eq!(game.last(), plies[3].node);
        assert_eq!(game.final_board(), game.board_at(game.last()));
        assert_eq!(game.line_after(plies[0].node).count(), 3);
        assert!(plies.windows(2).all(|pair| pair[0].after == pair[1].before));
    }
}
