//! Where an unfinished training stands, on disk.

use std::path::Path;

use anyhow::Context;
use quevedo_train::network::{Checkpoint, Settings, State};

use crate::files::Unfinished;

/// The file of a checkpoint, beside the network that will be.
#[derive(Debug)]
pub(super) struct CheckpointFile(Unfinished);

impl CheckpointFile {
    pub(super) fn open(out: &Path, resume: bool) -> anyhow::Result<CheckpointFile> {
        let mut name = out.as_os_str().to_owned();
        name.push(".checkpoint");
        Unfinished::open(name.into(), "training", resume).map(CheckpointFile)
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Keeps a state.
    pub(super) fn save(&self, settings: &Settings, fingerprint: u64, state: &State) -> anyhow::Result<()> {
        let checkpoint = Checkpoint { settings: settings.clone(), fingerprint, state: state.clone() };
        self.0.save(&checkpoint.to_bytes()?)
    }

    /// The state that was kept, if it is of a training like this one. How batches are divided is taken over
    /// from it, so that another number of threads changes nothing.
    pub(super) fn load(&self, settings: &mut Settings, fingerprint: u64) -> anyhow::Result<State> {
        let kept = Checkpoint::from_bytes(&self.0.load()?)
            .with_context(|| format!("cannot go on from {}", self.path().display()))?;
        settings.parts = kept.settings.parts;
        if let Some(key) = differing(settings, &kept.settings)? {
            return Err(self.0.refuse(&format!("other settings ({key})")));
        }
        if kept.fingerprint != fingerprint {
            return Err(self.0.refuse("other positions"));
        }
        Ok(kept.state)
    }

    /// The training is finished.
    pub(super) fn remove(&self) {
        self.0.remove();
    }
}

/// The name of a setting that differs.
fn differing(one: &Settings, other: &Settings) -> anyhow::Result<Option<String>> {
    let (one, other) = (serde_json::to_value(one)?, serde_json::to_value(other)?);
    let mut pairs = one.as_object().into_iter().flatten();
    Ok(pairs.find(|(key, value)| other[key.as_str()] != **value).map(|(key, _)| key.clone()))
}
