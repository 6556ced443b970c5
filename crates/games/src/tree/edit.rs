//! Changing a game: adding moves and notes, promoting and deleting variations.

use quevedo_rules::{Board, Move};

use super::{GameTree, Node, NodeId, Notes, Step};
use crate::{Comment, Nag};

/// Why a game cannot be changed so.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EditError {
    /// The move is not legal in the position.
    #[error("{mv} is not legal in {fen}")]
    IllegalMove {
        /// The move in UCI's letters.
        mv: String,
        /// The position.
        fen: String,
    },
    /// Passing in check would lose the king.
    #[error("passing is not possible in check, in {fen}")]
    PassInCheck {
        /// The position.
        fen: String,
    },
}

impl EditError {
    pub(super) fn illegal(board: &Board, mv: Move) -> EditError {
        EditError::IllegalMove { mv: board.uci(mv).to_string(), fen: board.fen() }
    }
}

impl GameTree {
    /// Adds a move after a node and returns its node: as the main move if it is the first one
    /// there, as the last variation otherwise. A move that is already there is not added again.
    ///
    /// # Errors
    /// If the move is not legal at that node.
    pub fn add_move(&mut self, after: NodeId, mv: Move) -> Result<NodeId, EditError> {
        let board = self.board_at(after);
        if !board.is_legal(mv) {
            return Err(EditError::illegal(&board, mv));
        }
        Ok(self.find_or_append(after, Step::Move(mv)))
    }

    /// Adds a move after a node like [`add_move`](GameTree::add_move), but as the main move.
    ///
    /// # Errors
    /// If the move is not legal at that node.
    pub fn add_main_move(&mut self, after: NodeId, mv: Move) -> Result<NodeId, EditError> {
        let node = self.add_move(after, mv)?;
        self.promote_to_main(node);
        Ok(node)
    }

    /// Adds passing after a node.
    ///
    /// # Errors
    /// If the side to move is in check there.
    pub fn add_pass(&mut self, after: NodeId) -> Result<NodeId, EditError> {
        let board = self.board_at(after);
        if board.in_check() {
            return Err(EditError::PassInCheck { fen: board.fen() });
        }
        Ok(self.find_or_append(after, Step::Pass))
    }

    fn find_or_append(&mut self, after: NodeId, step: Step) -> NodeId {
        let known = self.children(after).find(|&child| self.step(child) == Some(step));
        known.unwrap_or_else(|| self.append(after, step))
    }

    /// Adds a child that is known to be playable.
    pub(crate) fn append(&mut self, parent: NodeId, step: Step) -> NodeId {
        let id = NodeId::from_index(self.nodes.len());
        self.nodes.push(Node { parent: Some(parent), step: Some(step), ..Node::default() });
        let elder = self.node_mut(parent).last_child.replace(id);
        match elder {
            Some(elder) => self.node_mut(elder).next = Some(id),
            None => self.node_mut(parent).first_child = Some(id),
        }
        id
    }

    /// Moves a variation one place up among its siblings; the first one becomes the main line.
    pub fn promote(&mut self, id: NodeId) {
        let Some(parent) = self.parent(id) else { return };
        let mut order: Vec<NodeId> = self.children(parent).collect();
        if let Some(place @ 1..) = order.iter().position(|&child| child == id) {
            order.swap(place - 1, place);
            self.set_children(parent, &order);
        }
    }

    /// Makes a variation the main line at its place, before all its siblings.
    pub fn promote_to_main(&mut self, id: NodeId) {
        let Some(parent) = self.parent(id) else { return };
        let mut order: Vec<NodeId> = self.children(parent).collect();
        if let Some(place) = order.iter().position(|&child| child == id) {
            order[..=place].rotate_right(1);
            self.set_children(parent, &order);
        }
    }

    /// Takes a node and all that follows it out of the tree. The root stays, but loses all moves.
    pub fn delete(&mut self, id: NodeId) {
        match self.parent(id) {
            Some(parent) => {
                let order: Vec<NodeId> = self.children(parent).filter(|&child| child != id).collect();
                self.set_children(parent, &order);
            }
            None => self.set_children(id, &[]),
        }
    }

    /// Takes all variations out of the tree, so that only the main line is left.
    pub fn delete_variations(&mut self) {
        let mut node = NodeId::ROOT;
        while let Some(child) = self.main_child(node) {
            self.set_children(node, &[child]);
            node = child;
        }
    }

    fn set_children(&mut self, parent: NodeId, order: &[NodeId]) {
        self.node_mut(parent).first_child = order.first().copied();
        self.node_mut(parent).last_child = order.last().copied();
        for (place, &child) in order.iter().enumerate() {
            self.node_mut(child).next = order.get(place + 1).copied();
        }
        // Only variations have comments before their first move. What becomes the main line gives
        // them to the move before, where a reader of the file would find them.
        if let Some(&main) = order.first() {
            let before = self.node_mut(main).notes.as_mut().map(|notes| core::mem::take(&mut notes.before));
            for comment in before.into_iter().flatten() {
                self.add_comment(parent, comment);
            }
        }
    }
}

