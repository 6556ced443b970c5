//! Whole sentences, into which clauses are put.

macro_rules! frames {
    ($($(#[$doc:meta])* $frame:ident),+ $(,)?) => {
        /// A sentence with places for moves, numbers and a clause.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(crate) enum Frame { $($(#[$doc])* $frame),+ }

        impl Frame {
            /// All of them.
            #[cfg(test)]
            pub(crate) const ALL: &[Frame] = &[$(Frame::$frame),+];
        }
    };
}

frames! {
    /// There was one legal move.
    Forced,
    /// The best move, without a reason.
    Best,
    /// The best move, and what it does.
    BestMove,
    /// The best move, and what is true after it.
    BestState,
    /// The best move, and what a later one of its line does.
    BestLater,
    /// The same where it is what is true after that.
    BestLaterState,
    /// A good move, and what a later one of its line does.
    GoodLater,
    /// The same where it is what is true after that.
    GoodLaterState,
    /// What a later move does.
    Later,
    /// What is true after it.
    LaterState,
    /// The better move, and what a later one of its line does.
    RemedyLater,
    /// The same where it is what is true after that.
    RemedyLaterState,
    /// Mate on the move.
    MateNow,
    /// Mate in some moves.
    MateSoon,
    /// A mate that the search has seen.
    AssessmentMate,
    /// A good move, without a reason.
    Good,
    /// A good move, and what it does.
    GoodMove,
    /// A good move, and what is true after it.
    GoodState,
    /// What is wrong with a move.
    Cause,
    /// The same with a line.
    CauseLine,
    /// A move that gives chances away for no proven reason.
    NoCause,
    /// What another move does.
    HowMove,
    /// What is true after it.
    HowState,
    /// What is true.
    State,
    /// The better move, and what it does.
    RemedyMove,
    /// The better move, and what is true after it.
    RemedyState,
    /// The better move and its line.
    RemedyLine,
    /// What else the move does.
    Also,
    /// What else is true.
    AlsoState,
    /// The numbers.
    Scores,
    /// What a candidate does.
    CandidateMove,
    /// What is true after it.
    CandidateState,
    /// What the position is worth.
    Assessment,
    /// No side has more.
    MaterialLevel,
    /// Who has more.
    Material,
    /// Where to look: men.
    LookAtMen,
    /// Where to look: a part of the board.
    LookAtArea,
    /// Which man moves.
    Mover,
    /// The move.
    Move,
}
