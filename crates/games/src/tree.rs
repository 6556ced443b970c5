//! A game as a tree of moves: the main line, the variations, and what was written about them.

mod edit;
mod line;
mod node;

use std::sync::LazyLock;

use quevedo_rules::{Board, CastlingRights, Move, Square};

use crate::{Comment, Eval, Headers, Nag, PgnResult};
pub use edit::EditError;
pub use line::{Line, Played};
use node::{Node, Notes};
pub use node::{NodeId, Step};

/// A game with its variations and annotations.
///
/// The nodes are moves; the root stands for the start position. A node's first child goes on with
/// its line, the other children are variations. Nodes are named by [`NodeId`]s, which stay valid
/// while the tree lives; an id from another tree is a mistake that may panic.
///
/// ```
/// use quevedo_games::GameTree;
///
/// let game = GameTree::from_pgn("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *")?;
/// assert_eq!(game.main_line().count(), 3);
/// let e4 = game.main_child(game.root()).expect("a first move");
/// assert_eq!(game.children(e4).count(), 2);
/// assert_eq!(game.board_at(e4).fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// # Ok::<(), quevedo_games::GameError>(())
/// ```
///
/// Two trees are equal if they say the same, however they were put together.
#[derive(Clone, Debug)]
pub struct GameTree {
    headers: Headers,
    start: Board,
    nodes: Vec<Node>,
}

impl GameTree {
    /// A game of standard chess without a move.
    pub fn new() -> GameTree {
        GameTree::from_board(*standard_start())
    }

    /// A game without a move from any position. Castling that only Chess960 knows is noted in the
    /// `Variant` tag, so that other programs read the game.
    pub fn from_board(start: Board) -> GameTree {
        GameTree::with_headers(start, Headers::default())
    }

    pub(crate) fn with_headers(start: Board, mut headers: Headers) -> GameTree {
        if needs_chess960(&start) && headers.get("Variant").is_none() {
            headers.set("Variant", "Chess960");
        }
        GameTree { headers, start, nodes: vec![Node::default()] }
    }

    /// A game from a position and the moves played.
    ///
    /// # Errors
    /// If a move is not legal; the error says which.
    pub fn from_moves(start: Board, moves: impl IntoIterator<Item = Move>) -> Result<GameTree, EditError> {
        let mut tree = GameTree::from_board(start);
        let (mut node, mut board) = (tree.root(), start);
        for mv in moves {
            if !board.is_legal(mv) {
                return Err(EditError::illegal(&board, mv));
            }
            board = board.play(mv);
            node = tree.append(node, Step::Move(mv));
        }
        Ok(tree)
    }

    /// The tags.
    pub fn headers(&self) -> &Headers {
        &self.headers
    }

    /// The tags, to change them.
    pub fn headers_mut(&mut self) -> &mut Headers {
        &mut self.headers
    }

    /// The position before the first move.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// How the game ended, by its tag.
    pub fn result(&self) -> PgnResult {
        self.headers.result()
    }

    /// Notes how the game ended.
    pub fn set_result(&mut self, outcome: PgnResult) {
        self.headers.set("Result", outcome.as_str());
    }
}

/// Walking around.
impl GameTree {
    /// The node of the start position.
    #[allow(clippy::unused_self)]
    pub fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    /// The node that this one follows; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// What was done to come here; `None` for the root.
    pub fn step(&self, id: NodeId) -> Option<Step> {
        self.node(id).step
    }

    /// The move that led here; `None` for the root and for passing.
    pub fn mv(&self, id: NodeId) -> Option<Move> {
        self.step(id).and_then(Step::mv)
    }

    /// The node that goes on with this node's line.
    pub fn main_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first_child
    }

    /// All nodes that follow this one, the main one first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        core::iter::successors(self.node(id).first_child, |&child| self.node(child).next)
    }

    /// The next child of the same parent, in the order of [`children`](GameTree::children).
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).next
    }

    /// Whether the node and all before it go on with the line that they belong to.
    pub fn is_main_line(&self, id: NodeId) -> bool {
        self.path_up(id).all(|node| match self.parent(node) {
            Some(parent) => self.main_child(parent) == Some(node),
            None => true,
        })
    }

    /// The number of plies from the root.
    pub fn ply(&self, id: NodeId) -> usize {
        self.path_up(id).count() - 1
    }

    /// The position at a node, found by playing all moves from the root.
    pub fn board_at(&self, id: NodeId) -> Board {
        let mut path: Vec<NodeId> = self.path_up(id).collect();
        path.reverse();
        path.iter().filter_map(|&node| self.step(node)).fold(self.start, |board, step| step.play(&board))
    }

    /// How many moves the tree holds, variations included.
    pub fn len(&self) -> usize {
        self.nodes_below(NodeId::ROOT).count()
    }

    /// Whether no move was played.
    pub fn is_empty(&self) -> bool {
        self.main_child(NodeId::ROOT).is_none()
    }

    /// All nodes below one, each line before its variations, in no deeper recursion than a list.
    pub fn nodes_below(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut waiting: Vec<NodeId> = self.node(id).first_child.into_iter().collect();
        core::iter::from_fn(move || {
            let node = waiting.pop()?;
            waiting.extend(self.node(node).next);
            waiting.extend(self.node(node).first_child);
            Some(node)
        })
    }

    fn path_up(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        core::iter::successors(Some(id), |&node| self.parent(node))
    }
}

