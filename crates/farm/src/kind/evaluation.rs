//! What positions are evaluated with, as runs say it.

use quevedo_engine::{FileReader, Options};
use quevedo_eval::Evaluation;
use quevedo_train::datagen::EngineKind;
use serde::{Deserialize, Serialize};

use super::Tools;
use crate::{Manifest, Queue, WorkError};

/// The name under which a run keeps its network.
pub const NETWORK: &str = "network";

/// An evaluation. Its network, if it is not the one that is part of the program, is a file of the run.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Evaluated {
    /// `classical`, `network` or `shannon`.
    pub kind: String,
    /// What tells it from others: of a network its checksum, too.
    pub name: String,
}

impl Evaluated {
    /// Lets an engine with these options evaluate so.
    pub(super) fn choose(
        &self,
        manifest: &Manifest,
        queue: &dyn Queue,
        tools: &Tools,
        options: &mut Options,
    ) -> Result<(), WorkError> {
        let kind = Evaluation::from_name(&self.kind);
        options.evaluation = kind.ok_or_else(|| {
            WorkError::Failed(format!("this program knows no evaluation called {}", self.kind))
        })?;
        if let Some(network) = tools.on_disk(manifest, NETWORK, queue, false)? {
            options.eval_file = network.display().to_string();
        }
        Ok(())
    }

    pub(super) fn engine_kind(
        &self,
        manifest: &Manifest,
        queue: &dyn Queue,
        tools: &Tools,
    ) -> Result<EngineKind, WorkError> {
        let mut options = Options::default();
        self.choose(manifest, queue, tools, &mut options)?;
        Ok(EngineKind::new(self.name.clone(), options, reader(tools)?))
    }
}

pub(super) fn reader(tools: &Tools) -> Result<FileReader, WorkError> {
    tools.host.reader.ok_or_else(|| WorkError::Failed("no files can be read here".to_owned()))
}
