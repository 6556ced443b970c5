//! `quevedo farm submit review`: games reviewed by many.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::{Args, value_parser};
use quevedo_farm::Kind;
use quevedo_farm::kind::{evaluation, review};

use super::submit::{Common, Order, Submitted};
use crate::console::Console;
use crate::input;
use crate::review::ReviewSettings;

/// Review games: the result is what `quevedo review --reviews` writes
#[derive(Args, Debug)]
pub(super) struct Submit {
    /// PGN files, plain or compressed (.zst); - is stdin
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Write the reviews here, as JSON lines
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Only the first N games
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    max: Option<u64>,

    /// Replace a file that is there
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    settings: ReviewSettings,

    #[command(flatten)]
    common: Common,
}

impl Submitted for Submit {
    fn common(&self) -> &Common {
        &self.common
    }

    fn out(&self) -> Option<&Path> {
        self.out.as_deref()
    }

    fn force(&self) -> bool {
        self.force
    }

    fn inputs(&self) -> Vec<&Path> {
        self.files.iter().chain(self.settings.file()).map(PathBuf::as_path).collect()
    }

    fn order(&self, _: &Console) -> anyhow::Result<Order> {
        let mut games = Vec::new();
        for file in &self.files {
            input::open(file)?.read_to_end(&mut games)?;
            // The last game of a file should not run into the first of the next.
            games.extend_from_slice(b"\n\n");
        }
        let (terms, network) = self.settings.terms(self.max)?;
        let mut files = vec![(review::GAMES.to_owned(), games)];
        files.extend(network.map(|network| (evaluation::NETWORK.to_owned(), network)));
        let conditions = serde_json::to_value(terms)?;
        Ok(Order { kind: Kind::Review, conditions, files, programs: false, is_exact: true })
    }
}
