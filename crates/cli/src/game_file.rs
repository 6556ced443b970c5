//! Opening the files that games are added to: for one process at a time.

use std::fs::{self, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use anyhow::Context;
use quevedo_train::data::{GameFile, GameFileError, Provenance, Recovered, Survey};
use quevedo_train::datagen::{EngineKind, signature};
use serde::Serialize;
use serde_json::Value;

use crate::console::Console;
use crate::failure::Usage;
use crate::files;

/// The games of files, as reports count them.
#[derive(Serialize, Clone, Copy, Debug)]
pub(crate) struct GameCounts {
    pub(crate) games: u64,
    pub(crate) played: u64,
    pub(crate) not_played: u64,
    pub(crate) white: u64,
    pub(crate) drawn: u64,
    pub(crate) black: u64,
    pub(crate) plies: u64,
}

impl From<&Survey> for GameCounts {
    fn from(survey: &Survey) -> GameCounts {
        let [white, drawn, black] = survey.results;
        let &Survey { games, not_played, plies, .. } = survey;
        GameCounts { games, played: survey.played(), not_played, white, drawn, black, plies }
    }
}

/// Where games of this program come from.
pub(crate) fn provenance(engine: &EngineKind, made: Value) -> anyhow::Result<Provenance> {
    let program = concat!("quevedo ", env!("CARGO_PKG_VERSION"));
    Ok(Provenance::new(program, signature(engine)?, engine, made))
}

/// The same as the header of a file has it.
pub(crate) fn provenance_text(engine: &EngineKind, made: Value) -> anyhow::Result<Value> {
    Ok(provenance(engine, made)?.settings().clone())
}

/// Makes a file of games, or opens one to go on with, and tells what it holds. It must be none of the files
/// that are read.
pub(crate) fn open(
    path: &Path,
    inputs: &[PathBuf],
    provenance: &Provenance,
    console: &Console,
) -> anyhow::Result<(GameFile, Recovered)> {
    let name = path.display();
    if inputs.iter().any(|input| files::is_same_file(input, path)) {
        return Err(Usage(format!("{name} is read; the result must be another file")).into());
    }
    if let Ok(about) = fs::metadata(path) {
        anyhow::ensure!(about.is_file(), "{name} is no file");
    }
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let file = file.with_context(|| format!("cannot open {name}"))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => anyhow::bail!("another process is writing to {name}"),
        Err(TryLockError::Error(error)) => console.detail(format_args!("{name} cannot be locked: {error}")),
    }
    let (file, found) = match GameFile::go_on(file, provenance) {
        Ok(opened) => opened,
        Err(GameFileError::MadeOtherwise { name: what, how }) => {
            let words = format!("{name} was made with other {what}: {how}; give the same, or another --out");
            return Err(Usage(words).into());
        }
        Err(error) => return Err(error).with_context(|| format!("cannot go on with {name}")),
    };
    if let Some(version) = &found.other_version {
        console.note(format_args!("{name} was begun by another version of the engine ({version})"));
    }
    if let Some(lost) = found.lost {
        console.note(format_args!("{name}: the last game is not whole; {lost} bytes are cut off"));
    }
    Ok((file, found))
}
