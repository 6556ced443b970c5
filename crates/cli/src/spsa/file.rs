//! Files that are whole or not there: a run that is killed while it writes leaves the old one.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::Context;

use crate::files;

/// No state is larger; a file that is cannot be one.
const LARGEST: u64 = 64 << 20;

/// The text of a file; nothing if there is none.
pub(super) fn read(path: &Path) -> anyhow::Result<Option<String>> {
    let context = || format!("cannot read {}", path.display());
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(context),
        Ok(about) => anyhow::ensure!(about.len() <= LARGEST, "{} is too large for a state", path.display()),
    }
    fs::read_to_string(path).map(Some).with_context(context)
}

/// Puts a text in the place of a file.
pub(super) fn replace(path: &Path, text: &str) -> anyhow::Result<()> {
    files::replace(path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_as_a_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("state.json");
        assert_eq!(read(&path).expect("readable"), None);
        for text in ["one", "two and more", ""] {
            replace(&path, text).expect("writable");
            assert_eq!(read(&path).expect("readable").as_deref(), Some(text));
        }
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left beside it");
        assert!(replace(&folder.path().join("no/such/folder"), "x").is_err());
    }
}
