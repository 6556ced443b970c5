//! The files of a match: the games, and the journal that tells which games count.
//!
//! A game is announced in the journal first, with the length and the checksum that the PGN file will have with it,
//! and written to that file second, each safely on the disk before we go on. So all that may be missing is the end
//! of the last game, which is then cut off and played again; and whatever else is in the file is not ours, and stays.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use quevedo_arena::{
    Extent, Fixture, Heading, Journal, JournalEntry, Match, Played, Preamble, checksum, game_tree,
};
use serde::Serialize;

use super::{players, tail};
use crate::calendar::Moment;
use crate::console::Console;
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
    /// The checksum of all bytes; of a journal, that of its last line.
    crc: u32,
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
    pub(super) fn open(
        &self,
        game: &Match,
        event: &str,
        console: &Console,
    ) -> anyhow::Result<(Records, Vec<JournalEntry>)> {
        let mut records = Records { games: None, journal: None, event: event.to_owned() };
        let Some(journal_path) = self.journal_path() else {
            if self.resume {
                return Err(Usage("--resume needs --pgn or --journal".to_owned()).into());
            }
            return Ok((records, Vec::new()));
        };
        if !self.resume {
            refuse_old(self.games.into_iter().chain([journal_path.as_path()]))?;
        }
        let preamble = Preamble::of(game);
        let mut journal = Written::open(&journal_path)?;
        let before = journal.read_journal(&preamble)?;
        // A file of games is opened, which makes it, only where it belongs to the match.
        let entries = match before {
            None => {
                records.games = self.games.map(Written::open).transpose()?;
                if let Some(games) = records.games.as_ref().filter(|games| games.bytes > 0) {
                    bail!("{} has games, but no journal tells which match they are of", games.path.display());
                }
                journal.cut(Extent::default())?;
                journal.append_line(&preamble)?;
                Vec::new()
            }
            Some(before) => {
                preamble.check(&before.preamble).context(journal_path.display().to_string())?;
                self.check_kind(&before.entries)?;
                records.games = self.games.map(Written::open).transpose()?;
                journal.go_on(before, records.games.as_mut(), console)?
            }
        };
        records.journal = Some(journal);
        Ok((records, entries))
    }

    /// A match whose games are in a file goes on with that file, and one without goes on without.
    fn check_kind(&self, entries: &[JournalEntry]) -> Result<(), Usage> {
        match self.games {
            None if entries.iter().any(|entry| entry.pgn.is_some()) => {
                Err(Usage("the games of this match are in a file; name it with --pgn".to_owned()))
            }
            Some(path) if entries.iter().any(|entry| entry.pgn.is_none()) => Err(Usage(format!(
                "the games of this match were played without --pgn, so {} is not of this match; go on without --pgn",
                path.display()
            ))),
            _ => Ok(()),
        }
    }
}

/// A new match writes new files.
fn refuse_old<'a>(paths: impl Iterator<Item = &'a Path>) -> Result<(), Usage> {
    let is_old = |path: &&Path| fs::metadata(path).is_ok_and(|about| about.len() > 0);
    match paths.into_iter().find(is_old) {
        Some(path) => Err(Usage(format!(
            "{} exists; --resume goes on with its match; or choose another name",
            path.display()
        ))),
        None => Ok(()),
    }
}

impl Records {
    /// Writes a finished game down, so that no end of this process can lose it.
    pub(super) fn add(&mut self, game: &Match, fixture: &Fixture, played: &Played) -> anyhow::Result<()> {
        let mut text = Vec::new();
        if self.games.is_some() {
            let heading = Heading { event: self.event.clone(), date: Moment::now().date() };
            game_tree(&heading, fixture, players(game, fixture), played).write_pgn_to(&mut text)?;
        }
        if let Some(journal) = &mut self.journal {
            let pgn = self.games.as_ref().map(|games| games.extent().with(&text));
            journal.append_line(&JournalEntry::new(game, fixture, played, pgn))?;
        }
        match &mut self.games {
            Some(games) => games.append(&text),
            None => Ok(()),
        }
    }
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
        Ok(Written { path: path.to_owned(), file, bytes, crc: 0 })
    }

    fn read_journal(&mut self, preamble: &Preamble) -> anyhow::Result<Option<Journal>> {
        let text = fs::read(&self.path).with_context(|| format!("cannot read {}", self.path.display()))?;
        Journal::parse(&text, preamble).with_context(|| format!("cannot go on with {}", self.path.display()))
    }

    /// Gets a journal and its file of games ready for the next game: what was not written to its end is cut off.
    fn go_on(
        &mut self,
        before: Journal,
        games: Option<&mut Written>,
        console: &Console,
    ) -> anyhow::Result<Vec<JournalEntry>> {
        let (mut entries, mut good) = (before.entries, before.good);
        if let Some(games) = games {
            let path = games.path.display();
            let (written, unfinished) = tail::agree(&mut games.file, &entries)
                .with_context(|| format!("cannot go on with {path}"))?;
            if let Some(bytes) = unfinished {
                let number = entries.pop().map_or(0, |last| last.game + 1);
                console.note(format_args!(
                    "game {number} was cut off when it was written ({bytes} bytes of it are in {path}); it is played again"
                ));
                good = before.before_last;
            }
            games.cut(written)?;
        }
        self.cut(good)?;
        Ok(entries)
    }

    fn extent(&self) -> Extent {
        Extent { bytes: self.bytes, crc: self.crc }
    }

    /// Writes a line with its checksum.
    fn append_line(&mut self, object: &impl Serialize) -> anyhow::Result<()> {
        let (line, crc) = Journal::line(object, self.crc)?;
        self.append(line.as_bytes())?;
        self.crc = crc;
        Ok(())
    }

    /// Cuts off what was not written to its end.
    fn cut(&mut self, Extent { bytes, crc }: Extent) -> anyhow::Result<()> {
        let name = self.path.display();
        ensure!(bytes <= self.bytes, "{name} is shorter than expected");
        let cut = self.file.set_len(bytes).and_then(|()| self.file.seek(SeekFrom::End(0)));
        cut.with_context(|| format!("cannot write {name}"))?;
        (self.bytes, self.crc) = (bytes, crc);
        Ok(())
    }

    fn append(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let written = self.file.write_all(bytes).and_then(|()| self.file.sync_data());
        written.with_context(|| format!("cannot write {}", self.path.display()))?;
        (self.bytes, self.crc) = (self.bytes + bytes.len() as u64, checksum(bytes, self.crc));
        Ok(())
    }
}

/// A new file is only safe when its folder is; systems that cannot do that have other ways.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let _: io::Result<()> = File::open(folder).and_then(|folder| folder.sync_all());
}
