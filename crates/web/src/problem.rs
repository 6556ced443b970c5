//! What cannot be done, in words.

use crate::ask::Id;
use crate::tell::{Code, Tell};

/// Why something was not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Problem {
    pub(crate) code: Code,
    pub(crate) words: String,
}

impl Problem {
    pub(crate) fn new(code: Code, words: impl Into<String>) -> Problem {
        Problem { code, words: words.into() }
    }

    /// The same as a message.
    pub(crate) fn tell(self, id: Option<Id>) -> Tell {
        Tell::Problem { id, code: self.code, words: self.words }
    }
}
