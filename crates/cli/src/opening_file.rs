//! Openings for games: those of a file, or our own.

use std::borrow::Cow;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use quevedo_arena::Opening;

use crate::input;

/// How a ZIP archive begins.
const ZIP: &[u8] = b"PK\x03\x04";
/// No book is larger; an archive that says so is none.
const LARGEST: u64 = 4 << 30;

/// Reads an EPD or PGN file, of the latter not more than so many plies a game; our own openings without a file.
/// The file may be compressed (Zstandard), or be alone in a ZIP archive.
pub(crate) fn read(path: Option<&Path>, plies: Option<usize>) -> anyhow::Result<Vec<Opening>> {
    let Some(path) = path else { return Ok(Opening::builtin()) };
    let (mut input, name) = open(path)?;
    let read = if ends_in(&name, "pgn") {
        Opening::read_pgn(input, plies)
    } else {
        let mut text = String::new();
        input.read_to_string(&mut text).with_context(|| format!("cannot read {}", path.display()))?;
        Opening::read_epd(&text)
    };
    read.with_context(|| format!("the openings of {}", path.display()))
}

/// The bytes of a book without what they are packed in, and the name that says what they are.
fn open(path: &Path) -> anyhow::Result<(Box<dyn BufRead>, PathBuf)> {
    let mut input = input::open(path)?;
    // Files begin with enough bytes at once; a pipe that does not is no archive.
    let is_zip = input.fill_buf().is_ok_and(|start| start.starts_with(ZIP));
    if is_zip {
        return unpack(input).with_context(|| format!("cannot read {}", path.display()));
    }
    Ok((input, if ends_in(path, "zst") { path.with_extension("") } else { path.to_owned() }))
}

/// The only file of an archive.
fn unpack(mut input: Box<dyn BufRead>) -> anyhow::Result<(Box<dyn BufRead>, PathBuf)> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).context("it is no good ZIP archive")?;
    let names = archive.file_names().map(|name| name.map(Cow::into_owned));
    let mut names = names.collect::<Result<Vec<String>, _>>().context("it is no good ZIP archive")?;
    names.retain(|name| !name.ends_with('/'));
    let [name] = &names[..] else {
        let shown: Vec<&str> = names.iter().take(3).map(String::as_str).collect();
        anyhow::bail!(
            "the archive holds {} files ({}...), expected one: unpack the one that you want",
            names.len(),
            shown.join(", ")
        );
    };
    let file = archive.by_name(name).with_context(|| format!("{name} in it"))?;
    let mut content = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut content).with_context(|| format!("{name} in it"))?;
    ensure!(content.len() as u64 <= LARGEST, "{name} in it is larger than {} GiB", LARGEST >> 30);
    Ok((Box::new(BufReader::new(Cursor::new(content))), PathBuf::from(name)))
}

fn ends_in(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|it| it.eq_ignore_ascii_case(ending))
}
