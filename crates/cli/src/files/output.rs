//! The result of a command: looked after before the work begins, written when it is done.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::aside::Aside;
use super::folder_of;
use super::lock::{Lock, Refusal};
use crate::failure::Usage;

/// What a command asks for before it works: that it may write a file in the end.
///
/// ```ignore
/// let out = Output::at(&args.out).apart_from(&args.files).overwrite(args.force).claim()?;
/// // hours of work
/// out.write(&bytes)?;
/// ```
#[derive(Debug)]
pub(crate) struct Claim<'a> {
    path: &'a Path,
    inputs: Vec<&'a Path>,
    overwrite: bool,
}

/// A file that this process alone may write, as often as it likes. Nobody sees half of it, and nothing
/// of it is there before it is written.
#[derive(Debug)]
pub(crate) struct Output {
    path: PathBuf,
    _lock: Lock,
}

impl Output {
    /// Asks for this file.
    pub(crate) fn at(path: &Path) -> Claim<'_> {
        Claim { path, inputs: Vec::new(), overwrite: false }
    }

    /// Where it is, as the user named it.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the whole file.
    pub(crate) fn write(&self, content: &[u8]) -> anyhow::Result<()> {
        let mut out = self.begin()?;
        out.write_all(content).and_then(|()| out.commit()).with_context(|| cannot_write(&self.path))
    }

    /// Begins the whole file anew, for content that is written as it is made. It counts when it is committed.
    pub(crate) fn begin(&self) -> anyhow::Result<Aside> {
        Aside::beside(&self.path).with_context(|| cannot_write(&self.path))
    }
}

impl<'a> Claim<'a> {
    /// The file must be none of these, under whatever name; `-` is no file.
    pub(crate) fn apart_from<P>(mut self, inputs: impl IntoIterator<Item = &'a P>) -> Claim<'a>
    where
        P: AsRef<Path> + 'a + ?Sized,
    {
        self.inputs.extend(inputs.into_iter().map(AsRef::as_ref).filter(|path| *path != Path::new("-")));
        self
    }

    /// Whether a file that is there may be replaced: the user said `--force`, or goes on with it.
    pub(crate) fn overwrite(mut self, overwrite: bool) -> Claim<'a> {
        self.overwrite = overwrite;
        self
    }

    /// Looks after everything that can be known beforehand.
    ///
    /// # Errors
    ///
    /// In words: there is no such folder, it cannot be written to, the file is one of the inputs or is
    /// there already, or somebody else is writing it.
    pub(crate) fn claim(self) -> anyhow::Result<Output> {
        let path = self.path;
        let name = path.display();
        check_place(path).with_context(|| cannot_write(path))?;
        if let Some(input) = self.inputs.iter().find(|input| is_same_file(input, path)) {
            return Err(Usage(same_file_words(input, path)).into());
        }
        if fs::symlink_metadata(path).is_ok() && !self.overwrite {
            return Err(Usage(format!("{name} exists; --force replaces it")).into());
        }
        let lock = match Lock::of(&fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())) {
            Ok(lock) => lock,
            Err(Refusal::Taken(owner)) => {
                let owner = if owner.is_empty() { "another process" } else { &owner };
                anyhow::bail!("{name} is being written by {owner}");
            }
            Err(Refusal::Failed(error)) => return Err(error).with_context(|| cannot_write(path)),
        };
        Aside::tidy_up(path);
        Ok(Output { path: path.to_owned(), _lock: lock })
    }
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

fn same_file_words(input: &Path, path: &Path) -> String {
    if input == path {
        return format!("{} is read; the result must be another file", path.display());
    }
    let (input, path) = (input.display(), path.display());
    format!("{path} is the same file as {input}, which is read; the result must be another one")
}

/// A place where a file may stand: a folder that is there, and nothing in it that is no file.
fn check_place(path: &Path) -> anyhow::Result<()> {
    anyhow::ensure!(path.file_name().is_some(), "that is no name of a file");
    let folder = folder_of(path);
    match fs::metadata(folder) {
        Ok(about) => anyhow::ensure!(about.is_dir(), "{} is no folder", folder.display()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            anyhow::bail!("there is no folder {}", folder.display())
        }
        Err(error) => return Err(error.into()),
    }
    if let Ok(about) = fs::metadata(path) {
        anyhow::ensure!(!about.is_dir(), "it is a folder");
        anyhow::ensure!(about.is_file(), "it is no file, but a device or a pipe");
    }
    Ok(())
}

/// Whether two names lead to one file, also through links of both kinds.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    one == other || same_file::is_same_file(one, other).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(claim: Claim<'_>) -> String {
        format!("{:#}", claim.claim().expect_err("a refusal"))
    }

    #[test]
    fn a_claim_leaves_nothing_until_it_is_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("net.qvnn");
        drop(Output::at(&path).claim().expect("a claim"));
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
        let out = Output::at(&path).claim().expect("a claim");
        assert!(refusal(Output::at(&path)).contains("is being written by quevedo"));
        out.write(b"one").expect("a file");
        out.write(b"two").expect("it is ours");
        drop(out);
        assert_eq!(fs::read(&path).expect("a file"), b"two");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn what_is_there_is_replaced_only_if_the_user_says_so() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("net.qvnn");
        fs::write(&path, "precious").expect("a file");
        assert!(refusal(Output::at(&path)).contains("exists; --force replaces it"));
        let out = Output::at(&path).overwrite(true).claim().expect("a claim");
        let mut half = out.begin().expect("a file");
        half.write_all(b"half").expect("room");
        drop(half);
        assert_eq!(fs::read(&path).expect("a file"), b"precious", "what is not finished does not count");
        out.write(b"new").expect("a file");
        assert_eq!(fs::read(&path).expect("a file"), b"new");
    }

    #[test]
    fn places_where_no_file_can_stand() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        fs::write(&file, "").expect("a file");
        assert!(refusal(Output::at(&folder.path().join("no/net.qvnn"))).contains("there is no folder"));
        assert!(refusal(Output::at(&file.join("net.qvnn"))).contains("is no folder"));
        assert!(refusal(Output::at(folder.path()).overwrite(true)).contains("it is a folder"));
        assert!(refusal(Output::at(Path::new("/"))).contains("no name of a file"));
        #[cfg(unix)]
        assert!(refusal(Output::at(Path::new("/dev/null")).overwrite(true)).contains("a device"));
    }

    #[cfg(unix)]
    #[test]
    fn inputs_are_never_written_over_whatever_they_are_called() {
        let folder = tempfile::tempdir().expect("a folder");
        let input = folder.path().join("games.qvg");
        fs::write(&input, "games").expect("a file");
        let (hard, soft) = (folder.path().join("hard"), folder.path().join("soft"));
        fs::hard_link(&input, &hard).expect("a link");
        std::os::unix::fs::symlink(&input, &soft).expect("a link");
        for path in [&input, &hard, &soft, &folder.path().join("./games.qvg")] {
            let words = refusal(Output::at(path).apart_from([&input]).overwrite(true));
            assert!(words.contains("is read"), "{words}");
        }
        let other = folder.path().join("-");
        assert!(Output::at(&other).apart_from([Path::new("-")]).claim().is_ok(), "stdin is no file");
    }
}
