//! Moments in coordinated universal time, as PGN, logs and the names of files want them.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use quevedo_games::Date;

/// A moment in coordinated universal time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Moment(DateTime);

impl Moment {
    pub(crate) fn now() -> Moment {
        Moment::of(Timestamp::now())
    }

    fn of(time: Timestamp) -> Moment {
        Moment(TimeZone::UTC.to_datetime(time))
    }

    /// The day, for the tags of games.
    pub(crate) fn date(self) -> Date {
        let date = self.0.date();
        Date {
            year: u16::try_from(date.year()).ok(),
            month: u8::try_from(date.month()).ok(),
            day: u8::try_from(date.day()).ok(),
        }
    }

    /// The day as ISO 8601 has it: `2026-11-16`.
    pub(crate) fn day(self) -> String {
        self.text("%Y-%m-%d")
    }

    /// The day, counted from 1970-01-01.
    pub(crate) fn day_number(self) -> i64 {
        let epoch = jiff::civil::date(1970, 1, 1);
        self.0.date().since(epoch).map_or(0, |span| i64::from(span.get_days()))
    }

    /// The time of day: `23:59:59`.
    pub(crate) fn clock(self) -> String {
        self.text("%H:%M:%S")
    }

    /// A name for a file: `2026-11-16-235959`.
    pub(crate) fn file_name(self) -> String {
        self.text("%Y-%m-%d-%H%M%S")
    }

    /// The beginning of a line in a log: `2026-11-16 23:59:59.999`.
    pub(crate) fn log_stamp(self) -> String {
        self.text("%Y-%m-%d %H:%M:%S.%3f")
    }

    fn text(self, format: &str) -> String {
        self.0.strftime(format).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(milliseconds: i64) -> Moment {
        Moment::of(Timestamp::from_millisecond(milliseconds).expect("a moment"))
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        for (days, text) in [
            (0, "1970.01.01"),
            (58, "1970.02.28"),
            (59, "1970.03.01"),
            (11_016, "2000.02.29"),
            (11_017, "2000.03.01"),
            (19_722, "2023.12.31"),
            (19_723, "2024.01.01"),
            (20_773, "2026.11.16"),
            (47_540, "2100.02.28"),
            (47_541, "2100.03.01"),
        ] {
            assert_eq!(moment(days * 86_400_000).date().to_string(), text);
            assert_eq!(moment(days * 86_400_000).day_number(), days);
            assert_eq!(moment(days * 86_400_000 + 86_399_999).day(), text.replace('.', "-"));
        }
    }

    #[test]
    fn moments_are_written_for_games_files_and_logs() {
        let moment = moment(951_868_799_007);
        assert_eq!(moment.date().to_string(), "2000.02.29");
        assert_eq!(moment.clock(), "23:59:59");
        assert_eq!(moment.file_name(), "2000-02-29-235959");
        assert_eq!(moment.log_stamp(), "2000-02-29 23:59:59.007");
    }
}
