//! Today, as PGN and file names want it.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use quevedo_games::Date;

/// A moment in universal time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Moment {
    pub(crate) date: Date,
    seconds_of_day: u64,
}

impl Moment {
    pub(crate) fn now() -> Moment {
        Moment::since_1970(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
    }

    fn since_1970(time: Duration) -> Moment {
        let seconds = time.as_secs();
        Moment { date: date(seconds / 86_400), seconds_of_day: seconds % 86_400 }
    }

    /// The time of day: `23:59:59`.
    pub(crate) fn clock(self) -> String {
        let seconds = self.seconds_of_day;
        format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
    }

    /// A name for a file: `2026-11-16-235959`.
    pub(crate) fn file_name(self) -> String {
        format!("{}-{}", self.date.to_string().replace('.', "-"), self.clock().replace(':', ""))
    }
}

/// The date so many days after the first of January 1970. Years are counted from March on, so that
/// the leap day is their last day; 400 of them have 146097 days.
fn date(days: u64) -> Date {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = 400 * era + year + u64::from(month <= 2);
    Date { year: u16::try_from(year).ok(), month: Some(month as u8), day: Some(day_of_month as u8) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_as_in_the_calendar() {
        for (days, text) in [
            (0, "1970.01.01"),
            (58, "1970.02.28"),
            (59, "1970.03.01"),
            (11_016, "2000.02.29"),
            (11_017, "2000.03.01"),
            (20_773, "2026.11.16"),
            (47_540, "2100.02.28"),
            (47_541, "2100.03.01"),
        ] {
            assert_eq!(date(days).to_string(), text);
        }
        let moment = Moment::since_1970(Duration::from_secs(20_773 * 86_400 + 3_723));
        assert_eq!(moment.file_name(), "2026-11-16-010203");
    }
}
