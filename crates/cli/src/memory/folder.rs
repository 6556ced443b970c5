//! Where the memory is, and who may change it.

use anyhow::Context;
use etcetera::BaseStrategy;
use quevedo_memory::{Home, Memory};

use super::At;
use crate::console::Console;

impl At {
    /// The folder of the user's choice, or the one where programs keep their data.
    pub(super) fn home(&self) -> anyhow::Result<Home> {
        if let Some(folder) = &self.memory {
            return Ok(Home::at(folder));
        }
        let base = etcetera::choose_base_strategy().context("there is no home folder; use --memory")?;
        Ok(Home::at(base.data_dir().join("quevedo").join("memory")))
    }

    /// The folder of a memory that is there.
    fn existing(&self) -> anyhow::Result<Home> {
        let home = self.home()?;
        let name = home.path().display();
        anyhow::ensure!(home.exists(), "there is no memory in {name}; `quevedo memory learn` makes one");
        Ok(home)
    }

    /// Opens a memory that is there for changes.
    pub(super) fn open(&self, console: &Console) -> anyhow::Result<Memory> {
        let home = self.existing()?;
        open(&home, console)?.with_context(|| {
            format!("another process is using {}; try again when it has ended", home.path().display())
        })
    }

    /// Opens a memory that is there for reading.
    pub(super) fn open_to_read(&self) -> anyhow::Result<Memory> {
        let home = self.existing()?;
        home.open_to_read().with_context(|| format!("cannot read {}", home.file().display()))
    }
}

/// Opens a memory for changes, and makes it if it is not there. `None` if another process has it.
pub(super) fn open(home: &Home, console: &Console) -> anyhow::Result<Option<Memory>> {
    home.make().with_context(|| format!("cannot make the folder {}", home.path().display()))?;
    let opened = home.open().with_context(|| format!("{} is of no use", home.file().display()))?;
    Ok(opened.map(|opened| {
        opened.complaints.iter().for_each(|words| console.note(words));
        opened.memory
    }))
}
