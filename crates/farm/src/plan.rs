//! Which jobs a run has.

use core::ops::ControlFlow;

/// Why a run cannot go on: its input is not what it should be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct PlanError(pub String);

impl PlanError {
    /// Any fault, in words.
    pub fn of(error: impl core::fmt::Display) -> PlanError {
        PlanError(error.to_string())
    }
}

/// What comes next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// A job.
    Job(Vec<u8>),
    /// That depends on answers that are not there yet.
    Later,
    /// Nothing.
    End,
}

/// The jobs of a run in their order. Some runs decide by their answers how they go on; those look at the answers, always
/// in the order of the jobs, so that what is decided does not depend on who was quicker.
pub trait Plan {
    /// How many jobs there are at most, as far as that is known.
    fn planned(&self) -> Option<u64>;

    /// The next job.
    ///
    /// # Errors
    /// If the input is not what it should be.
    fn next(&mut self) -> Result<Next, PlanError>;

    /// Whether answers are looked at.
    fn looks(&self) -> bool {
        false
    }

    /// Looks at the answer to a job, in the order of the jobs; `None` if the job was given up. Break means that no more is
    /// needed.
    ///
    /// # Errors
    /// If the answer is not what it should be.
    fn look(&mut self, _number: u64, _answer: Option<&[u8]>) -> Result<ControlFlow<()>, PlanError> {
        Ok(ControlFlow::Continue(()))
    }

    /// Begins again, with the first job and as if no answer had been looked at.
    ///
    /// # Errors
    /// If the input is not what it should be.
    fn restart(&mut self) -> Result<(), PlanError>;
}
