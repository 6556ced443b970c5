//! An order as it is kept.

use quevedo_games::GameTree;
use quevedo_tutor::review::ReviewInput;
use serde::{Deserialize, Serialize};

use crate::ask::Care;
use crate::tell::JobState;

/// The version of the records.
const VERSION: u32 = 1;

/// An order as it is kept.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct JobRecord {
    version: u32,
    /// When it came, so that the order can be told: `2026-11-18T12:30:00.123Z`.
    pub(super) ordered: String,
    pub(super) title: String,
    pub(super) result: String,
    pub(super) plies: usize,
    pub(super) care: Care,
    /// Waiting, also while it is made: then it was not done when the program ended.
    pub(super) state: JobState,
    pub(super) fault: Option<String>,
    pub(super) accuracy: Option<[Option<f64>; 2]>,
    pub(super) pgn: String,
}

impl JobRecord {
    pub(super) fn new(tree: &GameTree, input: &ReviewInput, care: Care) -> JobRecord {
        JobRecord {
            version: VERSION,
            ordered: jiff::Timestamp::now().to_string(),
            title: tree.headers().title(),
            result: input.tag("Result").unwrap_or("*").to_owned(),
            plies: input.plies.len(),
            care,
            state: JobState::Waiting,
            fault: None,
            accuracy: None,
            pgn: tree.to_pgn(),
        }
    }

    pub(super) fn read(text: &str) -> Option<JobRecord> {
        serde_json::from_str(text).ok().filter(|record: &JobRecord| record.version == VERSION)
    }

    pub(super) fn write(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
