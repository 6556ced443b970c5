//! A memory on the disk: the database, and the inbox in which games wait for it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use etcetera::BaseStrategy;
use quevedo_memory::{GameId, Memory, MemoryError, PlayedGame, journal};

use super::At;
use crate::console::Console;
use crate::files;

const FILE: &str = "memory.redb";
const INBOX: &str = "inbox";
/// What a journal that cannot be read is called from then on, so that nobody stumbles over it again.
const BROKEN: &str = "broken";

/// The folder of a memory.
#[derive(Debug)]
pub(super) struct Folder(PathBuf);

impl At {
    pub(super) fn folder(&self) -> anyhow::Result<Folder> {
        if let Some(folder) = &self.memory {
            return Ok(Folder(folder.clone()));
        }
        let base = etcetera::choose_base_strategy().context("there is no home folder; use --memory")?;
        Ok(Folder(base.data_dir().join("quevedo").join("memory")))
    }
}

impl Folder {
    /// Makes it if it is not there.
    pub(super) fn make(&self) -> anyhow::Result<()> {
        let inbox = self.0.join(INBOX);
        fs::create_dir_all(&inbox).with_context(|| format!("cannot make the folder {}", inbox.display()))
    }

    fn file(&self) -> PathBuf {
        self.0.join(FILE)
    }

    fn path(&self) -> &Path {
        &self.0
    }

    /// Opens it for changes, and takes in what waits in the inbox. `None` if another process has it.
    pub(super) fn open_if_free(&self, console: &Console) -> anyhow::Result<Option<Memory>> {
        let memory = match Memory::open(&self.file()) {
            Err(MemoryError::Busy) => return Ok(None),
            other => other.with_context(|| format!("{} is of no use", self.file().display()))?,
        };
        self.take_in(&memory, console)?;
        Ok(Some(memory))
    }

    /// The same where it must be had; there must be one.
    pub(super) fn open(&self, console: &Console) -> anyhow::Result<Memory> {
        self.expect()?;
        let memory = self.open_if_free(console)?;
        memory.with_context(|| {
            format!("another process is using {}; try again when it has ended", self.0.display())
        })
    }

    /// Opens it for reading.
    pub(super) fn open_to_read(&self) -> anyhow::Result<Memory> {
        self.expect()?;
        Memory::open_read_only(&self.file()).with_context(|| format!("cannot read {}", self.file().display()))
    }

    fn expect(&self) -> anyhow::Result<()> {
        let name = self.path().display();
        anyhow::ensure!(
            self.file().is_file(),
            "there is no memory in {name}; `quevedo memory learn` makes one"
        );
        Ok(())
    }

    /// Hands a game in: when this returns, it will not be lost.
    pub(super) fn hand_in(&self, id: GameId, game: &PlayedGame) -> anyhow::Result<()> {
        let path = self.0.join(INBOX).join(journal::name(id));
        let written = files::replace(&path, &journal::write(id, game));
        written.with_context(|| format!("cannot write {}", path.display()))
    }

    /// How many games wait.
    pub(super) fn waiting(&self) -> usize {
        self.journals().len()
    }

    fn journals(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.0.join(INBOX)).into_iter().flatten().flatten();
        let is_journal = |path: &PathBuf| path.to_string_lossy().ends_with(journal::ENDING);
        let mut journals: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_journal).collect();
        journals.sort();
        journals
    }

    /// Learns what waits. A journal is removed only after its game is in the database.
    fn take_in(&self, memory: &Memory, console: &Console) -> anyhow::Result<()> {
        for path in self.journals() {
            let Ok(bytes) = fs::read(&path) else { continue };
            let learnt = match journal::read(&bytes) {
                Some((id, game)) => memory.learn(id, &game),
                None => Err(MemoryError::Damaged("the journal is not whole".to_owned())),
            };
            match learnt {
                Ok(_) => drop(fs::remove_file(&path)),
                Err(error @ (MemoryError::Damaged(_) | MemoryError::Move { .. })) => {
                    console.note(format_args!("{}: {error}; it is left out", path.display()));
                    let _ = fs::rename(&path, path.with_extension(BROKEN));
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}
