//! Does an engine speak UCI? A list of small conversations, each with a verdict.
//!
//! Every [`Check`] talks to a process of its own, so that one failure does not spoil the next check and the
//! transcript of a failure is short. What UCI leaves open is only checked where programs rely on it: that an
//! illegal position does not crash the engine, that the end of its input ends it.

mod checks;
mod conversation;
mod info_line;
mod search;

use core::time::Duration;
use std::time::Instant;

use serde::Serialize;

use crate::Host;
use crate::process::Program;
use conversation::Conversation;

/// A small conversation that shows whether an engine does one thing right.
#[derive(Clone, Copy)]
pub struct Check {
    /// A short name to ask for.
    pub name: &'static str,
    /// What must be true.
    pub summary: &'static str,
    talk: fn(&mut Conversation) -> Result<(), Complaint>,
}

impl core::fmt::Debug for Check {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Check").field("name", &self.name).finish_non_exhaustive()
    }
}

/// What came of a check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "grade", content = "reason", rename_all = "lowercase")]
pub enum Grade {
    /// The engine does it right.
    Pass,
    /// The engine does not offer this; nobody says it must.
    Skip(String),
    /// The engine does it wrong.
    Fail(String),
}

/// A check with what came of it.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The check's name.
    pub name: &'static str,
    /// What must be true.
    pub summary: &'static str,
    /// What came of it.
    #[serde(flatten)]
    pub grade: Grade,
    /// How long it took.
    pub seconds: f64,
    /// What was said: `> ` to the engine, `< ` by the engine. Long conversations have their middle left out.
    pub transcript: Vec<String>,
}

/// Why a conversation was broken off.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Complaint {
    /// The engine does not offer it.
    Skip(String),
    /// The engine does it wrong.
    Fail(String),
}

impl Complaint {
    fn fail(words: impl Into<String>) -> Complaint {
        Complaint::Fail(words.into())
    }

    fn skip(words: impl Into<String>) -> Complaint {
        Complaint::Skip(words.into())
    }
}

impl From<crate::Fault> for Complaint {
    fn from(fault: crate::Fault) -> Complaint {
        Complaint::Fail(format!("the engine {fault}"))
    }
}

/// An engine under examination.
#[derive(Clone, Debug)]
pub struct Examination {
    /// The engine.
    pub program: Program,
    /// What it may use.
    pub host: Host,
    /// Options to set before every conversation.
    pub options: Vec<(String, String)>,
    /// How long any one answer may take.
    pub patience: Duration,
}

impl Examination {
    /// All checks, in the order in which they are best made.
    pub fn checks() -> &'static [Check] {
        checks::ALL
    }

    /// Makes one check.
    pub fn make(&self, check: &Check) -> Finding {
        let start = Instant::now();
        let (outcome, transcript) = match Conversation::start(self) {
            Err(complaint) => (Err(complaint), Vec::new()),
            Ok(mut conversation) => {
                let outcome = (check.talk)(&mut conversation);
                (outcome, conversation.transcript())
            }
        };
        let grade = match outcome {
            Ok(()) => Grade::Pass,
            Err(Complaint::Skip(words)) => Grade::Skip(words),
            Err(Complaint::Fail(words)) => Grade::Fail(words),
        };
        let seconds = start.elapsed().as_secs_f64();
        Finding { name: check.name, summary: check.summary, grade, seconds, transcript }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_typable() {
        let mut names: Vec<&str> = Examination::checks().iter().map(|check| check.name).collect();
        assert!(names.iter().all(|name| {
            name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-' || byte.is_ascii_digit())
        }));
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!((names.len(), count >= 30), (count, true));
    }

    #[test]
    fn a_program_that_is_not_there_fails_every_check() {
        let program = Program { command: "/nowhere/engine".into(), arguments: Vec::new(), folder: None };
        let examination = Examination {
            program,
            host: Host::default(),
            options: Vec::new(),
            patience: Duration::from_secs(1),
        };
        let finding = examination.make(&Examination::checks()[0]);
        assert!(
            matches!(&finding.grade, Grade::Fail(words) if words.contains("/nowhere/engine")),
            "{finding:?}"
        );
    }
}
