//! How much a player may think.

use core::fmt;
use core::num::NonZeroU32;
use core::str::FromStr;
use core::time::Duration;

/// Everything that limits a player's thinking. Several limits may hold at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeControl {
    /// A clock for the game.
    pub clock: Option<Allotment>,
    /// A fixed time for each move.
    pub move_time: Option<Duration>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Plies for each move.
    pub depth: Option<u32>,
}

/// What a clock shows at the start, and what is added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allotment {
    /// The time is for so many moves, and then given again; without, for all moves.
    pub moves: Option<NonZeroU32>,
    /// The time.
    pub time: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// A text that is no time control.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "\"{0}\" is no time control; examples are 8+0.08 (seconds and increment), 40/60+0.5 (for 40 moves), 5:00+3"
)]
pub struct ParseTimeControlError(String);

/// A century is more than any game needs, and keeps sums far from overflowing.
const LONGEST: f64 = 3.2e9;

/// Reads seconds with decimals; `None` for what is no time.
pub fn parse_seconds(text: &str) -> Option<Duration> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = text.parse().ok().filter(|_| digits)?;
    (seconds <= LONGEST).then(|| Duration::from_secs_f64(seconds))
}

/// Reads `90` or `1:30`.
fn parse_time(text: &str) -> Option<Duration> {
    match text.split_once(':') {
        None => parse_seconds(text),
        Some((minutes, seconds)) => {
            let minutes: u32 = minutes.parse().ok()?;
            Some(Duration::from_secs(60 * u64::from(minutes)) + parse_seconds(seconds)?)
        }
    }
}

impl FromStr for Allotment {
    type Err = ParseTimeControlError;

    /// Reads `8+0.08`, `40/60+0.5`, `5:00`.
    fn from_str(text: &str) -> Result<Allotment, ParseTimeControlError> {
        let read = || {
            let (moves, rest) = match text.split_once('/') {
                Some((moves, rest)) => (Some(moves.parse::<NonZeroU32>().ok()?), rest),
                None => (None, text),
            };
            let (time, increment) = match rest.split_once('+') {
                Some((time, increment)) => (time, parse_seconds(increment)?),
                None => (rest, Duration::ZERO),
            };
            let time = parse_time(time)?;
            (time + increment > Duration::ZERO).then_some(Allotment { moves, time, increment })
        };
        read().ok_or_else(|| ParseTimeControlError(text.chars().take(40).collect()))
    }
}

impl fmt::Display for Allotment {
    /// As the `TimeControl` tag of PGN has it: `40/60+0.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time.as_secs_f64())?;
        if self.increment > Duration::ZERO {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl TimeControl {
    /// Whether nothing ends a player's thinking.
    pub fn is_unlimited(&self) -> bool {
        *self == TimeControl::default()
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.clock.map(|clock| clock.to_string()),
            self.move_time.map(|time| format!("{} s/move", time.as_secs_f64())),
            self.nodes.map(|nodes| format!("{nodes} nodes/move")),
            self.depth.map(|depth| format!("depth {depth}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.pad(if parts.is_empty() { "unlimited".to_owned() } else { parts.join(", ") }.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_round_trip() {
        for text in ["8+0.08", "40/60+0.5", "300", "40/60", "0.1+0.001", "0+1"] {
            let read: Allotment = text.parse().expect("a time control");
            assert_eq!(read.to_string(), text);
        }
        let minutes: Allotment = "1:30+2".parse().expect("minutes");
        assert_eq!(minutes.to_string(), "90+2");
    }

    #[test]
    fn nonsense_is_refused() {
        for text in
            ["", "0", "-1", "8+", "+1", "0/60", "40/", "1e9", "inf", "NaN", "8+0.08+1", "a:30", "9e99"]
        {
            assert!(text.parse::<Allotment>().is_err(), "{text}");
        }
    }

    #[test]
    fn all_limits_are_named() {
        let control = TimeControl { nodes: Some(5000), depth: Some(9), ..TimeControl::default() };
        assert_eq!(control.to_string(), "5000 nodes/move, depth 9");
        assert!(!control.is_unlimited() && TimeControl::default().is_unlimited());
    }
}
