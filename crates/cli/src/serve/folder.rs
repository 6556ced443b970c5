//! The folder in which the page's games, reviews and cards are kept, a file each.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use etcetera::BaseStrategy;
use quevedo_web::{Drawer, Shelf};

use crate::files;

/// A folder of games.
#[derive(Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    /// The folder of the user's choice, or the one where programs keep their data. It is seen at once whether games
    /// can be kept there.
    pub(super) fn at(wanted: Option<&Path>) -> anyhow::Result<Folder> {
        let path = if let Some(path) = wanted {
            path.to_owned()
        } else {
            let base = etcetera::choose_base_strategy().context("there is no home folder; use --folder")?;
            base.data_dir().join("quevedo").join("page")
        };
        fs::create_dir_all(&path).with_context(|| format!("cannot make the folder {}", path.display()))?;
        let probe = path.join(".probe");
        files::replace(&probe, b"")
            .and_then(|()| fs::remove_file(&probe))
            .with_context(|| format!("cannot write in the folder {}", path.display()))?;
        Ok(Folder(path))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    fn file(&self, drawer: Drawer, name: &str) -> PathBuf {
        self.0.join(format!("{name}{}", ending(drawer)))
    }
}

/// What the files of a drawer end with.
fn ending(drawer: Drawer) -> String {
    format!(".{}.json", drawer.word())
}

impl Shelf for Folder {
    fn save(&self, drawer: Drawer, name: &str, text: &str) -> io::Result<()> {
        files::replace(&self.file(drawer, name), text.as_bytes())
    }

    fn load(&self, drawer: Drawer, name: &str) -> io::Result<Option<String>> {
        match fs::read_to_string(self.file(drawer, name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            read => read.map(Some),
        }
    }

    fn names(&self, drawer: Drawer) -> io::Result<Vec<String>> {
        let (mut names, ending) = (Vec::new(), ending(drawer));
        for entry in fs::read_dir(&self.0)? {
            let name = entry?.file_name();
            names.extend(name.to_str().and_then(|name| name.strip_suffix(&ending)).map(str::to_owned));
        }
        Ok(names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_kept_and_found_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let shelf = Folder::at(Some(&folder.path().join("new/one"))).expect("a folder");
        assert_eq!(shelf.load(Drawer::Games, "20261118-ab").expect("no fault"), None);
        shelf.save(Drawer::Games, "20261118-ab", "one").expect("kept");
        shelf.save(Drawer::Games, "20261118-ab", "two").expect("kept");
        assert_eq!(shelf.load(Drawer::Games, "20261118-ab").expect("a text").as_deref(), Some("two"));
        assert_eq!(shelf.load(Drawer::Jobs, "20261118-ab").expect("no fault"), None);
        assert_eq!(shelf.names(Drawer::Games).expect("names"), ["20261118-ab"]);
        assert!(shelf.names(Drawer::Reviews).expect("names").is_empty());
    }

    #[test]
    fn a_folder_that_cannot_be_is_refused_at_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        fs::write(&file, "").expect("a file");
        assert!(Folder::at(Some(&file)).is_err());
    }
}
