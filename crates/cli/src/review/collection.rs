//! Collections: many games side by side, one file that can be gone on with.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use quevedo_chart::escaped;
use quevedo_games::{GameError, GameTree, Games};
use quevedo_tutor::review::{self, GameReview, PlayerSummary, ReviewError, ReviewInput, Reviewer};
use serde::Serialize;

use super::journal::{self, Entry, Journal};
use super::{ReviewArgs, summary};
use crate::console::{Console, Format};
use crate::failure::{EngineFailure, Finding, Usage};
use crate::{console, input, interrupt};

/// A game that waits for its review: its number, its key, and itself or what is wrong with it.
struct Job {
    game: u64,
    key: String,
    input: Result<ReviewInput, String>,
}

/// What came of a game.
enum Done {
    Entry(Box<Entry>),
    Failed(anyhow::Error),
}

/// The end of a collection, for programs.
#[derive(Serialize, Debug)]
struct Report {
    games: u64,
    reviewed: u64,
    faults: Vec<FaultRow>,
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<PlayerSummary>,
}

#[derive(Serialize, Debug)]
struct FaultRow {
    game: u64,
    fault: String,
}

pub(super) fn run(args: &ReviewArgs, console: &Console) -> anyhow::Result<Finding> {
    let path = match (&args.out, &args.reviews) {
        (Some(folder), _) => {
            journal::folder(folder)?;
            folder.join("reviews.jsonl")
        }
        (None, Some(file)) => file.clone(),
        (None, None) => {
            return Err(Usage("--out or --reviews names the place for a collection".to_owned()).into());
        }
    };
    // Whatever is wrong with the settings shows before a file is made.
    let jobs =
        args.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let reviewers = (0..jobs).map(|_| args.settings.reviewer(false)).collect::<anyhow::Result<Vec<_>>>()?;
    let mut source = Source::new(args, console)?;
    let mut journal = Journal::open(&path, &args.files, &args.settings.identity()?)?;
    if let Some(bytes) = journal.lost {
        console
            .note(format_args!("{}: the last game is not whole; {bytes} bytes are cut off", path.display()));
    }
    interrupt::catch()?;
    source.skip(&journal.done, &path)?;
    if !journal.done.is_empty() {
        console.note(format_args!("{} games are there; going on", journal.done.len()));
    }
    let before = journal.done.len();
    review_all(reviewers, source, &mut journal)?;
    let report = finish(args, &path, console)?;
    present(&report, console)?;
    if interrupt::is_wanted() {
        let new = journal.done.len() - before;
        console.note(format_args!(
            "interrupted; {} keeps {} games ({new} of this run), and the same command goes on",
            path.display(),
            journal.done.len()
        ));
        return Ok(Finding::Interrupted);
    }
    anyhow::ensure!(report.games > 0, "there is no game in {}", super::names(&args.files));
    anyhow::ensure!(
        report.faults.is_empty(),
        "{} of {} games could not be reviewed",
        report.faults.len(),
        report.games
    );
    Ok(Finding::Good)
}

/// The games of all files, one after the other.
struct Source<'a> {
    files: std::slice::Iter<'a, PathBuf>,
    games: Option<Games<Box<dyn BufRead>>>,
    bar: indicatif::ProgressBar,
    number: u64,
    max: u64,
}

