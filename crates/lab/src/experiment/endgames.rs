//! `endgames`: the longest wins of Marsland's Table 2, from tables that are made on the spot.

use std::sync::Mutex;
use std::time::Instant;

use quevedo_tables::{Ending, Library, MARSLAND_TABLE_2, MarslandRow, Metric, Monitor, longest_win};
use serde::{Deserialize, Serialize};

use super::{
    Axis, Bench, Experiment, ExperimentReport, Figures, Finding, Halt, Judgement, Plot, Series, Table,
};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "endgames",
    title: "Endgame tables",
    paper: "T.A. Marsland, Computer chess and search (1991), section 4.3, Table 2; Ströhlein 1970; Thompson 1986",
    summary: "the longest wins of 17 endings by retrograde analysis, with the metric that each published figure counts in, and our times",
    measure,
    judge,
};

/// An ending to be made in a metric.
struct Job {
    row: MarslandRow,
    ending: Ending,
    metric: Metric,
}

/// The longest win, in moves of the winner, and how long the table took with those that it needs first.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
struct Longest {
    moves: u16,
    seconds: f64,
}

/// Ends the making of a table when the run is to end.
struct Stop<'a>(&'a Bench<'a>);

impl Monitor for Stop<'_> {
    fn is_interrupted(&self) -> bool {
        self.0.is_stopped()
    }
}

fn measure(bench: &Bench<'_>) -> Result<ExperimentReport, Halt> {
    let jobs = jobs(bench.scale.pick(3, 4, 5))?;
    let found = make(bench, &jobs)?;
    let mut report = ExperimentReport::of(&EXPERIMENT);
    report.explain(
        "Each table is made by retrograde analysis from those of the endings that it leads to (`quevedo_tables`, \
         docs/tables.md). *Mate* counts moves to mate, *conversion* moves to mate or to the capture or promotion that \
         leads to another won ending. Up to four men both are made, which shows what a published figure counts; for \
         five men the one that the paper names. Seconds are those of a table with all that had to be made first and \
         was not there yet, on all threads of the run.",
    );
    report.tables.push(table_2(&jobs, &found));
    report.plots.push(plot(&jobs, &found));
    Ok(report)
}

/// What is made for endings of at most so many men, in the paper's order.
fn jobs(men: usize) -> Result<Vec<Job>, Halt> {
    let mut jobs = Vec::new();
    for row in MARSLAND_TABLE_2 {
        let ending = row.ending().map_err(|error| Halt::Broken(error.to_string()))?;
        let metrics = [Metric::Mate, Metric::Conversion].into_iter();
        let wanted = metrics.filter(|&metric| metric == row.metric || ending.men() <= 4);
        if ending.men() <= men {
            jobs.extend(wanted.map(|metric| Job { row, ending, metric }));
        }
    }
    Ok(jobs)
}

/// One table at a time, each with all threads.
fn make(bench: &Bench<'_>, jobs: &[Job]) -> Result<Vec<Longest>, Halt> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(bench.threads)
        .build()
        .map_err(|error| Halt::Broken(format!("cannot start {} threads: {error}", bench.threads)))?;
    let libraries = Metric::ALL.map(|metric| Mutex::new(Library::new(metric)));
    let name = |job: &Job| format!("{} {}", job.ending, job.metric);
    let made = bench.alone().each("tables", jobs, name, |job| {
        let start = Instant::now();
        let mut guard =
            libraries[job.metric as usize].lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let library = &mut *guard;
        let moves = pool.install(|| longest_win(job.ending, library, &Stop(bench)));
        moves.map_or_else(
            |error| Err(error.to_string()),
            |moves| Ok(Longest { moves, seconds: start.elapsed().as_secs_f64() }),
        )
    })?;
    made.into_iter().map(|made| made.map_err(Halt::Broken)).collect()
}

/// Our figure for a row in a metric.
fn figure(jobs: &[Job], found: &[Longest], row: &MarslandRow, metric: Metric) -> Option<Longest> {
    let place = jobs.iter().position(|job| job.row == *row && job.metric == metric)?;
    found.get(place).copied()
}

/// The rows that were made, in the paper's order.
fn rows(jobs: &[Job]) -> impl Iterator<Item = &MarslandRow> {
    jobs.iter().filter(|job| job.metric == job.row.metric).map(|job| &job.row)
}

