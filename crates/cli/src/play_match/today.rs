//! The date, for the tags of games.

use std::time::{SystemTime, UNIX_EPOCH};

use quevedo_games::Date;

/// The day in Greenwich.
pub(super) fn today() -> Date {
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
