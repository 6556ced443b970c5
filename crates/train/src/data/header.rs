//! How a file of games begins.

use std::io::{self, Read};

use serde_json::Value;

/// The first bytes of every file of games; the version stands behind them.
const NAME: [u8; 7] = *b"QVGAMES";
/// The version that is written.
const VERSION: u8 = b'2';
/// An earlier version, without a checksum of the header.
const WITHOUT_CHECKSUM: u8 = b'1';
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
    #[error("this is no file of games (it does not begin with QVGAMES)")]
    NotGames,
    /// It is of a later kind.
    #[error("this file of games is of version {0}; this program reads versions 1 and 2")]
    Version(char),
    /// The settings end before they should.
    #[error("the file ends within its settings")]
    Torn,
    /// The settings are too long.
    #[error("the settings are said to be {0} bytes long, at most {LONGEST} can be")]
    TooLong(u32),
    /// Some of its bits are wrong.
    #[error("the header is damaged: its checksum is wrong")]
    Damaged,
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
        let mut bytes = NAME.to_vec();
        bytes.push(VERSION);
        bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
        bytes.extend_from_slice(text.as_bytes());
        let checksum = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads a header; gives back how many bytes it takes, too.
    ///
    /// # Errors
    /// If there is none.
    pub fn read(input: &mut impl Read) -> Result<(Header, u64), HeaderFault> {
        let mut first = [0; NAME.len() + 1];
        read_whole(input, &mut first, HeaderFault::NotGames)?;
        let Some(&version) = first.strip_prefix(&NAME).and_then(<[u8]>::first) else {
            return Err(HeaderFault::NotGames);
        };
        if !version.is_ascii_graphic() {
            return Err(HeaderFault::NotGames);
        }
        if ![VERSION, WITHOUT_CHECKSUM].contains(&version) {
            return Err(HeaderFault::Version(char::from(version)));
        }
        let mut length = [0; 4];
        read_whole(input, &mut length, HeaderFault::Torn)?;
        let count = u32::from_le_bytes(length);
        if count > LONGEST {
            return Err(HeaderFault::TooLong(count));
        }
        let mut text = vec![0; count as usize];
        read_whole(input, &mut text, HeaderFault::Torn)?;
        let mut bytes = (first.len() + length.len() + text.len()) as u64;
        if version == VERSION {
            let mut checksum = [0; 4];
            read_whole(input, &mut checksum, HeaderFault::Torn)?;
            bytes += checksum.len() as u64;
            let mut hasher = crc32fast::Hasher::new();
            for part in [&first[..], &length, &text] {
                hasher.update(part);
            }
            if hasher.finalize() != u32::from_le_bytes(checksum) {
                return Err(HeaderFault::Damaged);
            }
        }
        Ok((Header { settings: serde_json::from_slice(&text)? }, bytes))
    }
}

fn read_whole(input: &mut impl Read, bytes: &mut [u8], missing: HeaderFault) -> Result<(), HeaderFault> {
    input.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => missing,
        _ => error.into(),
    })
}
