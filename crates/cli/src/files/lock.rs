//! Who is writing a file: one process at a time.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::folder_of;

/// How our lock files begin.
const SIGN: &str = "quevedo ";

/// Nobody's name is longer.
const LONGEST_NAME: u64 = 200;

/// The right to write a file, in form of a locked file `.NAME.lock` beside it with the owner's name in it.
/// The system takes the lock back when its owner ends, however it ends; a file that is left does no harm.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    /// `None` where the file system knows no locks.
    file: Option<File>,
}

/// Why there is no lock.
#[derive(Debug)]
pub(super) enum Refusal {
    /// Another process has it, here by name.
    Taken(String),
    /// The lock file cannot be made.
    Failed(io::Error),
}

impl Lock {
    /// Takes the lock of a file.
    pub(super) fn of(target: &Path) -> Result<Lock, Refusal> {
        let mut name = OsString::from(".");
        name.push(target.file_name().ok_or(Refusal::Failed(io::ErrorKind::InvalidInput.into()))?);
        name.push(".lock");
        let path = folder_of(target).join(name);
        loop {
            let file = File::options().read(true).write(true).create(true).truncate(false).open(&path);
            let mut file = file.map_err(Refusal::Failed)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(Refusal::Taken(owner(&mut file))),
                Err(TryLockError::Error(_)) => return Ok(Lock { path, file: None }),
            }
            // The owner before may have removed the file after we had opened it.
            if !same_file::Handle::from_path(&path).is_ok_and(|now| {
                file.try_clone().and_then(same_file::Handle::from_file).is_ok_and(|ours| ours == now)
            }) {
                continue;
            }
            let text = owner(&mut file);
            if text.is_empty() || text.starts_with(SIGN) {
                // A name is a courtesy: the lock is good without it.
                let _ = sign(&mut file);
                return Ok(Lock { path, file: Some(file) });
            }
            // Somebody's own file of this name is locked, but neither written to nor removed.
            return Ok(Lock { path: PathBuf::new(), file: Some(file) });
        }
    }
}

fn sign(file: &mut File) -> io::Result<()> {
    let command = std::env::args().nth(1).unwrap_or_default();
    file.set_len(0)?;
    io::Seek::rewind(file)?;
    write!(file, "{SIGN}{command} (process {})", std::process::id())
}

/// The name in a lock file; empty if it cannot be read.
fn owner(file: &mut File) -> String {
    let mut text = Vec::new();
    let _ = io::Seek::rewind(file).and_then(|()| file.take(LONGEST_NAME).read_to_end(&mut text));
    String::from_utf8_lossy(&text).trim().to_owned()
}

impl Drop for Lock {
    fn drop(&mut self) {
        if self.file.is_some() && !self.path.as_os_str().is_empty() {
            // While the lock is still ours, so nobody else's file is removed.
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_and_nothing_is_left() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("net.qvnn");
        let lock = Lock::of(&path).expect("a lock");
        let Err(Refusal::Taken(owner)) = Lock::of(&path) else { panic!("two owners") };
        assert!(owner.starts_with("quevedo "), "{owner}");
        assert!(owner.ends_with(&format!("(process {})", std::process::id())), "{owner}");
        assert!(Lock::of(&folder.path().join("other")).is_ok());
        drop(lock);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
        assert!(Lock::of(&path).is_ok(), "the next one may");
    }

    #[test]
    fn a_file_that_a_killed_process_left_is_no_lock_and_somebodys_own_is_not_touched() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, lock) = (folder.path().join("net.qvnn"), folder.path().join(".net.qvnn.lock"));
        fs::write(&lock, "quevedo train (process 1)").expect("a file");
        drop(Lock::of(&path).expect("a lock"));
        assert!(!lock.exists());
        fs::write(&lock, "my notes").expect("a file");
        let mine = Lock::of(&path).expect("a lock");
        assert!(matches!(Lock::of(&path), Err(Refusal::Taken(_))));
        drop(mine);
        assert_eq!(fs::read_to_string(&lock).expect("a file"), "my notes");
    }
}
