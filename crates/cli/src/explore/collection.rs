//! A collection on the disk: a folder with segments and the list of them.
//!
//! The list is written anew, as a whole, when a segment is on the disk: a killed process leaves at most a file that no list
//! names, which the next one removes.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use quevedo_library::{Builder, Explorer, Segment, Summary};
use serde::{Deserialize, Serialize};

use crate::failure::Usage;
use crate::files::{self, Output};

const LIST: &str = "collection.json";
const VERSION: u32 = 1;
const ENDING: &str = "qvx";

/// The list of segments, as it is written.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
struct List {
    version: u32,
    segments: Vec<Part>,
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
struct Part {
    file: String,
    games: u32,
}

/// A collection that can be asked, and added to by one process at a time.
#[derive(Debug)]
pub(crate) struct Collection {
    folder: PathBuf,
    list: List,
    explorer: Explorer,
}

impl Collection {
    /// Opens a collection.
    pub(crate) fn open(folder: &Path) -> anyhow::Result<Collection> {
        let list = List::read(folder)?;
        let segments = list.segments.iter().map(|part| open_segment(&folder.join(&part.file)));
        let explorer = Explorer::new(segments.collect::<anyhow::Result<_>>()?);
        Ok(Collection { folder: folder.to_owned(), list, explorer })
    }

    /// A new collection; the folder is made if it is not there.
    pub(super) fn create(folder: &Path) -> anyhow::Result<Collection> {
        if folder.join(LIST).exists() {
            let name = folder.display();
            return Err(Usage(format!(
                "{name} is a collection already; `quevedo explore add {name} …` adds to it"
            ))
            .into());
        }
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let list = List { version: VERSION, segments: Vec::new() };
        Ok(Collection { folder: folder.to_owned(), list, explorer: Explorer::default() })
    }

    pub(crate) fn explorer(&self) -> &Explorer {
        &self.explorer
    }

    /// Nobody else may write while this lives.
    pub(super) fn lock(&self) -> anyhow::Result<Output> {
        Output::at(&self.folder.join(LIST)).overwrite(true).claim()
    }

    /// Writes a segment and takes it into the list.
    pub(super) fn append(
        &mut self,
        list_file: &Output,
        builder: Builder,
    ) -> anyhow::Result<(Summary, std::collections::HashSet<u64>)> {
        let (file, summary, known) = self.write(builder)?;
        self.list.segments.push(Part { file, games: summary.games });
        self.put_list(list_file)?;
        Ok((summary, known))
    }

    /// Writes a segment that takes the place of all others.
    pub(super) fn replace_all(&mut self, list_file: &Output, builders: Vec<Builder>) -> anyhow::Result<()> {
        let mut segments = Vec::new();
        for builder in builders {
            let (file, summary, _) = self.write(builder)?;
            // It counts only when the list names it; until then the next file must have another name.
            self.list.segments.push(Part { file: file.clone(), games: summary.games });
            segments.push(Part { file, games: summary.games });
        }
        self.list.segments = segments;
        self.put_list(list_file)?;
        self.tidy_up();
        Ok(())
    }

    fn write(&self, builder: Builder) -> anyhow::Result<(String, Summary, std::collections::HashSet<u64>)> {
        let file = self.free_name();
        let path = self.folder.join(&file);
        let mut result = None;
        let written = files::replace_with(&path, |out| {
            result = Some(builder.finish(out)?);
            Ok(())
        });
        written.with_context(|| format!("cannot write {}", path.display()))?;
        let (summary, known) = result.context("the segment was not written")?;
        Ok((file, summary, known))
    }

    /// A name that no segment of the list has.
    fn free_name(&self) -> String {
        let number = |part: &Part| part.file.strip_suffix(".qvx")?.parse::<u32>().ok();
        let last = self.list.segments.iter().filter_map(number).max().unwrap_or(0);
        format!("{}.{ENDING}", last + 1)
    }

    fn put_list(&self, file: &Output) -> anyhow::Result<()> {
        file.write((serde_json::to_string_pretty(&self.list)? + "\n").as_bytes())
    }

    /// Removes segments that the list does not name: what a killed process left, and what was put together.
    pub(super) fn tidy_up(&self) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_ours = name.strip_suffix(".qvx").is_some_and(|stem| stem.parse::<u32>().is_ok());
            if is_ours && self.list.segments.iter().all(|part| part.file != name) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// How many bytes its segments take.
    pub(super) fn bytes(&self) -> u64 {
        let size = |part: &Part| fs::metadata(self.folder.join(&part.file)).map_or(0, |data| data.len());
        self.list.segments.iter().map(size).sum()
    }

    /// The files of the segments.
    pub(super) fn files(&self) -> impl Iterator<Item = &str> {
        self.list.segments.iter().map(|part| part.file.as_str())
    }
}

impl List {
    fn read(folder: &Path) -> anyhow::Result<List> {
        let path = folder.join(LIST);
        let text = fs::read_to_string(&path).map_err(|error| {
            let name = folder.display();
            let words = match error.kind() {
                std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => {
                    format!(
                        "{name} is no collection of games; `quevedo explore build {name} FILE …` makes one"
                    )
                }
                _ => format!("cannot read {}: {error}", path.display()),
            };
            anyhow::anyhow!(words)
        })?;
        let list: List =
            serde_json::from_str(&text).with_context(|| format!("{} is damaged", path.display()))?;
        anyhow::ensure!(
            list.version == VERSION,
            "{} has version {}, expected {VERSION}",
            path.display(),
            list.version
        );
        Ok(list)
    }
}

fn open_segment(path: &Path) -> anyhow::Result<Segment> {
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    Segment::open(Arc::new(file)).with_context(|| format!("{} is of no use", path.display()))
}
