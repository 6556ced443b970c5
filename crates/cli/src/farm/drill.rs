//! `quevedo farm submit drill`: sums that nobody needs.

use std::path::Path;

use clap::{Args, value_parser};
use quevedo_farm::Kind;
use quevedo_farm::kind::drill::Drill;

use super::submit::{Common, Order, Submitted};
use crate::console::Console;

/// Try a farm out: jobs that only take time
#[derive(Args, Debug)]
pub(super) struct Submit {
    /// So many jobs
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u64).range(1..=10_000_000))]
    jobs: u64,

    /// Each sleeps so many milliseconds
    #[arg(long, value_name = "MS", default_value_t = 0)]
    millis: u64,

    /// Each makes so many sums (some millions take a second)
    #[arg(long, value_name = "N", default_value_t = 0)]
    sums: u64,

    /// One of N jobs ends its worker's process, to see that a farm survives that
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    poison: Option<u64>,

    /// Tells drills apart that are alike otherwise
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    common: Common,
}

impl Submitted for Submit {
    fn common(&self) -> &Common {
        &self.common
    }

    fn out(&self) -> Option<&Path> {
        None
    }

    fn force(&self) -> bool {
        false
    }

    fn inputs(&self) -> Vec<&Path> {
        Vec::new()
    }

    fn needs_out(&self) -> bool {
        false
    }

    fn order(&self, _: &Console) -> anyhow::Result<Order> {
        let &Submit { jobs, millis, sums, poison, seed, .. } = self;
        let conditions = serde_json::to_value(Drill { jobs, millis, sums, poison, seed })?;
        Ok(Order { kind: Kind::Drill, conditions, files: Vec::new(), programs: false, is_exact: true })
    }
}
