//! The file that games are added to.

use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::Context;
use quevedo_rules::{Board, Key};
use quevedo_train::data::{Game, Header, Reader, Survey};
use quevedo_train::datagen::{NewEvaluator, Settings, signature};
use serde_json::{Value, json};

use crate::console::Console;
use crate::failure::Usage;

/// Where games come from: what the header of their file says.
pub(super) struct Provenance(Value);

/// What must be the same for games to belong into one file.
const ESSENTIALS: [&str; 3] = ["settings", "evaluation", "openings"];

impl Provenance {
    pub(super) fn new(
        settings: Settings,
        evaluation: &str,
        file: Option<&Path>,
        openings: &[Board],
        evaluator: NewEvaluator,
    ) -> anyhow::Result<Provenance> {
        let sum = openings.iter().fold(0u64, |sum, board| sum.rotate_left(1) ^ board.key().0);
        let openings = file.map(|file| {
            let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
            json!({ "file": name, "positions": openings.len(), "sum": format!("{sum:016x}") })
        });
        Ok(Provenance(json!({
            "made_by": concat!("quevedo ", env!("CARGO_PKG_VERSION")),
            "signature": signature(evaluator)?,
            "evaluation": evaluation,
            "openings": openings,
            "settings": settings,
        })))
    }

    fn header(&self) -> Header {
        Header { settings: self.0.clone() }
    }

    /// Complains if a file was made otherwise.
    fn check(&self, other: &Value, path: &Path, console: &Console) -> anyhow::Result<()> {
        for name in ESSENTIALS {
            let (ours, theirs) = (&self.0[name], &other[name]);
            if ours != theirs {
                let words = format!(
                    "{} was made with other {name}: {}; give the same, or another --out",
                    path.display(),
                    difference(theirs, ours)
                );
                return Err(Usage(words).into());
            }
        }
        if self.0["signature"] != other["signature"] {
            console.note(format_args!(
                "{} was begun by another version of the engine ({}, signature {}; this one {})",
                path.display(),
                other["made_by"].as_str().unwrap_or("unknown"),
                other["signature"],
                self.0["signature"]
            ));
        }
        Ok(())
    }
}

/// The entries in which two values differ, as the first one has them.
fn difference(theirs: &Value, ours: &Value) -> String {
    let (Some(theirs), Some(ours)) = (theirs.as_object(), ours.as_object()) else {
        return theirs.to_string();
    };
    let differing = theirs.iter().filter(|&(name, value)| ours.get(name) != Some(value));
    differing.map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", ")
}

/// A file of games that this process alone writes to.
pub(super) struct GameFile {
    file: File,
    name: String,
    bytes: Vec<u8>,
}

impl GameFile {
    /// Makes a file, or opens one to go on with: what a killed process left at its end is cut off.
    /// Tells what it holds, and with which positions its games begin.
    pub(super) fn open(
        path: &Path,
        provenance: &Provenance,
        console: &Console,
    ) -> anyhow::Result<(GameFile, Survey, HashSet<Key>)> {
        let name = path.display().to_string();
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.with_context(|| format!("cannot open {name}"))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => anyhow::bail!("another process is writing to {name}"),
            Err(TryLockError::Error(error)) => {
                console.detail(format_args!("{name} cannot be locked: {error}"));
            }
        }
        let mut game_file = GameFile { file, name, bytes: Vec::new() };
        let found = game_file.recover(path, provenance, console);
        let (survey, known) = found.with_context(|| format!("cannot go on with {}", game_file.name))?;
        Ok((game_file, survey, known))
    }

    fn recover(
        &mut self,
        path: &Path,
        provenance: &Provenance,
        console: &Console,
    ) -> anyhow::Result<(Survey, HashSet<Key>)> {
        let header = provenance.header().encode();
        let length = self.file.metadata()?.len();
        let mut known = HashSet::new();
        if self.is_start_of(&header, length)? {
            self.file.set_len(0)?;
            self.file.rewind()?;
            self.file.write_all(&header)?;
            self.file.sync_all()?;
            return Ok((Survey { good_length: header.len() as u64, ..Survey::default() }, known));
        }
        self.file.rewind()?;
        let reader = Reader::new(BufReader::with_capacity(1 << 20, &self.file))?;
        provenance.check(&reader.header().settings, path, console)?;
        let survey = Survey::of(reader, |game| {
            known.insert(game.start_key());
        })?;
        if survey.is_torn {
            let lost = length.saturating_sub(survey.good_length);
            console.note(format_args!("{}: the last game is not whole; {lost} bytes are cut off", self.name));
            self.file.set_len(survey.good_length)?;
        }
        self.file.seek(SeekFrom::Start(survey.good_length))?;
        Ok((survey, known))
    }

    /// Whether the file is empty, or its writer was killed within these first bytes.
    fn is_start_of(&mut self, header: &[u8], length: u64) -> anyhow::Result<bool> {
        if length >= header.len() as u64 {
            return Ok(false);
        }
        let mut bytes = Vec::new();
        self.file.rewind()?;
        std::io::Read::read_to_end(&mut &self.file, &mut bytes)?;
        Ok(header.starts_with(&bytes))
    }

    /// Adds a game, in one piece.
    pub(super) fn append(&mut self, game: &Game) -> anyhow::Result<()> {
        self.bytes.clear();
        game.encode(&mut self.bytes);
        self.file.write_all(&self.bytes).with_context(|| format!("cannot write to {}", self.name))
    }

    /// Waits until everything is on the disk.
    pub(super) fn sync(&self) -> anyhow::Result<()> {
        self.file.sync_data().with_context(|| format!("cannot write to {}", self.name))
    }
}
