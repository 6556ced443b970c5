//! `quevedo explore build`, `add` and `compact`: games in, segments out.

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use indicatif::HumanBytes;
use quevedo_games::scan;
use quevedo_library::{Builder, GameRecord};
use serde::Serialize;

use super::Collection;
use crate::console::Console;
use crate::failure::Finding;
use crate::files::Output;
use crate::interrupt;
use crate::pgn::source::{self, Files, Source};

/// Games that go from the reader to the index in one piece.
const BATCH: usize = 256;
/// Pieces on their way.
const WAITING: usize = 32;

/// Make a collection of games: an index of every position
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quevedo explore build master twic*.pgn.zst
  zstdcat big.pgn.zst | quevedo explore build big -

Each game is taken once: of two with the same moves and players (the same family name and initial) the first one. Games that
are broken, have no moves or pass are left out and counted. A collection that was interrupted or killed keeps what was finished;
`explore add` with the same files goes on.

Fields of --json: games, added, duplicates, left_out, positions, shared_positions, bytes, seconds.")]
pub(super) struct BuildArgs {
    /// The folder to make
    #[arg(value_name = "COLLECTION")]
    collection: PathBuf,

    #[command(flatten)]
    files: Files,
}

/// Add games to a collection; those that it has are left out
#[derive(Args, Debug)]
pub(super) struct AddArgs {
    /// The collection: a folder made by `explore build`
    #[arg(value_name = "COLLECTION")]
    collection: PathBuf,

    #[command(flatten)]
    files: Files,
}

/// Put all games of a collection into as few files as can be
#[derive(Args, Debug)]
pub(super) struct CompactArgs {
    /// The collection: a folder made by `explore build`
    #[arg(value_name = "COLLECTION")]
    collection: PathBuf,
}

#[derive(Serialize, Debug, Default)]
struct Report {
    games: u64,
    added: u64,
    duplicates: u64,
    left_out: u64,
    positions: u64,
    shared_positions: u64,
    bytes: u64,
    seconds: f64,
}

pub(super) fn build(args: &BuildArgs, console: &Console) -> anyhow::Result<Finding> {
    let is_new = !args.collection.exists();
    let collection = Collection::create(&args.collection)?;
    let finding = take_in(collection, &args.files, console);
    if is_new && finding.is_err() {
        // A folder with nothing in it helps nobody.
        let _ = std::fs::remove_dir(&args.collection);
    }
    finding
}

pub(super) fn add(args: &AddArgs, console: &Console) -> anyhow::Result<Finding> {
    take_in(Collection::open(&args.collection)?, &args.files, console)
}

fn take_in(mut collection: Collection, files: &Files, console: &Console) -> anyhow::Result<Finding> {
    interrupt::catch()?;
    let began = Instant::now();
    let lock = collection.lock()?;
    collection.tidy_up();
    let source = files.source(console);
    let mut report = Report::default();
    let known = collection.explorer().identities();
    let (send, receive) = sync_channel(WAITING);
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| read(&source, &send_all(send), console));
        let indexed = index(&mut collection, &lock, known, &receive, &mut report);
        drop(receive);
        let read = reader.join().map_err(|_| anyhow::anyhow!("the reader of games has stopped"))?;
        indexed?;
        report.left_out = read?;
        anyhow::Ok(())
    })?;
    report.games = collection.explorer().games() + report.added;
    report.bytes = collection.bytes();
    report.seconds = began.elapsed().as_secs_f64();
    console.present(&report, |report, out| write_text(report, &collection, out))?;
    Ok(source::unless_interrupted(Finding::Good, report.added, console))
}

type Batch = Vec<GameRecord>;

/// A way to hand batches on; `false` when nobody takes them any more.
fn send_all(send: std::sync::mpsc::SyncSender<Batch>) -> impl Fn(Batch) -> bool {
    move |batch| send.send(batch).is_ok()
}

