//! The tables of the paper, ours beside the published.

use super::super::Table;
use super::super::evidence::{EloRange, percent, ratio};
use super::super::table::{percent_more, thousands};
use super::published::{Row, TABLE_1, TABLE_2, TABLE_3, TABLE_4, TABLE_5, TABLE_6};
use super::searches::{Case, Part};
use super::{COLUMNS, Match, VERIFIED};

/// The number of the paper's node table for a suite, and its figures.
fn node_tables(label: &str) -> Option<(u32, &'static [Row])> {
    match label {
        "neishtadt" => Some((1, &TABLE_1)),
        "ecm" => Some((3, &TABLE_3)),
        "wcs" => Some((4, &TABLE_4)),
        _ => None,
    }
}

fn solved_tables(label: &str) -> Option<(u32, &'static [Row])> {
    match label {
        "neishtadt" => Some((2, &TABLE_2)),
        "wcs" => Some((5, &TABLE_5)),
        _ => None,
    }
}

pub(super) fn all(parts: &[Part], found: &[Case]) -> Vec<Table> {
    let mut tables = Vec::new();
    for part in parts {
        let cases: Vec<&Case> = found.iter().filter(|case| case.is_of(part)).collect();
        if let Some((number, published)) = node_tables(part.label) {
            tables.push(node_table(number, part, &cases, published));
        }
        if let Some((number, published)) = solved_tables(part.label) {
            tables.push(solved_table(number, part, &cases, published));
        }
    }
    tables.sort_by(|one, other| one.name.cmp(&other.name));
    tables.push(mate_table(parts, found));
    tables
}

/// The positions that every column searched to a depth.
fn at<'a>(part: &Part, cases: &[&'a Case], depth: i32) -> Vec<&'a Case> {
    let is_whole = |case: &&&Case| part.columns.iter().all(|&column| case.at(column, depth).is_some());
    cases.iter().filter(is_whole).copied().collect()
}

fn name_of(number: u32, part: &Part) -> String {
    // The first evaluation's tables have the paper's names.
    let evaluation = if part.evaluation == super::EVALUATIONS[0] { "" } else { part.evaluation };
    format!("table-{number}{}{evaluation}", if evaluation.is_empty() { "" } else { "-" })
}

/// Node counts with percentages below them, ours first.
fn node_table(number: u32, part: &Part, cases: &[&Case], published: &[Row]) -> Table {
    let heads =
        ["", "Depth", "positions"].into_iter().chain(part.columns.iter().map(|&column| COLUMNS[column].0));
    let title = format!("Table {number}: total node count, {}, {} evaluation", part.name, part.evaluation);
    let mut table = Table::new(&name_of(number, part), title, heads);
    for &depth in &part.depths {
        let cases = at(part, cases, depth);
        if cases.is_empty() {
            continue;
        }
        let nodes = |column: usize| -> Vec<u64> {
            cases.iter().filter_map(|case| Some(case.at(column, depth)?.nodes)).collect()
        };
        let verified = nodes(VERIFIED);
        let counts = part.columns.iter().map(|&column| thousands(nodes(column).iter().sum()));
        let head = ["ours".to_owned(), depth.to_string(), cases.len().to_string()];
        table.row(head.into_iter().chain(counts));
        let shares = part.columns.iter().map(|&column| {
            if column == VERIFIED {
                return "-".to_owned();
            }
            let pairs: Vec<(f64, f64)> =
                nodes(column).into_iter().zip(&verified).map(|(a, &b)| (a as f64, b as f64)).collect();
            percent(ratio(&pairs))
        });
        table.row([String::new(), String::new(), String::new()].into_iter().chain(shares));
    }
    for (depth, figures) in published {
        let figure = |&column: &usize| figures.get(column).copied().flatten();
        let counts = part.columns.iter().map(|column| figure(column).map_or(String::new(), thousands));
        table.row(["paper".to_owned(), (*depth).to_owned(), String::new()].into_iter().chain(counts));
        let shares = part.columns.iter().map(|column| match figure(column).zip(figures[VERIFIED]) {
            Some(_) if *column == VERIFIED => "-".to_owned(),
            Some((count, verified)) => percent_more(count, verified),
            None => String::new(),
        });
        table.row([String::new(), String::new(), String::new()].into_iter().chain(shares));
    }
    table.noted("Below our counts: in per cent of verified R = 3's; below the paper's: by how much they differ from it.")
}

