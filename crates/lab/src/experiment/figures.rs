//! The figures of a report as they stand in its tables, and so in its CSV files: verdicts are worked out from them
//! and from nothing else, so that anybody can work them out again.

use super::Table;

/// The tables of a report.
#[derive(Clone, Copy, Debug)]
pub struct Figures<'a>(&'a [Table]);

/// The rows of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows<'a>(Option<&'a Table>);

impl<'a> Figures<'a> {
    /// The figures of these tables.
    pub fn of(tables: &'a [Table]) -> Figures<'a> {
        Figures(tables)
    }

    /// The table of this name; where it is missing, it has no rows.
    pub(super) fn table(&self, name: &str) -> Rows<'a> {
        Rows(self.0.iter().find(|table| table.name == name))
    }
}

impl<'a> Rows<'a> {
    /// All rows.
    pub(super) fn all(self) -> impl Iterator<Item = Row<'a>> {
        self.0.into_iter().flat_map(|table| table.rows.iter().map(move |cells| Row { table, cells }))
    }

    /// The first row that begins with these cells.
    pub(super) fn find(self, beginning: &[&str]) -> Option<Row<'a>> {
        self.all().find(|row| row.begins_with(beginning))
    }

    /// The heads of the columns.
    pub(super) fn heads(self) -> &'a [String] {
        self.0.map_or(&[], |table| &table.heads)
    }

    /// A figure by the beginning of its row and the head of its column.
    pub(super) fn number(self, beginning: &[&str], head: &str) -> Option<f64> {
        self.find(beginning)?.number(head)
    }
}

/// A row of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    table: &'a Table,
    cells: &'a [String],
}

impl<'a> Row<'a> {
    fn begins_with(&self, beginning: &[&str]) -> bool {
        beginning.len() <= self.cells.len()
            && beginning
                .iter()
                .zip(self.cells)
                .all(|(wanted, cell)| wanted == cell || bare(wanted) == bare(cell))
    }

    /// The first cell.
    pub(super) fn name(&self) -> &'a str {
        self.cells.first().map_or("", String::as_str)
    }

    /// The cell below a head; nothing if it is empty.
    pub(super) fn cell(&self, head: &str) -> Option<&'a str> {
        let column = self.table.heads.iter().position(|known| known == head)?;
        self.cells.get(column).map(String::as_str).filter(|cell| !cell.is_empty())
    }

    /// The number that the cell below a head begins with.
    pub(super) fn number(&self, head: &str) -> Option<f64> {
        leading_number(self.cell(head)?)
    }
}

/// A cell without separators of thousands, if it is nothing but a number.
fn bare(cell: &str) -> String {
    let bare: String = cell.chars().filter(|letter| *letter != ',').collect();
    if bare.parse::<f64>().is_ok() { bare } else { cell.to_owned() }
}

/// `13656` of `13,656 (1 %)`, `-1` of `c3 -1.0`'s second word.
pub(super) fn leading_number(cell: &str) -> Option<f64> {
    let cell = cell.trim_start_matches('(').replace('\u{2212}', "-");
    let end =
        cell.find(|letter: char| !(letter.is_ascii_digit() || "+-.,".contains(letter))).unwrap_or(cell.len());
    cell[..end].replace(',', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_found_by_row_and_head() {
        let mut table = Table::new("t", "T", ["method", "depth", "nodes"]);
        table.row(["pvs", "3", "13,656 (1 %)"]);
        table.row(["pvs", "4", "1,000"]);
        let tables = [table];
        let rows = Figures::of(&tables).table("t");
        assert_eq!(rows.number(&["pvs", "3"], "nodes"), Some(13_656.0));
        assert_eq!(rows.number(&["pvs", "4"], "nodes"), Some(1_000.0));
        assert_eq!(rows.number(&["pvs", "5"], "nodes"), None);
        assert_eq!(Figures::of(&tables).table("u").all().count(), 0);
        assert_eq!(rows.find(&["pvs"]).map(|row| row.name()), Some("pvs"));
    }

    #[test]
    fn numbers_at_the_beginning_of_cells() {
        let told = ["+413 ± 133", "(+34.19%)", "94.8 %", "-1.5", "\u{2212}2", "c3", ""].map(leading_number);
        assert_eq!(told, [Some(413.0), Some(34.19), Some(94.8), Some(-1.5), Some(-2.0), None, None]);
    }
}
