//! Files that games are added to.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::Context;
use quevedo_train::data::{Game, Header, Reader, Seen, Survey};
use quevedo_train::datagen::{NewEvaluator, signature};
use serde_json::{Value, json};

use crate::console::Console;
use crate::failure::Usage;

/// Where games come from: what the header of their file says.
pub(crate) struct Provenance(Value);

/// What may differ between games of one file: another version of the engine may go on.
const INESSENTIAL: [&str; 2] = ["made_by", "signature"];

impl Provenance {
    /// Games by this evaluation; `made` has whatever else decides which games they are.
    pub(crate) fn new(evaluator: &NewEvaluator, made: Value) -> anyhow::Result<Provenance> {
        let mut all = json!({
            "made_by": concat!("quevedo ", env!("CARGO_PKG_VERSION")),
            "signature": signature(evaluator)?,
            "evaluation": evaluator.name(),
        });
        if let (Some(all), Value::Object(made)) = (all.as_object_mut(), made) {
            all.extend(made);
        }
        Ok(Provenance(all))
    }

    fn header(&self) -> Header {
        Header { settings: self.0.clone() }
    }

    /// Complains if a file was made otherwise.
    fn check(&self, other: &Value, path: &Path, console: &Console) -> anyhow::Result<()> {
        let ours = self.0.as_object().into_iter().flatten();
        for (name, ours) in ours.filter(|(name, _)| !INESSENTIAL.contains(&name.as_str())) {
            let theirs = &other[name];
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
                "{} was begun by another version of the engine ({}, signature {}; this one has {})",
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
pub(crate) struct GameFile {
    file: File,
    name: String,
    bytes: Vec<u8>,
}

impl GameFile {
    /// Makes a file, or opens one to go on with: what a killed process left at its end is cut off.
    /// Tells what it holds, and with which positions its games begin.
    pub(crate) fn open(
        path: &Path,
        provenance: &Provenance,
        console: &Console,
    ) -> anyhow::Result<(GameFile, Survey, Seen)> {
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
    ) -> anyhow::Result<(Survey, Seen)> {
        let header = provenance.header().encode();
        let length = self.file.metadata()?.len();
        let mut known = Seen::default();
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
            known.is_new(game.start_key());
        })?;
        if survey.is_torn {
            let lost = length.saturating_sub(survey.good_length);
            console.note(format_args!("{}: the last game is not whole; {lost} bytes are cut off", self.name));
        }
        self.cut(survey.good_length)?;
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

    /// Cuts off what stands behind this length.
    pub(crate) fn cut(&mut self, length: u64) -> anyhow::Result<()> {
        self.file.set_len(length)?;
        self.file.seek(SeekFrom::Start(length))?;
        Ok(())
    }

    /// Adds games, in one piece.
    pub(crate) fn append(&mut self, games: &[Game]) -> anyhow::Result<()> {
        self.bytes.clear();
        for game in games {
            game.encode(&mut self.bytes);
        }
        self.file.write_all(&self.bytes).with_context(|| format!("cannot write to {}", self.name))
    }

    /// Waits until everything is on the disk.
    pub(crate) fn sync(&self) -> anyhow::Result<()> {
        self.file.sync_data().with_context(|| format!("cannot write to {}", self.name))
    }
}
