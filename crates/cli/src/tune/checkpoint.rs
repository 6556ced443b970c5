//! Where an unfinished walk stands, on disk.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use quevedo_train::tune::{Dataset, Options, State};
use serde_json::{Value, json};

use crate::failure::Usage;
use crate::files;

/// The file of a checkpoint.
#[derive(Debug)]
pub(super) struct Checkpoint {
    path: PathBuf,
}

/// What must be the same for going on to give the same weights.
pub(super) fn settings(options: &Options, learn: &Dataset, check: &Dataset) -> Value {
    json!({
        "learnt": learn.len(),
        "held_out": check.len(),
        "epochs": options.epochs,
        "batch": options.batch,
        "rate": options.rate.to_bits(),
        "pull": options.pull.to_bits(),
        "result": options.target.result_part.to_bits(),
        "score_steepness": options.target.score_steepness.to_bits(),
        "steepness": options.steepness.to_bits(),
        "seed": options.seed,
    })
}

impl Checkpoint {
    pub(super) fn new(folder: &Path) -> Checkpoint {
        Checkpoint { path: folder.join("checkpoint.json") }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// A run that was not finished is not forgotten by accident.
    pub(super) fn refuse_to_forget(&self, resume: bool) -> Result<(), Usage> {
        let name = self.path.display();
        match (self.path.exists(), resume) {
            (true, false) => Err(Usage(format!(
                "{name} is of a run that was not finished: --resume goes on with it; to begin anew, remove it"
            ))),
            (false, true) => Err(Usage(format!("there is no {name} to go on from"))),
            _ => Ok(()),
        }
    }

    /// Keeps a state.
    pub(super) fn save(&self, settings: &Value, state: &State) -> anyhow::Result<()> {
        let state: Value = serde_json::from_str(&state.to_json()?)?;
        let text = json!({ "settings": settings, "state": state }).to_string();
        files::replace(&self.path, text.as_bytes())
            .with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// The state that was kept, if it is of a run like this one.
    pub(super) fn load(&self, settings: &Value) -> anyhow::Result<State> {
        let name = self.path.display();
        let text = fs::read_to_string(&self.path).with_context(|| format!("cannot read {name}"))?;
        let kept: Value = serde_json::from_str(&text).with_context(|| format!("{name} is no checkpoint"))?;
        let differing =
            settings.as_object().into_iter().flatten().find(|(key, value)| kept["settings"][key] != **value);
        if let Some((key, _)) = differing {
            return Err(Usage(format!("{name} is of a run with other data or settings ({key})")).into());
        }
        Ok(State::from_json(&kept["state"].to_string())?)
    }

    /// The run is finished.
    pub(super) fn remove(&self) {
        if let Err(error) = fs::remove_file(&self.path)
            && error.kind() != io::ErrorKind::NotFound
        {
            crate::console::log(format_args!("quevedo: cannot remove {}: {error}", self.path.display()));
        }
    }
}
