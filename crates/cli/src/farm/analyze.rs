//! `quevedo farm submit analyze`: positions analysed by many.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args, value_parser};
use quevedo_farm::Kind;
use quevedo_farm::kind::analyze::{AnalyzeTerms, POSITIONS};
use quevedo_farm::kind::evaluation;

use super::submit::{Common, Order, Submitted};
use crate::console::Console;
use crate::input;
use crate::network::EvaluationArgs;

/// Analyse positions: EPD in, a line of JSON out for each, in the same order
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("limit").required(true).args(["nodes", "depth"]))]
#[command(after_help = "\
Examples:
  quevedo farm submit analyze positions.epd --nodes 1000000 --out found.jsonl
  quevedo farm submit analyze positions.epd --depth 16 --lines 3 --out found.jsonl --server nats://host:4222

Fields of a line: epd, id, fen, best_move (uci, san), expected_answer (uci, san), origin, ending, depth,
selective_depth, nodes, lines (rank, depth, score, centipawns, mate, table, bound, wdl, moves, san); or epd and fault,
where a line is no position. Scores are White's. There is nothing in it that differs from machine to machine.")]
pub(super) struct Submit {
    /// Positions, one a line as FEN or EPD, plain or compressed (.zst); - is stdin
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Write what is found here, as JSON lines
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Look at so many nodes of each position
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Search so many plies deep
    #[arg(long, value_name = "D", value_parser = value_parser!(i32).range(1..=240))]
    depth: Option<i32>,

    /// Show so many lines, the best first
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    lines: u16,

    /// Remember positions in a table of this many MiB
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = value_parser!(u32).range(1..=1 << 20))]
    hash: u32,

    /// So many positions are one job
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u32).range(1..=10_000))]
    chunk: u32,

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
        [&self.file].into_iter().chain(self.evaluation.file()).map(PathBuf::as_path).collect()
    }

    fn order(&self, _: &Console) -> anyhow::Result<Order> {
        let mut positions = Vec::new();
        input::open(&self.file)?.read_to_end(&mut positions)?;
        anyhow::ensure!(
            !positions.trim_ascii().is_empty(),
            "there is no position in {}",
            self.file.display()
        );
        let (evaluation, network) = self.evaluation.evaluated()?;
        let terms = AnalyzeTerms {
            nodes: self.nodes,
            depth: self.depth,
            lines: self.lines,
            hash: self.hash,
            evaluation,
            chunk: self.chunk as usize,
        };
        let mut files = vec![(POSITIONS.to_owned(), positions)];
        files.extend(network.map(|network| (evaluation::NETWORK.to_owned(), network)));
        let conditions = serde_json::to_value(terms)?;
        Ok(Order { kind: Kind::Analyze, conditions, files, programs: false, is_exact: true })
    }
}
