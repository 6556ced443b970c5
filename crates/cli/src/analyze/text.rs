//! Analyses as text.

use std::io::{self, Write};

use quevedo_report::{Analysis, PvLine};

/// What stands above the rows.
pub(super) fn head(has_ranks: bool) -> String {
    let rank = if has_ranks { "line " } else { "" };
    format!("depth  {rank}  score  win draw loss      nodes  kN/s  seconds  moves")
}

/// A line as one row.
pub(super) fn row(line: &PvLine, has_ranks: bool) -> String {
    let rank = if has_ranks { format!("{:>4} ", line.rank) } else { String::new() };
    let wdl = line.wdl.map_or_else(String::new, |wdl| wdl.to_string());
    format!(
        "{:>5}  {rank}{:>7}  {wdl:>13}  {:>9} {:>5} {:>8.2}  {}",
        line.depth,
        line.marked_score(),
        line.nodes,
        line.nodes_per_second / 1000,
        line.seconds,
        line.san
    )
}

/// Words after a head, on lines of their own below each other where they are wider than `width`; moves stay with their
/// numbers.
fn hanging(head: &str, words: &str, width: Option<usize>) -> String {
    let indent = head.chars().count();
    let Some(width) = width.filter(|&width| width > indent + 20) else { return format!("{head}{words}") };
    let mut text = head.to_owned();
    let mut column = indent;
    let mut number: Option<&str> = None;
    for word in words.split(' ') {
        if word.ends_with('.') {
            number = Some(word);
            continue;
        }
        let unit = number.take().map_or_else(|| word.to_owned(), |number| format!("{number} {word}"));
        let length = unit.chars().count();
        if column > indent && column + 1 + length > width {
            text.push('\n');
            text.push_str(&" ".repeat(indent));
            column = indent;
        } else if column > indent {
            text.push(' ');
            column += 1;
        }
        text.push_str(&unit);
        column += length;
    }
    text
}

/// Writes the last words.
pub(super) fn write(analysis: &Analysis, width: Option<usize>, out: &mut impl Write) -> io::Result<()> {
    let Some(best) = &analysis.best_move else {
        let why = analysis.ending.as_deref().unwrap_or("no legal move");
        return writeln!(out, "there is no move to find: {why}");
    };
    if !analysis.lines.is_empty() {
        writeln!(out)?;
    }
    for line in &analysis.lines {
        let chances = line.wdl.map_or_else(String::new, |wdl| format!("  ({wdl})"));
        let head = format!("{:>7}{chances}  ", line.marked_score());
        writeln!(out, "{}", hanging(&head, &line.san, width))?;
    }
    let answer = analysis.expected_answer.as_ref();
    let answer = answer.map_or_else(String::new, |answer| format!(", expecting {}", answer.san));
    writeln!(out, "best move {} ({}){answer}", best.san, best.uci)?;
    let (depth, nodes, speed) = (analysis.depth, analysis.nodes, analysis.nodes_per_second / 1000);
    writeln!(out, "depth {depth} after {nodes} nodes and {:.2} s, {speed} thousand nodes/s", analysis.seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_moves_only() {
        let words = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4";
        assert_eq!(hanging("  +0.30  ", words, None), format!("  +0.30  {words}"));
        let text = hanging("  +0.30  ", words, Some(32));
        assert_eq!(text, "  +0.30  1. e4 e5 2. Nf3 Nc6\n         3. Bb5 a6 4. Ba4");
        assert!(text.lines().all(|line| line.chars().count() <= 32));
    }
}
