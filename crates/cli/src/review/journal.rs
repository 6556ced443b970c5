//! The file of a collection's reviews: JSON lines that are whole at every moment.
//!
//! The first line says how the games are reviewed, then comes a line for every game in its order: its review, or what is wrong with
//! it. Every line ends in a checksum of all lines so far. What a killed process left of a line is cut off and done again; anything
//! else that is not ours stays, and is complained about.

use std::fs::File;
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use quevedo_arena::{Journal as Lines, checksum, visible};
use quevedo_tutor::review::GameReview;
use serde::{Deserialize, Serialize};

use crate::failure::Usage;
use crate::files::{self, Output};

/// The version of the format.
const FORMAT: &str = "quevedo review 1";

/// How the line of every game begins.
const GAME: &[u8] = b"{\"game\":";

/// A game of the collection.
#[derive(Serialize, Deserialize, Debug)]
pub(super) struct Entry {
    /// Its number in the files, from 1.
    pub(super) game: u64,
    /// A checksum of its moves and tags.
    pub(super) key: String,
    /// Its review.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) review: Option<GameReview>,
    /// Why there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fault: Option<String>,
}

#[derive(Serialize, Deserialize, Debug)]
struct Preamble {
    format: String,
    settings: serde_json::Value,
}

/// The file that grows.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    crc: u32,
    /// The keys of the games that are done, in their order.
    pub(super) done: Vec<String>,
    /// So many bytes of a line were cut off.
    pub(super) lost: Option<u64>,
    _claim: Output,
}

impl Journal {
    /// Makes the file, or goes on with it. It must be none of those that are read.
    pub(super) fn open(
        path: &Path,
        inputs: &[PathBuf],
        settings: &impl Serialize,
    ) -> anyhow::Result<Journal> {
        let name = path.display();
        let claim = Output::at(path).apart_from(inputs).overwrite(true).claim()?;
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.with_context(|| format!("cannot open {name}"))?;
        let mut journal =
            Journal { path: path.to_owned(), file, crc: 0, done: Vec::new(), lost: None, _claim: claim };
        let preamble = Preamble { format: FORMAT.to_owned(), settings: serde_json::to_value(settings)? };
        let good = journal.read(&preamble).with_context(|| format!("cannot go on with {name}"))?;
        journal.cut(good)?;
        if good == 0 {
            journal.append(&preamble)?;
        }
        Ok(journal)
    }

    /// Reads what is there, and returns how much of it is good.
    fn read(&mut self, wanted: &Preamble) -> anyhow::Result<u64> {
        let (first, _) = Lines::line(wanted, 0)?;
        let mut reader = BufReader::with_capacity(1 << 20, &self.file);
        let (mut good, mut crc, mut done, mut lost) = (0, 0, Vec::new(), None);
        let mut line = Vec::new();
        let mut number = 0;
        while reader.read_until(b'\n', &mut line)? > 0 {
            number += 1;
            if line.last() != Some(&b'\n') {
                // The beginning of a line that was being written, or something of somebody else's.
                let expected = if number == 1 { first.as_bytes() } else { GAME };
                let shared = line.len().min(expected.len());
                let is_ours =
                    line[..shared] == expected[..shared] && (number > 1 || line.len() <= expected.len());
                ensure!(
                    is_ours,
                    "from byte {good} on it has something that no review wrote (\"{}\"); nothing is cut off: move it elsewhere",
                    visible(&String::from_utf8_lossy(&line), 40)
                );
                lost = Some(line.len() as u64);
                break;
            }
            crc = Lines::check_line(&line, crc).with_context(|| format!("line {number}"))?;
            if number == 1 {
                check(&serde_json::from_slice(&line)?, wanted)?;
            } else {
                let entry: Key = serde_json::from_slice(&line).with_context(|| format!("line {number}"))?;
                ensure!(
                    entry.game == number - 1,
                    "line {number} has game {} and not {}",
                    entry.game,
                    number - 1
                );
                done.push(entry.key);
            }
            good += line.len() as u64;
            line.clear();
        }
        (self.crc, self.done, self.lost) = (crc, done, lost);
        Ok(good)
    }

    /// Adds the next game, safely on the disk before anybody goes on.
    pub(super) fn add(&mut self, entry: &Entry) -> anyhow::Result<()> {
        ensure!(
            entry.game == self.done.len() as u64 + 1,
            "game {} is out of its order; please report it",
            entry.game
        );
        self.append(entry)?;
        self.done.push(entry.key.clone());
        Ok(())
    }

    fn append(&mut self, object: &impl Serialize) -> anyhow::Result<()> {
        let (line, crc) = Lines::line(object, self.crc)?;
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.with_context(|| format!("cannot write {}", self.path.display()))?;
        self.crc = crc;
        Ok(())
    }

