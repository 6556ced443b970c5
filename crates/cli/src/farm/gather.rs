//! Waiting for a run and writing down what came of it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use anyhow::Context;
use quevedo_farm::kind::{Tools, analyze, datagen, games, review, tables};
use quevedo_farm::{
    DeadLetter, DriveError, Driver, End, Ended, Kind, Manifest, News, Plan, Queue, Worker, Workshop,
};
use quevedo_train::data::Header;
use serde::Serialize;

use super::connect::Place;
use super::progress::Live;
use crate::calendar::Moment;
use crate::console::{Console, Format};
use crate::failure::{EngineFailure, Finding, Usage};
use crate::files::Output;
use crate::interrupt;
use crate::play_match::{Reporter, Wishes};
use crate::review::Written;

/// Where the result of a run goes.
pub(super) enum Goal {
    /// Nowhere: there is none, or it is printed.
    Nothing,
    /// Into a file.
    File(Output),
    /// Into files of a folder.
    Folder(PathBuf, bool),
}

impl Goal {
    /// Looks after the place before any work begins.
    pub(super) fn claim(
        kind: Kind,
        out: Option<&Path>,
        force: bool,
        inputs: &[&Path],
    ) -> anyhow::Result<Goal> {
        match (kind, out) {
            (Kind::Tables, Some(folder)) => {
                std::fs::create_dir_all(folder)
                    .with_context(|| format!("cannot make the folder {}", folder.display()))?;
                Ok(Goal::Folder(folder.to_owned(), force))
            }
            (_, Some(out)) => {
                let claim = Output::at(out).apart_from(inputs.iter().copied()).overwrite(force);
                Ok(Goal::File(claim.claim()?))
            }
            (Kind::Drill | Kind::Match, None) => Ok(Goal::Nothing),
            (_, None) => Err(Usage("--out names the place for the result".to_owned()).into()),
        }
    }

    fn shown(&self) -> Option<String> {
        match self {
            Goal::Nothing => None,
            Goal::File(output) => Some(output.path().display().to_string()),
            Goal::Folder(folder, _) => Some(folder.display().to_string()),
        }
    }
}

/// What came of a run, for programs.
#[derive(Serialize)]
struct Report {
    run: String,
    kind: Kind,
    jobs: u64,
    done_before: u64,
    given_up: Vec<Letter>,
    confirmed: u64,
    put_out: Vec<String>,
    seconds: f64,
    jobs_per_second: f64,
    file: Option<String>,
}

#[derive(Serialize)]
struct Letter {
    job: String,
    tries: u64,
    reason: String,
}

/// Drives a run to its end, with workers of our own if there is no server, and writes its result.
pub(super) fn run(
    place: &Place,
    manifest: &Manifest,
    tools: &Tools,
    plan: &mut dyn Plan,
    threads: Option<usize>,
    goal: Goal,
    console: &Console,
) -> anyhow::Result<Finding> {
    let queue = &*place.queue;
    let mut driver = Driver::new(queue, tools, manifest.clone(), plan)?;
    console.detail(format_args!("run {}", driver.run()));
    if place.is_shared {
        console.note(format_args!(
            "run {}: `quevedo farm fetch {}` goes on with it, too",
            driver.run(),
            driver.run()
        ));
    }
    let mut live = Live::new(console, place.is_shared);
    let ended = match threads {
        None => driver.drive(interrupt::flag(), &mut |progress| live.tell(progress)).map_err(failed)?,
        Some(threads) => drive_here(&mut driver, queue, tools, manifest, threads, &mut live, console)?,
    };
    live.clear();
    if ended == Ended::Interrupted {
        let done = driver.progress().done;
        console.note(format_args!("interrupted with {done} jobs done; the same command goes on"));
        return Ok(Finding::Interrupted);
    }
    let letters = driver.letters();
    for letter in letters.iter().take(10) {
        let DeadLetter { job, tries, reason, .. } = letter;
        console.note(format_args!("job {job} is given up after {tries} tries: {reason}"));
    }
    let shown = goal.shown();
    // The time of the jobs, without what is done with their answers here.
    let progress = driver.progress();
    let finding = match manifest.kind {
        Kind::Match => return finish_match(&driver, queue, manifest, goal, place, console),
        Kind::Drill => check_drill(&driver, manifest, console)?,
        Kind::Review => write_reviews(&driver, queue, manifest, goal)?,
        Kind::Analyze => write_lines(&driver, goal)?,
        Kind::Datagen => write_games(&driver, manifest, goal)?,
        Kind::Tables => write_tables(&driver, manifest, goal)?,
    };
    let report = Report {
        run: driver.run().to_string(),
        kind: manifest.kind,
        jobs: driver.counted(),
        done_before: progress.before,
        given_up: letters
            .iter()
            .map(|it| Letter { job: it.job.to_string(), tries: it.tries, reason: it.reason.clone() })
            .collect(),
        confirmed: progress.confirmed,
        put_out: progress.put_out.clone(),
        seconds: (progress.seconds * 1000.0).round() / 1000.0,
        jobs_per_second: progress.rate(),
        file: shown,
    };
    console.present(&report, |report, out| Ok(tell(report, out)?))?;
    place.tidy_up();
    Ok(if letters.is_empty() { finding } else { Finding::Bad })
}