fn solved_cells(columns: &[usize], cases: &[&Case], depth: i32) -> Vec<String> {
    let solved = |&column: &usize| -> u64 {
        cases.iter().filter_map(|case| Some(case.at(column, depth)?.solved)).sum()
    };
    columns.iter().map(|column| solved(column).to_string()).collect()
}

fn solved_table(number: u32, part: &Part, cases: &[&Case], published: &[Row]) -> Table {
    let heads =
        ["", "Depth", "positions"].into_iter().chain(part.columns.iter().map(|&column| COLUMNS[column].0));
    let title = format!("Table {number}: solved positions, {}, {} evaluation", part.name, part.evaluation);
    let mut table = Table::new(&name_of(number, part), title, heads);
    for &depth in &part.depths {
        let cases = at(part, cases, depth);
        if !cases.is_empty() {
            let head = ["ours".to_owned(), depth.to_string(), cases.len().to_string()];
            table.row(head.into_iter().chain(solved_cells(part.columns, &cases, depth)));
        }
    }
    let positions = if number == 2 { "138" } else { "999" };
    for (depth, figures) in published {
        let cells = part
            .columns
            .iter()
            .map(|&c| figures.get(c).copied().flatten().map_or(String::new(), |n| n.to_string()));
        table.row(["paper", depth, positions].into_iter().map(str::to_owned).chain(cells));
    }
    table
}

fn mate_table(parts: &[Part], found: &[Case]) -> Table {
    let paper = &COLUMNS[..4];
    let heads = ["", "Test suite", "positions"].into_iter().chain(paper.iter().map(|(name, _)| *name));
    let mut table = Table::new("table-6", "Table 6: solved mates", heads);
    for part in parts.iter().filter(|part| part.label.starts_with("mate")) {
        let cases: Vec<&Case> = found.iter().filter(|case| case.is_of(part)).collect();
        for &depth in &part.depths {
            let cases = at(part, &cases, depth);
            if !cases.is_empty() {
                let words = format!("{}, depth {depth}", part.name);
                let head = ["ours".to_owned(), words, cases.len().to_string()];
                table.row(head.into_iter().chain(solved_cells(&[0, 1, 2, 3], &cases, depth)));
            }
        }
    }
    for (words, figures) in TABLE_6 {
        let cells = figures.map(|figure| figure.map_or(String::new(), |figure| figure.to_string()));
        table.row(["paper".to_owned(), words.to_owned(), String::new()].into_iter().chain(cells));
    }
    table
}

pub(super) fn match_table(matches: &[Match]) -> Table {
    use quevedo_arena::stats::Outcomes as _;
    let heads = ["", "nodes a move", "games", "won", "drawn", "lost", "points", "Elo"];
    let mut table = Table::new("match", "Verified R = 3 against standard R = 2", heads);
    for Match { nodes, tally, wanted } in matches {
        if tally.games() == 0 {
            continue;
        }
        let [played, won, drawn, lost] =
            [tally.games(), tally.wins, tally.draws, tally.losses].map(|count| count.to_string());
        debug_assert!(tally.score() <= 1.0 && tally.games() as usize <= *wanted);
        let elo = EloRange::of(tally).map_or(String::new(), |range| range.words());
        let points = format!("{:.1}", tally.points());
        table.row(["ours".to_owned(), nodes.to_string(), played, won, drawn, lost, points, elo]);
    }
    table.row(["paper", "an hour a game", "100", "", "", "", "68.5", "+135"]);
    table.noted("Equal nodes stand for equal time.")
}
