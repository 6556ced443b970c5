//! The verdicts of the committed results hang on the figures in the committed CSV files, each of them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use quevedo_lab::experiment::{Experiment, ExperimentReport, Finding, Judgement, Table};

fn results() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results/lab")
}

/// The report of an experiment with the figures of its CSV files. One that was made before verdicts came from the
/// tables (it says nowhere what its claims are from) waits for another run.
fn committed(experiment: &Experiment) -> Option<ExperimentReport> {
    let folder = results().join(experiment.name);
    let Ok(text) = fs::read_to_string(folder.join("report.json")) else {
        quevedo_testkit::report_skipped(experiment.name, "no run of it is committed");
        return None;
    };
    let report: ExperimentReport = serde_json::from_str(&text).expect("a report");
    if report.findings.iter().any(|finding| finding.source.is_empty()) {
        quevedo_testkit::report_skipped(
            experiment.name,
            "its committed run is from before the tables had its verdicts",
        );
        return None;
    }
    let read = |table: &Table| {
        let text = fs::read_to_string(folder.join(format!("{}.csv", table.name))).expect("a committed table");
        table.clone().with_csv(&text).expect("a table")
    };
    let tables = report.tables.iter().map(read).collect();
    Some(ExperimentReport { tables, ..report })
}

#[test]
fn committed_verdicts_are_those_of_the_committed_figures() {
    for experiment in Experiment::ALL {
        let Some(report) = committed(experiment) else { continue };
        assert_eq!(experiment.findings(&report.tables), report.findings, "{}", experiment.name);
        let page = fs::read_to_string(results().join("README.md")).expect("a page");
        for finding in &report.findings {
            let verdict = format!("| **{}** |", finding.verdict.words());
            let claim = finding.claim.replace('|', "\\|");
            let row = page.lines().find(|line| line.contains(&claim)).expect("a row for each claim");
            assert!(row.contains(&verdict), "{row}");
        }
    }
}

/// `x` times the number that the cell begins with, or nothing if it begins with none.
fn scaled(cell: &str, factor: f64) -> Option<String> {
    let end =
        cell.find(|letter: char| !(letter.is_ascii_digit() || "+-.,".contains(letter))).unwrap_or(cell.len());
    let number: f64 = cell[..end].replace(',', "").parse().ok()?;
    Some(format!("{}{}", number * factor, &cell[end..]))
}

/// Rows that have the same in a column of few different cells.
fn groups(table: &Table) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = vec![(0..table.rows.len()).collect()];
    for column in 0..table.heads.len() {
        let values: BTreeSet<&String> = table.rows.iter().map(|row| &row[column]).collect();
        if column == 0 && values.len() <= 40 || values.len() <= 9 {
            for value in values {
                groups.push((0..table.rows.len()).filter(|&row| &table.rows[row][column] == value).collect());
            }
        }
    }
    groups
}

/// Other figures in the place of those of a table: scaled ones, and those of other columns or rows.
fn forgeries(table: &Table) -> impl Iterator<Item = Table> {
    let columns = table.heads.len();
    let scale = groups(table).into_iter().flat_map(move |rows| {
        (0..columns).flat_map(move |column| {
            let rows = rows.clone();
            [0.0, 1e-3, 1e3, -1.0].map(move |factor| {
                let mut forged = table.clone();
                for &row in &rows {
                    if let Some(cell) = scaled(&table.rows[row][column], factor) {
                        forged.rows[row][column] = cell;
                    }
                }
                forged
            })
        })
    });
    let copy_columns = (0..columns).flat_map(move |to| {
        (0..columns).filter(move |&from| from != to).map(move |from| {
            let mut forged = table.clone();
            forged.rows.iter_mut().for_each(|row| row[to] = row[from].clone());
            forged
        })
    });
    let few = if table.is_long { 0 } else { table.rows.len().min(40) };
    let copy_rows = (0..few).flat_map(move |to| {
        (0..few).filter(move |&from| from != to).map(move |from| {
            let mut forged = table.clone();
            let name = forged.rows[to][0].clone();
            let copy = forged.rows[from].clone();
            forged.rows[to] = copy;
            forged.rows[to][0] = name;
            forged
        })
    });
    scale.chain(copy_columns).chain(copy_rows)
}

/// Which verdicts no forgery has changed yet.
fn unmoved<'a>(experiment: &Experiment, tables: &[Table], findings: &'a [Finding]) -> Vec<&'a Finding> {
    let mut rest: Vec<usize> = (0..findings.len()).collect();
    for place in 0..tables.len() {
        for forged in forgeries(&tables[place]) {
            if rest.is_empty() {
                return Vec::new();
            }
            let mut tables = tables.to_vec();
            tables[place] = forged;
            let judged = experiment.findings(&tables);
            rest.retain(|&it| judged.get(it).is_some_and(|now| now.verdict == findings[it].verdict));
        }
    }
    rest.into_iter().map(|it| &findings[it]).collect()
}

#[test]
fn change_a_figure_and_the_verdict_changes() {
    for experiment in Experiment::ALL {
        let Some(ExperimentReport { tables, findings, .. }) = committed(experiment) else { continue };
        let mut unmoved = unmoved(experiment, &tables, &findings);
        // Where nothing of what the claim is about was measured there is no figure to change.
        unmoved.retain(|it| !(it.verdict == Judgement::NotDecided && it.figures.contains("searched")));
        assert!(unmoved.is_empty(), "{}: no figure changes {:?}", experiment.name, unmoved);
    }
}