/// Notes.
impl GameTree {
    /// Adds a comment after a move; for the root, before the first move. Empty comments are not kept.
    pub fn add_comment(&mut self, id: NodeId, comment: Comment) {
        if !comment.is_empty() {
            self.notes_mut(id).after.push(comment);
        }
    }

    /// Adds a comment before a move. Only the first move of a variation can have one, so that for
    /// any other move the comment is added after the move before it.
    pub fn add_comment_before(&mut self, id: NodeId, comment: Comment) {
        match self.parent(id) {
            _ if comment.is_empty() => {}
            Some(parent) if self.main_child(parent) == Some(id) => self.add_comment(parent, comment),
            Some(_) => self.notes_mut(id).before.push(comment),
            None => self.add_comment(id, comment),
        }
    }

    /// Adds a glyph to a move, if the move does not have it yet.
    pub fn add_nag(&mut self, id: NodeId, nag: Nag) {
        if self.parent(id).is_some() && !self.nags(id).contains(&nag) {
            self.notes_mut(id).nags.push(nag);
        }
    }

    /// Takes all comments and glyphs off a move.
    pub fn clear_notes(&mut self, id: NodeId) {
        self.node_mut(id).notes = None;
    }

    /// Takes all comments and glyphs out of the game.
    pub fn clear_all_notes(&mut self) {
        for node in &mut self.nodes {
            node.notes = None;
        }
    }

    fn notes_mut(&mut self, id: NodeId) -> &mut Notes {
        self.node_mut(id).notes.get_or_insert_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Comment;

    fn read(pgn: &str) -> GameTree {
        GameTree::from_pgn(pgn).expect("a good game")
    }

    fn reply(game: &GameTree, place: usize) -> NodeId {
        let first = game.main_child(game.root()).expect("a first move");
        game.children(first).nth(place).expect("a reply")
    }

    #[test]
    fn moves_are_added_once_and_only_if_legal() {
        let mut game = GameTree::new();
        let e4 = game.start().parse_san("e4").expect("legal");
        let node = game.add_move(game.root(), e4).expect("legal");
        assert_eq!(game.add_move(game.root(), e4), Ok(node));
        let error = game.add_move(node, e4).expect_err("White's move for Black");
        assert!(error.to_string().starts_with("e2e4 is not legal in rnbqkbnr/"), "{error}");
        let d4 = game.start().parse_san("d4").expect("legal");
        let other = game.add_main_move(game.root(), d4).expect("legal");
        assert_eq!(game.main_child(game.root()), Some(other));
        assert_eq!(game.len(), 2);
        assert!(game.add_pass(other).is_ok());
        let mate = read("1. f3 e5 2. g4 Qh4# 0-1");
        assert!(mate.clone().add_pass(mate.last()).is_err());
    }

    #[test]
    fn variations_go_up_and_away() {
        let mut game = read("1. e4 e5 (1... c5) (1... e6 2. d4) *");
        let french = reply(&game, 2);
        game.promote(french);
        assert_eq!(game, read("1. e4 e5 (1... e6 2. d4) (1... c5) *"));
        game.promote(french);
        assert_eq!(game, read("1. e4 e6 (1... e5) (1... c5) 2. d4 *"));
        game.promote(french);
        game.promote_to_main(reply(&game, 2));
        assert_eq!(game, read("1. e4 c5 (1... e6 2. d4) (1... e5) *"));
        game.delete(french);
        assert_eq!(game, read("1. e4 c5 (1... e5) *"));
        game.delete(reply(&game, 0));
        assert_eq!(game, read("1. e4 e5 *"));
        game.delete(game.root());
        assert!(game.is_empty());
    }

    #[test]
    fn the_main_line_alone() {
        let mut game = read("1. e4 (1. d4 d5) 1... e5 (1... c5 (1... e6)) 2. Nf3 *");
        game.delete_variations();
        assert_eq!(game, read("1. e4 e5 2. Nf3 *"));
    }

    #[test]
    fn notes_come_and_go() {
        let mut game = read("1. e4 e5 (1... c5) *");
        let (main, side) = (reply(&game, 0), reply(&game, 1));
        game.add_comment_before(side, Comment::parse("Sicilian"));
        game.add_comment_before(main, Comment::parse("open"));
        game.add_nag(side, Nag::GOOD);
        game.add_nag(side, Nag::GOOD);
        game.add_comment(side, Comment::parse("  "));
        assert_eq!(game, read("1. e4 {open} e5 ({Sicilian} 1... c5!) *"));
        game.promote_to_main(side);
        assert_eq!(game, read("1. e4 {open} {Sicilian} c5! (1... e5) *"));
        game.clear_notes(side);
        game.clear_all_notes();
        assert_eq!(game, read("1. e4 c5 (1... e5) *"));
    }
}