/// Reads all games; returns how many were left out.
fn read(source: &Source<'_>, hand_on: &dyn Fn(Batch) -> bool, console: &Console) -> anyhow::Result<u64> {
    let (mut left_out, mut seen) = (0, 0);
    source.each(|name, input| {
        let mut batch = Batch::with_capacity(BATCH);
        scan(input, |game| {
            seen += 1;
            source.tell_games(seen);
            if let Some(record) = GameRecord::of(game) {
                batch.push(record);
            } else {
                left_out += 1;
                if let Some(words) = game.complaint() {
                    console.detail(format_args!("{name}: {words}"));
                }
            }
            if batch.len() == BATCH && !hand_on(std::mem::replace(&mut batch, Batch::with_capacity(BATCH))) {
                return std::ops::ControlFlow::Break(());
            }
            source::go_on()
        })
        .with_context(|| format!("cannot read {name}"))?;
        hand_on(batch);
        Ok(())
    })?;
    Ok(left_out)
}

/// Takes games in as they come, and writes a segment whenever one is full.
fn index(
    collection: &mut Collection,
    lock: &Output,
    known: HashSet<u64>,
    games: &Receiver<Batch>,
    report: &mut Report,
) -> anyhow::Result<()> {
    let mut builder = Builder::new(known);
    let mut finish = |builder: Builder| -> anyhow::Result<HashSet<u64>> {
        let (summary, known) = collection.append(lock, builder)?;
        report.added += u64::from(summary.games);
        report.positions += summary.positions;
        report.shared_positions += summary.shared_positions;
        Ok(known)
    };
    for game in games.iter().flatten() {
        if !builder.add(&game) {
            report.duplicates += 1;
        }
        if builder.is_full() {
            builder = Builder::new(finish(builder)?);
        }
    }
    if builder.games() > 0 {
        finish(builder)?;
    }
    Ok(())
}

fn write_text(report: &Report, collection: &Collection, out: &mut impl Write) -> anyhow::Result<()> {
    let Report { games, added, duplicates, left_out, positions, shared_positions, bytes, seconds } = report;
    writeln!(
        out,
        "added       {added} games, {positions} positions ({shared_positions} in two games or more)"
    )?;
    if *duplicates > 0 {
        writeln!(out, "duplicates  {duplicates}, left out")?;
    }
    if *left_out > 0 {
        writeln!(out, "left out    {left_out} broken or without moves (-v names the broken ones)")?;
    }
    let files = collection.files().count();
    let plural = if files == 1 { "" } else { "s" };
    writeln!(out, "collection  {games} games in {files} file{plural}, {}", HumanBytes(*bytes))?;
    writeln!(out, "time        {seconds:.1} s")?;
    Ok(())
}

pub(super) fn compact(args: &CompactArgs, console: &Console) -> anyhow::Result<Finding> {
    interrupt::catch()?;
    let mut collection = Collection::open(&args.collection)?;
    let lock = collection.lock()?;
    collection.tidy_up();
    let before = collection.files().count();
    let bar = console.bar(Some(collection.explorer().games()), "{bar:20} {pos}/{len} games, {eta} left");
    let mut builders = vec![Builder::new(HashSet::new())];
    for segment in collection.explorer().segments() {
        for number in 0..segment.games() {
            if interrupt::is_wanted() {
                console.note("interrupted; the collection is as it was");
                return Ok(Finding::Interrupted);
            }
            if builders.last().is_some_and(Builder::is_full) {
                builders.push(Builder::new(HashSet::new()));
            }
            let Some(builder) = builders.last_mut() else { continue };
            builder.add(&segment.game(number)?);
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    collection.replace_all(&lock, builders)?;
    let collection = Collection::open(&args.collection)?;
    let report = Compacted {
        games: collection.explorer().games(),
        files_before: before,
        files: collection.files().count(),
        bytes: collection.bytes(),
    };
    console.present(&report, |report, out| {
        let Compacted { games, files_before, files, bytes } = report;
        writeln!(out, "{games} games: {files_before} files before, {files} now, {}", HumanBytes(*bytes))?;
        Ok(())
    })?;
    Ok(Finding::Good)
}

#[derive(Serialize, Debug)]
struct Compacted {
    games: u64,
    files_before: usize,
    files: usize,
    bytes: u64,
}
