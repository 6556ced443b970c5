//! How a game ended, as PGN writes it.

use core::fmt;
use core::str::FromStr;

use quevedo_rules::Color;

/// The result of a game: what the `Result` tag and the last word of the movetext say.
///
/// ```
/// use quevedo_games::Outcome;
/// use quevedo_rules::Color;
///
/// assert_eq!("1-0".parse(), Ok(Outcome::Win(Color::White)));
/// assert_eq!("½-½".parse(), Ok(Outcome::Draw));
/// assert_eq!(Outcome::Open.to_string(), "*");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Outcome {
    /// This side won: `1-0` or `0-1`.
    Win(Color),
    /// Neither did: `1/2-1/2`.
    Draw,
    /// The game is not over, was given up, or nobody knows: `*`.
    #[default]
    Open,
}

impl Outcome {
    /// The word that PGN uses.
    pub const fn as_str(self) -> &'static str {
        match self {
            Outcome::Win(Color::White) => "1-0",
            Outcome::Win(Color::Black) => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::Open => "*",
        }
    }

    /// Whether the game has a result.
    pub const fn is_known(self) -> bool {
        !matches!(self, Outcome::Open)
    }

    /// Who won, if anybody did.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win(color) => Some(color),
            Outcome::Draw | Outcome::Open => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A word that is no result.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is not a result; results are \"1-0\", \"0-1\", \"1/2-1/2\" and \"*\"")]
pub struct ParseOutcomeError(String);

impl FromStr for Outcome {
    type Err = ParseOutcomeError;

    /// Reads the four words of PGN, and the same with typographer's dashes and halves.
    fn from_str(text: &str) -> Result<Outcome, ParseOutcomeError> {
        match text.trim() {
            "1-0" | "1\u{2013}0" | "1\u{2014}0" => Ok(Outcome::Win(Color::White)),
            "0-1" | "0\u{2013}1" | "0\u{2014}1" => Ok(Outcome::Win(Color::Black)),
            "1/2-1/2" | "1/2" | "1/2\u{2013}1/2" | "1/2\u{2014}1/2" | "½-½" | "½\u{2013}½" | "½" => {
                Ok(Outcome::Draw)
            }
            "*" => Ok(Outcome::Open),
            other => Err(ParseOutcomeError(other.chars().take(40).collect())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_result_round_trips() {
        for outcome in [Outcome::Win(Color::White), Outcome::Win(Color::Black), Outcome::Draw, Outcome::Open]
        {
            assert_eq!(outcome.as_str().parse(), Ok(outcome));
            assert_eq!(outcome.is_known(), outcome != Outcome::Open);
        }
        let error = "1-1".parse::<Outcome>().expect_err("no result");
        assert!(error.to_string().starts_with("\"1-1\" is not a result"));
    }
}
