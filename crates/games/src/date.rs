//! Dates of which parts may be unknown.

use core::fmt;
use core::str::FromStr;

/// A date as PGN writes it: `1997.05.11`, `1997.??.??`.
///
/// ```
/// use quevedo_games::Date;
///
/// let date: Date = "1912.??.??".parse()?;
/// assert_eq!((date.year, date.month), (Some(1912), None));
/// assert_eq!(date.to_string(), "1912.??.??");
/// # Ok::<(), quevedo_games::ParseDateError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Date {
    /// The year, if known.
    pub year: Option<u16>,
    /// The month, 1 to 12, if known.
    pub month: Option<u8>,
    /// The day of the month, if known.
    pub day: Option<u8>,
}

/// Text that is no date.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is not a date; dates are written like \"1997.05.11\" or \"1997.??.??\"")]
pub struct ParseDateError(String);

impl FromStr for Date {
    type Err = ParseDateError;

    /// Reads year, month and day, also with dashes or slashes between; missing parts are unknown.
    fn from_str(text: &str) -> Result<Date, ParseDateError> {
        let error = || ParseDateError(text.chars().take(40).collect());
        let mut parts = text.trim().split(['.', '-', '/']);
        let mut next = |largest: u16| match parts.next().map(str::trim) {
            None => Ok(None),
            Some(part) if part.is_empty() || part.chars().all(|letter| letter == '?') => Ok(None),
            Some(part) => match part.parse::<u16>() {
                // Zero is how some programs write "unknown".
                Ok(0) => Ok(None),
                Ok(number) if number <= largest => Ok(Some(number)),
                _ => Err(error()),
            },
        };
        let (year, month, day) = (next(9999)?, next(12)?, next(31)?);
        if parts.next().is_some() {
            return Err(error());
        }
        Ok(Date { year, month: month.map(|month| month as u8), day: day.map(|day| day as u8) })
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.year {
            Some(year) => write!(f, "{year:04}")?,
            None => f.write_str("????")?,
        }
        for part in [self.month, self.day] {
            match part {
                Some(number) => write!(f, ".{number:02}")?,
                None => f.write_str(".??")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_parts_are_read_and_written() {
        for (text, canonical) in [
            ("1997.05.11", "1997.05.11"),
            ("1997-5-1", "1997.05.01"),
            ("????.??.??", "????.??.??"),
            ("2001", "2001.??.??"),
            ("", "????.??.??"),
        ] {
            assert_eq!(text.parse::<Date>().expect(text).to_string(), canonical);
        }
        for bad in ["yesterday", "1997.13.01", "1997.01.32", "1.2.3.4", "99999.01.01"] {
            assert!(bad.parse::<Date>().is_err(), "{bad}");
        }
    }
}
