//! Keeps the deck on disk, whole after every answer.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use etcetera::BaseStrategy;
use quevedo_tutor::practice::{DECK_VERSION, Deck};

use crate::files::Output;

/// A deck's file; it is ours alone as long as we practise.
#[derive(Debug)]
pub(super) struct Keeper {
    file: Output,
}

/// No deck is larger; more likely the file is not what it should be.
const LARGEST: u64 = 256 << 20;

impl Keeper {
    /// The cards in a file, or in Quevedo's own; none if it is not there yet. It must be none of the files that are read.
    pub(super) fn open(path: Option<&Path>, inputs: &[PathBuf]) -> anyhow::Result<(Keeper, Deck)> {
        let path = match path {
            Some(path) => path.to_owned(),
            None => own_file()?,
        };
        let file = Output::at(&path).apart_from(inputs).overwrite(true).claim()?;
        let deck = read(&path)?;
        // Whether it can be written shows before anybody has answered; an unfinished file that is given up leaves nothing.
        drop(file.begin()?);
        Ok((Keeper { file }, deck))
    }

    pub(super) fn path(&self) -> &Path {
        self.file.path()
    }

    /// Keeps the cards as they are.
    pub(super) fn keep(&mut self, deck: &Deck) -> anyhow::Result<()> {
        let text = serde_json::to_string_pretty(deck)?;
        self.file.write(text.as_bytes())
    }
}

fn read(path: &Path) -> anyhow::Result<Deck> {
    let name = path.display();
    let Ok(about) = fs::metadata(path) else { return Ok(Deck::default()) };
    anyhow::ensure!(about.len() <= LARGEST, "{name} is too large for a file of cards");
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let deck: Deck = serde_json::from_str(&text)
        .with_context(|| format!("{name} is no file of cards; it stays as it is"))?;
    anyhow::ensure!(
        deck.version == DECK_VERSION,
        "{name} has the version {}; this program knows {DECK_VERSION} only, and leaves it as it is",
        deck.version
    );
    Ok(deck)
}

/// The file in the folder where programs keep their data.
fn own_file() -> anyhow::Result<PathBuf> {
    let folder = etcetera::choose_base_strategy().context("there is no home folder; use --file")?;
    let folder = folder.data_dir().join("quevedo");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    Ok(folder.join("practice.json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_is_kept_and_nothing_else_is_overwritten() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("cards.json");
        let (mut keeper, deck) = Keeper::open(Some(&path), &[]).expect("a new deck");
        assert!(!path.exists(), "nothing to keep yet");
        keeper.keep(&deck).expect("a file");
        assert!(Keeper::open(Some(&path), &[]).is_err(), "two who practise with one file");
        drop(keeper);
        assert_eq!(Keeper::open(Some(&path), &[]).expect("the deck").1, deck);
        for other in ["my notes", "{\"version\":9,\"cards\":[]}"] {
            fs::write(&path, other).expect("a file");
            let error = format!("{:#}", Keeper::open(Some(&path), &[]).expect_err("no deck"));
            assert!(error.contains("as it is"), "{error}");
            assert_eq!(fs::read_to_string(&path).expect("a file"), other);
        }
    }
}
