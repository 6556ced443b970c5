//! Files that are whole or not there: a run that is killed while it writes leaves the old one.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::Path;

use anyhow::Context;

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

/// Puts a text in the place of a file: written beside it, made safe on the disk, then renamed.
pub(super) fn replace(path: &Path, text: &str) -> anyhow::Result<()> {
    let context = || format!("cannot write {}", path.display());
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let new = Path::new(&name);
    let mut file = File::create(new).with_context(context)?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).with_context(context)?;
    fs::rename(new, path).with_context(context)?;
    // The new name is safe only when the folder is; where folders cannot be opened, this is all there is.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = File::open(folder) {
        folder.sync_all().with_context(context)?;
    }
    Ok(())
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
