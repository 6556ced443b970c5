//! The tables of the paper, ours beside the published.

use quevedo_arena::stats::Tally;

use super::super::Table;
use super::super::duel::elo_words;
use super::super::measured::Measured;
use super::super::table::{percent_more, thousands};
use super::published::{Row, TABLE_1, TABLE_2, TABLE_3, TABLE_4, TABLE_5, TABLE_6};
use super::{COLUMNS, Part, VERIFIED, Zugzwang};

const PAPER: [&str; 4] = ["Std R = 1", "Std R = 2", "Std R = 3", "Vrfd R = 3"];

pub(super) fn all(
    parts: &[Part],
    zugzwang: &Zugzwang,
    tally: &Tally,
    games: usize,
    nodes: u64,
) -> Vec<Table> {
    let part = |label: &str| parts.iter().find(|part| part.label == label);
    let mut tables = Vec::new();
    if let Some(part) = part("neishtadt") {
        tables.push(node_table("table-1", 1, part, &TABLE_1));
        tables.push(solved_table("table-2", 2, part, &TABLE_2));
    }
    if let Some(part) = part("ecm") {
        tables.push(node_table("table-3", 3, part, &TABLE_3));
    }
    if let Some(part) = part("wcs") {
        tables.push(node_table("table-4", 4, part, &TABLE_4));
        tables.push(solved_table("table-5", 5, part, &TABLE_5));
    }
    tables.push(mate_table(parts));
    tables.push(zugzwang_table(zugzwang));
    tables.push(zugzwang_list(zugzwang));
    tables.push(match_table(tally, games, nodes));
    tables
}

fn columns_of(part: &Part) -> Vec<usize> {
    let mut columns = part.columns.to_vec();
    columns.sort_unstable();
    columns
}

/// Node counts with percentages below them, ours first.
fn node_table(name: &str, number: u32, part: &Part, published: &[Row]) -> Table {
    let columns = columns_of(part);
    let heads = ["", "Depth"].into_iter().chain(columns.iter().map(|&column| COLUMNS[column].0));
    let title = format!(
        "Table {number}: total node count, {} positions: {}",
        part.suite.tasks.len(),
        part.suite.name
    );
    let mut table = Table::new(name, title, heads);
    for depth in part.depths() {
        let counts: Vec<u64> =
            columns.iter().map(|&c| part.sum(c, depth).map_or(0, |sum| sum.nodes)).collect();
        let verified = part.sum(VERIFIED, depth).map_or(0, |sum| sum.nodes);
        add_counts(&mut table, "ours", &depth.to_string(), &columns, &counts, verified);
    }
    for (depth, figures) in published {
        let counts: Vec<u64> =
            columns.iter().map(|&c| figures.get(c).copied().flatten().unwrap_or(0)).collect();
        add_counts(&mut table, "paper", depth, &columns, &counts, figures[VERIFIED].unwrap_or(0));
    }
    table
}

fn add_counts(table: &mut Table, whose: &str, depth: &str, columns: &[usize], counts: &[u64], verified: u64) {
    let known = |count: u64, words: String| if count == 0 { String::new() } else { words };
    let first = counts.iter().map(|&count| known(count, thousands(count)));
    table.row([whose.to_owned(), depth.to_owned()].into_iter().chain(first));
    let second = columns.iter().zip(counts).map(|(&column, &count)| match () {
        () if column == VERIFIED => "-".to_owned(),
        () => known(count, percent_more(count, verified)),
    });
    table.row([String::new(), String::new()].into_iter().chain(second));
}

fn solved_table(name: &str, number: u32, part: &Part, published: &[Row]) -> Table {
    let columns = columns_of(part);
    let heads = ["", "Depth"].into_iter().chain(columns.iter().map(|&column| COLUMNS[column].0));
    let count = part.suite.tasks.len();
    let title = format!("Table {number}: solved positions of {count}: {}", part.suite.name);
    let mut table = Table::new(name, title, heads);
    for depth in part.depths() {
        let cells =
            columns.iter().map(|&c| part.sum(c, depth).map_or(String::new(), |sum| sum.solved.to_string()));
        table.row(["ours".to_owned(), depth.to_string()].into_iter().chain(cells));
    }
    for (depth, figures) in published {
        let cells = columns
            .iter()
            .map(|&c| figures.get(c).copied().flatten().map_or(String::new(), |n| n.to_string()));
        table.row(["paper".to_owned(), (*depth).to_owned()].into_iter().chain(cells));
    }
    table
}

fn mate_table(parts: &[Part]) -> Table {
    let heads = ["", "Test suite"].into_iter().chain(PAPER);
    let mut table = Table::new("table-6", "Table 6: solved mates", heads);
    for part in parts.iter().filter(|part| part.label.starts_with("mate")) {
        let count = part.suite.tasks.len();
        let words = format!("{}, {count} positions, depth {}", part.suite.name, part.deepest);
        let cells = (0..4)
            .map(|column| part.sum(column, part.deepest).map_or(String::new(), |s| s.solved.to_string()));
        table.row(["ours".to_owned(), words].into_iter().chain(cells));
    }
    for (words, figures) in TABLE_6 {
        let cells = figures.map(|figure| figure.map_or(String::new(), |figure| figure.to_string()));
        table.row(["paper".to_owned(), words.to_owned()].into_iter().chain(cells));
    }
    table
}

fn zugzwang_table(zugzwang: &Zugzwang) -> Table {
    let title = format!(
        "Zugzwangs: {} positions at depth {}, null moves even with pawns alone",
        zugzwang.tasks.len(),
        zugzwang.depth
    );
    let mut table = Table::new("zugzwang", title, ["method", "solved", "zugzwangs detected", "nodes"]);
    for (name, found) in zugzwang.names.iter().zip(&zugzwang.found) {
        let mut sum = Measured::default();
        for found in found {
            sum += found;
        }
        table.row([name.clone(), sum.solved.to_string(), thousands(sum.zugzwangs), thousands(sum.nodes)]);
    }
    table
}

fn zugzwang_list(zugzwang: &Zugzwang) -> Table {
    let heads = ["position", "wanted"].into_iter().map(str::to_owned).chain(zugzwang.names.iter().cloned());
    let mut table = Table::new("zugzwang-moves", "Zugzwangs one by one: the move found", heads);
    for (place, task) in zugzwang.tasks.iter().enumerate() {
        let cells = zugzwang.found.iter().map(|found| {
            let found = &found[place];
            if found.solved > 0 { format!("{} \u{2713}", found.best) } else { found.best.clone() }
        });
        let id = task.id.clone().unwrap_or_default();
        table.row([id, task.goal.words(&task.board)].into_iter().chain(cells));
    }
    table
}

fn match_table(tally: &Tally, games: usize, nodes: u64) -> Table {
    let heads = ["", "games", "won", "drawn", "lost", "points", "Elo"];
    let title =
        format!("Verified R = 3 against standard R = 2, {games} games, {} nodes a move", thousands(nodes));
    let mut table = Table::new("match", title, heads);
    let counts = [tally.games(), tally.wins, tally.draws, tally.losses].map(|count| count.to_string());
    let [played, won, drawn, lost] = counts;
    table.row([
        "ours".to_owned(),
        played,
        won,
        drawn,
        lost,
        format!("{:.1}", tally.points()),
        elo_words(tally),
    ]);
    table.row(["paper", "100", "", "", "", "68.5", "+135"]);
    table.noted("The paper's games had an hour each; equal nodes stand for equal time here.")
}
