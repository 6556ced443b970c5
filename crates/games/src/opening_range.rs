//! Which openings are meant.

use core::str::FromStr;

use crate::eco::is_code;

/// Openings by their codes (`B90`, `B9`, `B20-B99`) or by a part of their name (`najdorf`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningRange {
    /// From one code to another, both included.
    Codes(String, String),
    /// Part of the name, in any case.
    Name(String),
}

/// Text that names no openings.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseRangeError {
    /// There is nothing.
    #[error("expected codes like B90 or B20-B99, or a part of a name like najdorf")]
    Empty,
    /// The codes come in the wrong order.
    #[error("there is no code from {0} to {1}")]
    Order(String, String),
}

impl FromStr for OpeningRange {
    type Err = ParseRangeError;

    fn from_str(text: &str) -> Result<OpeningRange, ParseRangeError> {
        let text = text.trim();
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let Some((first, last)) = bound(first, '0').zip(bound(last, '9')) else {
            return match text {
                "" => Err(ParseRangeError::Empty),
                name => Ok(OpeningRange::Name(name.to_lowercase())),
            };
        };
        if first > last {
            return Err(ParseRangeError::Order(first, last));
        }
        Ok(OpeningRange::Codes(first, last))
    }
}

/// A code that may lack its last digits, filled up.
fn bound(text: &str, digit: char) -> Option<String> {
    let mut code = text.trim().to_ascii_uppercase();
    while !code.is_empty() && code.len() < 3 {
        code.push(digit);
    }
    is_code(&code).then_some(code)
}

impl OpeningRange {
    /// Whether an opening with this code and name is one of them.
    pub fn holds(&self, code: Option<&str>, name: Option<&str>) -> bool {
        match self {
            OpeningRange::Codes(first, last) => {
                // Some programs append a letter of their own: B90a.
                code.and_then(|code| code.get(..3))
                    .is_some_and(|code| (first.as_str()..=last.as_str()).contains(&code))
            }
            OpeningRange::Name(part) => name.is_some_and(|name| name.to_lowercase().contains(part)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_ranges_and_names() {
        let range = |text: &str| text.parse::<OpeningRange>().unwrap_or_else(|error| panic!("{error}"));
        let holds = |text: &str, code: &str| range(text).holds(Some(code), Some("Sicilian Defense: Najdorf"));
        assert!(holds("B20-B99", "B20") && holds("b20-b99", "B99") && !holds("B20-B99", "C00"));
        assert!(holds("B9", "B95") && !holds("B9", "B89") && holds("B", "B00") && holds("B90", "B90a"));
        assert!(holds("najdorf", "B90") && !holds("dragon", "B90"));
        assert!(!range("B90").holds(None, None) && !range("najdorf").holds(Some("B90"), None));
        assert_eq!("".parse::<OpeningRange>(), Err(ParseRangeError::Empty));
        assert_eq!(
            "C10-B20".parse::<OpeningRange>(),
            Err(ParseRangeError::Order("C10".to_owned(), "B20".to_owned()))
        );
        assert_eq!(range("Caro-Kann"), OpeningRange::Name("caro-kann".to_owned()));
    }
}
