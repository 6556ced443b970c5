//! The tutor says why a move is good or bad, in words that are proven.
//!
//! Four steps that know as little as possible of each other: *detection* finds what may be true, *proof* shows that it is,
//! *choice* decides what is worth saying, *words* say it. What passes from one to the next are [`Finding`]s: a [`Fact`] with
//! the kind of its [`Truth`] and, where it is more than a look at one board, a [`Proof`] that anybody can check.

mod choose;
mod explain;
mod fact;
mod finding;
mod goal;
mod proof;
mod words;

pub use explain::{Candidate, Explanation, Judgement, Mark, Picks, Question, Tutor, TutorError};
pub use fact::{DrawKind, Duty, Fact, MatePattern, PawnFlaw, Remedy, Term};
pub use finding::{Finding, Truth};
pub use goal::Goal;
pub use proof::{Attack, Defence, Proof, Reply, Root};
pub use words::{Basis, Language, Level, Role, Sentence, Spoken, hint, say};
