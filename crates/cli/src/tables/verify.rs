//! Checking tables.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use quevedo_tables::{Check, Ending, Library, Metric, Solved, Syzygy, Unwatched};
use serde::Serialize;

use super::folder::Folder;
use super::words::grouped;
use super::{Where, WhichMetric};
use crate::console::{Console, Format};
use crate::failure::Finding;

/// Check every position of tablebases against the positions that its moves lead to
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo tables verify                                  every table of the folder
  quevedo tables verify KQKR KRK --metric dtz
  quevedo tables verify --syzygy syzygy   compare with Syzygy tables besides

The check knows nothing of how tables are made: it looks up every legal move of every position.
The exit code is 1 if anything is wrong.

Fields of --json: tables, each with ending, metric, positions, wrong, contradictions (fen,
table, moves), and with --syzygy compared, different (fen, table, syzygy). With --jsonl one such
object a line.")]
pub(super) struct VerifyArgs {
    /// Endings like KQKR; all of the folder if none is given
    #[arg(value_name = "ENDING")]
    endings: Vec<Ending>,

    #[command(flatten)]
    metric: WhichMetric,

    #[command(flatten)]
    place: Where,

    /// Check only one of so many positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    step: usize,

    /// Compare winners with the Syzygy tablebases of this folder
    #[arg(long, value_name = "DIR")]
    syzygy: Option<PathBuf>,

    /// With --syzygy, compare so many positions of each
    #[arg(long, value_name = "N", default_value_t = 1_000_000, requires = "syzygy")]
    samples: usize,
}

#[derive(Serialize, Debug)]
struct Verified {
    ending: String,
    metric: &'static str,
    positions: u64,
    wrong: u64,
    contradictions: Vec<Contradiction>,
    #[serde(skip_serializing_if = "Option::is_none")]
    compared: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    different: Vec<Difference>,
}

#[derive(Serialize, Debug)]
struct Contradiction {
    fen: String,
    table: String,
    moves: String,
}

#[derive(Serialize, Debug)]
struct Difference {
    fen: String,
    table: String,
    syzygy: String,
}

pub(super) fn run(args: &VerifyArgs, console: &Console) -> anyhow::Result<Finding> {
    let folder = Folder(&args.place.folder);
    let metric = args.metric.metric;
    let endings = match &args.endings[..] {
        [] => folder.list()?.into_iter().filter(|entry| entry.1 == metric).map(|entry| entry.0).collect(),
        some => some.to_vec(),
    };
    let mut syzygy = Syzygy::new();
    if let Some(path) = &args.syzygy {
        let files = syzygy.add_folder(path)?;
        anyhow::ensure!(files > 0, "there are no Syzygy tablebases in {}", path.display());
    }
    let tables = folder.tables(console)?;
    let mut out = console.stdout();
    let mut all = Vec::new();
    for ending in endings {
        let library = load(&tables, ending, metric)?;
        let Some(table) = library.table(ending) else {
            anyhow::bail!("there is no {metric} tablebase of {ending}")
        };
        let check = quevedo_tables::verify(table, &library, args.step, &Unwatched);
        let mut verified = Verified::new(ending, metric, check);
        if args.syzygy.is_some() {
            verified.compare(table, &syzygy, args.samples);
        }
        match console.format {
            Format::Text => write_text(&mut out, &verified)?,
            Format::JsonLines => console.write_json(&mut out, &verified)?,
            Format::Json => {}
        }
        out.flush()?;
        all.push(verified);
    }
    if console.format == Format::Json {
        console.write_json(&mut out, &serde_json::json!({ "tables": all }))?;
        out.flush()?;
    }
    Ok(Finding::good_if(all.iter().all(|table| table.wrong == 0 && table.different.is_empty())))
}

/// A table and all that one move from it leads to.
fn load(tables: &quevedo_tables::Tables, ending: Ending, metric: Metric) -> anyhow::Result<Library> {
    let mut library = Library::new(metric);
    for needed in ending.successors().into_iter().chain([ending]) {
        let Some(table) = tables.table(needed, metric) else {
            anyhow::bail!(
                "to verify {ending}, the {metric} tablebase of {needed} is needed, and it is missing"
            );
        };
        library.add(table.load()?);
    }
    Ok(library)
}

impl Verified {
    fn new(ending: Ending, metric: Metric, check: Check) -> Verified {
        let words = |value: Option<quevedo_tables::Value>| {
            value.map_or("nothing".to_owned(), |value| format!("{value:?}"))
        };
        let contradictions = check
            .contradictions
            .into_iter()
            .map(|found| Contradiction {
                fen: found.fen,
                table: words(found.table),
                moves: words(found.moves),
            })
            .collect();
        Verified {
            ending: ending.to_string(),
            metric: metric.name(),
            positions: check.positions,
            wrong: check.wrong,
            contradictions,
            compared: None,
            different: Vec::new(),
        }
    }

    fn compare(&mut self, table: &Arc<Solved>, syzygy: &Syzygy, samples: usize) {
        let comparison = quevedo_tables::compare(table, syzygy, samples);
        self.compared = Some(comparison.positions);
        self.different = comparison
            .differences
            .into_iter()
            .map(|found| Difference {
                fen: found.fen,
                table: format!("{:?}", found.table),
                syzygy: format!("{:?}", found.syzygy),
            })
            .collect();
    }
}

fn write_text(out: &mut impl Write, table: &Verified) -> std::io::Result<()> {
    let Verified { ending, metric, positions, wrong, .. } = table;
    write!(out, "{ending:<6}{metric}  {:>14} positions, ", grouped(*positions))?;
    match wrong {
        0 => write!(out, "all right")?,
        wrong => write!(out, "{} WRONG", grouped(*wrong))?,
    }
    match table.compared {
        None => writeln!(out)?,
        Some(0) => writeln!(out, "; Syzygy has none of them")?,
        Some(compared) if table.different.is_empty() => {
            writeln!(out, "; {} agree with Syzygy", grouped(compared))?;
        }
        Some(_) => writeln!(out, "; SYZYGY DISAGREES")?,
    }
    for found in &table.contradictions {
        writeln!(out, "  {}: the tablebase says {}, the moves {}", found.fen, found.table, found.moves)?;
    }
    for found in &table.different {
        writeln!(out, "  {}: the tablebase says {}, Syzygy {}", found.fen, found.table, found.syzygy)?;
    }
    Ok(())
}
