//! The motif that the tutor names first, against the families of the puzzle's labels.

use quevedo_tutor::{Level, Tutor};

use crate::families::{FAMILIES, explain, family, tutor, words};
use crate::rows::{self, Row};
use crate::score::Score;
use crate::wish::Wish;

/// The gates, of the puzzles of which the tutor names a motif at all.
const GATED: [(&str, f64); 6] = [
    ("fork", 0.90),
    ("skewer", 0.90),
    ("discoveredAttack", 0.90),
    ("pin", 0.60),
    ("backRankMate", 1.0),
    ("mate", 1.0),
];

/// Puzzles of each label, if nothing is said.
const EACH: usize = 40;

#[derive(Default)]
struct Count {
    seen: usize,
    silent: usize,
    /// The first word is of the label's own family.
    own: usize,
    /// Or of another label's of the same puzzle.
    fitting: usize,
    /// Some word, not only the first, is of the family.
    anywhere: usize,
    /// The first word is of a later move.
    later: usize,
}

pub fn measure(wish: &Wish) -> Result<Vec<Score>, String> {
    let mut tutor = tutor().map_err(|fault| fault.to_string())?;
    let mut scores = Vec::new();
    for &(label, _) in FAMILIES {
        let rows: Vec<Row> = rows::all(wish)?.into_iter().filter(|row| row.has(label)).collect();
        let rows = rows::sampled(rows, wish.sample.unwrap_or(EACH), wish.seed);
        let count = count(&mut tutor, wish, label, &rows)?;
        let gate = GATED.iter().find(|(it, _)| *it == label).map(|it| it.1);
        let named = count.seen - count.silent;
        let note = format!(
            "silent of {} of {}; first word of its own family {}; among all words {}; first word of a later move {}",
            count.silent, count.seen, count.own, count.anywhere, count.later
        );
        eprintln!("{label}: {} of {named}; {note}", count.fitting);
        scores.push(Score::new(label, count.fitting, named, gate).noted(note));
    }
    Ok(scores)
}

fn count(tutor: &mut Tutor, wish: &Wish, label: &str, rows: &[Row]) -> Result<Count, String> {
    let mut count = Count::default();
    let mut listed = 0;
    for row in rows {
        let Some(puzzle) = row.puzzle() else { continue };
        let told = explain(tutor, &puzzle.board, Some(puzzle.solution[0]), wish.search)
            .map_err(|fault| format!("{}: {fault}", row.id))?;
        let (sentences, words) = words(&told, Level::Club);
        count.seen += 1;
        let Some(first) = words.first() else {
            count.silent += 1;
            continue;
        };
        let is_own = family(label).contains(&first.word);
        let is_fitting = is_own || row.labels.iter().any(|label| family(label).contains(&first.word));
        count.own += usize::from(is_own);
        count.fitting += usize::from(is_fitting);
        count.anywhere += usize::from(words.iter().any(|said| family(label).contains(&said.word)));
        count.later += usize::from(!first.is_here);
        if !is_fitting && listed < wish.list {
            listed += 1;
            let text: Vec<&str> = sentences.iter().map(|sentence| sentence.text.as_str()).collect();
            println!("{label} {} {} {:?}: {}", row.id, puzzle.board.fen(), row.labels, text.join(" "));
        }
    }
    Ok(count)
}
