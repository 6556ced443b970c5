//! A memory on the disk: the database, and the inbox in which games wait for it.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::{GameId, Memory, MemoryError, PlayedGame, journal};

const FILE: &str = "memory.redb";
const INBOX: &str = "inbox";
/// What a journal that cannot be read is called from then on, so that nobody stumbles over it again.
const BROKEN: &str = "broken";

/// The folder of a memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Home(PathBuf);

/// A memory that was opened, and what its owner should know of games that could not be taken in.
#[derive(Debug)]
pub struct Opened {
    /// The memory.
    pub memory: Memory,
    /// Journals that were left out, and why.
    pub complaints: Vec<String>,
}

impl Home {
    /// A folder, which need not be there.
    pub fn at(folder: impl Into<PathBuf>) -> Home {
        Home(folder.into())
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Whether there is a memory in it.
    pub fn exists(&self) -> bool {
        self.file().is_file()
    }

    /// The file of the database.
    pub fn file(&self) -> PathBuf {
        self.0.join(FILE)
    }

    /// Makes the folder if it is not there.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn make(&self) -> io::Result<()> {
        fs::create_dir_all(self.0.join(INBOX))
    }

    /// Opens the memory for changes and takes in what waits in the inbox; makes a new one if there is none. `None` if another process
    /// has it.
    ///
    /// # Errors
    /// If the file is no memory, or nothing can be written.
    pub fn open(&self) -> Result<Option<Opened>, MemoryError> {
        let memory = match Memory::open(&self.file()) {
            Err(MemoryError::Busy) => return Ok(None),
            other => other?,
        };
        let complaints = self.take_in(&memory)?;
        Ok(Some(Opened { memory, complaints }))
    }

    /// Opens the memory for reading only.
    ///
    /// # Errors
    /// If there is none, or another process is changing it.
    pub fn open_to_read(&self) -> Result<Memory, MemoryError> {
        Memory::open_read_only(&self.file())
    }

    /// Hands a game in: when this returns, it is on the disk and will be taken in, once.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn hand_in(&self, id: GameId, game: &PlayedGame) -> io::Result<()> {
        let inbox = self.0.join(INBOX);
        let (path, aside) = (inbox.join(journal::name(id)), inbox.join(format!("{id}.new")));
        let mut file = File::create(&aside)?;
        file.write_all(&journal::write(id, game))?;
        file.sync_all()?;
        drop(file);
        fs::rename(&aside, path)?;
        // The name should last, too; systems that cannot do this do it by themselves.
        let _: io::Result<()> = File::open(&inbox).and_then(|folder| folder.sync_all());
        Ok(())
    }

    /// How many games wait.
    pub fn waiting(&self) -> usize {
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
    fn take_in(&self, memory: &Memory) -> Result<Vec<String>, MemoryError> {
        let mut complaints = Vec::new();
        for path in self.journals() {
            let Ok(bytes) = fs::read(&path) else { continue };
            let learnt = match journal::read(&bytes) {
                Some((id, game)) => memory.learn(id, &game),
                None => Err(MemoryError::Damaged("the journal is not whole".to_owned())),
            };
            match learnt {
                Ok(_) => drop(fs::remove_file(&path)),
                Err(error @ (MemoryError::Damaged(_) | MemoryError::Move { .. })) => {
                    complaints.push(format!("{}: {error}; it is left out", path.display()));
                    let _ = fs::rename(&path, path.with_extension(BROKEN));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(complaints)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::game;

    #[test]
    fn what_was_handed_in_is_taken_in_once_and_what_is_broken_is_left_out() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path().join("memory"));
        home.make().expect("a folder");
        let games: Vec<_> = (0..4).map(|number| game("e2e4 e7e5", number)).collect();
        home.hand_in(games[0].content_id(), &games[0]).expect("handed in");
        let first = home.open().expect("opened").expect("free");
        assert_eq!((first.memory.stats().expect("stats").games, home.waiting()), (1, 0));
        for game in &games {
            home.hand_in(game.content_id(), game).expect("handed in");
        }
        fs::write(home.path().join(INBOX).join("x.qvj"), "half").expect("a file");
        assert!(home.open().expect("asked").is_none(), "another one has it");
        drop(first);
        let again = home.open().expect("opened").expect("free");
        assert_eq!((again.memory.stats().expect("stats").games, home.waiting()), (4, 0));
        assert_eq!(again.complaints.len(), 1);
        assert!(home.path().join(INBOX).join("x.broken").is_file());
    }
}
