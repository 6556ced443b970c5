//! How games are reviewed: what `review` and `practice` share.

use std::path::PathBuf;

use clap::{Args, ValueEnum, value_parser};
use quevedo_engine::Options;
use quevedo_farm::kind::review::ReviewTerms;
use quevedo_tutor::review::{Effort, Reviewer, Scale};
use quevedo_tutor::{Language, Level, Tutor};
use serde::Serialize;

use crate::failure::Usage;
use crate::network::EvaluationArgs;
use crate::thinking;

/// How much is looked for, and how it is told.
#[derive(Args, Clone, Debug)]
pub(crate) struct ReviewSettings {
    /// Look less closely: a third of the time
    #[arg(long)]
    quick: bool,

    /// Look at N nodes of every position, and at four times as many where the expected score moves
    #[arg(long, value_name = "N", conflicts_with = "quick", value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    nodes: Option<u64>,

    /// What counts as a loss: expectation (our model of chances) or lichess (its Win% and marks)
    #[arg(long, value_name = "SCALE", default_value = "expectation", hide_possible_values = true)]
    scale: ScaleName,

    /// For whom the words are: beginner, club or expert
    #[arg(long, value_name = "LEVEL", default_value = "club", hide_possible_values = true)]
    level: LevelName,

    /// The language of the words: en or es
    #[arg(long, value_name = "LANG", default_value = "en", hide_possible_values = true)]
    lang: LanguageName,

    /// Remember positions in two tables of this many MiB
    #[arg(long, value_name = "MIB", default_value_t = 32, value_parser = value_parser!(u32).range(1..=1 << 20))]
    hash: u32,

    /// Ask the Syzygy tablebases in these folders, too
    #[arg(long, value_name = "FOLDERS")]
    syzygy: Option<String>,

    /// Ask our own tablebases in these folders, too
    #[arg(long, value_name = "FOLDERS")]
    tables: Option<String>,

    #[command(flatten)]
    evaluation: EvaluationArgs,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum ScaleName {
    Expectation,
    Lichess,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum LevelName {
    Beginner,
    Club,
    Expert,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum LanguageName {
    En,
    Es,
}

/// All that decides what a review says: reviews of one file have the same.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub(crate) struct Identity {
    engine: String,
    effort: Effort,
    scale: Scale,
    level: Level,
    language: Language,
    hash: u32,
    evaluation: String,
    syzygy: Option<String>,
    tables: Option<String>,
}

/// The name of the program in its reviews.
pub(crate) const PROGRAM: &str = concat!("quevedo ", env!("CARGO_PKG_VERSION"));

impl ReviewSettings {
    pub(crate) fn language(&self) -> Language {
        match self.lang {
            LanguageName::En => Language::English,
            LanguageName::Es => Language::Spanish,
        }
    }

    pub(crate) fn level(&self) -> Level {
        match self.level {
            LevelName::Beginner => Level::Beginner,
            LevelName::Club => Level::Club,
            LevelName::Expert => Level::Expert,
        }
    }

    pub(crate) fn scale(&self) -> Scale {
        match self.scale {
            ScaleName::Expectation => Scale::Expectation,
            ScaleName::Lichess => Scale::Lichess,
        }
    }

    fn effort(&self) -> Effort {
        match self.nodes {
            Some(nodes) => Effort { first: nodes, second: 4 * nodes, ..Effort::FULL },
            None if self.quick => Effort::QUICK,
            None => Effort::FULL,
        }
    }

    /// What must be the same to go on with a file of reviews.
    pub(crate) fn identity(&self) -> anyhow::Result<Identity> {
        Ok(Identity {
            engine: PROGRAM.to_owned(),
            effort: self.effort(),
            scale: self.scale(),
            level: self.level(),
            language: self.language(),
            hash: self.hash,
            evaluation: format!("{:?}", self.evaluation.engine_kind()?.evaluation()),
            syzygy: self.syzygy.clone(),
            tables: self.tables.clone(),
        })
    }

    /// The same for workers elsewhere, and the network if it is a file.
    pub(crate) fn terms(&self, max: Option<u64>) -> anyhow::Result<(ReviewTerms, Option<Vec<u8>>)> {
        if self.syzygy.is_some() || self.tables.is_some() {
            let words = "tablebases are not sent to workers: leave --syzygy and --tables out";
            return Err(Usage(words.to_owned()).into());
        }
        let (evaluation, network) = self.evaluation.evaluated()?;
        let terms = ReviewTerms {
            program: PROGRAM.to_owned(),
            effort: self.effort(),
            scale: self.scale(),
            level: self.level(),
            language: self.language(),
            hash: self.hash,
            evaluation,
            max,
            identity: serde_json::to_value(self.identity()?)?,
        };
        Ok((terms, network))
    }

    /// The engine's options.
    pub(crate) fn options(&self) -> anyhow::Result<Options> {
        let mut options = Options {
            hash: self.hash as usize,
            syzygy_path: self.syzygy.clone().unwrap_or_default(),
            tables_path: self.tables.clone().unwrap_or_default(),
            ..Options::default()
        };
        self.evaluation.choose(&mut options)?;
        Ok(options)
    }

    /// A tutor with an engine of its own.
    pub(crate) fn tutor(&self) -> anyhow::Result<Tutor> {
        Ok(Tutor::with_engine(thinking::engine(self.options()?)?))
    }

    /// A reviewer, whose two halves work at the same time or one after the other.
    pub(crate) fn reviewer(&self, in_parallel: bool) -> anyhow::Result<Reviewer> {
        let mut reviewer = Reviewer::new([self.tutor()?, self.tutor()?]);
        reviewer.effort = self.effort();
        reviewer.scale = self.scale();
        reviewer.use_evals = self.scale() == Scale::Lichess;
        reviewer.level = self.level();
        reviewer.language = self.language();
        reviewer.in_parallel = in_parallel;
        PROGRAM.clone_into(&mut reviewer.program);
        Ok(reviewer)
    }

    /// The file that is read for the evaluation.
    pub(crate) fn file(&self) -> Option<&PathBuf> {
        self.evaluation.file()
    }
}
