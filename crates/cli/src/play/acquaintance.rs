//! What is remembered of the user from game to game: the level that was wished for, and results against levels.

use std::fs;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use quevedo_engine::human::RATINGS;
use serde::{Deserialize, Serialize};

use super::talk::{Heard, Talk};
use crate::files::Output;

/// The user as far as the program knows.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
#[serde(default)]
pub(super) struct Acquaintance {
    /// Whether a level was ever asked for.
    pub(super) has_answered: bool,
    /// The level that was asked for last; `None` for full strength.
    pub(super) level: Option<u32>,
    /// Ratings of the levels that were played, and points.
    results: Vec<(u32, f32)>,
}

/// Older games say little about today.
const KEPT: usize = 50;
/// Before so many games nothing is estimated.
const LEAST: usize = 3;

impl Acquaintance {
    /// Where it is kept.
    pub(super) fn path() -> Option<PathBuf> {
        let folder = etcetera::choose_base_strategy().ok()?.data_dir().join("quevedo");
        Some(folder.join("player.json"))
    }

    /// What is known; nothing where there is no file, or none of ours.
    pub(super) fn read(path: &Path) -> Acquaintance {
        fs::read_to_string(path).ok().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    /// Keeps it.
    pub(super) fn keep(&self, path: &Path) -> anyhow::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let text = serde_json::to_string_pretty(self)?;
        Output::at(path).overwrite(true).claim()?.write(text.as_bytes())
    }

    /// A game against a level has ended.
    pub(super) fn add(&mut self, level: u32, points: f32) {
        self.results.push((level, points));
        let surplus = self.results.len().saturating_sub(KEPT);
        self.results.drain(..surplus);
    }

    /// The user's rating as far as the games tell, with a deviation; `None` before there are some.
    pub(super) fn estimate(&self) -> Option<(u32, u32)> {
        (self.results.len() >= LEAST).then(|| estimate(&self.results))
    }

    /// Games and points.
    pub(super) fn score(&self) -> (usize, f32) {
        (self.results.len(), self.results.iter().map(|it| it.1).sum())
    }
}

/// The likeliest rating, with one drawn game against the mean of the opponents to begin with, so that nobody who has won all games
/// is infinitely strong.
fn estimate(results: &[(u32, f32)]) -> (u32, u32) {
    let mean = results.iter().map(|it| f64::from(it.0)).sum::<f64>() / results.len() as f64;
    let expected = |mine: f64, theirs: f64| 1.0 / (1.0 + 10f64.powf((theirs - mine) / 400.0));
    let surplus = |mine: f64| {
        let played: f64 = results
            .iter()
            .map(|&(theirs, points)| f64::from(points) - expected(mine, f64::from(theirs)))
            .sum();
        played + 0.5 - expected(mine, mean)
    };
    let (mut low, mut high) = (0.0, 4000.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if surplus(middle) > 0.0 { low = middle } else { high = middle }
    }
    let rating = f64::midpoint(low, high);
    let slope = 10f64.ln() / 400.0;
    let information: f64 = results
        .iter()
        .map(|&(theirs, _)| expected(rating, f64::from(theirs)))
        .chain([expected(rating, mean)])
        .map(|chance| slope * slope * chance * (1.0 - chance))
        .sum();
    (rating.round() as u32, information.sqrt().recip().round() as u32)
}

/// Asks somebody who plays for the first time how strong the engine shall be; `None` for full strength.
pub(super) fn ask_level(talk: &Talk) -> anyhow::Result<Option<u32>> {
    let (least, most) = (RATINGS.start(), RATINGS.end());
    talk.say(format_args!(
        "How strong shall I play? A beginner has about 800, a club player 1500, a strong one 2000 (Lichess ratings).\n\
         Give a number from {least} to {most}, or nothing for full strength. I remember it; `--elo` changes it."
    ))?;
    loop {
        let Heard::Line(line) = talk.listen(|| "Level>".to_owned(), None)? else { return Ok(None) };
        let line = line.trim();
        if line.is_empty() {
            return Ok(None);
        }
        match line.parse() {
            Ok(elo) if RATINGS.contains(&elo) => return Ok(Some(elo)),
            _ => talk.say(format_args!("A number from {least} to {most}, please, or nothing."))?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_estimated_from_results() {
        let mut known = Acquaintance::default();
        assert_eq!(known.estimate(), None);
        for points in [1.0, 0.0, 0.5, 0.5] {
            known.add(1400, points);
        }
        let (rating, deviation) = known.estimate().expect("an estimate");
        assert_eq!(rating, 1400);
        assert!((100..250).contains(&deviation), "{deviation}");
        (0..200).for_each(|_| known.add(1400, 1.0));
        assert_eq!(known.score(), (KEPT, 50.0));
        assert!(known.estimate().expect("an estimate").0 > 1900);
    }

    #[test]
    fn it_is_kept_and_read_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("deep/player.json");
        let mut known = Acquaintance { has_answered: true, level: Some(1200), ..Acquaintance::default() };
        known.add(1200, 1.0);
        known.keep(&path).expect("a file");
        assert_eq!(Acquaintance::read(&path), known);
        fs::write(&path, "{ nonsense").expect("a file");
        assert_eq!(Acquaintance::read(&path), Acquaintance::default());
    }
}
