//! `quevedo farm submit datagen`: games against itself, played by many.

use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args, value_parser};
use quevedo_farm::Kind;
use quevedo_farm::kind::datagen::{DatagenTerms, OPENINGS, write_openings};
use quevedo_farm::kind::evaluation;

use super::submit::{Common, Order, Submitted};
use crate::console::Console;
use crate::datagen::Wishes;
use crate::network::EvaluationArgs;

/// Play games to learn from: the result is the file that `quevedo datagen` writes, byte for byte
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("amount").required(true).args(["games", "positions"]))]
pub(super) struct Submit {
    /// Write the games here
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Until N numbers of games are used
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    games: Option<u64>,

    /// Until N positions are fit to learn from
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    positions: Option<u64>,

    /// Search each move until so many nodes are spent and the iteration is finished
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,

    /// Other games with another seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// Begin games with these positions: an EPD or PGN file
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Begin games with so many random plies, or one more [default: 8; 2 after an opening]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(0..=100))]
    random_plies: Option<u32>,

    /// So many games are one job
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u64).range(1..=10_000))]
    chunk: u64,

    /// Replace a file that is there
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    evaluation: EvaluationArgs,

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
        self.openings.iter().chain(self.evaluation.file()).map(PathBuf::as_path).collect()
    }

    fn order(&self, _: &Console) -> anyhow::Result<Order> {
        let wishes = Wishes {
            seed: self.seed,
            nodes: self.nodes,
            random_plies: self.random_plies,
            openings: self.openings.as_deref(),
        };
        let openings = wishes.read_openings()?;
        let settings = wishes.settings();
        let (evaluation, network) = self.evaluation.evaluated()?;
        let made = crate::game_file::provenance_text(
            &self.evaluation.engine_kind()?,
            wishes.made(settings, &openings),
        )?;
        let terms = DatagenTerms {
            settings,
            evaluation,
            games: self.games,
            positions: self.positions,
            chunk: self.chunk,
            made,
            openings: self.openings.as_ref().map(|path| path.display().to_string()),
        };
        let mut files = vec![(OPENINGS.to_owned(), write_openings(&openings).into_bytes())];
        files.extend(network.map(|network| (evaluation::NETWORK.to_owned(), network)));
        let conditions = serde_json::to_value(terms)?;
        Ok(Order { kind: Kind::Datagen, conditions, files, programs: false, is_exact: true })
    }
}
