//! What has been played.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use indicatif::{HumanCount, HumanDuration};
use quevedo_train::data::Survey;
use serde::Serialize;

use crate::console::{Console, Format};
use crate::game_file::GameCounts;

/// What a file holds and how fast it grew.
#[derive(Serialize, Debug)]
pub(super) struct Report {
    file: String,
    #[serde(flatten)]
    counts: GameCounts,
    positions: u64,
    seconds: f64,
    positions_per_hour: u64,
}

impl Report {
    /// Of a file that held `before` positions when the run began.
    pub(super) fn new(path: &Path, survey: &Survey, before: u64, time: Duration) -> Report {
        let new = survey.fit.saturating_sub(before);
        Report {
            file: path.display().to_string(),
            counts: survey.into(),
            positions: survey.fit,
            seconds: (time.as_secs_f64() * 1000.0).round() / 1000.0,
            positions_per_hour: (new as f64 * 3600.0 / time.as_secs_f64().max(1e-3)) as u64,
        }
    }

    /// In one line.
    pub(super) fn line(&self, remaining: Option<Duration>) -> String {
        let left = remaining.map_or_else(String::new, |time| format!(", {} left", HumanDuration(time)));
        let (games, positions) = (grouped(self.counts.games), grouped(self.positions));
        format!("{games} games, {positions} positions, {} an hour{left}", grouped(self.positions_per_hour))
    }

    /// For programs that watch.
    pub(super) fn write_line(&self, console: &Console) -> anyhow::Result<()> {
        if console.format == Format::JsonLines {
            let mut out = console.stdout();
            console.write_json(&mut out, self)?;
            out.flush()?;
        }
        Ok(())
    }

    /// At the end.
    pub(super) fn write(&self, console: &Console) -> anyhow::Result<()> {
        let mut out = console.stdout();
        if console.format == Format::Text {
            writeln!(out, "file       {}", self.file)?;
            let numbers = [self.counts.white, self.counts.drawn, self.counts.black].map(grouped);
            let [white, drawn, black] = numbers;
            writeln!(
                out,
                "games      {} (+{white} ={drawn} -{black} for White)",
                grouped(self.counts.played)
            )?;
            if self.counts.not_played > 0 {
                writeln!(out, "not played {}, had begun like others", grouped(self.counts.not_played))?;
            }
            writeln!(
                out,
                "positions  {} of {} are fit",
                grouped(self.positions),
                grouped(self.counts.plies)
            )?;
            let speed = grouped(self.positions_per_hour);
            writeln!(out, "this run   {:.1} s, {speed} positions an hour", self.seconds)?;
        } else {
            console.write_json(&mut out, self)?;
        }
        out.flush()?;
        Ok(())
    }
}

/// With commas between thousands.
fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}
