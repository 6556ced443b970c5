//! A folder of tables: one file each, named like `KQKR.dtm`.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use quevedo_tables::{Ending, Metric, Parts, Solved, Table, Tables};

use crate::console::Console;
use crate::files::{self, Output};

/// Decoded blocks are kept in this much memory.
const CACHE_BYTES: usize = 64 << 20;

pub(super) struct Folder<'a>(pub(super) &'a Path);

impl Folder<'_> {
    pub(super) fn path(&self, ending: Ending, metric: Metric) -> PathBuf {
        self.0.join(format!("{ending}.{metric}"))
    }

    pub(super) fn has(&self, ending: Ending, metric: Metric) -> bool {
        self.path(ending, metric).is_file()
    }

    /// That a tablebase is missing, and how to make it here.
    pub(super) fn how_to_make(&self, ending: Ending, metric: Metric) -> String {
        if ending.men() < 3 {
            return "two kings are always a draw: there is no tablebase of them".to_owned();
        }
        let folder = match self.0.display().to_string() {
            usual if usual == super::FOLDER => String::new(),
            plain if plain.chars().all(|letter| letter.is_alphanumeric() || "/._-~".contains(letter)) => {
                format!(" --folder {plain}")
            }
            odd => format!(" --folder '{}'", odd.replace('\'', "'\\''")),
        };
        format!(
            "there is no {metric} tablebase of {ending}; make it with `quevedo tables generate {ending} --metric {metric}{folder}`"
        )
    }

    /// Opens a table and checks that it is what its name says.
    pub(super) fn open(&self, ending: Ending, metric: Metric) -> anyhow::Result<Table> {
        let path = self.path(ending, metric);
        let name = path.display();
        let file = File::open(&path).with_context(|| format!("cannot open {name}"))?;
        let table = Table::open(Arc::new(file)).with_context(|| name.to_string())?;
        anyhow::ensure!(
            (table.ending(), table.metric()) == (ending, metric),
            "{name} is the {} tablebase of {}, which its name does not say",
            table.metric(),
            table.ending()
        );
        Ok(table)
    }

    /// The right to make a tablebase: nobody else may at the same time.
    pub(super) fn claim(&self, ending: Ending, metric: Metric) -> anyhow::Result<Output> {
        // Whoever had it before may just have finished it.
        Output::at(&self.path(ending, metric)).overwrite(true).claim()
    }

    /// Writes a table: a new file takes the old one's place only when it is complete.
    pub(super) fn save(table: &Solved, output: &Output) -> anyhow::Result<u64> {
        let path = output.path();
        let mut out = output.begin()?;
        quevedo_tables::write(table, &mut out)
            .and_then(|()| out.commit())
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(fs::metadata(path)?.len())
    }

    /// The tables in the folder by their names, in the order in which they can be made.
    pub(super) fn list(&self) -> anyhow::Result<Vec<(Ending, Metric)>> {
        let files = match fs::read_dir(self.0) {
            Ok(files) => files,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", self.0.display())),
        };
        let mut found = BTreeSet::new();
        for file in files {
            let name = file?.file_name();
            let Some((ending, metric)) = name.to_str().and_then(|name| name.split_once('.')) else {
                continue;
            };
            if let (Ok(ending), Ok(metric)) = (ending.parse::<Ending>(), metric.parse::<Metric>()) {
                found.insert((ending.men(), ending, metric));
            }
        }
        Ok(found.into_iter().map(|(_, ending, metric)| (ending, metric)).collect())
    }

    /// The built-in tables and all of the folder that can be read; notes tell about the others.
    pub(super) fn tables(&self, console: &Console) -> anyhow::Result<Tables> {
        let mut tables = Tables::builtin(CACHE_BYTES)?;
        for (ending, metric) in self.list()? {
            match self.open(ending, metric) {
                Ok(table) => tables.add(table),
                Err(error) => console.note(format_args!("left out: {error:#}")),
            }
        }
        Ok(tables)
    }
}

/// The saved parts of one table.
pub(super) struct PartFiles {
    pub(super) table: PathBuf,
}

impl PartFiles {
    fn path(&self, number: usize) -> PathBuf {
        let mut name = self.table.clone().into_os_string();
        name.push(format!(".part{number}"));
        name.into()
    }

    /// Removes all parts; called when the table itself is safe. An earlier run may have been killed at
    /// it, so any of them may be missing. What cannot be removed does no harm.
    pub(super) fn remove(&self) {
        let (Some(folder), Some(name)) = (self.table.parent(), self.table.file_name()) else { return };
        let prefix = format!("{}.part", name.to_string_lossy());
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with(&prefix) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

impl Parts for PartFiles {
    fn load(&self, number: usize) -> Option<Vec<u8>> {
        fs::read(self.path(number)).ok()
    }

    fn save(&self, number: usize, part: &[u8]) -> io::Result<()> {
        files::replace(&self.path(number), part)
    }
}
