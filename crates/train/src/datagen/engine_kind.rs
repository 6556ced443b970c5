//! Which engine plays.

use core::fmt;

use quevedo_engine::{Engine, EngineError, Evaluation, FileReader, Options};

/// The engine that every player of a crew has, and what files call its evaluation.
#[derive(Clone)]
pub struct EngineKind {
    evaluation: String,
    options: Options,
    reader: Option<FileReader>,
}

impl EngineKind {
    /// Engines with these options and a name that tells their evaluation from others. `reader` reads the files that
    /// the options name.
    pub fn new(evaluation: impl Into<String>, options: Options, reader: FileReader) -> EngineKind {
        EngineKind { evaluation: evaluation.into(), options, reader: Some(reader) }
    }

    /// With the classical evaluation.
    pub fn classical() -> EngineKind {
        let options = Options { evaluation: Evaluation::Classical, ..Options::default() };
        EngineKind { evaluation: "classical".to_owned(), options, reader: None }
    }

    /// The name of the evaluation.
    pub fn evaluation(&self) -> &str {
        &self.evaluation
    }

    /// An engine of one thread with a transposition table of this size.
    pub(super) fn engine(&self, hash_mib: usize) -> Result<Engine, EngineError> {
        let options = Options { hash: hash_mib, threads: 1, ..self.options.clone() };
        match self.reader {
            Some(reader) => Engine::with_files(options, reader),
            None => Engine::new(options),
        }
    }
}

impl fmt::Debug for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EngineKind({})", self.evaluation)
    }
}
