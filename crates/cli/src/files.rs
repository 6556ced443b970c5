//! Writing files that are whole at every moment, and destroying none that somebody still wants.
//!
//! A command that works long claims its outputs first: see [`Output`]. What is kept while it works (checkpoints,
//! parts) goes through [`replace`].

mod aside;
mod lock;
mod output;
mod unfinished;

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

pub(crate) use aside::Aside;
pub(crate) use output::{Output, is_same_file};
pub(crate) use unfinished::Unfinished;

/// Writes a file so that whoever looks finds either the old content or the new one, even after a
/// crash: under a name of its own beside it first, then renamed.
pub(crate) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    replace_with(path, |out| out.write_all(content))
}

/// The same with content that is written as it is made.
pub(crate) fn replace_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut aside = Aside::beside(path)?;
    write(&mut aside)?;
    aside.commit()
}

/// The folder that a file stands in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A new name should last, too; systems that cannot do this do it by themselves.
fn sync_folder(path: &Path) {
    let _: io::Result<()> = File::open(folder_of(path)).and_then(|folder| folder.sync_all());
}

#[cfg(test)]
mod tests {
    use std::fs;

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
    fn what_a_fault_cut_short_is_not_kept_and_neighbours_are() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("some.txt");
        let neighbour = folder.path().join("some.txt.new");
        fs::write(&neighbour, "somebody's own").expect("a file");
        replace(&path, b"whole").expect("a file");
        let fault = replace_with(&path, |out| {
            out.write_all(b"half")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(fault.expect_err("a fault").kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read_to_string(&path).expect("a file"), "whole");
        assert_eq!(fs::read_to_string(&neighbour).expect("a file"), "somebody's own");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2, "nothing is left beside them");
    }
}
