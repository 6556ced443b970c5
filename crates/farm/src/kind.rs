//! The kinds of jobs: how each is planned and done.

pub mod analyze;
pub mod datagen;
pub mod drill;
pub mod evaluation;
pub mod games;
pub mod review;
pub mod tables;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use quevedo_arena::Host;
use serde::de::DeserializeOwned;

use crate::{Kind, Manifest, Plan, PlanError, Queue, Sum, Work, WorkError, Workshop};

/// What makes answers equal: all of them, but of games what was played and not how long it took.
pub fn essence(kind: Kind, answer: &[u8]) -> Sum {
    match kind {
        Kind::Match => games::essence(answer),
        _ => Sum::of(answer),
    }
}

/// The jobs of a run, as its manifest describes them.
///
/// # Errors
/// If its files cannot be had or are not what they should be.
pub fn plan(manifest: &Manifest, queue: &dyn Queue) -> Result<Box<dyn Plan>, PlanError> {
    Ok(match manifest.kind {
        Kind::Drill => Box::new(drill::DrillPlan::new(conditions(manifest).map_err(PlanError::of)?)),
        Kind::Review => Box::new(review::ReviewPlan::of(manifest, queue)?),
        Kind::Analyze => Box::new(analyze::AnalyzePlan::of(manifest, queue)?),
        Kind::Datagen => Box::new(datagen::DatagenPlan::of(manifest, queue)?),
        Kind::Match => Box::new(games::MatchPlan::of(manifest, queue)?),
        Kind::Tables => Box::new(tables::TablesPlan::of(manifest, queue)?),
    })
}

/// What a kind's conditions are, read from a manifest.
fn conditions<T: DeserializeOwned>(manifest: &Manifest) -> Result<T, String> {
    serde_json::from_value(manifest.conditions.clone())
        .map_err(|error| format!("the conditions of this run cannot be read: {error}"))
}

/// A file of a run.
fn file(manifest: &Manifest, name: &str, queue: &dyn Queue) -> Result<Option<Vec<u8>>, PlanError> {
    let Some(&sum) = manifest.files.get(name) else { return Ok(None) };
    let packed = queue.blob(sum).map_err(PlanError::of)?;
    unpack(&packed).map(Some).map_err(PlanError::of)
}

/// A file as it is kept: packed.
///
/// # Errors
/// None in practice.
pub fn packed(content: &[u8]) -> io::Result<Vec<u8>> {
    zstd::bulk::compress(content, 3)
}

fn unpack(packed: &[u8]) -> io::Result<Vec<u8>> {
    zstd::stream::decode_all(packed)
}

/// What the jobs of all kinds need of the machine that they are done on.
#[derive(Debug, Clone)]
pub struct Tools {
    /// Where files of runs are kept, by their sums.
    pub cache: PathBuf,
    /// What engines may use.
    pub host: Host,
}

impl Workshop for Tools {
    fn open(&self, manifest: &Manifest, queue: &dyn Queue) -> Result<Box<dyn Work>, WorkError> {
        match manifest.kind {
            Kind::Drill => drill::work(manifest),
            Kind::Review => review::work(manifest, queue, self),
            Kind::Analyze => analyze::work(manifest, queue, self),
            Kind::Datagen => datagen::work(manifest, queue, self),
            Kind::Match => games::work(manifest, queue, self),
            Kind::Tables => tables::work(manifest),
        }
    }
}

impl Tools {
    /// A file of a run on our disk.
    fn on_disk(
        &self,
        manifest: &Manifest,
        name: &str,
        queue: &dyn Queue,
        is_program: bool,
    ) -> Result<Option<PathBuf>, WorkError> {
        let Some(sum) = manifest.files.get(name) else { return Ok(None) };
        let path = self.cache.join(sum.to_string());
        let is_there =
            fs::read(&path).is_ok_and(|content| packed(&content).is_ok_and(|it| Sum::of(&it) == *sum));
        if !is_there {
            let content = file(manifest, name, queue).map_err(WorkError::of)?.unwrap_or_default();
            write(&path, &content, is_program)
                .map_err(|error| WorkError::Failed(format!("cannot write {}: {error}", path.display())))?;
        }
        Ok(Some(path))
    }
}

fn write(path: &std::path::Path, content: &[u8], is_program: bool) -> io::Result<()> {
    let folder = path.parent().unwrap_or(std::path::Path::new("."));
    fs::create_dir_all(folder)?;
    let mut aside = tempfile::NamedTempFile::new_in(folder)?;
    aside.write_all(content)?;
    #[cfg(unix)]
    if is_program {
        use std::os::unix::fs::PermissionsExt;
        aside.as_file().set_permissions(fs::Permissions::from_mode(0o700))?;
    }
    let _ = is_program;
    aside.as_file().sync_data()?;
    // A program that is still open for writing cannot be started.
    aside.into_temp_path().persist(path)?;
    Ok(())
}
