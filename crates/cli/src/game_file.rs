//! Opening the files that games are added to: for one process at a time.

use std::fs::{self, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use anyhow::Context;
use quevedo_train::data::{GameFile, GameFileError, Provenance, Recovered};
use quevedo_train::datagen::{NewEvaluator, signature};
use serde_json::Value;

use crate::console::Console;
use crate::failure::Usage;
use crate::files;

/// Where games of this program come from.
pub(crate) fn provenance(evaluator: &NewEvaluator, made: Value) -> anyhow::Result<Provenance> {
    let program = concat!("quevedo ", env!("CARGO_PKG_VERSION"));
    Ok(Provenance::new(program, signature(evaluator)?, evaluator, made))
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