/// What was written.
impl GameTree {
    /// The comments after a move; for the root, those before the first move.
    pub fn comments(&self, id: NodeId) -> &[Comment] {
        self.notes(id).map_or(&[], |notes| &notes.after)
    }

    /// The comments before the first move of a variation.
    pub fn comments_before(&self, id: NodeId) -> &[Comment] {
        self.notes(id).map_or(&[], |notes| &notes.before)
    }

    /// The glyphs of a move.
    pub fn nags(&self, id: NodeId) -> &[Nag] {
        self.notes(id).map_or(&[], |notes| &notes.nags)
    }

    /// The evaluation in the comments after a move.
    pub fn eval(&self, id: NodeId) -> Option<Eval> {
        self.comments(id).iter().find_map(Comment::eval)
    }

    /// The mover's clock in the comments after a move.
    pub fn clock(&self, id: NodeId) -> Option<core::time::Duration> {
        self.comments(id).iter().find_map(Comment::clock)
    }

    fn notes(&self, id: NodeId) -> Option<&Notes> {
        self.node(id).notes.as_deref()
    }
}

impl GameTree {
    /// How many nodes there are in memory, the root and deleted ones included.
    pub(crate) fn size(&self) -> usize {
        self.nodes.len()
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }
}

impl Default for GameTree {
    fn default() -> GameTree {
        GameTree::new()
    }
}

impl PartialEq for GameTree {
    fn eq(&self, other: &GameTree) -> bool {
        if self.headers != other.headers || self.start != other.start {
            return false;
        }
        // Walked with a list of pairs: a tree may be deeper than any stack.
        let mut pairs = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((mine, theirs)) = pairs.pop() {
            if self.step(mine) != other.step(theirs) || !self.same_notes(mine, other, theirs) {
                return false;
            }
            let mut others = other.children(theirs);
            for child in self.children(mine) {
                let Some(their_child) = others.next() else { return false };
                pairs.push((child, their_child));
            }
            if others.next().is_some() {
                return false;
            }
        }
        true
    }
}

impl Eq for GameTree {}

impl GameTree {
    fn same_notes(&self, mine: NodeId, other: &GameTree, theirs: NodeId) -> bool {
        self.comments(mine) == other.comments(theirs)
            && self.comments_before(mine) == other.comments_before(theirs)
            && self.nags(mine) == other.nags(theirs)
    }
}

/// The start of nearly every game, set up once.
pub(crate) fn standard_start() -> &'static Board {
    static START: LazyLock<Board> = LazyLock::new(Board::start);
    &START
}

/// Whether somebody may castle otherwise than from e1 or e8 with a rook in the corner.
fn needs_chess960(board: &Board) -> bool {
    let rights = board.castling();
    let corners = CastlingRights::STANDARD.rooks();
    quevedo_rules::Color::ALL.into_iter().any(|color| {
        let rooks = rights.rooks_of(color);
        rooks.any() && (board.king(color) != Square::E1.relative_to(color) || !rooks.is_subset_of(corners))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pgn: &str) -> GameTree {
        GameTree::from_pgn(pgn).expect("a good game")
    }

    #[test]
    fn lines_and_variations_are_found() {
        let game = read("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6) 2. Nf3 Nc6 1-0");
        assert_eq!(game.len(), 10);
        let line: Vec<NodeId> = game.main_line().map(|played| played.node).collect();
        assert_eq!(line.len(), 4);
        let replies: Vec<NodeId> = game.children(line[0]).collect();
        assert_eq!(replies.len(), 3);
        assert_eq!(replies[0], line[1]);
        assert!(game.is_main_line(line[3]) && !game.is_main_line(replies[1]));
        assert_eq!(game.ply(replies[2]), 2);
        assert_eq!(game.parent(replies[2]), Some(line[0]));
        assert_eq!(
            game.board_at(replies[2]).fen(),
            "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
        );
        assert_eq!(game.result(), PgnResult::Win(quevedo_rules::Color::White));
    }

    #[test]
    fn equality_is_what_a_reader_sees() {
        let game = read("1. e4 (1. d4 d5) 1... e5 $1 {good} *");
        assert_eq!(game, read("1.e4 (1.d4 d5) e5! { good }"));
        for other in [
            "1. e4 (1. d4 d5) 1... e5 $1 {bad} *",
            "1. e4 (1. d4 d5) 1... e5 $2 {good} *",
            "1. e4 (1. d4 d6) 1... e5 $1 {good} *",
            "1. e4 (1. d4) 1... e5 $1 {good} *",
            "1. e4 (1. d4 d5) (1. c4) 1... e5 $1 {good} *",
            "1. e4 (1. d4 d5) 1... e5 $1 {good} 1-0",
        ] {
            assert_ne!(game, read(other), "{other}");
        }
    }

    #[test]
    fn chess960_is_noted() {
        assert_eq!(GameTree::new().headers().get("Variant"), None);
        let board = Board::chess960(0).expect("a number below 960");
        assert_eq!(GameTree::from_board(board).headers().get("Variant"), Some("Chess960"));
    }
}
