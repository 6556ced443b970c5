//! Compatible themes, coded again from their definitions, against the labels.

use quevedo_checker::themes::{Puzzle, THEMES};

use crate::rows;
use crate::score::Score;
use crate::wish::Wish;

/// The least precision and recall.
const GATE: f64 = 0.97;

/// What is by definition exact: no label may be missed. (What is mate without being labelled so is mate all the same.)
const EXACT: [&str; 5] = ["mate", "mateIn1", "mateIn2", "mateIn3", "mateIn4"];

/// Labels that the collection's sources have taken out of rows with certain others (of 11,966 rows with a back-rank mate none is also a
/// king's side attack, of 13,744 with a fork four): precision is asked of the rest.
const TAKEN_OUT: [(&str, &[&str]); 2] =
    [("kingsideAttack", &["backRankMate", "fork"]), ("queensideAttack", &["backRankMate", "fork"])];

fn is_taken_out(label: &str, row: &rows::Row) -> bool {
    let others = TAKEN_OUT.iter().find(|(it, _)| *it == label).map_or(&[][..], |it| it.1);
    others.iter().any(|other| row.has(other))
}

#[derive(Clone, Default)]
struct Count {
    /// Both say so.
    both: usize,
    labelled: usize,
    found: usize,
    misses: Vec<String>,
}

pub fn measure(wish: &Wish) -> Result<Vec<Score>, String> {
    let rows = rows::all(wish)?;
    let rows = match wish.sample {
        Some(count) => rows::sampled(rows, count, wish.seed),
        None => rows,
    };
    let mut counts = vec![Count::default(); THEMES.len()];
    let mut unread = 0;
    for row in &rows {
        let Ok(puzzle) = Puzzle::read(&row.fen, &row.moves) else {
            unread += 1;
            continue;
        };
        for (theme, count) in THEMES.iter().zip(&mut counts) {
            let (is_labelled, is_found) = (row.has(theme.label), (theme.has)(&puzzle));
            if !is_labelled && is_taken_out(theme.label, row) {
                continue;
            }
            count.labelled += usize::from(is_labelled);
            count.found += usize::from(is_found);
            count.both += usize::from(is_labelled && is_found);
            if is_labelled != is_found && count.misses.len() < wish.list {
                let which = if is_found { "found" } else { "labelled" };
                count.misses.push(format!("{which} only: {} {} {}", row.id, row.fen, row.moves));
            }
        }
    }
    println!("{} puzzles, {unread} not read\n", rows.len());
    for (theme, count) in THEMES.iter().zip(&counts) {
        count.misses.iter().for_each(|miss| println!("{}: {miss}", theme.label));
    }
    let scores = THEMES.iter().zip(&counts).flat_map(|(theme, count)| {
        let exact = if EXACT.contains(&theme.label) { 1.0 } else { GATE };
        let of = |what: &str, whole: usize, gate: f64| {
            let gate = (whole > 0).then_some(gate);
            Score::new(format!("{} {what}", theme.label), count.both, whole, gate)
        };
        [of("precision", count.found, GATE), of("recall", count.labelled, exact)]
    });
    Ok(scores.collect())
}
