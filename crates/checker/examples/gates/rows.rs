//! The rows of the shared puzzles.

use std::fs::File;
use std::io::{BufRead, BufReader};

use quevedo_testkit::Random;

use crate::harness::Puzzle;
use crate::wish::Wish;

pub struct Row {
    pub id: String,
    /// Before the setting move.
    pub fen: String,
    pub moves: String,
    pub labels: Vec<String>,
    text: String,
}

impl Row {
    fn read(text: &str) -> Option<Row> {
        let cells: Vec<&str> = text.split(',').collect();
        let (id, fen, moves, labels) = (*cells.first()?, *cells.get(1)?, *cells.get(2)?, *cells.get(6)?);
        Some(Row {
            id: id.to_owned(),
            fen: fen.to_owned(),
            moves: moves.to_owned(),
            labels: labels.split(' ').map(str::to_owned).collect(),
            text: text.to_owned(),
        })
    }

    pub fn has(&self, label: &str) -> bool {
        self.labels.iter().any(|it| it == label)
    }

    pub fn puzzle(&self) -> Option<Puzzle> {
        Puzzle::from_row(&self.text)
    }
}

/// All rows in the order of the file.
pub fn all(wish: &Wish) -> Result<Vec<Row>, String> {
    let path = wish.data("puzzles/lichess_puzzles.csv.zst")?;
    let told = |fault: std::io::Error| format!("{}: {fault}", path.display());
    let input = zstd::Decoder::new(File::open(&path).map_err(told)?).map_err(told)?;
    let mut rows = Vec::new();
    for text in BufReader::new(input).lines().skip(1) {
        rows.extend(Row::read(&text.map_err(told)?));
    }
    Ok(rows)
}

/// So many of them; equal seeds take equal rows.
pub fn sampled(mut rows: Vec<Row>, count: usize, seed: u64) -> Vec<Row> {
    let mut random = Random::new(seed);
    let count = count.min(rows.len());
    for place in 0..count {
        let other = place + random.below(rows.len() - place);
        rows.swap(place, other);
    }
    rows.truncate(count);
    rows
}
