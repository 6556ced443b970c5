//! A player's games added up, for people.

use std::io::Write;

use quevedo_rules::Color;
use quevedo_tutor::review::PlayerSummary;

use crate::console::{Console, Format};

/// Rows of a table that people read.
const MOST: usize = 8;

pub(super) fn present(summary: &PlayerSummary, console: &Console) -> anyhow::Result<()> {
    if console.format != Format::Text {
        return console.present(summary, |_, _| Ok(()));
    }
    console.present(summary, write)
}

fn write(summary: &PlayerSummary, out: &mut impl Write) -> anyhow::Result<()> {
    let PlayerSummary { player, games, results: [won, drawn, lost], .. } = summary;
    writeln!(out, "{player}: {games} games, {won} won, {drawn} drawn, {lost} lost")?;
    if *games == 0 {
        return Ok(());
    }
    let accuracy = summary.accuracy.map_or_else(|| "-".to_owned(), |value| format!("{value:.1}"));
    let marks = summary.marks;
    writeln!(
        out,
        "  accuracy {accuracy}; {:.2} points of expected score lost in a game; {} ?!, {} ?, {} ??",
        summary.lost_per_game(),
        marks.inaccuracies,
        marks.mistakes,
        marks.blunders
    )?;
    writeln!(
        out,
        "  winning positions not won: {}; lost positions not lost: {}",
        summary.wins_let_slip, summary.losses_saved
    )?;
    let share =
        |lost: f64| format!("{:>3.0} %", if summary.lost > 0.0 { 100.0 * lost / summary.lost } else { 0.0 });
    writeln!(out, "\nWhere the points are lost       of all   per 100 moves")?;
    for phase in &summary.phases {
        let rate = 100.0 * phase.lost / phase.moves.max(1) as f64;
        writeln!(out, "  {:28}{:>8}{rate:>16.1}", phase.phase.name(), share(phase.lost))?;
    }
    for band in &summary.clock {
        let rate = 100.0 * band.lost / band.moves.max(1) as f64;
        let name = format!("clock {}", band.left);
        writeln!(out, "  {name:28}{:>8}{rate:>16.1}   {} ??", share(band.lost), band.blunders)?;
    }
    if !summary.motifs.is_empty() {
        writeln!(out, "\nWhat the key moments were about  times   points")?;
        for motif in summary.motifs.iter().take(MOST) {
            writeln!(out, "  {:30}{:>6}{:>9.2}", motif.motif, motif.count, motif.lost)?;
        }
    }
    if !summary.openings.is_empty() {
        writeln!(out, "\nOpenings                                    games  points  lost by move 12")?;
        for row in summary.openings.iter().take(MOST) {
            let side = if row.color == Color::White { "White" } else { "Black" };
            let name: String = format!("{} ({side})", row.name).chars().take(42).collect();
            writeln!(out, "  {name:42}{:>5}{:>8.1}{:>12.2}", row.games, row.points, row.lost)?;
        }
    }
    Ok(())
}
