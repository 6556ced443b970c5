//! Whether a file of games is what its journal says, before anything is written to it or cut off.

use std::io::{BufReader, Read, Seek, SeekFrom};

use anyhow::{Context, bail, ensure};
use quevedo_arena::{Entry, Extent, checksum};

/// How every game of ours begins.
const BEGINNING: &[u8] = b"[Event \"";

/// How much of the file is good, and how many bytes after it are the beginning of the last game of the journal, where
/// that was not written to its end.
///
/// # Errors
/// If the file holds anything that the match did not write, or not all that it wrote.
pub(super) fn agree(
    file: &mut (impl Read + Seek),
    entries: &[Entry],
) -> anyhow::Result<(Extent, Option<u64>)> {
    file.seek(SeekFrom::Start(0)).context("it cannot be read")?;
    let mut file = BufReader::new(file);
    let mut good = Extent::default();
    for (place, entry) in entries.iter().enumerate() {
        let number = entry.game + 1;
        let Some(extent) = entry.pgn else {
            bail!(
                "the journal has a game {number} that was played without --pgn; the file is not of this match"
            )
        };
        let length =
            extent.bytes.checked_sub(good.bytes).context("the journal's lengths contradict each other")?;
        let mut bytes = Vec::new();
        file.by_ref().take(length).read_to_end(&mut bytes).context("it cannot be read")?;
        if (bytes.len() as u64) < length {
            ensure!(place + 1 == entries.len(), "it ends in game {number}, and the journal has later games");
            let start = bytes.len().min(BEGINNING.len());
            ensure!(bytes[..start] == BEGINNING[..start], "its end is not the beginning of game {number}");
            return Ok((good, Some(bytes.len() as u64)));
        }
        let crc = checksum(&bytes, good.crc);
        ensure!(
            crc == extent.crc,
            "game {number} in it is not as this match wrote it; it was changed since, or a game before it"
        );
        good = extent;
    }
    let mut more = Vec::new();
    // As much as is needed for saying what it is.
    let count = file.by_ref().take(60).read_to_end(&mut more).context("it cannot be read")?;
    if count > 0 {
        let shown: String =
            String::from_utf8_lossy(&more).chars().take(40).flat_map(char::escape_debug).collect();
        bail!(
            "from byte {} on it has something that the journal does not know (\"{shown}...\"); \
             nothing is cut off: move it elsewhere, or give the journal that belongs to it",
            good.bytes
        );
    }
    Ok((good, None))
}
