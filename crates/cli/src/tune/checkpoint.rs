//! Where an unfinished walk stands, on disk.

use std::path::Path;

use anyhow::Context;
use quevedo_train::tune::{Dataset, Options, State};
use serde_json::{Value, json};

use crate::files::Unfinished;

/// The file of a checkpoint.
#[derive(Debug)]
pub(super) struct Checkpoint(Unfinished);

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
    pub(super) fn open(folder: &Path, resume: bool) -> anyhow::Result<Checkpoint> {
        Unfinished::open(folder.join("checkpoint.json"), "run", resume).map(Checkpoint)
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Keeps a state.
    pub(super) fn save(&self, settings: &Value, state: &State) -> anyhow::Result<()> {
        let state: Value = serde_json::from_str(&state.to_json()?)?;
        self.0.save(json!({ "settings": settings, "state": state }).to_string().as_bytes())
    }

    /// The state that was kept, if it is of a run like this one.
    pub(super) fn load(&self, settings: &Value) -> anyhow::Result<State> {
        let kept: Value = serde_json::from_slice(&self.0.load()?)
            .with_context(|| format!("{} is no checkpoint", self.path().display()))?;
        let differing =
            settings.as_object().into_iter().flatten().find(|(key, value)| kept["settings"][key] != **value);
        if let Some((key, _)) = differing {
            return Err(self.0.refuse(&format!("other data or settings ({key})")));
        }
        Ok(State::from_json(&kept["state"].to_string())?)
    }

    /// The run is finished.
    pub(super) fn remove(&self) {
        self.0.remove();
    }
}
