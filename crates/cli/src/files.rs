//! Writing files that are whole at every moment.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file so that whoever looks finds either the old content or the new one, even after a
/// crash: beside it first, then renamed.
pub(crate) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let beside = path.with_file_name(name);
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(content)?;
        file.sync_all()
    });
    let result = written.and_then(|()| fs::rename(&beside, path));
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty())
        && result.is_ok()
        && let Ok(folder) = File::open(folder)
    {
        // The new name should last, too; systems that cannot do this do it by themselves.
        let _ = folder.sync_all();
    }
    if result.is_err() {
        // What could not be finished is of no use to anybody.
        let _ = fs::remove_file(&beside);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_as_a_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("some.txt");
        for content in ["first", "second, which is longer", ""] {
            replace(&path, content.as_bytes()).expect("a file");
            assert_eq!(fs::read_to_string(&path).expect("a file"), content);
        }
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left beside it");
        assert!(replace(&folder.path().join("missing/some.txt"), b"").is_err());
        assert!(replace(Path::new("/"), b"").is_err());
    }
}
