//! What a tuning has found, for people and programs.

use std::io::Write;
use std::time::Duration;

use quevedo_arena::spsa::{Knob, Spsa};
use quevedo_search::Params;
use serde::Serialize;
use serde_json::json;

use crate::console::{Console, Format};
use crate::failure::Finding;

#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    start: i32,
    value: f64,
    rounded: i32,
    min: i32,
    max: i32,
    step: i32,
}

fn rows(spsa: &Spsa) -> Vec<Row<'_>> {
    let values = spsa.values().iter().zip(spsa.rounded());
    spsa.knobs()
        .iter()
        .zip(values)
        .map(|(knob, (&value, rounded))| Row {
            name: &knob.name,
            start: knob.start,
            value,
            rounded,
            min: knob.min,
            max: knob.max,
            step: knob.step,
        })
        .collect()
}

/// The parameters that have gone furthest, for a progress bar.
pub(super) fn in_short(spsa: &Spsa) -> String {
    let mut rows = rows(spsa);
    let way = |row: &Row<'_>| ((row.value - f64::from(row.start)) / f64::from(row.step)).abs();
    rows.sort_by(|a, b| way(b).total_cmp(&way(a)));
    let words: Vec<String> =
        rows.iter().take(2).map(|row| format!("{} {:.1}", row.name, row.value)).collect();
    words.join(", ")
}

/// What stands above the picture.
pub(super) fn title(spsa: &Spsa) -> String {
    format!("SPSA, {} of {} pairs of games", spsa.done(), spsa.plan().trials)
}

pub(super) fn write(spsa: &Spsa, elapsed: Duration, console: &Console) -> anyhow::Result<()> {
    let mut out = console.stdout();
    let (rows, tally) = (rows(spsa), spsa.tally());
    match console.format {
        Format::Text => {
            let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
            writeln!(
                out,
                "{:<width$} {:>8}    {:>8} {:>10} {:>7}",
                "parameter", "old", "new", "exactly", "steps"
            )?;
            for row in &rows {
                let steps = (row.value - f64::from(row.start)) / f64::from(row.step);
                let Row { name, start, rounded, value, .. } = row;
                writeln!(out, "{name:<width$} {start:>8} -> {rounded:>8} {value:>10.2} {steps:>+7.2}")?;
            }
            writeln!(out, "{} of {} pairs of games", spsa.done(), spsa.plan().trials)?;
        }
        Format::Json | Format::JsonLines => console.write_json(
            &mut out,
            &json!({
                "iterations": spsa.plan().trials,
                "done": spsa.done(),
                "games": tally.games(),
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
                "seconds": elapsed.as_secs_f64(),
                "parameters": rows,
            }),
        )?,
    }
    out.flush()?;
    Ok(())
}

/// What can be tuned.
pub(super) fn list(knobs: &[Knob], console: &Console) -> anyhow::Result<Finding> {
    let mut out = console.stdout();
    let known = Params::TABLE.iter().filter(|known| knobs.iter().any(|knob| knob.name == known.name));
    match console.format {
        Format::Text => {
            let width = knobs.iter().map(|knob| knob.name.len()).max().unwrap_or(0);
            for known in known {
                let range = format!("{}..{}", known.min, known.max);
                writeln!(
                    out,
                    "{:<width$} {:>6} {range:>12} step {:>4}  {}",
                    known.name, known.default, known.step, known.summary
                )?;
            }
        }
        Format::Json | Format::JsonLines => {
            let rows: Vec<_> = known
                .map(|known| {
                    json!({
                        "name": known.name, "summary": known.summary, "default": known.default,
                        "min": known.min, "max": known.max, "step": known.step,
                    })
                })
                .collect();
            console.write_json_rows(&mut out, &rows)?;
        }
    }
    out.flush()?;
    Ok(Finding::Good)
}
