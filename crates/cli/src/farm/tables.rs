//! `quevedo farm submit tables`: tablebases made by many.

use std::path::{Path, PathBuf};

use clap::{Args, value_parser};
use quevedo_farm::Kind;
use quevedo_farm::kind::tables::TablesTerms;
use quevedo_tables::{Ending, Metric};

use super::submit::{Common, Order, Submitted};
use crate::console::Console;
use crate::failure::Usage;

/// Make tablebases, and all that they lead to: the result is the files that `quevedo tables generate` writes
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo farm submit tables KQKP --out tables
  quevedo farm submit tables --men 4 --out tables --server nats://host:4222

Tables without pawns are made in one piece each; those with pawns in steps, the slices of a step side by side.")]
pub(super) struct Submit {
    /// Endings like KQKR; the order of the sides does not matter
    #[arg(value_name = "ENDING", required_unless_present = "men")]
    endings: Vec<Ending>,

    /// All endings with 3 to so many men
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(3..=5))]
    men: Option<u8>,

    /// What distances lead to: dtm (mate), dtc (mate or another ending), dtz (the next capture or pawn move)
    #[arg(long, value_name = "METRIC", default_value = "dtm")]
    metric: Metric,

    /// Write the tablebases into this folder
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// At most so many slices are one job
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u16).range(1..))]
    chunk: u16,

    /// Replace files that are there
    #[arg(long)]
    force: bool,

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
        Vec::new()
    }

    fn order(&self, _: &Console) -> anyhow::Result<Order> {
        if let Some(kings) = self.endings.iter().find(|ending| ending.men() < 3) {
            return Err(Usage(format!("{kings} is always a draw: there is nothing to make")).into());
        }
        let mut endings: Vec<Ending> = Vec::new();
        let by_men = (3..=self.men.map_or(0, usize::from)).flat_map(Ending::all_with);
        for ending in by_men.chain(self.endings.iter().copied()) {
            for next in ending.with_successors() {
                if !endings.contains(&next) {
                    endings.push(next);
                }
            }
        }
        let terms = TablesTerms {
            endings: endings.iter().map(ToString::to_string).collect(),
            metric: self.metric.name().to_owned(),
            chunk: usize::from(self.chunk),
        };
        let conditions = serde_json::to_value(terms)?;
        Ok(Order { kind: Kind::Tables, conditions, files: Vec::new(), programs: false, is_exact: true })
    }
}