    fn cut(&mut self, length: u64) -> anyhow::Result<()> {
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::Start(length)));
        cut.map(drop).with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// As much of an entry as is needed to go on.
#[derive(Deserialize)]
struct Key {
    game: u64,
    key: String,
}

fn check(found: &Preamble, wanted: &Preamble) -> anyhow::Result<()> {
    if found.format != wanted.format {
        bail!(
            "it has the format \"{}\"; this program goes on with \"{FORMAT}\" only",
            visible(&found.format, 40)
        );
    }
    let (ours, theirs) = (wanted.settings.as_object(), found.settings.as_object());
    let differs =
        ours.into_iter().flatten().find(|(name, value)| theirs.and_then(|all| all.get(*name)) != Some(value));
    match differs {
        Some((name, _)) => Err(Usage(format!(
            "its games were reviewed with another {name} ({}); give the same, or another file",
            found.settings[name]
        ))
        .into()),
        None => Ok(()),
    }
}

/// A file of reviews that is written in one go, of reviews that are JSON already.
pub(crate) struct Written<W> {
    out: W,
    crc: u32,
    game: u64,
}

impl<W: Write> Written<W> {
    /// Begins the file; `settings` decide what the reviews say.
    pub(crate) fn begin(mut out: W, settings: serde_json::Value) -> anyhow::Result<Written<W>> {
        let (line, crc) = Lines::line(&Preamble { format: FORMAT.to_owned(), settings }, 0)?;
        out.write_all(line.as_bytes())?;
        Ok(Written { out, crc, game: 0 })
    }

    /// Adds the next game: its PGN, and its review or what is wrong with it.
    pub(crate) fn add(&mut self, pgn: &str, review: Result<&str, &str>) -> anyhow::Result<()> {
        self.game += 1;
        let (name, value) = match review {
            Ok(review) => ("review", review.to_owned()),
            Err(fault) => ("fault", serde_json::to_string(fault)?),
        };
        let text = format!("{{\"game\":{},\"key\":\"{}\",\"{name}\":{value}}}", self.game, key(pgn));
        let (line, crc) = Lines::line_of_json(&text, self.crc);
        self.crc = crc;
        Ok(self.out.write_all(line.as_bytes())?)
    }

    /// What it is written to.
    pub(crate) fn end(self) -> W {
        self.out
    }
}

/// Goes through the entries of a file of reviews; lines that are none are complained about.
pub(super) fn each(path: &Path, mut take: impl FnMut(Entry) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
    let mut reader = BufReader::with_capacity(1 << 20, file);
    let (mut line, mut number, mut crc) = (Vec::new(), 0u64, 0);
    while reader.read_until(b'\n', &mut line).with_context(|| format!("cannot read {name}"))? > 0 {
        number += 1;
        if line.last() != Some(&b'\n') {
            // Whoever writes the file may still be at it.
            break;
        }
        let context = || format!("{name}, line {number}");
        crc = Lines::check_line(&line, crc).with_context(context)?;
        if number == 1 {
            let preamble: Preamble = serde_json::from_slice(&line).with_context(context)?;
            ensure!(preamble.format == FORMAT, "{name} is no file of reviews by `quevedo review --reviews`");
        } else {
            take(serde_json::from_slice(&line).with_context(context)?)?;
        }
        line.clear();
    }
    Ok(())
}

/// Goes through the reviews of such a file, the faults left out.
pub(crate) fn each_review(
    path: &Path,
    mut take: impl FnMut(GameReview) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    each(path, |entry| entry.review.map_or(Ok(()), &mut take))
}

/// Whether a file begins like one of reviews.
pub(crate) fn is_reviews(path: &Path) -> bool {
    let mut start = Vec::new();
    let file = File::open(path).ok().filter(|_| path.is_file());
    let read = file.map(|file| std::io::Read::read_to_end(&mut std::io::Read::take(file, 40), &mut start));
    matches!(read, Some(Ok(_))) && start.starts_with(format!("{{\"format\":\"{}", &FORMAT[..14]).as_bytes())
}

/// A checksum of what a game is: its tags, position, moves and what stands beside them.
pub(super) fn key(pgn: &str) -> String {
    format!("{:08x}-{}", checksum(pgn.as_bytes(), 0), pgn.len())
}

/// The folder of a collection, made if it is not there.
pub(super) fn folder(path: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(path).with_context(|| format!("cannot make the folder {}", path.display()))
}

/// Writes a file of a collection's folder, whole or not at all.
pub(super) fn write(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    files::replace(path, content).with_context(|| format!("cannot write {}", path.display()))
}
