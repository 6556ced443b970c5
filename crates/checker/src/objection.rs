//! What can be wrong with a finding, and what could not be looked at.

/// Why a finding is not true, or not shown to be.
#[derive(Clone, PartialEq, Eq, thiserror::Error, Debug)]
pub enum Objection {
    /// It does not follow the agreed form.
    #[error("not in the agreed form: {0}")]
    Form(String),
    /// The fact is not true of the position.
    #[error("{kind}: {why}")]
    False {
        /// The fact's kind.
        kind: String,
        /// What was found instead.
        why: String,
    },
    /// A proof does not prove its goal.
    #[error("{kind}: proof {number}: {why}")]
    Proof {
        /// The fact's kind.
        kind: String,
        /// Which proof, from 1.
        number: usize,
        /// Where it fails.
        why: String,
    },
}

/// How far a finding that was not refuted has been looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// All that it says was found to be true.
    Verified,
    /// Part of it could not be looked at: no tables, or too long a search.
    Unchecked(&'static str),
}
