//! The files that a review of single games is written to.

use std::path::{Path, PathBuf};

use quevedo_games::GameTree;
use quevedo_tutor::Language;
use quevedo_tutor::review::{self, GameReview};

use super::ReviewArgs;
use crate::failure::Usage;
use crate::files::{self, Output};

/// The files, all looked after before the work begins.
#[derive(Debug)]
pub(super) struct Outputs {
    pgn: Option<Output>,
    svg: Option<Output>,
    html: Option<Output>,
}

impl Outputs {
    /// Claims the files that are asked for: none may be read, be there already, or be asked for twice.
    pub(super) fn claim(args: &ReviewArgs) -> anyhow::Result<Outputs> {
        let wanted: Vec<&PathBuf> = [&args.pgn, &args.svg, &args.html].into_iter().flatten().collect();
        for (index, path) in wanted.iter().enumerate() {
            if let Some(other) = wanted[..index].iter().find(|other| files::is_same_file(other, path)) {
                return Err(Usage(format!(
                    "{} is asked for twice, also as {}",
                    path.display(),
                    other.display()
                ))
                .into());
            }
        }
        let claim = |path: &Option<PathBuf>| {
            let path: Option<&Path> = path.as_deref();
            let inputs = || args.files.iter().chain(args.settings.file());
            path.map(|path| Output::at(path).apart_from(inputs()).overwrite(args.force).claim()).transpose()
        };
        Ok(Outputs { pgn: claim(&args.pgn)?, svg: claim(&args.svg)?, html: claim(&args.html)? })
    }

    /// Whether something is asked for that shows one game only.
    pub(super) fn is_for_one(&self) -> bool {
        self.svg.is_some() || self.html.is_some()
    }

    /// Writes what shows one game, and adds its PGN to `written`.
    pub(super) fn add(
        &self,
        tree: &mut GameTree,
        review: &GameReview,
        language: Language,
        written: &mut String,
    ) -> anyhow::Result<()> {
        if let Some(svg) = &self.svg {
            svg.write(review::svg_graph(review).as_bytes())?;
        }
        if let Some(html) = &self.html {
            html.write(review::page(review, language).as_bytes())?;
        }
        if self.pgn.is_some() {
            review::annotate(tree, review, language);
            written.push_str(&tree.to_pgn());
        }
        Ok(())
    }

    /// Writes the PGN of all games.
    pub(super) fn finish(&self, written: &str) -> anyhow::Result<()> {
        match &self.pgn {
            Some(pgn) if !written.is_empty() => pgn.write(written.as_bytes()),
            _ => Ok(()),
        }
    }
}
