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

/// By the name, without the ending of compressed files.
fn is_pgn(path: &Path) -> bool {
    let ends_with =
        |path: &Path, ending: &str| path.extension().is_some_and(|known| known.eq_ignore_ascii_case(ending));
    let plain = if ends_with(path, "zst") { path.with_extension("") } else { path.to_owned() };
    ends_with(&plain, "pgn")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_told_from_positions_by_the_name() {
        for name in ["book.pgn", "a/b.PGN", "book.pgn.zst", "x.y.Pgn.ZST"] {
            assert!(is_pgn(Path::new(name)), "{name}");
        }
        for name in ["book.epd", "pgn", "book.pgn.epd", "book.zst", "-"] {
            assert!(!is_pgn(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn without_a_file_there_are_openings_of_our_own() {
        assert!(read(None, None).expect("openings").len() > 100);
        assert!(read(Some(Path::new("/nowhere.epd")), None).is_err());
    }
}
