//! What the program that runs a match lends to it: the arena opens no files and is no program of its own.

use std::sync::Arc;

use quevedo_engine::{FileReader, MoverMaker};

use crate::guard::Guard;
use crate::process::Launcher;

/// Helpers from outside; every one may be missing.
#[derive(Clone, Debug, Default)]
pub struct Host {
    /// Starts processes so that they end with ours.
    pub launcher: Option<Launcher>,
    /// Ends the helpers of those processes, too.
    pub guard: Option<Arc<Guard>>,
    /// Reads the files that options of our own engine name.
    pub reader: Option<FileReader>,
    /// Makes the machines that the option `Opponent` of our own engine names.
    pub movers: Option<MoverMaker>,
}