fn table_2(jobs: &[Job], found: &[Longest]) -> Table {
    let heads = ["ending", "found by", "published", "metric", "ours", "mate", "conversion", "seconds"];
    let mut table = Table::new("table-2", "Table 2: the longest wins, in moves", heads);
    for row in rows(jobs) {
        let ours = |metric| figure(jobs, found, row, metric);
        let moves = |metric| ours(metric).map_or(String::new(), |it| it.moves.to_string());
        let seconds = ours(row.metric).map_or(String::new(), |it| format!("{:.1}", it.seconds));
        table.row([
            row.ending.to_owned(),
            row.source.to_owned(),
            row.published.to_string(),
            row.metric.name().to_owned(),
            moves(row.metric),
            moves(Metric::Mate),
            moves(Metric::Conversion),
            seconds,
        ]);
    }
    table.noted("dtm: to mate; dtc: to mate or conversion. What was not made is left empty.")
}

fn plot(jobs: &[Job], found: &[Longest]) -> Plot {
    let line = |value: &dyn Fn(&MarslandRow) -> Option<f64>| -> Vec<(f64, f64)> {
        let places = rows(jobs).enumerate();
        places.filter_map(|(place, row)| Some((place as f64, value(row)?))).collect()
    };
    let ours = |row: &MarslandRow| figure(jobs, found, row, row.metric).map(|it| f64::from(it.moves));
    Plot {
        name: "longest-wins".to_owned(),
        title: "The longest wins of Table 2".to_owned(),
        across: Axis::named("ending", rows(jobs).map(|row| row.ending)),
        upward: Axis::linear("moves"),
        series: vec![
            Series::new("ours", line(&ours)),
            Series::dashed("published", line(&|row| Some(f64::from(row.published)))),
        ],
    }
}

/// Whole numbers that were written down and read again.
fn same(one: f64, other: f64) -> bool {
    (one - other).abs() < 0.5
}

fn judge(figures: Figures<'_>) -> Vec<Finding> {
    let rows = || figures.table("table-2").all().filter(|row| row.number("ours").is_some());
    let wrong = |row: &super::figures::Row<'_>| {
        let (ours, published) = (row.number("ours")?, row.number("published")?);
        (!same(ours, published)).then(|| format!("{} {ours} instead of {published}", row.name()))
    };
    let differing: Vec<String> = rows().filter_map(|row| wrong(&row)).collect();
    let mut findings = vec![
        Finding::new(
            "The longest wins are those of Table 2",
            Judgement::of((rows().count() > 0).then_some(differing.is_empty())),
            match differing.len() {
                0 => format!("all {} that were made agree", rows().count()),
                _ => differing.join(", "),
            },
        )
        .of("Marsland 1991, 4.3, Table 2")
        .by("every ending that was made has the published figure; retrograde analysis has no error"),
    ];
    let with_a_piece: Vec<_> = rows()
        .filter(|row| {
            row.name().len() == 4 && row.cell("found by").is_some_and(|it| it.starts_with("Ströhlein"))
        })
        .collect();
    let told = |row: &super::figures::Row<'_>| {
        let (mate, conversion) = (row.number("mate")?, row.number("conversion")?);
        Some(format!(
            "{}: published {}, to mate {mate}, to conversion {conversion}",
            row.name(),
            row.number("published")?
        ))
    };
    let is_mate = |row: &super::figures::Row<'_>| Some(same(row.number("mate")?, row.number("published")?));
    if !with_a_piece.is_empty() {
        findings.push(
            Finding::new(
                "Ströhlein's figures are moves to mate, as the table's head says",
                Judgement::of_cases(with_a_piece.iter().map(is_mate)),
                with_a_piece.iter().filter_map(told).collect::<Vec<_>>().join("; "),
            )
            .of("Marsland 1991, 4.3, Table 2")
            .by("the endings of four men, in both metrics"),
        );
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(jobs: &[Job], made: &[Longest]) -> Vec<Finding> {
        judge(Figures::of(&[table_2(jobs, made)]))
    }

    #[test]
    fn both_metrics_are_made_up_to_four_men() {
        let jobs = jobs(5).expect("endings");
        assert_eq!(jobs.len(), 17 + 5);
        assert_eq!(rows(&jobs).count(), 17);
        let made: Vec<Longest> =
            jobs.iter().map(|job| Longest { moves: job.row.published, seconds: 1.0 }).collect();
        let verdicts: Vec<Judgement> = judged(&jobs, &made).iter().map(|it| it.verdict).collect();
        assert_eq!(verdicts, [Judgement::Holds; 2]);
    }

    #[test]
    fn a_wrong_figure_is_told() {
        let jobs = jobs(3).expect("endings");
        let made: Vec<Longest> = jobs.iter().map(|_| Longest { moves: 10, seconds: 1.0 }).collect();
        let told = &judged(&jobs, &made)[0];
        assert_eq!((told.verdict, told.figures.as_str()), (Judgement::DoesNotHold, "KRK 10 instead of 16"));
    }
}
