//! The tutor says why a move is good or bad, in words that are proven.
//!
//! Four steps that know as little as possible of each other: *detection* finds what may be true, *proof* shows that it is,
//! *choice* decides what is worth saying, *words* say it. What passes from one to the next are [`Finding`]s: a [`Fact`] with
//! the kind of its [`Truth`] and, where it is more than a look at one board, a [`Proof`] that anybody can check.

mod choose;
mod detect;
pub mod exchange;
mod explain;
mod fact;
mod finding;
mod goal;
mod guard;
pub mod practice;
mod proof;
mod prove;
mod quiet;
pub mod review;
mod structure;
mod words;

pub use choose::counterfactual;
pub use detect::{
    allows, allows_by_tables, findings_of_move, findings_of_position, findings_of_tables, initiative,
    mate_pattern, misses, misses_by_tables, only_move, opening, simplification,
};
pub use explain::{Candidate, Explanation, Judgement, Mark, Picks, Question, Tutor, TutorError};
pub use fact::{DrawKind, Duty, Fact, Flank, MatePattern, PawnFlaw, Remedy, StockPattern, Term};
pub use finding::{Finding, Truth};
pub use goal::Goal;
pub use guard::{guard_question, objection};
pub use proof::{Attack, Defence, MATE_GAIN, Proof, Reply, Root};
pub use prove::{
    Effort, no_mate_within, prove, prove_move, prove_table, prove_threat, strongest, strongest_threat,
};
pub use structure::{Battery, Double, GuardOf, Overload, Pin, Structure, structure};
pub use words::{Basis, Language, Level, Role, Sentence, Spoken, hint, say};
