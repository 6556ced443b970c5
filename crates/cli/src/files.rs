//! Writing files that are whole at every moment.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file so that whoever looks finds either the old content or the new one, even after a
/// crash: as `NAME.new` beside it first, then renamed. A crash may leave that; the next write takes its place.
pub(crate) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    replace_with(path, |out| out.write_all(content))
}

/// The same with content that is written as it is made.
pub(crate) fn replace_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_owned();
    name.push(".new");
    let beside = path.with_file_name(name);
    let result = write_safely(&beside, write).and_then(|()| fs::rename(&beside, path));
    if result.is_err() {
        // What could not be finished is of no use to anybody.
        let _ = fs::remove_file(&beside);
        return result;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // The new name should last, too; systems that cannot do this do it by themselves.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

fn write_safely(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    write(&mut out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
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

    #[test]
    fn what_a_crash_left_or_a_fault_cut_short_is_not_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("some.txt");
        fs::write(folder.path().join("some.txt.new"), "half of it").expect("a file");
        replace(&path, b"whole").expect("a file");
        let fault = replace_with(&path, |out| {
            out.write_all(b"half")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(fault.expect_err("a fault").kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read_to_string(&path).expect("a file"), "whole");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left beside it");
    }
}
