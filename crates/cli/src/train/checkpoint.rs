//! Where an unfinished training stands, on disk.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use quevedo_train::network::{Checkpoint, Settings, State};

use crate::failure::Usage;
use crate::files;

/// The file of a checkpoint, beside the network that will be.
#[derive(Debug)]
pub(super) struct CheckpointFile {
    path: PathBuf,
}

impl CheckpointFile {
    pub(super) fn new(out: &Path) -> CheckpointFile {
        let mut name = out.as_os_str().to_owned();
        name.push(".checkpoint");
        CheckpointFile { path: name.into() }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// A training that was not finished is not forgotten by accident.
    pub(super) fn refuse_to_forget(&self, resume: bool) -> Result<(), Usage> {
        let name = self.path.display();
        match (self.path.exists(), resume) {
            (true, false) => Err(Usage(format!(
                "{name} is of a training that was not finished: --resume goes on with it; to begin anew, remove it"
            ))),
            (false, true) => Err(Usage(format!("there is no {name} to go on from"))),
            _ => Ok(()),
        }
    }

    /// Keeps a state.
    pub(super) fn save(&self, settings: &Settings, fingerprint: u64, state: &State) -> anyhow::Result<()> {
        let checkpoint = Checkpoint { settings: settings.clone(), fingerprint, state: state.clone() };
        files::replace(&self.path, &checkpoint.to_bytes()?)
            .with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// The state that was kept, if it is of a training like this one. How batches are divided is taken over
    /// from it, so that another number of threads changes nothing.
    pub(super) fn load(&self, settings: &mut Settings, fingerprint: u64) -> anyhow::Result<State> {
        let name = self.path.display();
        let bytes = fs::read(&self.path).with_context(|| format!("cannot read {name}"))?;
        let kept = Checkpoint::from_bytes(&bytes).with_context(|| format!("cannot go on from {name}"))?;
        settings.parts = kept.settings.parts;
        if let Some(key) = differing(settings, &kept.settings)? {
            return Err(Usage(format!("{name} is of a training with other settings ({key})")).into());
        }
        if kept.fingerprint != fingerprint {
            return Err(Usage(format!("{name} is of a training with other positions")).into());
        }
        Ok(kept.state)
    }

    /// The training is finished.
    pub(super) fn remove(&self) {
        if let Err(error) = fs::remove_file(&self.path)
            && error.kind() != io::ErrorKind::NotFound
        {
            crate::console::log(format_args!("quevedo: cannot remove {}: {error}", self.path.display()));
        }
    }
}

/// The name of a setting that differs.
fn differing(one: &Settings, other: &Settings) -> anyhow::Result<Option<String>> {
    let (one, other) = (serde_json::to_value(one)?, serde_json::to_value(other)?);
    let mut pairs = one.as_object().into_iter().flatten();
    Ok(pairs.find(|(key, value)| other[key.as_str()] != **value).map(|(key, _)| key.clone()))
}
