//! Which tables are there.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::Where;
use super::folder::Folder;
use super::words::grouped;
use crate::console::{Console, Format};
use crate::failure::Finding;

/// List the tablebases of the folder
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo tables list
  quevedo tables list --folder /data/tables --json

Fields of --json: tables, each with ending, metric, men, positions (of both sides to move,
symmetries counted once), bytes, bits_per_position. With --jsonl one such object a line.")]
pub(super) struct ListArgs {
    #[command(flatten)]
    place: Where,
}

#[derive(Serialize, Debug)]
struct Row {
    ending: String,
    metric: &'static str,
    men: usize,
    positions: u64,
    bytes: u64,
    bits_per_position: f64,
}

pub(super) fn run(args: &ListArgs, console: &Console) -> anyhow::Result<Finding> {
    let folder = Folder(&args.place.folder);
    let mut rows = Vec::new();
    for (ending, metric) in folder.list()? {
        let table = match folder.open(ending, metric) {
            Ok(table) => table,
            Err(error) => {
                console.note(format_args!("left out: {error:#}"));
                continue;
            }
        };
        let positions = (table.positions() * ending.turns().len()) as u64;
        let bytes = table.file_len()?;
        rows.push(Row {
            ending: ending.to_string(),
            metric: metric.name(),
            men: ending.men(),
            positions,
            bytes,
            bits_per_position: bytes as f64 * 8.0 / positions.max(1) as f64,
        });
    }
    let mut out = console.stdout();
    match console.format {
        Format::Text => write_text(&mut out, &rows)?,
        Format::JsonLines => rows.iter().try_for_each(|row| console.write_json(&mut out, row))?,
        Format::Json => console.write_json(&mut out, &serde_json::json!({ "tables": rows }))?,
    }
    out.flush()?;
    Ok(Finding::Good)
}

fn write_text(out: &mut impl Write, rows: &[Row]) -> std::io::Result<()> {
    for row in rows {
        writeln!(
            out,
            "{:<6}{}  {:>14} positions {:>12} bytes  {:.2} bits each",
            row.ending,
            row.metric,
            grouped(row.positions),
            grouped(row.bytes),
            row.bits_per_position
        )?;
    }
    let bytes = rows.iter().map(|row| row.bytes).sum();
    writeln!(
        out,
        "{} tablebases, {} bytes; those of three men are built in besides",
        rows.len(),
        grouped(bytes)
    )
}