fn tell(report: &Report, out: &mut impl Write) -> std::io::Result<()> {
    let Report { run, kind, jobs, given_up, confirmed, put_out, seconds, file, .. } = report;
    write!(out, "{} {run}: {jobs} jobs in {seconds:.1} s", kind.name())?;
    if *confirmed > 0 {
        write!(out, ", {confirmed} of them confirmed")?;
    }
    if !given_up.is_empty() {
        write!(out, ", {} given up", given_up.len())?;
    }
    if !put_out.is_empty() {
        write!(out, "; put out: {}", put_out.join(", "))?;
    }
    match file {
        Some(file) => writeln!(out, ": {file}"),
        None => writeln!(out),
    }
}

/// The whole farm in this process.
fn drive_here(
    driver: &mut Driver<'_>,
    queue: &dyn Queue,
    tools: &dyn Workshop,
    manifest: &Manifest,
    threads: usize,
    live: &mut Live<'_>,
    console: &Console,
) -> anyhow::Result<Ended> {
    let worker = Worker {
        name: "here".to_owned(),
        version: manifest.program.clone(),
        signature: manifest.class.signature,
        speed: 0,
        threads,
        programs: manifest.class.programs,
        longest_wait: Duration::from_millis(100),
    };
    let over = AtomicBool::new(false);
    let tell = |news: News| match news {
        News::Failed { job, reason, .. } => console.detail(format_args!("job {job}: {reason}")),
        News::Trouble(words) => console.note(words),
        _ => {}
    };
    std::thread::scope(|scope| {
        let labour = scope.spawn(|| {
            let end = worker.run(queue, tools, &over, &tell);
            // Nobody would do the rest.
            over.store(true, Relaxed);
            end
        });
        let stop = interrupt::flag();
        let (either, is_over) = (AtomicBool::new(false), AtomicBool::new(false));
        let ended = std::thread::scope(|inner| {
            let (either, over, done) = (&either, &over, &is_over);
            inner.spawn(move || {
                while !done.load(Relaxed) {
                    if stop.load(Relaxed) || over.load(Relaxed) {
                        either.store(true, Relaxed);
                    }
                    std::thread::sleep(Duration::from_millis(50));
                }
            });
            let ended = driver.drive(either, &mut |progress| live.tell(progress));
            done.store(true, Relaxed);
            ended
        });
        over.store(true, Relaxed);
        let end = labour.join().unwrap_or(End::Failing("a worker panicked; please report it".to_owned()));
        match end {
            End::Failing(words) => Err(EngineFailure(words).into()),
            _ => ended.map_err(failed),
        }
    })
}

fn failed(error: DriveError) -> anyhow::Error {
    match error {
        DriveError::Confirm { .. } | DriveError::NobodyAgrees(_) => EngineFailure(error.to_string()).into(),
        error => error.into(),
    }
}

fn file(goal: Goal) -> anyhow::Result<Output> {
    match goal {
        Goal::File(output) => Ok(output),
        _ => Err(Usage("--out names the place for the result".to_owned()).into()),
    }
}

fn cannot_write(output: &Output) -> String {
    format!("cannot write {}", output.path().display())
}

/// A drill's answers are known beforehand.
fn check_drill(driver: &Driver<'_>, manifest: &Manifest, console: &Console) -> anyhow::Result<Finding> {
    let drill: quevedo_farm::kind::drill::Drill = serde_json::from_value(manifest.conditions.clone())?;
    if drill.sums > 0 {
        console.note("all done; the sums are made again here, to check them");
    }
    let mut wrong = 0;
    driver.each(|number, answer| {
        wrong += u64::from(answer.is_ok_and(|answer| answer != drill.answer(number)));
        Ok::<(), anyhow::Error>(())
    })?;
    anyhow::ensure!(wrong == 0, "{wrong} answers are wrong");
    Ok(Finding::Good)
}

fn write_reviews(
    driver: &Driver<'_>,
    queue: &dyn Queue,
    manifest: &Manifest,
    goal: Goal,
) -> anyhow::Result<Finding> {
    let output = file(goal)?;
    let terms: review::ReviewTerms = serde_json::from_value(manifest.conditions.clone())?;
    let mut games =
        review::games_of(manifest, queue)?.take(terms.max.unwrap_or(u64::MAX) as usize).enumerate();
    let mut written = Written::begin(output.begin()?, terms.identity)?;
    let mut faults = 0;
    // Games that nobody can review have no job, but a line.
    let mut next = || games.next().map(|(place, game)| review::readable(place as u64 + 1, game));
    driver.each(|_, answer| {
        let (pgn, mut game) = next().context("there are more reviews than games")?;
        let mut pgn_of_job = pgn;
        while let Err(fault) = &game {
            faults += 1;
            written.add(&pgn_of_job, Err(fault))?;
            (pgn_of_job, game) = next().context("there are more reviews than games")?;
        }
        match answer {
            Ok(review) => written.add(&pgn_of_job, Ok(core::str::from_utf8(&review)?)),
            Err(letter) => written.add(&pgn_of_job, Err(&format!("given up: {}", letter.reason))),
        }
    })?;
    while let Some((pgn, game)) = next() {
        if let Err(fault) = game {
            faults += 1;
            written.add(&pgn, Err(&fault))?;
        }
    }
    written.end().commit().with_context(|| cannot_write(&output))?;
    Ok(Finding::good_if(faults == 0))
}

