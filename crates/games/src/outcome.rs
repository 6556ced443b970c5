//! How a game ended, as PGN writes it.

use core::fmt;
use core::str::FromStr;

use quevedo_rules::Color;

/// The result of a game: what the `Result` tag and the last word of the movetext say.
///
/// ```
/// use quevedo_games::PgnResult;
/// use quevedo_rules::Color;
///
/// assert_eq!("1-0".parse(), Ok(PgnResult::Win(Color::White)));
/// assert_eq!("½-½".parse(), Ok(PgnResult::Draw));
/// assert_eq!(PgnResult::Open.to_string(), "*");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PgnResult {
    /// This side won: `1-0` or `0-1`.
    Win(Color),
    /// Neither did: `1/2-1/2`.
    Draw,
    /// The game is not over, was given up, or nobody knows: `*`.
    #[default]
    Open,
}

impl PgnResult {
    /// The word that PGN uses.
    pub const fn as_str(self) -> &'static str {
        match self {
            PgnResult::Win(Color::White) => "1-0",
            PgnResult::Win(Color::Black) => "0-1",
            PgnResult::Draw => "1/2-1/2",
            PgnResult::Open => "*",
        }
    }

    /// Whether the game has a result.
    pub const fn is_known(self) -> bool {
        !matches!(self, PgnResult::Open)
    }

    /// Who won, if anybody did.
    pub const fn winner(self) -> Option<Color> {
        match self {
            PgnResult::Win(color) => Some(color),
            PgnResult::Draw | PgnResult::Open => None,
        }
    }
}

impl fmt::Display for PgnResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A word that is no result.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is not a result; results are \"1-0\", \"0-1\", \"1/2-1/2\" and \"*\"")]
pub struct ParseOutcomeError(String);

impl FromStr for PgnResult {
    type Err = ParseOutcomeError;

    /// Reads the four words of PGN, and the same with typographer's dashes and halves.
    fn from_str(text: &str) -> Result<PgnResult, ParseOutcomeError> {
        match text.trim() {
            "1-0" | "1\u{2013}0" | "1\u{2014}0" => Ok(PgnResult::Win(Color::White)),
            "0-1" | "0\u{2013}1" | "0\u{2014}1" => Ok(PgnResult::Win(Color::Black)),
            "1/2-1/2" | "1/2" | "1/2\u{2013}1/2" | "1/2\u{2014}1/2" | "½-½" | "½\u{2013}½" | "½" => {
                Ok(PgnResult::Draw)
            }
            "*" => Ok(PgnResult::Open),
            other => Err(ParseOutcomeError(other.chars().take(40).collect())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_result_round_trips() {
        for outcome in
            [PgnResult::Win(Color::White), PgnResult::Win(Color::Black), PgnResult::Draw, PgnResult::Open]
        {
            assert_eq!(outcome.as_str().parse(), Ok(outcome));
            assert_eq!(outcome.is_known(), outcome != PgnResult::Open);
        }
        let error = "1-1".parse::<PgnResult>().expect_err("no result");
        assert!(error.to_string().starts_with("\"1-1\" is not a result"));
    }
}