impl<'a> Source<'a> {
    fn new(args: &'a ReviewArgs, console: &Console) -> anyhow::Result<Source<'a>> {
        let size = |file: &PathBuf| {
            std::fs::metadata(file).ok().filter(std::fs::Metadata::is_file).map(|about| about.len())
        };
        let total: Option<u64> = args.files.iter().map(size).sum();
        let template = if total.is_some() {
            "{elapsed_precise} {bar:30} {percent}% of the files read, {msg}"
        } else {
            "{elapsed_precise} {msg}"
        };
        let bar = console.bar(total, template);
        let mut source = Source {
            files: args.files.iter(),
            games: None,
            bar,
            number: 0,
            max: args.max.unwrap_or(u64::MAX),
        };
        // A file that is not there is said before anything is made.
        source.next_file()?;
        for file in source.files.clone() {
            if file != Path::new("-") {
                drop(input::open(file)?);
            }
        }
        Ok(source)
    }

    fn next_file(&mut self) -> anyhow::Result<bool> {
        let Some(file) = self.files.next() else { return Ok(false) };
        self.games = Some(Games::new(input::open_watched(file, &self.bar)?));
        Ok(true)
    }

    fn next(&mut self) -> anyhow::Result<Option<Job>> {
        while self.number < self.max {
            let Some(games) = &mut self.games else { return Ok(None) };
            let Some(game) = games.next() else {
                if !self.next_file()? {
                    self.games = None;
                }
                continue;
            };
            if let Err(GameError::Read { .. }) = &game {
                game?;
                return Ok(None);
            }
            self.number += 1;
            return Ok(Some(job(self.number, game)));
        }
        Ok(None)
    }

    /// Passes over the games that are done; they must be the same.
    fn skip(&mut self, done: &[String], path: &Path) -> anyhow::Result<()> {
        for (index, key) in done.iter().enumerate() {
            let job = self.next()?;
            if job.is_none_or(|job| job.key != *key) {
                let words = format!(
                    "{} has reviews of other games (from game {} on); give the same files in the same order, or another place",
                    path.display(),
                    index + 1
                );
                return Err(Usage(words).into());
            }
        }
        Ok(())
    }
}

fn job(game: u64, read: Result<GameTree, GameError>) -> Job {
    match read {
        Ok(tree) => {
            let input = ReviewInput::of(&tree)
                .map_err(|error| format!("game {game} (\"{}\"): {error}", tree.headers().title()));
            Job { game, key: journal::key(&tree.to_pgn()), input }
        }
        Err(error) => {
            let words = error.to_string();
            Job { game, key: journal::key(&words), input: Err(words) }
        }
    }
}

/// How often the end is looked for.
const GLANCE: Duration = Duration::from_millis(50);

/// Reviews what is left, and writes each game down in its order, as soon as those before it are.
fn review_all(reviewers: Vec<Reviewer>, mut source: Source<'_>, journal: &mut Journal) -> anyhow::Result<()> {
    let bar = source.bar.clone();
    let most = 2 * reviewers.len();
    let is_over = AtomicBool::new(false);
    let (give, jobs) = mpsc::channel();
    let jobs = Mutex::new(jobs);
    let (sender, done) = mpsc::channel();
    let mut failure = None;
    std::thread::scope(|scope| {
        for reviewer in reviewers {
            let (sender, jobs, is_over) = (sender.clone(), &jobs, &is_over);
            scope.spawn(move || work(reviewer, jobs, is_over, &sender));
        }
        drop(sender);
        let mut give = Some(give);
        let mut given = journal.done.len();
        let mut waiting = BTreeMap::new();
        loop {
            // Who is ahead waits: what is reviewed and not yet written is little.
            while let Some(giver) = &give
                && given < journal.done.len() + most
            {
                match source.next() {
                    Ok(Some(job)) if failure.is_none() => {
                        given += 1;
                        if giver.send(job).is_err() {
                            give = None;
                        }
                    }
                    Ok(_) => give = None,
                    Err(error) => {
                        failure.get_or_insert(error);
                        give = None;
                    }
                }
            }
            match done.recv_timeout(GLANCE) {
                Ok(Done::Entry(entry)) => {
                    waiting.insert(entry.game, entry);
                    while failure.is_none()
                        && let Some(entry) = waiting.remove(&(journal.done.len() as u64 + 1))
                    {
                        if let Some(fault) = &entry.fault {
                            bar.suspend(|| console::log(format_args!("quevedo: {fault}")));
                        }
                        failure = journal.add(&entry).err();
                        bar.set_message(format!("{} games", journal.done.len()));
                    }
                }
                Ok(Done::Failed(error)) => {
                    failure.get_or_insert(error);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if failure.is_some() || interrupt::is_wanted() {
                is_over.store(true, Relaxed);
                give = None;
            }
        }
    });
    bar.finish_and_clear();
    failure.map_or(Ok(()), Err)
}

fn work(mut reviewer: Reviewer, jobs: &Mutex<Receiver<Job>>, is_over: &AtomicBool, sender: &Sender<Done>) {
    while !is_over.load(Relaxed) {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        let done = match review_one(&mut reviewer, job, is_over) {
            Ok(entry) => Done::Entry(Box::new(entry)),
            Err(ReviewError::Stopped) => return,
            Err(error) => Done::Failed(EngineFailure(error.to_string()).into()),
        };
        let failed = matches!(done, Done::Failed(_));
        if sender.send(done).is_err() || failed {
            return;
        }
    }
}

fn review_one(reviewer: &mut Reviewer, job: Job, is_over: &AtomicBool) -> Result<Entry, ReviewError> {
    let Job { game, key, input } = job;
    match input {
        Ok(input) => {
            let review = reviewer.review(&input, is_over, &|_| {})?.without_proofs();
            Ok(Entry { game, key, review: Some(review), fault: None })
        }
        Err(fault) => Ok(Entry { game, key, review: None, fault: Some(fault) }),
    }
}

/// Makes of the reviews what is wanted besides: pages and the PGN, the player's summary.
fn finish(args: &ReviewArgs, path: &Path, console: &Console) -> anyhow::Result<Report> {
    let mut report =
        Report { games: 0, reviewed: 0, faults: Vec::new(), file: path.display().to_string(), player: None };
    let mut pages = args.out.as_deref().map(Pages::new).transpose()?;
    let mut own = Vec::new();
    journal::each(path, |entry| {
        report.games += 1;
        if let Some(fault) = entry.fault {
            report.faults.push(FaultRow { game: entry.game, fault });
        }
        let Some(review) = entry.review else { return Ok(()) };
        report.reviewed += 1;
        if let Some(pages) = &mut pages {
            pages.add(entry.game, &review, args)?;
        }
        if let Some(name) = &args.player
            && PlayerSummary::of(name, [&review]).games > 0
        {
            own.push(review);
        }
        Ok(())
    })?;
    if let Some(pages) = pages {
        pages.finish()?;
    }
    report.player = args.player.as_deref().map(|name| PlayerSummary::of(name, &own));
    if report.player.as_ref().is_some_and(|summary| summary.games == 0) {
        console
            .note(format_args!("no game of {}'s is among them", args.player.as_deref().unwrap_or_default()));
    }
    Ok(report)
}

fn present(report: &Report, console: &Console) -> anyhow::Result<()> {
    if console.format != Format::Text {
        return console.present(report, |_, _| Ok(()));
    }
    let mut out = console.stdout();
    let faulty = report.faults.len();
    let faulty = if faulty == 0 { String::new() } else { format!(", {faulty} could not be") };
    writeln!(out, "{} games reviewed{faulty}: {}", report.reviewed, report.file)?;
    out.flush()?;
    drop(out);
    match &report.player {
        Some(summary) => summary::present(summary, console),
        None => Ok(()),
    }
}

/// The files of a collection's folder that are made from its reviews.
struct Pages<'a> {
    folder: &'a Path,
    rows: String,
    pgn: crate::files::Aside,
}

impl<'a> Pages<'a> {
    fn new(folder: &'a Path) -> anyhow::Result<Pages<'a>> {
        let pgn = crate::files::Aside::beside(&folder.join("annotated.pgn"))?;
        Ok(Pages { folder, rows: String::new(), pgn })
    }

    fn add(&mut self, game: u64, review: &GameReview, args: &ReviewArgs) -> anyhow::Result<()> {
        let language = args.settings.language();
        let name = format!("game-{game:05}.html");
        journal::write(&self.folder.join(&name), review::page(review, language).as_bytes())?;
        match review::tree_of(review) {
            Ok(mut tree) => {
                review::annotate(&mut tree, review, language);
                tree.write_pgn_to(&mut self.pgn)?;
            }
            Err(words) => anyhow::bail!("game {game}: {words}"),
        }
        let accuracy = |side: &review::SidePlay| {
            side.accuracy.map_or_else(|| "–".to_owned(), |value| format!("{value:.1}"))
        };
        let _ = writeln!(
            self.rows,
            "<tr><td><a href=\"{name}\">{game}</a></td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escaped(&review.title()),
            escaped(&review.result),
            escaped(review.opening.as_ref().map_or("", |opening| &opening.name)),
            accuracy(&review.sides.white),
            accuracy(&review.sides.black)
        );
        Ok(())
    }

    fn finish(self) -> anyhow::Result<()> {
        self.pgn.commit()?;
        let page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>Reviews</title>\n\
             <style>:root{{color-scheme:light dark}}body{{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem}}table{{border-collapse:collapse}}th,td{{text-align:left;padding:.2rem .8rem .2rem 0;border-bottom:1px solid #8886}}</style>\n\
             </head>\n<body>\n<h1>Reviews</h1>\n<table>\n<tr><th></th><th>game</th><th>result</th><th>opening</th><th>White</th><th>Black</th></tr>\n{}</table>\n<p>White and Black: accuracy, 0 to 100.</p>\n</body>\n</html>\n",
            self.rows
        );
        journal::write(&self.folder.join("index.html"), page.as_bytes())
    }
}
