//! Where an unfinished run stands, on disk.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::aside::Aside;
use super::replace;
use crate::failure::Usage;

/// The file that a run goes on from when it was stopped.
#[derive(Debug)]
pub(crate) struct Unfinished {
    path: PathBuf,
    /// What it is of, in words: a training.
    what: &'static str,
}

impl Unfinished {
    /// The file of such a run. A run that was not finished is not forgotten by accident.
    pub(crate) fn open(path: PathBuf, what: &'static str, resume: bool) -> anyhow::Result<Unfinished> {
        let name = path.display();
        match (path.exists(), resume) {
            (true, false) => Err(Usage(format!(
                "{name} is of a {what} that was not finished: --resume goes on with it; to begin anew, remove it"
            ))
            .into()),
            (false, true) => Err(Usage(format!("there is no {name} to go on from")).into()),
            _ => {
                Aside::tidy_up(&path);
                Ok(Unfinished { path, what })
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps a state.
    pub(crate) fn save(&self, state: &[u8]) -> anyhow::Result<()> {
        replace(&self.path, state).with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// The state that was kept.
    pub(crate) fn load(&self) -> anyhow::Result<Vec<u8>> {
        fs::read(&self.path).with_context(|| format!("cannot read {}", self.path.display()))
    }

    /// The state that was kept is of another run.
    pub(crate) fn refuse(&self, words: &str) -> anyhow::Error {
        Usage(format!("{} is of a {} with {words}", self.path.display(), self.what)).into()
    }

    /// The run is finished.
    pub(crate) fn remove(&self) {
        if let Err(error) = fs::remove_file(&self.path)
            && error.kind() != io::ErrorKind::NotFound
        {
            crate::console::log(format_args!("quevedo: cannot remove {}: {error}", self.path.display()));
        }
    }
}
