//! What a search found.

use core::time::Duration;

use crate::counts::Counts;

/// The answer of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found<M> {
    /// The value of the root for the side to move. If the search was stopped: of the last finished iteration,
    /// or the evaluation if none was.
    pub value: i32,
    /// The line of best play; shorter than the depth where a table or a null move answered, and empty for
    /// algorithms that only know values.
    pub line: Vec<M>,
    /// What the search did, all iterations together.
    pub counts: Counts,
    /// How long it took, once the tables were laid out.
    pub elapsed: Duration,
    /// The finished iterations; one if the search did not deepen.
    pub iterations: Vec<Iteration<M>>,
    /// Whether the search came to its end.
    pub is_complete: bool,
}

/// One iteration of a search that deepens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Iteration<M> {
    /// Its depth.
    pub depth: i32,
    /// The value it found.
    pub value: i32,
    /// The line it found.
    pub line: Vec<M>,
    /// What all iterations up to this one did.
    pub counts: Counts,
    /// How long all iterations up to this one took.
    pub elapsed: Duration,
}
