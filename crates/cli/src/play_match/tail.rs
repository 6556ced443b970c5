//! Whether a file of games is what its journal says, before anything is written to it or cut off.

use std::io::{BufReader, Read, Seek, SeekFrom};

use anyhow::{Context, bail, ensure};
use quevedo_arena::{Extent, JournalEntry, checksum, visible};

/// How much of the file is good, and how many bytes after it are the beginning of the last game of the journal, where
/// that was not written to its end.
///
/// # Errors
/// If the file holds anything that the match did not write, or not all that it wrote.
pub(super) fn agree(
    file: &mut (impl Read + Seek),
    entries: &[JournalEntry],
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
            ensure!(
                is_beginning(&bytes, entry),
                "from byte {} on it has something else than the beginning of game {number} (\"{}\"); \
                 nothing is cut off: move it elsewhere",
                good.bytes,
                shown(&bytes)
            );
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
        bail!(
            "from byte {} on it has something that the journal does not know (\"{}\"); \
             nothing is cut off: move it elsewhere, or give the journal that belongs to it",
            good.bytes,
            shown(&more)
        );
    }
    Ok((good, None))
}

/// How something begins that is not ours.
fn shown(bytes: &[u8]) -> String {
    visible(&String::from_utf8_lossy(bytes), 40)
}

/// Whether a text is what is there of a game that was not written to its end: its tags have to be those of the game,
/// each whole but the last.
fn is_beginning(bytes: &[u8], entry: &JournalEntry) -> bool {
    let tag = |name: &str, value: &str| {
        format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\""))
    };
    // What this run does not know is open.
    let tags = [
        "[Event \"".to_owned(),
        "[Site \"".to_owned(),
        "[Date \"".to_owned(),
        tag("Round", &(entry.game + 1).to_string()),
        tag("White", &entry.white),
        tag("Black", &entry.black),
        tag("Result", &entry.result),
    ];
    let mut lines = bytes.split_inclusive(|&byte| byte == b'\n').peekable();
    for tag in tags {
        let Some(line) = lines.next() else { return true };
        let is_cut = lines.peek().is_none() && tag.as_bytes().starts_with(line);
        if !is_cut && !line.starts_with(tag.as_bytes()) {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_cut_off_anywhere_is_recognised() {
        let entry = JournalEntry {
            game: 6,
            white: "a \"b\" \\".to_owned(),
            black: "c".to_owned(),
            result: "1-0".to_owned(),
            reason: String::new(),
            fault: None,
            plies: 1,
            pgn: None,
        };
        let mut tree = quevedo_games::GameTree::from_board(quevedo_rules::Board::start());
        for (name, value) in [("Round", "7"), ("White", "a \"b\" \\"), ("Black", "c"), ("Opening", "x")] {
            tree.headers_mut().set(name, value);
        }
        tree.set_result(quevedo_games::PgnResult::Win(quevedo_rules::Color::White));
        let text = tree.to_pgn();
        for end in 0..=text.len() {
            assert!(is_beginning(&text.as_bytes()[..end], &entry), "{}", &text[..end]);
        }
        for (from, to) in [
            ("\"7\"", "\"8\""),
            ("\"c\"", "\"d\""),
            ("1-0", "0-1"),
            ("[White", "[Black"),
            ("\n[Site", "\n\n[Site"),
        ] {
            assert!(!is_beginning(text.replacen(from, to, 1).as_bytes(), &entry), "{from}");
        }
        assert!(!is_beginning(b"my notes", &entry));
    }
}
