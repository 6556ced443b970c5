//! How a file of games begins.

use std::io::{self, Read};

use serde_json::Value;

/// The first bytes of every file of games; the last one is the version.
const MAGIC: [u8; 8] = *b"QVGAMES1";
/// Settings are a few lines.
const LONGEST: u32 = 64 << 10;

/// What a file of games remembers of how it was made.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Header {
    /// The settings.
    pub settings: Value,
}

/// Why a file does not begin like one of games.
#[derive(Debug, thiserror::Error)]
pub enum HeaderFault {
    /// It is something else.
    #[error("this is no file of games (it does not begin with QVGAMES1)")]
    NotGames,
    /// It is of a later kind.
    #[error("this file of games is of version {0}; this program reads version 1")]
    Version(char),
    /// The settings end before they should.
    #[error("the file ends within its settings")]
    Torn,
    /// The settings are too long.
    #[error("the settings are said to be {0} bytes long, at most {LONGEST} can be")]
    TooLong(u32),
    /// The settings are no JSON.
    #[error("the settings cannot be read: {0}")]
    Settings(#[from] serde_json::Error),
    /// Reading failed.
    #[error(transparent)]
    Read(#[from] io::Error),
}

impl Header {
    /// The header's bytes.
    pub fn encode(&self) -> Vec<u8> {
        let text = self.settings.to_string();
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
        bytes.extend_from_slice(text.as_bytes());
        bytes
    }

    /// Reads a header; gives back how many bytes it takes, too.
    ///
    /// # Errors
    /// If there is none.
    pub fn read(input: &mut impl Read) -> Result<(Header, u64), HeaderFault> {
        let mut magic = [0; MAGIC.len()];
        read_whole(input, &mut magic, HeaderFault::NotGames)?;
        if magic != MAGIC {
            let (name, version) = (&magic[..7], magic[7]);
            let is_later = *name == MAGIC[..7] && version.is_ascii_graphic();
            return Err(if is_later {
                HeaderFault::Version(char::from(version))
            } else {
                HeaderFault::NotGames
            });
        }
        let mut length = [0; 4];
        read_whole(input, &mut length, HeaderFault::Torn)?;
        let length = u32::from_le_bytes(length);
        if length > LONGEST {
            return Err(HeaderFault::TooLong(length));
        }
        let mut text = vec![0; length as usize];
        read_whole(input, &mut text, HeaderFault::Torn)?;
        let settings = serde_json::from_slice(&text)?;
        Ok((Header { settings }, (MAGIC.len() + 4) as u64 + u64::from(length)))
    }
}

fn read_whole(input: &mut impl Read, bytes: &mut [u8], missing: HeaderFault) -> Result<(), HeaderFault> {
    input.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => missing,
        _ => error.into(),
    })
}
