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

/// Writes the last words.
pub(super) fn write(analysis: &Analysis, out: &mut impl Write) -> io::Result<()> {
    let Some(best) = &analysis.best_move else {
        let why = analysis.ending.as_deref().unwrap_or("no legal move");
        return writeln!(out, "there is no move to find: {why}");
    };
    if !analysis.lines.is_empty() {
        writeln!(out)?;
    }
    for line in &analysis.lines {
        let score = line.marked_score();
        let chances = line.wdl.map_or_else(String::new, |wdl| format!("  ({wdl})"));
        writeln!(out, "{score:>7}{chances}  {}", line.san)?;
    }
    let answer = analysis.expected_answer.as_ref();
    let answer = answer.map_or_else(String::new, |answer| format!(", expecting {}", answer.san));
    writeln!(out, "best move {} ({}){answer}", best.san, best.uci)?;
    let (depth, nodes, speed) = (analysis.depth, analysis.nodes, analysis.nodes_per_second / 1000);
    writeln!(out, "depth {depth} after {nodes} nodes and {:.2} s, {speed} thousand nodes/s", analysis.seconds)
}
