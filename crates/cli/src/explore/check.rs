//! `quevedo explore check`: is all of a collection as it was written?

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use indicatif::HumanBytes;
use serde::Serialize;

use super::Collection;
use crate::console::Console;
use crate::failure::Finding;
use crate::interrupt;

/// Check every byte of a collection, replay every game and look it up again
#[derive(Args, Debug)]
#[command(after_help = "\
The exit code is 1 if something is wrong. Fields of --json: games, bytes, faults (file, fault).")]
pub(super) struct CheckArgs {
    /// The collection: a folder made by `explore build`
    #[arg(value_name = "COLLECTION")]
    collection: PathBuf,
}

#[derive(Serialize, Debug)]
struct Report {
    games: u64,
    bytes: u64,
    faults: Vec<Fault>,
}

#[derive(Serialize, Debug)]
struct Fault {
    file: String,
    fault: String,
}

pub(super) fn run(args: &CheckArgs, console: &Console) -> anyhow::Result<Finding> {
    interrupt::catch()?;
    let collection = Collection::open(&args.collection)?;
    let explorer = collection.explorer();
    let bar = console.bar(Some(explorer.games()), "{bar:20} {pos}/{len} games, {eta} left");
    let mut faults = Vec::new();
    for (file, segment) in collection.files().zip(explorer.segments()) {
        let checked = segment.check(|_| {
            bar.inc(1);
            !interrupt::is_wanted()
        });
        if let Err(error) = checked {
            faults.push(Fault { file: file.to_owned(), fault: error.to_string() });
        }
    }
    bar.finish_and_clear();
    if interrupt::is_wanted() {
        console.note("interrupted; nothing is known of the rest");
        return Ok(Finding::Interrupted);
    }
    let report = Report { games: explorer.games(), bytes: collection.bytes(), faults };
    console.present(&report, |report, out| {
        for fault in &report.faults {
            writeln!(out, "{}: {}", fault.file, fault.fault)?;
        }
        if report.faults.is_empty() {
            writeln!(out, "{} games, {}: all is well", report.games, HumanBytes(report.bytes))?;
        }
        Ok(())
    })?;
    Ok(Finding::good_if(report.faults.is_empty()))
}
