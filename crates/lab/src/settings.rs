//! What can be switched on: every enhancement of the papers, by name.

mod parse;

pub use parse::{SWITCHES, SettingError, Switch};

use crate::limits::PAWN;

/// Which entry a full place of the transposition table keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Replacement {
    /// The newcomer's, unless the old entry is of the same position and deeper (Marsland, Fig. 7: store if
    /// `Height <= depth`).
    #[default]
    Figure7,
    /// Always the newcomer's.
    Always,
    /// The deeper one's; an entry of an earlier iteration gives way (Breuker 1998: DEEP).
    Deep,
    /// The newcomer's, unless the old entry is of this iteration and deeper, whatever its position.
    Age,
}

/// For which of its three purposes the transposition table is used (Marsland, section 3.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableUse {
    /// The move that was best before is tried first.
    pub order: bool,
    /// The value narrows the window.
    pub bounds: bool,
    /// A value or bound ends the node: exact forward pruning.
    pub cutoffs: bool,
}

impl Default for TableUse {
    fn default() -> TableUse {
        TableUse { order: true, bounds: true, cutoffs: true }
    }
}

/// The transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TableKind {
    /// None.
    #[default]
    Off,
    /// One probe; which entry stays is a matter of [`Replacement`] (Marsland, section 3.5).
    OneProbe(usize),
    /// Each slot keeps the deepest and the most recent position (Marsland and Björnsson, section 3.2).
    TwoLevel(usize),
}

impl TableKind {
    /// The largest table: some 400 megabytes.
    pub const MOST_ENTRIES: usize = 1 << 24;
}

/// What happens at the frontier.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Quiescence {
    /// Evaluate at once.
    #[default]
    Off,
    /// Captures.
    Captures,
    /// Captures, checks and all answers to checks.
    Checks,
    /// Captures, promotions and passed pawns near their goal.
    Pawns,
    /// All of these.
    Full,
    /// Beal's: all moves, but a node whose value after passing is good enough ends the line.
    NullMove,
    /// No search: the best exchange on a square is worked out and added.
    Exchange,
}

/// The null move and what a fail-high of it leads to.
///
/// The three variants keep Fig. 3's re-search after a zugzwang, at the first fail-high of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NullMove {
    /// None.
    #[default]
    Off,
    /// Cut off, depth reduction R (David-Tabibi and Netanyahu, Fig. 1).
    Standard(i32),
    /// Cut off, R = 2 or 3 by depth and material (Heinz 1999).
    Adaptive,
    /// Reduce by a ply and verify, cut off only below such a node, search again after a zugzwang (Fig. 3).
    Verified(i32),
    /// First variant of the conclusion: never cut off, reduce by two plies.
    ReduceTwo(i32),
    /// Second variant: never cut off, reduce by one ply.
    ReduceOne(i32),
    /// Third variant: reduce by one ply, and by two plies below such a node.
    ReduceOneThenTwo(i32),
}

/// When an answer to a check gets a ply more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CheckExtension {
    /// Never.
    #[default]
    Off,
    /// On the horizon only, as in the experiments with verified null moves.
    Horizon,
    /// Everywhere.
    Everywhere,
}

/// The switches of a search. The default has all of them off: the algorithm as its figure has it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own; a student turns them one by one"
)]
pub struct Settings {
    /// Search to depth 1, 2, 3... and use what each iteration learned.
    pub deepening: bool,
    /// Captures before other moves, the greatest victim first.
    pub captures_first: bool,
    /// Captures that lose nothing by exchange before other moves, the greatest victim first (Marsland, section 3.6).
    pub safe_captures: bool,
    /// The two moves of each level that cut off most often come early.
    pub killers: bool,
    /// Moves that were often good elsewhere come early.
    pub history: bool,
    /// Positions met again need not be searched again.
    pub table: TableKind,
    /// Which entry a full place keeps.
    pub replacement: Replacement,
    /// For which purposes the table is used.
    pub table_use: TableUse,
    /// Believe the table only at exactly the same height, so that values are those of minimax.
    pub exact_height: bool,
    /// The best lines of the last iteration guide the next.
    pub refutation: bool,
    /// Moves of the root are sorted between iterations, stably, from an order found by pre-analysis.
    pub root_order: bool,
    /// What happens at the frontier.
    pub quiescence: Quiescence,
    /// Answers to checks get a ply more.
    pub check_extension: CheckExtension,
    /// Recaptures of equal value get a ply more.
    pub recapture_extension: bool,
    /// A move far better than all others gets a ply more.
    pub singular_extension: bool,
    /// Near the horizon, moves that look no better than alpha are left out.
    pub razoring: bool,
    /// Moves that look worse than alpha by a margin are left out.
    pub marginal: bool,
    /// Moves that look no better than the best so far are left out, anywhere.
    pub gamma: bool,
    /// Only the N best-looking moves, fewer with distance from the root.
    pub n_best: bool,
    /// The null move.
    pub null_move: NullMove,
    /// No null move for a side that has only pawns.
    pub null_guard: bool,
    /// Captures whose like was seen before need no search.
    pub analogies: bool,
    /// Half the width of the aspiration window.
    pub window: i32,
    /// The search ends after so many nodes.
    pub node_limit: Option<u64>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            deepening: false,
            captures_first: false,
            safe_captures: false,
            killers: false,
            history: false,
            table: TableKind::Off,
            replacement: Replacement::Figure7,
            table_use: TableUse::default(),
            exact_height: false,
            refutation: false,
            root_order: false,
            quiescence: Quiescence::Off,
            check_extension: CheckExtension::Off,
            recapture_extension: false,
            singular_extension: false,
            razoring: false,
            marginal: false,
            gamma: false,
            n_best: false,
            null_move: NullMove::Off,
            null_guard: true,
            analogies: false,
            window: PAWN,
            node_limit: None,
        }
    }
}

impl Settings {
    /// Whether the algorithm is as its figure has it: no order, memory, extension or pruning of our own. (The
    /// quiescence search and captures first belong to the game: the figures' `Evaluate` and `Generate`.)
    pub fn is_plain(&self) -> bool {
        let figure = Settings {
            deepening: self.deepening,
            captures_first: self.captures_first,
            safe_captures: self.safe_captures,
            quiescence: self.quiescence,
            analogies: self.analogies,
            window: self.window,
            node_limit: self.node_limit,
            null_guard: self.null_guard,
            exact_height: self.exact_height,
            ..Settings::default()
        };
        *self == figure
    }

    /// Whether some part of the full-width tree is left out or looked at more deeply, so that the value may
    /// differ from minimax.
    pub fn is_selective(&self) -> bool {
        self.null_move != NullMove::Off
            || self.check_extension != CheckExtension::Off
            || self.recapture_extension
            || self.singular_extension
            || self.razoring
            || self.marginal
            || self.gamma
            || self.n_best
            || self.analogies
    }
}
