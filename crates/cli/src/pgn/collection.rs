//! Games of several files by where they stand, so that they can be written again in any order although
//! they do not fit in memory.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::Context;
use quevedo_games::{GameSummary, scan};

use super::source::{self, Source};
use crate::input;

/// A game: where it stands, and what is known about it.
#[derive(Debug)]
pub(super) struct Entry<T> {
    file: usize,
    offset: u64,
    /// The bytes up to the next game.
    length: u64,
    pub(super) about: T,
}

impl<T> Entry<T> {
    /// How many bytes the game takes.
    pub(super) fn length(&self) -> u64 {
        self.length
    }
}

/// The files, each of them so that any place can be read.
#[derive(Debug)]
pub(super) struct Collection {
    files: Vec<Plain>,
}

/// A file that is not compressed: the user's own, or a copy that is removed at the end.
#[derive(Debug)]
struct Plain {
    file: File,
    copy: Option<PathBuf>,
}

impl Collection {
    /// Reads all games once; those that `look` has nothing to say about are left out.
    pub(super) fn index<T>(
        source: &Source<'_>,
        mut look: impl FnMut(&str, &GameSummary<'_>) -> Option<T>,
    ) -> anyhow::Result<(Collection, Vec<Entry<T>>)> {
        let mut files = Vec::new();
        let mut entries: Vec<Entry<T>> = Vec::new();
        let mut seen = 0;
        for path in source.files {
            let name = source::name(path);
            let mut plain = Plain::of(path).with_context(|| format!("cannot read {name}"))?;
            let size = plain.file.seek(SeekFrom::End(0)).and_then(|size| plain.file.rewind().map(|()| size));
            let size = size.with_context(|| format!("cannot read {name}"))?;
            let first = entries.len();
            let mut last_start: Option<u64> = None;
            scan(source.bar.wrap_read(BufReader::new(&plain.file)), |game| {
                seen += 1;
                source.tell_games(seen);
                end_at(&mut entries[first..], last_start, game.place.offset);
                last_start = Some(game.place.offset);
                if let Some(about) = look(&name, game) {
                    entries.push(Entry { file: files.len(), offset: game.place.offset, length: 0, about });
                }
                source::go_on()
            })
            .with_context(|| format!("cannot read {name}"))?;
            end_at(&mut entries[first..], last_start, size);
            files.push(plain);
            if source::go_on().is_break() {
                break;
            }
        }
        source.bar.finish_and_clear();
        Ok((Collection { files }, entries))
    }

    /// The bytes of a game without the empty lines after it.
    pub(super) fn read<T>(&mut self, entry: &Entry<T>) -> io::Result<Vec<u8>> {
        let file = &mut self.files.get_mut(entry.file).ok_or(io::ErrorKind::NotFound)?.file;
        file.seek(SeekFrom::Start(entry.offset))?;
        let mut bytes = Vec::with_capacity(usize::try_from(entry.length).unwrap_or(0));
        file.take(entry.length).read_to_end(&mut bytes)?;
        bytes.truncate(bytes.trim_ascii_end().len());
        Ok(bytes)
    }
}

/// The game that began at `start`, if it was kept, ends here.
fn end_at<T>(entries: &mut [Entry<T>], start: Option<u64>, end: u64) {
    if let Some(entry) = entries.last_mut().filter(|entry| Some(entry.offset) == start) {
        entry.length = end - entry.offset;
    }
}

/// Writes a game and the empty line after it.
pub(super) fn write_game(out: &mut impl Write, game: &[u8]) -> io::Result<()> {
    out.write_all(game)?;
    out.write_all(b"\n\n")
}

impl Plain {
    fn of(path: &Path) -> anyhow::Result<Plain> {
        if path != Path::new("-") {
            let mut file = File::open(path)?;
            anyhow::ensure!(!file.metadata()?.is_dir(), "it is a folder, expected a file");
            let mut start = Vec::new();
            (&mut file).take(4).read_to_end(&mut start)?;
            if file.metadata()?.is_file() && !input::is_compressed(&start) {
                file.rewind()?;
                return Ok(Plain { file, copy: None });
            }
        }
        let (mut file, copy) = temporary()?;
        let plain = |file| Plain { file, copy: Some(copy) };
        let copied = input::open(path).and_then(|mut from| Ok(io::copy(&mut from, &mut file)?));
        // On failure it is removed, too.
        let mut plain = plain(file);
        copied?;
        plain.file.rewind()?;
        Ok(plain)
    }
}

/// A new file for a copy, where such files are kept.
fn temporary() -> io::Result<(File, PathBuf)> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    loop {
        let name = format!("quevedo-{}-{}.pgn", std::process::id(), NUMBER.fetch_add(1, Relaxed));
        let path = std::env::temp_dir().join(name);
        match File::options().read(true).write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            file => return Ok((file?, path)),
        }
    }
}

impl Drop for Plain {
    fn drop(&mut self) {
        if let Some(copy) = &self.copy {
            let _ = std::fs::remove_file(copy);
        }
    }
}
