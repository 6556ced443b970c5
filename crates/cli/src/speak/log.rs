//! A record of a conversation, for finding out who said what, and when.

use core::time::Duration;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use quevedo_engine::{Command, Session};

use super::lines::Voice;

/// Where a line goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    /// From the user's program to us.
    In,
    /// From us to the user's program.
    Out,
}

/// A file to which every line is appended with its time and direction.
#[derive(Debug)]
pub(super) struct Log {
    path: String,
    file: File,
}

impl Log {
    pub(super) fn open(path: &str) -> io::Result<Log> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Log { path: path.to_owned(), file })
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// Appends a line in one piece, so that several programs can share a file.
    pub(super) fn note(&mut self, direction: Direction, line: &[u8]) -> io::Result<()> {
        let arrow = if direction == Direction::In { "->" } else { "<-" };
        let mut entry = format!("{} {arrow} ", utc(SystemTime::now())).into_bytes();
        entry.extend_from_slice(line.trim_ascii_end());
        entry.push(b'\n');
        self.file.write_all(&entry)
    }
}

/// Brings the log in line with the engine's option. If it cannot be written, the option gets its old
/// value back, and the words for the user are returned.
pub(super) fn follow_option(voice: &Voice, engine: &mut Session) -> Option<String> {
    let wanted = engine.options().debug_log.clone();
    let before = voice.log_path();
    if wanted == before {
        return None;
    }
    let error = voice.keep_log(&wanted).err()?;
    let value = Some(before);
    engine.send(Command::SetOption { name: "Debug Log File".to_owned(), value });
    Some(format!("cannot keep a log in \"{}\": {error}", wanted.chars().take(200).collect::<String>()))
}

/// `2026-01-31 23:59:59.999`, in coordinated universal time.
fn utc(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    let (days, seconds) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    let (year, month, day) = date(days);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let millis = since.subsec_millis();
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}.{millis:03}")
}

/// The date so many days after the first of January 1970.
fn date(days: u64) -> (u64, u64, u64) {
    // Counted from the first of March of the year 0, the leap day is the last of its year, and the
    // months repeat their lengths (31, 30, 31, 30, 31) every 153 days.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + next, month, day_of_month)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (days, expected) in [
            (0, (1970, 1, 1)),
            (58, (1970, 2, 28)),
            (59, (1970, 3, 1)),
            (11_016, (2000, 2, 29)),
            (11_017, (2000, 3, 1)),
            (19_722, (2023, 12, 31)),
            (19_723, (2024, 1, 1)),
            (47_540, (2100, 2, 28)),
            (47_541, (2100, 3, 1)),
        ] {
            assert_eq!(date(days), expected);
        }
        let time = UNIX_EPOCH + Duration::from_millis(951_868_799_007);
        assert_eq!(utc(time), "2000-02-29 23:59:59.007");
    }
}