fn write_lines(driver: &Driver<'_>, goal: Goal) -> anyhow::Result<Finding> {
    let output = file(goal)?;
    let mut out = output.begin()?;
    driver.each(|number, answer| {
        let lines = match answer {
            Ok(lines) => lines,
            Err(letter) => analyze::given_up(number, &letter.reason)?,
        };
        out.write_all(&lines).with_context(|| cannot_write(&output))
    })?;
    out.commit().with_context(|| cannot_write(&output))?;
    Ok(Finding::Good)
}

fn write_games(driver: &Driver<'_>, manifest: &Manifest, goal: Goal) -> anyhow::Result<Finding> {
    let output = file(goal)?;
    let terms: datagen::DatagenTerms = serde_json::from_value(manifest.conditions.clone())?;
    let mut out = output.begin()?;
    out.write_all(&Header { settings: terms.made.clone() }.encode())?;
    let mut harvest = datagen::Harvest::default();
    driver.each(|number, answer| {
        let answer = answer.map_err(|letter| {
            anyhow::anyhow!("the games of job {number} are missing, so there is no file: {}", letter.reason)
        })?;
        let mut bytes = Vec::new();
        for game in datagen::read_games(&answer)? {
            if harvest.is_enough(&terms) {
                break;
            }
            harvest.take(game).encode(&mut bytes);
        }
        out.write_all(&bytes).with_context(|| cannot_write(&output))
    })?;
    out.commit().with_context(|| cannot_write(&output))?;
    Ok(Finding::Good)
}

fn write_tables(driver: &Driver<'_>, manifest: &Manifest, goal: Goal) -> anyhow::Result<Finding> {
    let Goal::Folder(folder, force) = goal else {
        return Err(Usage("--out names the folder for the tables".to_owned()).into());
    };
    let mut assembly = tables::Assembly::new(manifest)?;
    let terms: tables::TablesTerms = serde_json::from_value(manifest.conditions.clone())?;
    driver.each(|number, answer| {
        let answer =
            answer.map_err(|letter| anyhow::anyhow!("piece {number} is missing: {}", letter.reason))?;
        let Some((ending, table)) = assembly.take(number, &answer)? else { return Ok(()) };
        let path = folder.join(format!("{ending}.{}", terms.metric));
        if path.exists() && !force {
            return Ok(());
        }
        let output = Output::at(&path).overwrite(true).claim()?;
        let mut out = output.begin()?;
        let written = quevedo_tables::write(&table, &mut out).and_then(|()| out.commit());
        written.with_context(|| cannot_write(&output))
    })?;
    Ok(Finding::Good)
}

fn finish_match(
    driver: &Driver<'_>,
    queue: &dyn Queue,
    manifest: &Manifest,
    goal: Goal,
    place: &Place,
    console: &Console,
) -> anyhow::Result<Finding> {
    let terms: games::MatchTerms = serde_json::from_value(manifest.conditions.clone())?;
    let game = terms.game(games::openings(manifest, queue)?)?;
    let wishes = Wishes { sprt: terms.sprt, every: u64::MAX, plot: None };
    let mut reporter = Reporter::new(&game, &wishes, console);
    let output = match goal {
        Goal::File(output) => Some(output),
        _ => None,
    };
    let mut out = output.as_ref().map(Output::begin).transpose()?;
    let today = format!("[Date \"{}\"]", Moment::now().date());
    let mut missing = 0;
    driver.each(|_, answer| {
        let Ok(answer) = answer else {
            missing += 1;
            return Ok(());
        };
        for game in games::read_games(&answer)? {
            game.warnings.iter().for_each(|warning| console.note(warning));
            reporter.count(&game.entry)?;
            if let Some(out) = &mut out {
                let pgn = game.pgn.replacen("[Date \"????.??.??\"]", &today, 1);
                out.write_all(pgn.as_bytes())?;
            }
        }
        Ok::<(), anyhow::Error>(())
    })?;
    if let (Some(out), Some(output)) = (out, &output) {
        out.commit().with_context(|| cannot_write(output))?;
    }
    let verdict = reporter.finish()?;
    if console.format == Format::Text && driver.progress().confirmed > 0 {
        console
            .note(format_args!("{} pairs were played twice and are the same", driver.progress().confirmed));
    }
    place.tidy_up();
    Ok(if missing > 0 { Finding::Bad } else { verdict })
}
