//! The files of a match: the games, and the journal that tells which games count.
//!
//! A game is written to the PGN file first and to the journal second, each safely on the disk before we go on.
//! So whatever happens, a game that is in the journal is in the PGN file; and a game that is only in the PGN
//! file is cut off and played again.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use quevedo_arena::{Entry, Fixture, Heading, Journal, Match, Played, Preamble, game_tree};
use serde::Serialize;

use super::players;
use crate::calendar::Moment;
use crate::failure::Usage;

/// The files of a match that is going on.
#[derive(Debug)]
pub(super) struct Records {
    games: Option<Written>,
    journal: Option<Written>,
    event: String,
}

/// A file that grows, and how long it is.
#[derive(Debug)]
struct Written {
    path: PathBuf,
    file: File,
    bytes: u64,
}

/// Where a match is written to.
#[derive(Debug)]
pub(super) struct Places<'a> {
    pub(super) games: Option<&'a Path>,
    pub(super) journal: Option<&'a Path>,
    pub(super) resume: bool,
}

impl Places<'_> {
    /// The journal stands beside the games unless the user wants it elsewhere.
    fn journal_path(&self) -> Option<PathBuf> {
        let beside = || {
            self.games.map(|games| {
                let mut name = games.as_os_str().to_owned();
                name.push(".journal");
                PathBuf::from(name)
            })
        };
        self.journal.map(Path::to_owned).or_else(beside)
    }

    /// Opens the files, and returns the games that were played before.
    pub(super) fn open(&self, game: &Match, event: &str) -> anyhow::Result<(Records, Vec<Entry>)> {
        let Some(journal_path) = self.journal_path() else {
            if self.resume {
                return Err(Usage("--resume needs --pgn or --journal".to_owned()).into());
            }
            return Ok((Records { games: None, journal: None, event: event.to_owned() }, Vec::new()));
        };
        let mut journal = Written::open(&journal_path)?;
        let mut games = self.games.map(Written::open).transpose()?;
        if !self.resume
            && let Some(file) = games.iter().chain([&journal]).find(|file| file.bytes > 0)
        {
            let name = file.path.display();
            let hint = "--resume goes on with its match; or choose another name";
            return Err(Usage(format!("{name} exists; {hint}")).into());
        }
        let preamble = Preamble::of(game);
        let before = journal.read_journal()?;
        let entries = match before {
            None => {
                if let Some(games) = games.as_ref().filter(|games| games.bytes > 0) {
                    bail!("{} has games, but no journal tells which match they are of", games.path.display());
                }
                journal.cut(0)?;
                journal.append(&json_line(&preamble)?)?;
                Vec::new()
            }
            Some(before) => {
                preamble.check(&before.preamble).context(journal_path.display().to_string())?;
                journal.cut(before.good_bytes)?;
                if let Some(games) = &mut games {
                    games.cut(before.pgn_bytes())?;
                }
                before.entries
            }
        };
        Ok((Records { games, journal: Some(journal), event: event.to_owned() }, entries))
    }
}

impl Records {
    /// Writes a finished game down, so that no end of this process can lose it.
    pub(super) fn add(&mut self, game: &Match, fixture: &Fixture, played: &Played) -> anyhow::Result<()> {
        if let Some(games) = &mut self.games {
            let heading = Heading { event: self.event.clone(), date: Moment::now().date() };
            let mut text = Vec::new();
            game_tree(&heading, fixture, players(game, fixture), played).write_pgn_to(&mut text)?;
            games.append(&text)?;
        }
        if let Some(journal) = &mut self.journal {
            let pgn_bytes = self.games.as_ref().map(|games| games.bytes);
            journal.append(&json_line(&Entry::new(game, fixture, played, pgn_bytes))?)?;
        }
        Ok(())
    }
}

fn json_line(value: &impl Serialize) -> anyhow::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

impl Written {
    fn open(path: &Path) -> anyhow::Result<Written> {
        let failed = || format!("cannot open {}", path.display());
        let file = File::options().read(true).append(true).create(true).open(path).with_context(failed)?;
        match file.try_lock() {
            Err(fs::TryLockError::WouldBlock) => bail!("{} is in use by another match", path.display()),
            // Some file systems know no locks.
            Ok(()) | Err(fs::TryLockError::Error(_)) => {}
        }
        let bytes = file.metadata().with_context(failed)?.len();
        sync_folder(path);
        Ok(Written { path: path.to_owned(), file, bytes })
    }

    fn read_journal(&mut self) -> anyhow::Result<Option<Journal>> {
        let text = fs::read(&self.path).with_context(|| format!("cannot read {}", self.path.display()))?;
        Journal::parse(&text).with_context(|| format!("cannot go on with {}", self.path.display()))
    }

    /// Cuts off what was not written to its end.
    fn cut(&mut self, bytes: u64) -> anyhow::Result<()> {
        let name = self.path.display();
        ensure!(bytes <= self.bytes, "{name} is shorter than its journal says: games are missing");
        let cut = self.file.set_len(bytes).and_then(|()| self.file.seek(SeekFrom::End(0)));
        cut.with_context(|| format!("cannot write {name}"))?;
        self.bytes = bytes;
        Ok(())
    }

    fn append(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let written = self.file.write_all(bytes).and_then(|()| self.file.sync_data());
        written.with_context(|| format!("cannot write {}", self.path.display()))?;
        self.bytes += bytes.len() as u64;
        Ok(())
    }
}

/// A new file is only safe when its folder is; systems that cannot do that have other ways.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let _: io::Result<()> = File::open(folder).and_then(|folder| folder.sync_all());
}
