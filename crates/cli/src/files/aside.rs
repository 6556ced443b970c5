//! A file that is being written beside the one whose place it will take.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::{folder_of, sync_folder};

/// The end of the names of unfinished files. They begin with a dot and the name of what they are to be.
const SUFFIX: &str = ".quevedo-unfinished";

/// Names are tried until one is free; nobody has so many unfinished files.
const ATTEMPTS: u64 = 10_000;

/// An unfinished file. [`Aside::commit`] puts it in its place; without that it is removed.
#[derive(Debug)]
pub(crate) struct Aside {
    /// Where it will stand.
    target: PathBuf,
    /// Where it stands now; `None` when it is done.
    path: Option<PathBuf>,
    out: BufWriter<File>,
}

impl Aside {
    /// Begins a file beside this one, under a name that nobody has. A symbolic link stays one: its
    /// target is replaced.
    pub(crate) fn beside(path: &Path) -> io::Result<Aside> {
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let (path, file) = create(&target)?;
        // Where locks are unknown, nobody tidies up.
        let _ = file.try_lock();
        if let Ok(old) = fs::metadata(&target) {
            // Whoever was allowed to read the old file may read the new one.
            let _ = file.set_permissions(old.permissions());
        }
        Ok(Aside { target, path: Some(path), out: BufWriter::new(file) })
    }

    /// Puts the file in its place, when all of it is on the disk.
    pub(crate) fn commit(mut self) -> io::Result<()> {
        self.out.flush()?;
        self.out.get_ref().sync_all()?;
        if let Some(path) = &self.path {
            fs::rename(path, &self.target)?;
        }
        self.path = None;
        sync_folder(&self.target);
        Ok(())
    }

    /// Removes what killed processes left unfinished of this file. Those who live hold a lock.
    pub(super) fn tidy_up(path: &Path) {
        let Some(start) = start_of_name(path) else { return };
        let start = start.to_string_lossy().into_owned();
        for entry in fs::read_dir(folder_of(path)).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_ours = name
                .strip_prefix(&start)
                .and_then(|rest| rest.strip_suffix(SUFFIX))
                .is_some_and(|middle| middle.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'));
            if is_ours && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// A new file beside a target.
fn create(target: &Path) -> io::Result<(PathBuf, File)> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let start = start_of_name(target).ok_or(io::ErrorKind::InvalidInput)?;
    for _ in 0..ATTEMPTS {
        let mut name = start.clone();
        name.push(format!("{}-{}{SUFFIX}", std::process::id(), NUMBER.fetch_add(1, Relaxed)));
        let path = folder_of(target).join(name);
        match File::create_new(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

fn start_of_name(target: &Path) -> Option<OsString> {
    let mut start = OsString::from(".");
    start.push(target.file_name()?);
    start.push(".");
    Some(start)
}

impl Write for Aside {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            // What could not be finished is of no use to anybody.
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_dead_left_is_tidied_up() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("net.qvnn");
        let dead = folder.path().join(".net.qvnn.999-3.quevedo-unfinished");
        let somebodys = folder.path().join(".net.qvnn.copy.quevedo-unfinished");
        for path in [&dead, &somebodys] {
            fs::write(path, "half").expect("a file");
        }
        let mut alive = Aside::beside(&path).expect("a file");
        alive.write_all(b"whole").expect("room");
        Aside::tidy_up(&path);
        assert!(!dead.exists(), "whoever wrote it is dead");
        assert!(somebodys.exists(), "this is not the name of one of ours");
        alive.commit().expect("a file");
        assert_eq!(fs::read(&path).expect("a file"), b"whole");
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links_and_permissions_stay() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").expect("a file");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("a file");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        super::super::replace(&link, b"new").expect("a file");
        assert!(link.is_symlink());
        assert_eq!(fs::read(&file).expect("a file"), b"new");
        assert_eq!(fs::metadata(&file).expect("a file").permissions().mode() & 0o777, 0o640);
    }
}
