//! What a run is about.

use core::fmt;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{RunId, Sum};

/// What sort of jobs a run has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Sums that nobody needs, to try a farm out.
    Drill,
    /// Games are reviewed.
    Review,
    /// Positions are analysed.
    Analyze,
    /// Games of self-play.
    Datagen,
    /// Games between engines.
    Match,
    /// Tablebases.
    Tables,
}

impl Kind {
    /// As users call it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Drill => "drill",
            Kind::Review => "review",
            Kind::Analyze => "analyze",
            Kind::Datagen => "datagen",
            Kind::Match => "match",
            Kind::Tables => "tables",
        }
    }
}

/// Who may work on a run: engines with this signature, and only workers that start programs if it needs any.
/// A worker asks for the jobs of its own class, so others never reach it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Debug)]
pub struct Class {
    /// The number of nodes of the engine's bench.
    pub signature: u64,
    /// Whether programs are started that came with the run.
    pub programs: bool,
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.signature, if self.programs { "programs" } else { "own" })
    }
}

/// What decides the answers of a run's jobs.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Manifest {
    /// What sort of jobs.
    pub kind: Kind,
    /// Who may work on it.
    pub class: Class,
    /// The program that asks, with its version.
    pub program: String,
    /// What the kind needs to know besides.
    pub conditions: Value,
    /// Files by what they are for: networks, games, positions, programs.
    pub files: BTreeMap<String, Sum>,
    /// How the jobs are treated; no part of the run's name.
    pub terms: Terms,
}

/// How the jobs of a run are treated.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Terms {
    /// A job is taken up so many times at most.
    pub tries: u64,
    /// A job may take so many seconds.
    pub deadline: u64,
    /// So many jobs of a thousand are given twice. 0 where answers differ from time to time.
    pub twice: u32,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms { tries: 5, deadline: 3600, twice: 20 }
    }
}

impl Manifest {
    /// The run's name, made of all that decides its answers.
    pub fn id(&self) -> RunId {
        let Manifest { kind, class, program, conditions, files, terms: _ } = self;
        // A tuple of values that always become JSON.
        let text = serde_json::to_vec(&(kind, class, program, conditions, files)).unwrap_or_default();
        RunId::of(&text)
    }
}

/// How a run stands, as far as it is written down.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug, Default)]
pub struct RunState {
    /// What is known of its length.
    pub planned: Option<u64>,
    /// Jobs whose answers are there and believed.
    pub done: u64,
    /// Jobs given up.
    pub dead: u64,
    /// Why no more jobs of it are done, if that is so.
    pub closed: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_named_by_what_decides_its_answers() {
        let class = Class { signature: 1912, programs: false };
        let one = Manifest {
            kind: Kind::Analyze,
            class,
            program: "quevedo 1".to_owned(),
            conditions: serde_json::json!({ "nodes": 1000 }),
            files: BTreeMap::new(),
            terms: Terms::default(),
        };
        let patient = Manifest { terms: Terms { deadline: 7, ..one.terms }, ..one.clone() };
        assert_eq!(one.id(), patient.id());
        let deeper = Manifest { conditions: serde_json::json!({ "nodes": 1001 }), ..one.clone() };
        let other = Manifest { class: Class { signature: 1913, ..class }, ..one.clone() };
        let with_file = Manifest { files: [("network".to_owned(), Sum::of(b"x"))].into(), ..one.clone() };
        for differs in [deeper, other, with_file] {
            assert_ne!(differs.id(), one.id());
        }
        assert_eq!(class.to_string(), "1912-own");
    }
}
