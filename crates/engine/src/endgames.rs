//! Tablebases as the options ask for them.

use std::path::PathBuf;
use std::sync::Arc;

use quevedo_search::TableUse;
use quevedo_tables::{Endgames, FolderError};
use quevedo_value::Depth;

use crate::options::Options;

/// Tables that were opened, and what the user should know about them.
pub(crate) struct Opened {
    pub(crate) endgames: Arc<Endgames>,
    pub(crate) messages: Vec<String>,
}

/// Opens the tables of the folders that the options name.
pub(crate) fn open(options: &Options) -> Result<Opened, FolderError> {
    let (endgames, mut messages) =
        Endgames::open(&folders(&options.tables_path), &folders(&options.syzygy_path))?;
    let (own, syzygy, men) = (endgames.files(), endgames.syzygy_files(), endgames.max_men());
    messages.push(format!("tablebases: {own} files of Quevedo, {syzygy} of Syzygy, up to {men} men"));
    Ok(Opened { endgames: Arc::new(endgames), messages })
}

/// The folders of a list, separated as the system does it in `PATH`.
fn folders(list: &str) -> Vec<PathBuf> {
    std::env::split_paths(list).filter(|folder| !folder.as_os_str().is_empty()).collect()
}

/// How the search is to use the tables.
pub(crate) fn use_as(options: &Options, endgames: Arc<Endgames>) -> TableUse {
    TableUse {
        endgames,
        probe_depth: Depth(options.probe_depth),
        probe_limit: options.probe_limit,
        fifty_moves: options.fifty_move_rule,
    }
}
