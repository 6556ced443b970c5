//! Files that games are added to: safe to kill at any moment.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};

use serde_json::{Value, json};

use super::game::Game;
use super::header::Header;
use super::reader::{DataError, Reader};
use super::seen::Seen;
use super::survey::Survey;
use crate::datagen::EngineKind;

/// Where games come from: what the header of their file says.
#[derive(Clone, PartialEq, Debug)]
pub struct Provenance(Value);

/// What may differ between games of one file: another version of the engine may go on.
const INESSENTIAL: [&str; 2] = ["made_by", "signature"];

impl Provenance {
    /// Games by a program, by this [signature](crate::datagen::signature) of its engine and this
    /// evaluation; `made` has whatever else decides which games they are.
    pub fn new(program: &str, signature: u64, engine: &EngineKind, made: Value) -> Provenance {
        let mut all =
            json!({ "made_by": program, "signature": signature, "evaluation": engine.evaluation() });
        if let (Some(all), Value::Object(made)) = (all.as_object_mut(), made) {
            all.extend(made);
        }
        Provenance(all)
    }

    /// What stands in the header.
    pub fn settings(&self) -> &Value {
        &self.0
    }

    fn header(&self) -> Header {
        Header { settings: self.0.clone() }
    }

    /// Complains if games were made otherwise; tells who made them if that was another version.
    fn check(&self, other: &Value) -> Result<Option<String>, GameFileError> {
        let ours = self.0.as_object().into_iter().flatten();
        for (name, ours) in ours.filter(|(name, _)| !INESSENTIAL.contains(&name.as_str())) {
            let theirs = &other[name];
            if ours != theirs {
                let how = difference(theirs, ours);
                return Err(GameFileError::MadeOtherwise { name: name.clone(), how });
            }
        }
        let others = || {
            format!(
                "{}, signature {}; this one has {}",
                other["made_by"].as_str().unwrap_or("unknown"),
                other["signature"],
                self.0["signature"]
            )
        };
        Ok((self.0["signature"] != other["signature"]).then(others))
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

/// Why a file cannot be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum GameFileError {
    /// Its games are of another kind.
    #[error("it was made with other {name}: {how}")]
    MadeOtherwise {
        /// What differs.
        name: String,
        /// What the file has.
        how: String,
    },
    /// It cannot be read.
    #[error(transparent)]
    Data(#[from] DataError),
}

impl From<io::Error> for GameFileError {
    fn from(error: io::Error) -> GameFileError {
        GameFileError::Data(error.into())
    }
}

/// A file of games to add to. Nobody else may write to it meanwhile.
#[derive(Debug)]
pub struct GameFile {
    file: File,
    bytes: Vec<u8>,
}

/// What a file held when it was opened.
#[derive(Debug, Default)]
pub struct Recovered {
    /// Its games.
    pub survey: Survey,
    /// The positions that they begin with.
    pub known: Seen,
    /// So many bytes of a game that was not whole are cut off.
    pub lost: Option<u64>,
    /// Who began the file, if it was another version of the engine.
    pub other_version: Option<String>,
}

impl GameFile {
    /// Goes on with a file, opened for reading and writing; an empty one gets its header. What a killed
    /// process left at its end is cut off.
    ///
    /// # Errors
    /// If the file holds something else, or cannot be read or written; then it is not touched.
    pub fn go_on(file: File, provenance: &Provenance) -> Result<(GameFile, Recovered), GameFileError> {
        let mut game_file = GameFile { file, bytes: Vec::new() };
        let header = provenance.header().encode();
        let length = game_file.file.metadata()?.len();
        if game_file.is_start_of(&header, length)? {
            game_file.cut(0)?;
            game_file.file.write_all(&header)?;
            game_file.file.sync_all()?;
            let survey = Survey { good_length: header.len() as u64, ..Survey::default() };
            return Ok((game_file, Recovered { survey, ..Recovered::default() }));
        }
        game_file.file.rewind()?;
        let reader = Reader::new(BufReader::with_capacity(1 << 20, &game_file.file))?;
        let other_version = provenance.check(&reader.header().settings)?;
        let mut known = Seen::default();
        let survey = Survey::of(reader, |game| {
            known.insert(game.start_key());
        })?;
        let lost = survey.is_torn.then(|| length.saturating_sub(survey.good_length));
        game_file.cut(survey.good_length)?;
        Ok((game_file, Recovered { survey, known, lost, other_version }))
    }

    /// Whether the file is empty, or its writer was killed within these first bytes.
    fn is_start_of(&mut self, header: &[u8], length: u64) -> io::Result<bool> {
        if length >= header.len() as u64 {
            return Ok(false);
        }
        let mut bytes = Vec::new();
        self.file.rewind()?;
        self.file.read_to_end(&mut bytes)?;
        Ok(header.starts_with(&bytes))
    }

    /// Cuts off what stands behind this length.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn cut(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        self.file.seek(SeekFrom::Start(length))?;
        Ok(())
    }

    /// Adds games, in one piece.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, games: &[Game]) -> io::Result<()> {
        self.bytes.clear();
        for game in games {
            game.encode(&mut self.bytes);
        }
        self.file.write_all(&self.bytes)
    }

    /// Waits until everything is on the disk.
    ///
    /// # Errors
    /// If that cannot be had.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}
