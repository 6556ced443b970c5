//! Openings for games: those of a file, or our own.

use std::io::Read;
use std::path::Path;

use anyhow::Context;
use quevedo_arena::Opening;

use crate::input;

/// Reads an EPD or PGN file, of the latter not more than so many plies a game; our own openings without a file.
pub(crate) fn read(path: Option<&Path>, plies: Option<usize>) -> anyhow::Result<Vec<Opening>> {
    let Some(path) = path else { return Ok(Opening::builtin()) };
    let mut input = input::open(path)?;
    let read = if is_pgn(path) {
        Opening::read_pgn(input, plies)
    } else {
        let mut text = String::new();
        input.read_to_string(&mut text).with_context(|| format!("cannot read {}", path.display()))?;
        Opening::read_epd(&text)
    };
    read.with_context(|| format!("the openings of {}", path.display()))
}

fn is_pgn(path: &Path) -> bool {
    let ends_in = |path: &Path, ending| path.extension().is_some_and(|it| it.eq_ignore_ascii_case(ending));
    let plain = if ends_in(path, "zst") { path.with_extension("") } else { path.to_owned() };
    ends_in(&plain, "pgn")
}
