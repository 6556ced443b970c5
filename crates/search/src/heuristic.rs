//! The heuristics that can be switched off, and the two ways to ask for them.
//!
//! The search body is generic over a [`Profile`]. [`Play`] answers every question with a constant,
//! so that the compiler builds the playing search as if nothing could be switched; [`Tunable`] answers
//! from a mask and from parameters that can be changed, for experiments and for tuning.

use crate::params::Params;

macro_rules! heuristics {
    ($($(#[doc = $doc:literal])* $name:ident = $text:literal,)*) => {
        /// A heuristic of the search.
        #[doc(alias("feature", "ablation"))]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum Heuristic { $($(#[doc = $doc])* $name,)* }

        impl Heuristic {
            /// All of them.
            pub const ALL: &[Heuristic] = &[$(Heuristic::$name,)*];

            /// The name that a user types.
            pub const fn name(self) -> &'static str {
                match self { $(Heuristic::$name => $text,)* }
            }

            /// One line about it.
            pub const fn summary(self) -> &'static str {
                match self { $(Heuristic::$name => concat!($($doc,)*).trim_ascii(),)* }
            }
        }
    };
}

heuristics! {
    /// Aspiration windows around the last iteration's score (Gillogly 1978; Marsland 1991, Fig. 3).
    Aspiration = "aspiration",
    /// Root moves behind the best are ordered by the size of their subtrees (Marsland 1991).
    RootOrdering = "root-ordering",
    /// Moves of the root that lose material in the exchange are deepened alone, too.
    Sacrifices = "sacrifices",
    /// Scores of the transposition table: cut-offs, and evaluations refined by them (Greenblatt 1967; Slate and Atkin 1977).
    TableCutoff = "table-cutoff",
    /// Tablebases at the root and inside the search (Thompson 1986; de Man 2013).
    EndgameTables = "endgame-tables",
    /// Checks in the first ply of the quiescence search.
    QuietChecks = "quiet-checks",
    /// No capture that cannot reach alpha in the quiescence search (delta pruning).
    DeltaPruning = "delta-pruning",
    /// No losing capture in the quiescence search, by static exchange evaluation.
    QuiescenceSee = "quiescence-see",
    /// No node that only a longer mate could improve.
    MateDistance = "mate-distance",
    /// A draw by repetition seen one move ahead (van Kervinck 2002).
    UpcomingRepetition = "upcoming-repetition",
    /// Static evaluations corrected by what searches of like positions found.
    CorrectionHistory = "correction-history",
    /// Near the leaves, positions far below alpha go straight to quiescence (Birmingham and Kent 1977).
    Razoring = "razoring",
    /// Near the leaves, positions far above beta are taken as won (reverse futility, static null move).
    ReverseFutility = "reverse-futility",
    /// Passing as a test of strength (Beal 1989; Donninger 1993).
    NullMove = "null-move",
    /// A deep null-move cut-off is verified by a search as deep as the null move's, without null moves near its top (as Stockfish does).
    NullVerification = "null-verification",
    /// Good captures that beat beta by a margin in a shallow search cut off (Buro 1995).
    ProbCut = "probcut",
    /// Nodes without a table move are searched less deep (Rebel; replaces internal deepening).
    InternalReduction = "internal-reduction",
    /// Quiet moves late in the order are not searched near the leaves.
    LateMovePruning = "late-move-pruning",
    /// Quiet moves that cannot reach alpha are not searched near the leaves (Schaeffer 1986; Heinz 1998).
    Futility = "futility",
    /// Quiet moves with a bad record are not searched near the leaves.
    HistoryPruning = "history-pruning",
    /// Moves that lose material on their square are not searched near the leaves.
    SeePruning = "see-pruning",
    /// Moves late in the order are searched less deep first (Björnsson and Marsland; Fruit).
    LateMoveReduction = "late-move-reduction",
    /// Near the leaves, checks that lose nothing in the exchange are searched deeper.
    CheckExtension = "check-extension",
    /// A move that is much better than all others is searched deeper (Anantharaman et al. 1990).
    SingularExtension = "singular-extension",
    /// If several moves beat beta, the node is cut off (Björnsson and Marsland 1999).
    MultiCut = "multi-cut",
    /// A capture on the square of the last capture is searched deeper.
    RecaptureExtension = "recapture-extension",
    /// Two quiet refutations of each ply are tried early (Gillogly; Slate and Atkin 1977).
    Killers = "killers",
    /// The quiet answer that refuted the same move before is tried early (Uiterwijk 1992).
    CounterMove = "counter-move",
    /// Quiet moves are ordered by how often they were best (Schaeffer 1983).
    History = "history",
    /// Quiet moves are ordered by how they followed the last moves before.
    ContinuationHistory = "continuation-history",
    /// Quiet moves are ordered by what was good with the same pawns.
    PawnHistory = "pawn-history",
    /// Captures are ordered by what they did before.
    CaptureHistory = "capture-history",
    /// Moves that another thread is searching are put off (ABDADA: Weill 1996; Kerrigan).
    Deferral = "deferral",
    /// Scores fade as the fifty-move rule comes near.
    FiftyMoveDamping = "fifty-move-damping",
}

/// A set of heuristics.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HeuristicSet(u64);

impl HeuristicSet {
    /// Every heuristic.
    pub const ALL: HeuristicSet = HeuristicSet(u64::MAX);
    /// No heuristic: principal variation search with captures beyond the horizon, the table's move first.
    pub const NONE: HeuristicSet = HeuristicSet(0);

    /// Whether the heuristic is in the set.
    #[inline]
    pub const fn contains(self, heuristic: Heuristic) -> bool {
        self.0 >> heuristic as u8 & 1 != 0
    }

    /// The set with the heuristic.
    pub const fn with(self, heuristic: Heuristic) -> HeuristicSet {
        HeuristicSet(self.0 | 1 << heuristic as u8)
    }

    /// The set without the heuristic.
    pub const fn without(self, heuristic: Heuristic) -> HeuristicSet {
        HeuristicSet(self.0 & !(1 << heuristic as u8))
    }
}

/// Answers the search's questions about heuristics and parameters.
pub trait Profile: Clone + Send + Sync {
    /// Whether a heuristic is on.
    fn on(&self, heuristic: Heuristic) -> bool;
    /// The parameters.
    fn params(&self) -> &Params;
}

/// The playing search: everything on, parameters as they are.
#[derive(Clone, Copy, Default, Debug)]
pub struct Play;

impl Profile for Play {
    #[inline]
    fn on(&self, _: Heuristic) -> bool {
        true
    }

    #[inline]
    fn params(&self) -> &Params {
        const { &Params::DEFAULT }
    }
}

/// The search of the laboratory and the tuner: any heuristics, any parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
#[doc(alias("search parameters", "lab"))]
pub struct Tunable {
    /// What is on.
    pub heuristics: HeuristicSet,
    /// The parameters.
    pub params: Params,
}

impl Default for Tunable {
    fn default() -> Tunable {
        Tunable { heuristics: HeuristicSet::ALL, params: Params::DEFAULT }
    }
}

impl Profile for Tunable {
    #[inline]
    fn on(&self, heuristic: Heuristic) -> bool {
        self.heuristics.contains(heuristic)
    }

    #[inline]
    fn params(&self) -> &Params {
        &self.params
    }
}
