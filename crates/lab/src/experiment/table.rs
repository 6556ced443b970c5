//! A table in the form of a paper.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

/// A table: a title, heads, and rows of cells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Table {
    /// What it is called in file names.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The heads of its columns.
    pub heads: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
    /// What a reader should know about it.
    pub note: String,
    /// Whether it is too long for a page: its rows stand in the CSV file only.
    #[serde(default)]
    pub is_long: bool,
}

impl Table {
    /// A table without rows.
    pub fn new<H: Into<String>>(
        name: &str,
        title: impl Into<String>,
        heads: impl IntoIterator<Item = H>,
    ) -> Table {
        let heads = heads.into_iter().map(Into::into).collect();
        Table {
            name: name.to_owned(),
            title: title.into(),
            heads,
            rows: Vec::new(),
            note: String::new(),
            is_long: false,
        }
    }

    /// Adds a row; what is missing stays empty.
    pub fn row<C: Into<String>>(&mut self, cells: impl IntoIterator<Item = C>) {
        let mut row: Vec<String> = cells.into_iter().map(Into::into).collect();
        row.resize(self.heads.len(), String::new());
        self.rows.push(row);
    }

    /// The same, for the CSV file only.
    pub fn long(mut self) -> Table {
        self.is_long = true;
        self
    }

    /// The rows of a CSV file that [`Table::csv`] wrote; its heads come first. `None` if it is no table.
    ///
    /// ```
    /// use quevedo_lab::experiment::Table;
    ///
    /// let mut table = Table::new("t", "T", ["move", "words"]);
    /// table.row(["1", "a \"b\", c"]);
    /// let again = Table::new("t", "T", ["", ""]).with_csv(&table.csv()).expect("a table");
    /// assert_eq!(again, table);
    /// ```
    pub fn with_csv(mut self, text: &str) -> Option<Table> {
        let mut lines = read_csv(text).into_iter();
        self.heads = lines.next()?;
        self.rows.clear();
        for line in lines {
            self.row(line);
        }
        Some(self)
    }

    /// The same with a note.
    pub fn noted(mut self, note: impl Into<String>) -> Table {
        self.note = note.into();
        self
    }

    /// As Markdown: the title in bold, then the table; columns of numbers stand to the right.
    pub fn markdown(&self) -> String {
        let mut out = format!("**{}**\n\n", self.title);
        if self.is_long {
            let _ = writeln!(out, "{}", self.instead());
            return out;
        }
        let line = |cells: &[String]| {
            cells.iter().fold("|".to_owned(), |line, cell| line + " " + &markdown_cell(cell) + " |")
        };
        let _ = writeln!(out, "{}", line(&self.heads));
        let marks: String = (0..self.heads.len())
            .map(|column| if self.is_numeric(column) { "--:|" } else { "---|" })
            .collect();
        let _ = writeln!(out, "|{marks}");
        for row in &self.rows {
            let _ = writeln!(out, "{}", line(row));
        }
        if !self.note.is_empty() {
            let _ = writeln!(out, "\n{}", self.note);
        }
        out
    }

    /// What stands on a page in the place of rows that are too many.
    pub(super) fn instead(&self) -> String {
        let note = if self.note.is_empty() { String::new() } else { format!(" {}", self.note) };
        format!("`{}.csv`, with the columns {}.{note}", self.name, self.heads.join(", "))
    }

    /// As CSV (RFC 4180), heads first; separators of thousands are left out.
    pub fn csv(&self) -> String {
        let line = |cells: &[String]| cells.iter().map(|cell| csv_cell(cell)).collect::<Vec<_>>().join(",");
        let rows = std::iter::once(line(&self.heads)).chain(self.rows.iter().map(|row| line(row)));
        rows.fold(String::new(), |text, line| text + &line + "\r\n")
    }

    /// Whether a column holds nothing but numbers.
    pub(super) fn is_numeric(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().filter_map(|row| row.get(column)).filter(|cell| !cell.is_empty());
        cells.all(|cell| starts_as_number(cell))
    }
}

fn starts_as_number(cell: &str) -> bool {
    let bare = cell.trim_start_matches(['(', '+', '-', '\u{2212}', '\u{2248}', '<', ' ']);
    bare.starts_with(|letter: char| letter.is_ascii_digit()) || bare.is_empty()
}

fn markdown_cell(cell: &str) -> String {
    cell.replace('|', "\\|").replace('\n', " ")
}

fn csv_cell(cell: &str) -> String {
    let bare: String = cell.chars().filter(|letter| *letter != ',').collect();
    let is_number = bare.parse::<f64>().is_ok();
    match () {
        () if is_number => bare,
        () if cell.contains([',', '"', '\n', '\r']) => format!("\"{}\"", cell.replace('"', "\"\"")),
        () => cell.to_owned(),
    }
}

/// The cells of a CSV text (RFC 4180), line by line.
fn read_csv(text: &str) -> Vec<Vec<String>> {
    let (mut lines, mut line, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut letters = text.chars().peekable();
    let mut is_quoted = false;
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => cell.extend(letters.next()),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => line.push(core::mem::take(&mut cell)),
            '\r' if !is_quoted => {}
            '\n' if !is_quoted => {
                line.push(core::mem::take(&mut cell));
                lines.push(core::mem::take(&mut line));
            }
            letter => cell.push(letter),
        }
    }
    if !cell.is_empty() || !line.is_empty() {
        line.push(cell);
        lines.push(line);
    }
    lines
}

/// A number with separators of thousands, as the papers print them.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// How much more than another: `(+34.19%)`.
pub fn percent_more(value: u64, than: u64) -> String {
    if than == 0 {
        return String::new();
    }
    format!("({:+.2}%)", 100.0 * (value as f64 / than as f64 - 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new("t", "Table 1: nodes", ["Depth", "Std R = 2", "who"]);
        table.row(["9", "5,374,275,763", "a|b"]);
        table.row(["", "(+10.84%)", "\"x\", y"]);
        table.noted("A note.")
    }

    #[test]
    fn markdown_in_the_papers_form() {
        let expected = "**Table 1: nodes**\n\n| Depth | Std R = 2 | who |\n|--:|--:|---|\n\
                        | 9 | 5,374,275,763 | a\\|b |\n|  | (+10.84%) | \"x\", y |\n\nA note.\n";
        assert_eq!(table().markdown(), expected);
    }

    #[test]
    fn numbers_are_numbers_in_csv() {
        assert_eq!(
            table().csv(),
            "Depth,Std R = 2,who\r\n9,5374275763,a|b\r\n,(+10.84%),\"\"\"x\"\", y\"\r\n"
        );
    }

    #[test]
    fn numbers_for_people() {
        assert_eq!([0, 999, 1000, 5_374_275_763].map(thousands).join(" "), "0 999 1,000 5,374,275,763");
        assert_eq!(percent_more(603_549_661, 449_744_588), "(+34.20%)");
        assert_eq!(percent_more(1, 0), "");
        let mut short = Table::new("s", "s", ["a", "b"]);
        short.row(["1"]);
        assert_eq!(short.rows[0].len(), 2);
    }
}
