//! Text for a terminal of some width: paragraphs are filled, examples and tables keep their lines.
//!
//! Help texts are written by hand in the source, with line ends where the source needs them. A line that
//! begins with two spaces stands by itself (an example, a row of a table); all others continue the
//! paragraph before them.

/// An explanation beside an example needs that much room; with less it goes below.
const NARROW: usize = 24;

/// The text again, no line wider than `width` unless a single word is.
pub(super) fn lay_out(text: &str, width: usize) -> String {
    let mut lines = Vec::new();
    let mut paragraph = Vec::new();
    for line in joined(text).lines() {
        if !line.trim().is_empty() && !line.starts_with("  ") {
            paragraph.extend(line.split_whitespace().map(ToOwned::to_owned));
            continue;
        }
        fill(&mut lines, &paragraph, "", width);
        paragraph.clear();
        match line.trim() {
            "" => lines.push(String::new()),
            _ => lay_out_row(&mut lines, line, width),
        }
    }
    fill(&mut lines, &paragraph, "", width);
    lines.join("\n")
}

/// The text with each row on one line: a command that goes on after a backslash, and an explanation that
/// goes on below itself.
fn joined(text: &str) -> String {
    let mut rows: Vec<String> = Vec::new();
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        match rows.last_mut() {
            Some(row) if row.ends_with('\\') => {
                row.pop();
                row.push_str(line.trim_start());
            }
            Some(row) if indent > 2 && row.starts_with("  ") && explanation_column(row) == Some(indent) => {
                row.push(' ');
                row.push_str(line.trim_start());
            }
            _ => rows.push(line.to_owned()),
        }
    }
    rows.join("\n")
}

/// Where a row's explanation begins, if it has one.
fn explanation_column(row: &str) -> Option<usize> {
    let (_, explanation) = split_at_gap(row);
    (!explanation.is_empty()).then(|| row.len() - explanation.len())
}

/// An example or a row of a table. Where it is too wide, the explanation after the gap is folded within its
/// own column or goes below, and a command goes on after a backslash, as a shell reads it.
fn lay_out_row(lines: &mut Vec<String>, row: &str, width: usize) {
    if row.chars().count() <= width {
        lines.push(row.to_owned());
        return;
    }
    let (head, explanation) = split_at_gap(row);
    let indent: String = head.chars().take_while(|&it| it == ' ').collect();
    let words = words(head);
    let hanging = format!("{indent}    ");
    let column = row.chars().count() - explanation.chars().count();
    if column + NARROW <= width && !explanation.is_empty() {
        let mut beside = Vec::new();
        let texts: Vec<&str> = explanation.split_whitespace().collect();
        fill(&mut beside, &texts, &" ".repeat(column), width);
        if let Some(first) = beside.first_mut() {
            let explained = first.split_off(column.min(first.len()));
            *first = format!("{head:column$}{explained}");
        }
        lines.append(&mut beside);
        return;
    }
    if words.first() == Some(&"quevedo") {
        fold_command(lines, &words, &indent, &hanging, width);
    } else {
        fill_hanging(lines, &words, &indent, &hanging, width);
    }
    let texts: Vec<&str> = explanation.split_whitespace().collect();
    fill(lines, &texts, &format!("{hanging}  "), width);
}

/// What stands before and after the last gap of two spaces or more.
fn split_at_gap(row: &str) -> (&str, &str) {
    let start = row.len() - row.trim_start().len();
    match row[start..].rfind("  ") {
        Some(gap) => (row[..start + gap].trim_end(), row[start + gap..].trim_start()),
        None => (row, ""),
    }
}

/// The words of a line; what is in double quotes is one of them.
fn words(line: &str) -> Vec<&str> {
    let mut is_quoted = false;
    line.trim()
        .split(|letter| {
            is_quoted ^= letter == '"';
            letter == ' ' && !is_quoted
        })
        .filter(|word| !word.is_empty())
        .collect()
}

/// A command on several lines, each but the last with a backslash at its end.
fn fold_command(lines: &mut Vec<String>, words: &[&str], indent: &str, hanging: &str, width: usize) {
    let from = lines.len();
    let mut units: Vec<String> = Vec::new();
    for word in words {
        match units.last_mut() {
            // An option stays with its value.
            Some(unit) if unit.starts_with('-') && !unit.contains([' ', '=']) && !word.starts_with('-') => {
                unit.push(' ');
                unit.push_str(word);
            }
            _ => units.push((*word).to_owned()),
        }
    }
    fill_hanging(lines, &units, indent, hanging, width.saturating_sub(2));
    let last = lines.len().saturating_sub(1);
    for line in &mut lines[from..last] {
        line.push_str(" \\");
    }
}

fn fill(lines: &mut Vec<String>, words: &[impl AsRef<str>], indent: &str, width: usize) {
    fill_hanging(lines, words, indent, indent, width);
}

/// As many words to a line as there is room for.
fn fill_hanging(lines: &mut Vec<String>, words: &[impl AsRef<str>], first: &str, others: &str, width: usize) {
    let mut line = first.to_owned();
    let mut is_empty = true;
    for word in words.iter().map(AsRef::as_ref) {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(core::mem::replace(&mut line, others.to_owned()));
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    if !is_empty {
        lines.push(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_filled_and_rows_stay() {
        let text =
            "Examples:\n  quevedo show   a board\n  quevedo eval\n\nOne two three\nfour five six.\n\nEnd.";
        let expected =
            "Examples:\n  quevedo show   a board\n  quevedo eval\n\nOne two three four five\nsix.\n\nEnd.";
        assert_eq!(lay_out(text, 24), expected);
        assert_eq!(lay_out(expected, 24), expected, "what fits is left alone");
    }

    #[test]
    fn wide_rows_are_folded_where_a_reader_expects_it() {
        let table = "  term        what it says about a position and its side\n  x           short";
        let folded =
            "  term        what it says about a\n              position and its side\n  x           short";
        assert_eq!(lay_out(table, 40), folded);
        let example = "  quevedo match --engine cmd=\"a b\" --engine cmd=other --games 10   ten games";
        let folded =
            "  quevedo match --engine cmd=\"a b\" \\\n      --engine cmd=other --games 10\n        ten games";
        assert_eq!(lay_out(example, 40), folded);
        let example =
            "  quevedo match --engine cmd=\"a b\" \\\n    --engine cmd=other --games 10   ten games";
        assert_eq!(lay_out(example, 40), folded, "also where the author has folded it");
        assert_eq!(
            lay_out("  quevedo match --all --games 100", 30),
            "  quevedo match --all \\\n      --games 100"
        );
    }

    #[test]
    fn an_explanation_goes_on_below_itself() {
        let table =
            "  dm  a mate in so many moves (negative: the\n      side to move is mated)\n  id  a name";
        let folded =
            "  dm  a mate in so many moves\n      (negative: the side to move\n      is mated)\n  id  a name";
        assert_eq!(lay_out(table, 34), folded);
    }

    #[test]
    fn a_word_is_never_broken() {
        assert_eq!(lay_out("a wonderfully long word", 6), "a\nwonderfully\nlong\nword");
        assert_eq!(lay_out("  quevedo wonderfully", 10), "  quevedo \\\n      wonderfully");
    }
}
