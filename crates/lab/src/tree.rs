//! The one question every algorithm of the laboratory asks a game: what can be played here, and what is it
//! worth?
//!
//! Marsland's figures leave four functions to the game: `Generate`, `Make`, `Undo` and `Evaluate`. They are the
//! required part of [`GameTree`]; all else has an answer for games that know nothing of checks or captures,
//! so that a synthetic tree is a page of code.

use core::fmt::Debug;

use arrayvec::ArrayVec;

/// The widest node that any game may have.
pub const MAX_WIDTH: usize = 256;

/// The number of history counters: one table of 64 x 64 for each side (Schaeffer 1989).
pub const HISTORY_SLOTS: usize = 2 * 64 * 64;

/// The moves of one node, without a heap.
pub type Moves<M> = ArrayVec<M, MAX_WIDTH>;

/// Which moves a quiescence search wants to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Loud {
    /// Moves that give check, too.
    pub checks: bool,
    /// Promotions and moves of passed pawns that are about to promote, too.
    pub pawns: bool,
}

/// A game seen from one of its positions, which moves along the branches of its tree.
///
/// Values are always those of the side to move (the *negamax framework* of the papers).
///
/// ```
/// use quevedo_lab::{GameTree, SyntheticTree};
///
/// let mut tree = SyntheticTree::random(3, 2, 1950);
/// let before = tree.key();
/// for mv in tree.moves() {
///     tree.make(mv);
///     assert_eq!(tree.ply(), 1);
///     tree.unmake();
/// }
/// assert_eq!(tree.key(), before);
/// ```
pub trait GameTree: Clone {
    /// A branch.
    type Move: Copy + Eq + Debug;

    /// The moves of this position in the game's natural order: the papers' `Generate`.
    fn moves(&self) -> Moves<Self::Move>;

    /// Walks down a branch: the papers' `Make`. The move is one of [`moves`](GameTree::moves).
    fn make(&mut self, mv: Self::Move);

    /// Walks back up the last branch, or takes a [pass](GameTree::pass) back: the papers' `Undo`.
    fn unmake(&mut self);

    /// How many branches lie between here and the root.
    fn ply(&self) -> usize;

    /// What the position looks like it is worth to the side to move: the papers' `Evaluate`.
    fn evaluate(&mut self) -> i32;

    /// A fingerprint of the position. Equal positions reached by different paths have equal keys.
    fn key(&self) -> u64;

    /// What a position without any move is worth to the side to move.
    fn leaf_value(&mut self) -> i32 {
        self.evaluate()
    }

    /// Whether the rules call the game drawn here, whatever the moves: the `IsDraw` of Marsland and Björnsson.
    fn is_draw(&self) -> bool {
        false
    }

    /// The move in the words of the game.
    fn name(&self, mv: Self::Move) -> String {
        format!("{mv:?}")
    }

    /// The side to move: 0 or 1.
    fn side(&self) -> usize {
        self.ply() % 2
    }

    /// Gives the turn away if the rules of the null move allow it (never in check), and says whether it did.
    /// [`unmake`](GameTree::unmake) takes it back.
    fn pass(&mut self) -> bool {
        false
    }

    /// Whether the side to move has enough men for zugzwang to be unlikely.
    fn has_pieces(&self) -> bool {
        true
    }

    /// The larger of the two sides' numbers of pieces, pawns and kings not counted (Heinz 1999).
    fn piece_count(&self) -> u32 {
        8
    }

    /// Whether the side to move must answer a check.
    fn in_check(&self) -> bool {
        false
    }

    /// Whether the move gives check.
    fn gives_check(&self, mv: Self::Move) -> bool {
        let _ = mv;
        false
    }

    /// Material that the move wins at once, in hundredths of a pawn; 0 for a quiet move.
    fn gain(&self, mv: Self::Move) -> i32 {
        let _ = mv;
        0
    }

    /// How promising the move looks among the captures: higher is earlier; `None` for a quiet move. Marsland:
    /// *safe captures ahead of other moves*, the greatest victim first.
    fn capture_rank(&self, mv: Self::Move) -> Option<i32> {
        let _ = mv;
        None
    }

    /// Where the move lands, if it captures there.
    fn capture_target(&self, mv: Self::Move) -> Option<usize> {
        let _ = mv;
        None
    }

    /// The history counter of the move, below [`HISTORY_SLOTS`].
    fn history_slot(&self, mv: Self::Move) -> Option<usize> {
        let _ = mv;
        None
    }

    /// Whether the move of a table may be tried before any move is generated.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.moves().contains(&mv)
    }

    /// The moves that a quiescence search looks at: captures, and what `loud` adds.
    fn loud_moves(&self, loud: Loud) -> Moves<Self::Move> {
        let _ = loud;
        Moves::new()
    }

    /// A fingerprint of everything that can influence the exchanges that the capture starts, for the method of
    /// analogies; `None` where the game knows no such thing.
    fn influence(&self, mv: Self::Move) -> Option<u64> {
        let _ = mv;
        None
    }

    /// What the capture wins when only recaptures on its square follow. `looked_at` grows by the positions that
    /// had to be looked at.
    fn exchange(&self, mv: Self::Move, looked_at: &mut u64) -> i32 {
        let _ = looked_at;
        self.gain(mv)
    }
}
