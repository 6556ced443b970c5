//! The file of games, which grows with every game.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context;
use quevedo_arena::{Contestant, Fixture, Heading, Played, game_tree};
use quevedo_games::Date;

/// A PGN file that is appended to.
#[derive(Debug)]
pub(super) struct GameFile {
    path: PathBuf,
    file: BufWriter<File>,
    event: String,
}

impl GameFile {
    pub(super) fn open(path: &Path, event: &str) -> anyhow::Result<GameFile> {
        let file = File::options()
            .append(true)
            .create(true)
            .open(path)
            .with_context(|| format!("cannot open {}", path.display()))?;
        Ok(GameFile { path: path.to_owned(), file: BufWriter::new(file), event: event.to_owned() })
    }

    pub(super) fn add(
        &mut self,
        fixture: &Fixture,
        players: [&Contestant; 2],
        played: &Played,
    ) -> anyhow::Result<()> {
        let heading = Heading { event: self.event.clone(), date: today() };
        let tree = game_tree(&heading, fixture, players, played);
        tree.write_pgn_to(&mut self.file)
            .and_then(|()| self.file.flush())
            .with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// The day in Greenwich.
fn today() -> Date {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    date_of(seconds / 86_400)
}

/// The date so many days after the first of January 1970, in the Gregorian calendar.
fn date_of(days: u64) -> Date {
    // Counted in eras of 400 years that begin in March, so that leap days come last.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let march_month = (5 * day + 2) / 153;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    let day = day - (153 * march_month + 2) / 5 + 1;
    Date { year: Some(year as u16), month: Some(month as u8), day: Some(day as u8) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        for (days, date) in [
            (0, "1970.01.01"),
            (58, "1970.02.28"),
            (59, "1970.03.01"),
            (11_016, "2000.02.29"),
            (11_017, "2000.03.01"),
            (20_454, "2026.01.01"),
            (47_540, "2100.02.28"),
            (47_541, "2100.03.01"),
        ] {
            assert_eq!(date_of(days).to_string(), date);
        }
    }
}
